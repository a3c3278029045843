package choice

import (
	"math"

	"fairplay/analysis/exact"
)

// seeValues fills in what the values of both passes say about each move. v_i is the value in
// the wide pass, v* the best of them, f is Scale and W is WinExpectation; rank_i is the number
// of moves with a strictly higher value.
//
//	dbest    1 for the deep best
//	tied     1 for the deep best and where delta_i = 0
//	delta    f(v*) - f(v_i), scaled pawns
//	sdelta   sqrt(delta)
//	lrank    ln(1 + rank_i)
//	dW       W(v*) - W(v_i), share of points
//	sdW      sqrt(dW)
//	wfirst   1 for the first move of the wide pass
//	rinv     1/(1 + rank_i)
//	dv_gain  for the deep best only: f(deep value) - f(v_best) within +-1,
//	         how much better it became in the deep pass
//	B_delta, B_sdelta, B_lrank
//	         delta, sdelta and lrank of the deep best, 0 for others: what the
//	         wide pass missed, players often see
func (p *Position) seeValues() {
	p.MaxValue = p.Values[0]
	for _, v := range p.Values {
		p.MaxValue = max(p.MaxValue, v)
	}
	top, topWin := Scale(p.MaxValue), WinExpectation(p.MaxValue)
	for i, v := range p.Values {
		x := p.row(i)
		p.Delta[i] = max(top-Scale(v), 0)
		rank := float64(above(p.Values, v))
		loss := max(topWin-WinExpectation(v), 0)
		x[Delta], x[RootDelta] = p.Delta[i], math.Sqrt(p.Delta[i])
		x[LogRank], x[InverseRank] = exact.Log1p(rank), 1/(1+rank)
		x[WinLoss], x[RootWinLoss] = loss, math.Sqrt(loss)
		x[Tied] = indicator(p.Tied(i))
	}
	p.row(0)[WideFirst] = 1
	best := p.row(p.Best)
	best[DeepBest] = 1
	best[BestDelta], best[BestRootDelta], best[BestLogRank] = best[Delta], best[RootDelta], best[LogRank]
	best[DeepGain] = min(max(Scale(p.Pawns)-Scale(p.Values[p.Best]), -1), 1)
	p.seeBreadth()
}

// seeBreadth fills in how many moves are nearly as good as the best, and how much worse
// all others are.
func (p *Position) seeBreadth() {
	near := 0.0
	p.Gap = 1
	for i, d := range p.Delta {
		near += exact.Exp(-5 * d)
		if i != p.Best {
			p.Gap = min(p.Gap, d)
		}
	}
	p.Breadth = min(exact.Log(near)/1.5, 2) - 1
}

// above counts the values that are strictly higher than v.
func above(values []float64, v float64) int {
	n := 0
	for _, u := range values {
		if u > v {
			n++
		}
	}
	return n
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
