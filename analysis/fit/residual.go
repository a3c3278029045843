package fit

import "fairplay/analysis/score"

// residual is the contribution of one side to one test. All sums are over those of its moves that
// have the quantity.
type residual struct {
	n        float64
	excess   float64 // actual - expected
	variance float64 // of the single moves
	slope    float64 // d expected / d rating, per Elo point
}

// residualOf sums one quantity over the moves of a game.
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

// ratiosOf sums the likelihood ratios of the bank over the moves of a game, by assistant.
func ratiosOf(g *score.Game) (all []residual) {
	first := len(score.BankQuantities())
	for i := range g.Moves {
		j := g.Moves[i].Joint
		if j == nil {
			continue
		}
		if all == nil {
			all = make([]residual, len(j.Actual)-first)
		}
		for k := range all {
			at := first + k
			all[k].n++
			all[k].excess += j.Actual[at] - j.Mean[at]
			all[k].variance += j.Cov[at][at]
			all[k].slope += j.Slope[at]
		}
	}
	return all
}
