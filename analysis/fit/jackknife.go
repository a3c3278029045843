package fit

import (
	"math"

	"fairplay/analysis/calibration"
)

// jackknifeGroups is into how many groups events are put for standard errors of
// figures that are not plain means.
const jackknifeGroups = 20

// jackknife returns the figures with intervals by leaving out groups of events
// in turn (Shao and Tu, The Jackknife and Bootstrap, 1995, section 2.3):
//
//	SE² = (G-1)/G sum_g (x_(g) - mean of the x_(g))²
//
// A figure that is no number without some group has no interval.
func jackknife(c *cast, figures func(*cast) []float64) []calibration.Figure {
	values := figures(c)
	groups := min(jackknifeGroups, c.events)
	if groups < 2 {
		return claims(values, nil)
	}
	var left [][]float64
	for g := range groups {
		left = append(left, figures(c.keep(func(s *side) bool { return s.event%groups != g })))
	}
	return claims(values, left)
}

func claims(values []float64, left [][]float64) []calibration.Figure {
	all := make([]calibration.Figure, len(values))
	for i, v := range values {
		mean, n := 0.0, float64(len(left))
		for _, x := range left {
			mean += x[i] / n
		}
		squares := 0.0
		for _, x := range left {
			squares += (x[i] - mean) * (x[i] - mean)
		}
		se := math.Sqrt(squares * (n - 1) / n)
		all[i] = figure(v, se)
	}
	return all
}

// keep returns the cast of the sides that are kept, with their players and events
// numbered as before.
func (c *cast) keep(wanted func(s *side) bool) *cast {
	k := &cast{rating: c.rating, events: c.events, least: c.least, players: make([][]int, len(c.players))}
	for i := range c.sides {
		if wanted(&c.sides[i]) {
			player := c.sides[i].player
			k.players[player] = append(k.players[player], len(k.sides))
			k.sides = append(k.sides, c.sides[i])
		}
	}
	k.present()
	return k
}
