package fit

import "fairplay/analysis/score"

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
