package fit

import (
	"math"

	"fairplay/analysis/score"
)

// The typical performance for which correlations of the z are computed: counted moves and games of
// one player in an ordinary event.
const (
	typicalMoves = 250.0
	typicalGames = 9.0
)

// correlations returns the matrix S of correlations between the adjusted z of three quantities, for
// the typical performance:
//
//	S_ij = (rho_ij sqrt(V_i V_j) + T S_i S_j) / sqrt(A_i A_j)
//
// V = s² n v is the variance of single moves, rho their correlation, and S = n dE/dR the slope. T =
// tau_game²/games + sigma_R² + tau_ordinary² is what the effects add, in Elo points
// squared, and A = V + T S² is the adjusted variance. Positive z means closer to the engine.
func (c *sample) correlations(of [3]score.Quantity, p *score.Parameters) (s [3][3]float64) {
	t := c.typical(of, p)
	for i := range s {
		s[i][i] = 1
		for j := range i {
			shared := float64(c.alike(of[i], of[j], p.Effects)*math.Sqrt(t.moves[i]*t.moves[j])) + float64(t.between*t.slope[i]*t.slope[j])
			s[i][j] = shared / math.Sqrt(t.adjusted[i]*t.adjusted[j])
			s[j][i] = s[i][j]
		}
	}
	return s
}

// typical holds the V, S, A and T of correlations for three quantities.
type typical struct {
	moves, slope, adjusted [3]float64
	between                float64
}

func (c *sample) typical(of [3]score.Quantity, p *score.Parameters) (t typical) {
	e := p.Effects
	t.between = float64(e.Game*e.Game/typicalGames) + float64(e.Rating*e.Rating) + float64(e.Event.Ordinary*e.Event.Ordinary)
	for i, q := range of {
		t.moves[i] = typicalMoves * c.variance(q) * square(p.Spread.At(q).Scale)
		t.slope[i] = typicalMoves * q.Sign() * c.slope(q)
		t.adjusted[i] = float64(t.moves[i]) + float64(t.between*t.slope[i]*t.slope[i])
	}
	return t
}

// standardised returns, for each engine, the shifts of the three z of the typical performance if
// every move is the engine's.
func (c *sample) standardised(of [3]score.Quantity, p *score.Parameters, shifts []score.Each[float64]) [][3]float64 {
	t := c.typical(of, p)
	all := make([][3]float64, len(shifts))
	for i, q := range of {
		for k := range shifts {
			all[k][i] = typicalMoves * *shifts[k].At(q) / math.Sqrt(t.adjusted[i])
		}
	}
	return all
}

// sharpest returns the weights w, summing to 1, for which the engines shift the combined z =
// w'z/sqrt(w'Sw) most on average. Without bounds they would be S⁻¹ times the mean shift (Fisher,
// Annals of Eugenics 7, 1936, p. 179). The rule names all three quantities, so none may weigh less
// than a tenth. The search goes in steps of a hundredth, finer than the weights are known.
func sharpest(s [3][3]float64, shifts [][3]float64) (best [3]float64) {
	const steps, least = 100, 10
	top := math.Inf(-1)
	for i := least; i <= steps-2*least; i++ {
		for j := least; j <= steps-least-i; j++ {
			w := [3]float64{float64(i) / steps, float64(j) / steps, float64(steps-i-j) / steps}
			variance, shift := 0.0, 0.0
			for a := range w {
				for b := range w {
					variance += float64(w[a] * s[a][b] * w[b])
				}
				for _, d := range shifts {
					shift += float64(w[a] * d[a])
				}
			}
			if v := shift / math.Sqrt(variance); v > top {
				best, top = w, v
			}
		}
	}
	return best
}

// variance returns the mean variance of a move.
func (c *sample) variance(q score.Quantity) float64 {
	v, n := 0.0, 0.0
	for i := range c.sides {
		v += c.sides[i].residuals[q].variance
		n += c.sides[i].residuals[q].n
	}
	return v / math.Max(n, 1)
}

// slope returns the mean change of the expectation per Elo point and move.
func (c *sample) slope(q score.Quantity) float64 {
	s, n := 0.0, 0.0
	for i := range c.sides {
		s += c.sides[i].residuals[q].slope
		n += c.sides[i].residuals[q].n
	}
	return s / math.Max(n, 1)
}

// alike returns the correlation between the sums of two quantities over the moves of a side. The
// sums are taken about their expectation of 0, without what the effects add to both.
func (c *sample) alike(a, b score.Quantity, e score.Effects) float64 {
	between := float64(e.Game*e.Game) + float64(e.Rating*e.Rating) + e.Event.Variance()
	var ab, aa, bb float64
	for i := range c.sides {
		x, y := &c.sides[i].residuals[a], &c.sides[i].residuals[b]
		if x.n < leastSide || y.n < leastSide || !(x.variance > 0) || !(y.variance > 0) {
			continue
		}
		// Each side weighs by the information that it holds on each quantity.
		of := func(p, q *residual) float64 {
			return (float64(p.excess*q.excess) - float64(between*p.slope*q.slope)) / math.Sqrt(p.variance*q.variance)
		}
		ab += float64(a.Sign() * b.Sign() * of(x, y))
		aa += of(x, x)
		bb += of(y, y)
	}
	if !(aa > 0) || !(bb > 0) {
		return 0
	}
	return min(max(ab/math.Sqrt(aa*bb), -mostAlike), mostAlike)
}

// mostAlike bounds correlations, so that their matrix stays positive definite.
const mostAlike = 0.995
