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
	best[DeepGain] = min(max(Scale(p.Pawns)-Scale(p.Values[p.Best]), -1), 1)
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
