package score

import (
	"slices"

	"fairplay/analysis/exact"
)

// Quadratic holds the terms of an event's likelihood under given effects, with C as in Field: ln
// det C, d'C⁻¹d, d'C⁻¹I and I'C⁻¹I.
type Quadratic struct{ LogDet, DD, DI, II float64 }

// Quadratic computes these terms from all sides. ok is false if there are none.
func (f *Field) Quadratic() (q Quadratic, ok bool) {
	b := f.right
	factor, ok := f.matrix.dense(f.diagonal).Cholesky()
	if !ok || len(b) == 0 {
		return Quadratic{}, false
	}
	done := map[int]bool{}
	tau := float64(f.effects.Game * f.effects.Game)
	for _, p := range f.players {
		for _, g := range f.of[p] {
			if done[g] {
				continue
			}
			done[g] = true
			information, gradient := 0.0, 0.0
			for _, s := range f.games[g] {
				information += s.Information
				gradient += s.Gradient
				q.LogDet += exact.Log(s.Information)
				q.DD += s.Gradient * s.Gradient / s.Information
			}
			q.LogDet += exact.Log1p(tau * information)
			q.DD -= float64(tau / (1 + float64(tau*information)) * gradient * gradient)
		}
	}
	n := float64(len(b))
	q.LogDet += float64(n * exact.Log(f.between))
	for i := range factor {
		q.LogDet += float64(2 * exact.Log(factor[i][i]))
	}
	x := factor.Solve(b)
	q.DD -= exact.Dot(x, b)
	for _, v := range x {
		q.DI += v / f.between
	}
	sum := 0.0
	for _, v := range factor.Solve(slices.Repeat([]float64{1}, len(b))) {
		sum += v
	}
	q.II = (n - sum/f.between) / f.between
	return q, true
}
