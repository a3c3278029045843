package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// typicalMoves is the number of counted moves at which correlations of the z are
// computed: those of about nine games. They rise a little with the number, since
// what players and events have in common is common to all tests.
const typicalMoves = 250.0

// correlations returns S of the adjusted z of three quantities, at the typical
// number of moves n and for one player in one event:
//
//	S_ij = (rho_ij sqrt(V_i V_j) + n² tau_i tau_j + n² s_i s_j) / sqrt(A_i A_j)
//
// V = n v is the variance of single moves and rho their correlation as seen over
// sides, tau the common effects, which are one and the same for all quantities,
// s = 50 dE/dR per move, and A = V + n² tau² + n² s² the adjusted variance. Signs
// are such that more is closer to the engine.
func (c *cast) correlations(of [3]score.Quantity, effects *score.Each[calibration.Effects]) (s [3][3]float64) {
	var v, common, slope, adjusted [3]float64
	for i, q := range of {
		v[i] = typicalMoves * c.variance(q)
		common[i] = typicalMoves * effects.At(q).Common()
		slope[i] = typicalMoves * RatingSD * q.Sign() * effects.At(q).Slope
		adjusted[i] = v[i] + float64(common[i]*common[i]) + float64(slope[i]*slope[i])
	}
	for i := range s {
		s[i][i] = 1
		for j := range i {
			shared := float64(c.alike(of[i], of[j])*math.Sqrt(v[i]*v[j])) + float64(common[i]*common[j]) + float64(slope[i]*slope[j])
			s[i][j] = shared / math.Sqrt(adjusted[i]*adjusted[j])
			s[j][i] = s[i][j]
		}
	}
	return s
}

// variance returns the mean variance of a move.
func (c *cast) variance(q score.Quantity) float64 {
	v, n := 0.0, 0.0
	for i := range c.sides {
		v += c.sides[i].residuals[q].variance
		n += c.sides[i].residuals[q].n
	}
	return v / math.Max(n, 1)
}

// slope returns the mean change of the expectation by the rating, per move.
func (c *cast) slope(q score.Quantity) float64 {
	s, n := 0.0, 0.0
	for i := range c.sides {
		s += c.sides[i].residuals[q].slope
		n += c.sides[i].residuals[q].n
	}
	return s / math.Max(n, 1)
}

// alike returns the correlation of the raw z of two quantities over sides, about
// their expectation of 0.
func (c *cast) alike(a, b score.Quantity) float64 {
	var ab, aa, bb float64
	for i := range c.sides {
		x, y := &c.sides[i].residuals[a], &c.sides[i].residuals[b]
		if x.n < leastSide || y.n < leastSide || !(x.variance > 0) || !(y.variance > 0) {
			continue
		}
		ab += a.Sign() * b.Sign() * x.excess * y.excess / math.Sqrt(x.variance*y.variance)
		aa += x.excess * x.excess / x.variance
		bb += y.excess * y.excess / y.variance
	}
	if !(aa > 0) || !(bb > 0) {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
