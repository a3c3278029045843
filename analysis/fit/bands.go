package fit

import (
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// fineBand is the width of the narrow bands, in Elo points.
const fineBand = 100

// bandsOf compares actual and expected by band of rating.
func bandsOf(c *cast, width float64) (rows []calibration.BandRow) {
	for low := float64(lowestBand); low < highestBand; low += width {
		part := c.keep(func(s *side) bool { return low <= s.Rating && s.Rating < low+width })
		if len(part.sides) > 0 {
			row := part.compare()
			row.Low, row.High = low, low+width
			rows = append(rows, row)
		}
	}
	return rows
}

// slicesOf compares actual and expected by colour, phase and length.
func slicesOf(run Runner, c *cast) (rows []calibration.BandRow) {
	for _, s := range cuts() {
		if part := c.slice(run, s); len(part.sides) > 0 {
			row := part.compare()
			row.Name = s.name
			rows = append(rows, row)
		}
	}
	return rows
}

// compare sums up every quantity over the sides of a cast.
func (c *cast) compare() calibration.BandRow {
	sides := make([]Side, len(c.sides))
	for i := range c.sides {
		sides[i] = *c.sides[i].Side
	}
	row := calibration.BandRow{Counts: count(sides)}
	for _, q := range score.Quantities() {
		*row.Quantities.At(q) = c.comparison(q)
	}
	return row
}

// comparison compares one quantity, with events as what is independent.
func (c *cast) comparison(q score.Quantity) calibration.Comparison {
	sums, counts := make([]float64, c.events), make([]float64, c.events)
	expected, n := 0.0, 0.0
	for i := range c.sides {
		s := &c.sides[i]
		r := &s.residuals[q]
		sums[s.event] += r.excess
		counts[s.event] += r.n
		n += r.n
		for j := range s.game.Moves {
			m := &s.game.Moves[j]
			if _, ok := m.Actual(q); ok {
				expected += m.At(q).Mean
			}
		}
	}
	if n == 0 {
		return calibration.Comparison{}
	}
	difference, se := clusterMean(sums, counts)
	return calibration.Comparison{
		Actual: expected/n + difference, Expected: expected / n, Difference: figure(difference, se),
	}
}
