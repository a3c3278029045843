package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// standardise estimates how the likelihood ratio of honest games lies and spreads,
// together with its effects, from games predicted by models that have not seen
// them (MODEL 5). With too few events, and a prior calibration at hand, both are
// the prior's: found are the effects already borrowed.
//
// The ratio needs it more than the other quantities do. Its moments under the
// model rest on the tails of the model's probabilities, and no likelihood equation
// makes its sums unbiased, as those of MM, EV and ASD are.
func standardise(c *cast, found calibration.Effects, prior *calibration.Calibration) (calibration.Effects, calibration.Standard) {
	if found.Borrowed {
		s := prior.Ratio
		s.Borrowed = true
		if !(s.Scale > 0) {
			s.Scale = 1 // of a calibration made before there was one
		}
		return found, s
	}
	e, s := estimateStandard(c.families(func(i int) residual { return c.sides[i].residuals[score.LR] }), RatingSD)
	e.Slope = found.Slope
	return e, s
}

// estimateStandard finds effects as estimate does, with two numbers more: a bias b
// per move, so that the excess of a game has the mean n_g b, and a factor on the
// variance of single moves. Given the others, the bias of highest likelihood is
//
//	b = d'C⁻¹n / n'C⁻¹n,   Var b = 1 / n'C⁻¹n
//
// with C the covariance of all excesses: a large event weighs hardly more than one
// of middle size.
func estimateStandard(families []family, ratingSD float64) (calibration.Effects, calibration.Standard) {
	unit := 0.1 * math.Sqrt(perMove(families))
	if !(unit > 0) {
		return calibration.Effects{}, calibration.Standard{Scale: 1}
	}
	at := func(x []float64) quadratic { return gather(families, effects(x, unit), math.Exp(x[3]), ratingSD) }
	x, _ := descend(func(x []float64) float64 {
		q := at(x)
		return (q.logDet + q.dd - q.dn*q.dn/q.nn) / 2
	}, [][]float64{{1, 0.5, 0.5, 0}, {0.2, 1, 0.2, 0}, {0.2, 0.2, 1, 0}})
	q := at(x)
	return effects(x, unit), calibration.Standard{Bias: figure(q.dn/q.nn, 1/math.Sqrt(q.nn)), Scale: math.Exp(x[3])}
}
