package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// jackknifeGroups is into how many groups events are put for standard errors of
// figures that are not plain means.
const jackknifeGroups = 20

// claim is a figure, and what it is without each group of events in turn.
type claim struct {
	value float64
	left  []float64
}

// jackknife computes figures, and again without each group of events.
func jackknife(c *cast, figures func(*cast) []float64) []claim {
	var all []claim
	for _, v := range figures(c) {
		all = append(all, claim{value: v})
	}
	groups := min(jackknifeGroups, c.events)
	if groups < 2 {
		return all
	}
	for g := range groups {
		for i, v := range figures(c.keep(func(s *side) bool { return s.event%groups != g })) {
			all[i].left = append(all[i].left, v)
		}
	}
	return all
}

// se returns the standard error (Shao and Tu, The Jackknife and Bootstrap, 1995,
// section 2.3) on the given scale:
//
//	SE² = (G-1)/G sum_g (x_(g) - mean of the x_(g))²
//
// It is no number where the figure is none without some group, or where there
// are no groups.
func (c claim) se(scale func(float64) float64) float64 {
	if len(c.left) < 2 {
		return math.NaN()
	}
	mean, n := 0.0, float64(len(c.left))
	for _, x := range c.left {
		mean += scale(x) / n
	}
	squares := 0.0
	for _, x := range c.left {
		squares += float64((scale(x) - mean) * (scale(x) - mean))
	}
	return math.Sqrt(squares * (n - 1) / n)
}

func asItIs(x float64) float64 { return x }

// real returns a figure that may be any number.
func (c claim) real() calibration.Figure { return figure(c.value, c.se(asItIs)) }

// positive returns a figure that is above 0, as a standard deviation is. The
// interval is one of its logarithm, and so is above 0 too.
func (c claim) positive() calibration.Figure {
	f := figure(exact.Log(c.value), c.se(exact.Log))
	if !f.Bounded {
		return figure(c.value, math.NaN())
	}
	return calibration.Figure{Value: c.value, Low: exact.Exp(f.Low), High: exact.Exp(f.High), Bounded: true}
}

// share returns a figure within [0, 1]; it rests on no more than so many
// independent trials.
func (c claim) share(most float64) calibration.Figure {
	return proportion(c.value, c.se(asItIs), most)
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
