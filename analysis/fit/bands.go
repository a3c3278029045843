package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// fineBand is the width of the narrow bands, in Elo points.
const fineBand = 100

// bandsOf compares what was played with what was expected in each rating band. width is in Elo
// points.
func bandsOf(c *sample, width float64) (rows []calibration.BandRow) {
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

// slicesOf compares what was played with what was expected by colour, game phase and length of the
// game.
func slicesOf(run Runner, c *sample) (rows []calibration.BandRow) {
	for _, s := range cuts() {
		if part := c.slice(run, s); len(part.sides) > 0 {
			row := part.compare()
			row.Name = s.name
			rows = append(rows, row)
		}
	}
	return rows
}

// compare sums every quantity over the sides of a sample.
func (c *sample) compare() calibration.BandRow {
	sides := make([]Side, len(c.sides))
	for i := range c.sides {
		sides[i] = *c.sides[i].Side
	}
	row := calibration.BandRow{CorpusSize: count(sides)}
	for _, q := range score.Quantities() {
		*row.Quantities.At(q) = c.comparison(q)
	}
	return row
}

// comparison compares one quantity. Events are the independent units.
func (c *sample) comparison(q score.Quantity) calibration.Comparison {
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
	return comparisonOf(q, sums, counts, expected)
}

// comparisonOf compares one quantity. excess and moves hold, for each event, the sum of actual -
// expected and the number of moves; expected is the sum of all expectations.
func comparisonOf(q score.Quantity, excess, moves []float64, expected float64) calibration.Comparison {
	n := 0.0
	for _, c := range moves {
		n += c
	}
	difference, se := clusterMean(excess, moves)
	c := calibration.Comparison{Expected: expected / math.Max(n, 1), Difference: figure(difference, se)}
	c.Actual = c.Expected + difference
	if isShare(q) {
		c.Actual = math.Min(math.Max(c.Actual, 0), 1)
		c.Difference = gap(c.Actual, c.Expected, se, n)
	}
	return c
}

// isShare reports whether a quantity is a share of the moves.
func isShare(q score.Quantity) bool { return q == score.MM || q == score.EV || q == score.T3 }

// gap returns the difference of an actual share from the share expected of n moves. The interval is
// that of the actual share, minus the expected one, so it never implies a share below 0 or above 1.
func gap(actual, expected, se, n float64) calibration.Figure {
	most := math.Inf(1) // a good model makes one move worth more than one trial
	if actual <= 0 || actual >= 1 {
		most = n
	}
	if !(se > 0) {
		return figure(actual-expected, math.NaN())
	}
	f := proportion(actual, se, most)
	return calibration.Figure{Value: actual - expected, Low: f.Low - expected, High: f.High - expected, Bounded: f.Bounded}
}
