package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// standardise estimates how the likelihood ratio of honest games lies and spreads,
// and its effects anew with that, from games predicted by models that have not
// seen them (MODEL 5). With too few events, and a prior calibration at hand, all
// are the prior's: found are the effects already borrowed.
//
// The ratio needs it more than the other quantities do. Its moments rest on the
// tails of the model's probabilities, and no likelihood equation makes its sums
// unbiased, as those of MM, EV and ASD are given the offsets of events. The bias
// is therefore taken given those offsets too; that whole events play above or
// below their ratings is what the effect of events is for. eventSpread is the
// standard deviation of the offsets.
func standardise(run Runner, c *cast, eventSpread float64, found calibration.Effects, prior *calibration.Calibration) (calibration.Effects, calibration.Standard) {
	if found.Borrowed {
		s := prior.Ratio
		s.Borrowed = true
		if !(s.Scale > 0) {
			s.Scale = 1 // of a calibration made before there was one
		}
		return found, s
	}
	s := calibration.Standard{Bias: c.bias(score.LR, c.shifts(run, eventSpread))}
	families := c.families(func(i int) residual {
		r := c.sides[i].residuals[score.LR]
		r.excess -= float64(r.n * s.Bias.Value)
		return r
	})
	var e calibration.Effects
	e, s.Scale = estimateWithFactor(families, RatingSD)
	e.Slope, e.Mixture = found.Slope, found.Mixture
	return e, s
}

// shifts returns how far each event plays from its ratings, in Elo points: one
// Newton step from 0 with the penalty u²/(2 spread²) that the fit has, at the
// models that have not seen the event.
func (c *cast) shifts(run Runner, spread float64) []float64 {
	slopes := make([]residual, len(c.sides))
	run(len(c.sides), func(i int) { slopes[i] = ratingResidual(c.sides[i].scored) })
	gradient, curvature := make([]float64, c.events), make([]float64, c.events)
	for i, r := range slopes {
		gradient[c.sides[i].event] += r.excess
		curvature[c.sides[i].event] += r.variance
	}
	for e := range gradient {
		gradient[e] /= curvature[e] + 1/(spread*spread)
	}
	return gradient
}

// bias returns the mean of actual - expected per move, given how far each event
// plays from its ratings.
func (c *cast) bias(q score.Quantity, shifts []float64) calibration.Figure {
	sums, counts := make([]float64, c.events), make([]float64, c.events)
	for i := range c.sides {
		s := &c.sides[i]
		r := &s.residuals[q]
		sums[s.event] += r.excess - float64(r.slope*shifts[s.event])
		counts[s.event] += r.n
	}
	return figure(clusterMean(sums, counts))
}

// estimateWithFactor finds effects as estimate does, together with a factor on
// the variance of single moves.
func estimateWithFactor(families []family, ratingSD float64) (e calibration.Effects, factor float64) {
	unit := 0.1 * math.Sqrt(perMove(families))
	if !(unit > 0) {
		return e, 1
	}
	x, _ := descend(func(x []float64) float64 {
		return surpriseWith(families, effects(x, unit), exact.Exp(x[3]), ratingSD)
	}, [][]float64{{1, 0.5, 0.5, 0}, {0.2, 1, 0.2, 0}, {0.2, 0.2, 1, 0}})
	return coarse(effects(x, unit)), searched(exact.Exp(x[3]))
}
