package fit

import (
	"math"

	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
)

// residual is what one side adds to one test: all sums are over its moves that
// have the quantity.
type residual struct {
	n        float64
	excess   float64 // actual - expected
	variance float64 // of the single moves
	slope    float64 // d expected / d rating, per Elo point
}

// residualOf sums one quantity over a game.
func residualOf(g *score.Game, q score.Quantity) (r residual) {
	for i := range g.Moves {
		m := &g.Moves[i]
		x, ok := m.Actual(q)
		if !ok {
			continue
		}
		want := m.At(q)
		r.n++
		r.excess += x - want.Mean
		r.variance += want.Var
		r.slope += want.Slope
	}
	return r
}

// side is one side reduced to what resampling asks for.
type side struct {
	*scored
	player    int // number of the player
	event     int // number of the event
	residuals [quantityCount]residual
	curve     ipr.Curve // log-likelihood by rating, once tabulated
}

// quantityCount is the number of score.Quantities.
const quantityCount = 7

// cast is a set of sides to draw performances from.
type cast struct {
	sides   []side
	players [][]int   // sides of each player
	rating  []float64 // mean, of each player
	events  int
	there   []int // players with a side
	least   int   // moves that a performance needs
}

// present lists the players that have a side.
func (c *cast) present() {
	for p, sides := range c.players {
		if len(sides) > 0 {
			c.there = append(c.there, p)
		}
	}
}

// newCast numbers players and events in the order of the sides.
func newCast(run Runner, all []scored) *cast {
	c := &cast{sides: make([]side, len(all)), least: score.MinMoves}
	players, events := map[string]int{}, map[string]int{}
	for i := range all {
		s := &c.sides[i]
		s.scored = &all[i]
		s.player = number(players, all[i].Player)
		s.event = number(events, all[i].Event)
		if s.player == len(c.players) {
			c.players = append(c.players, nil)
			c.rating = append(c.rating, 0)
		}
		c.players[s.player] = append(c.players[s.player], i)
	}
	run(len(all), func(i int) {
		for _, q := range score.Quantities() {
			c.sides[i].residuals[q] = residualOf(&all[i].game, q)
		}
	})
	for p, sides := range c.players {
		for _, i := range sides {
			c.rating[p] += c.sides[i].Rating / float64(len(sides))
		}
	}
	c.events = len(events)
	c.present()
	return c
}

func number(known map[string]int, name string) int {
	n, ok := known[name]
	if !ok {
		n = len(known)
		known[name] = n
	}
	return n
}

// ratingResidual returns the residual of the derivative of the log-likelihood by
// the rating: its mean is 0 and its variance the information, so that it is a
// test like the others. Its spread is what widens the interval of an intrinsic
// rating.
func ratingResidual(s *scored) residual {
	const h = 8.0 // Elo points; the log-likelihood is smooth over hundreds
	low, middle, high := s.logP(s.Rating-h), s.logP(s.Rating), s.logP(s.Rating+h)
	return residual{
		n:        float64(len(s.Moves)),
		excess:   (high - low) / (2 * h),
		variance: math.Max((2*middle-low-high)/(h*h), 0),
	}
}
