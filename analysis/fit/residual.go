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

// bankedOf sums a quantity of the bank that has no z of its own over the moves of a game, by its place
// after BankQuantities.
func bankedOf(g *score.Game, place int) (r residual) {
	at := len(score.BankQuantities()) + place
	for i := range g.Moves {
		if j := g.Moves[i].Joint; j != nil && at < len(j.Mean) {
			r.n++
			r.excess += j.Actual[at] - j.Mean[at]
			r.variance += j.Cov[at][at]
			r.slope += j.Slope[at]
		}
	}
	return r
}
