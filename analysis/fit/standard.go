package fit

import (
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// standardise estimates how the likelihood ratio of honest games lies and spreads,
// from games predicted by models that have not seen them (MODEL 5). With too few
// events, and a prior calibration at hand, both are the prior's.
//
// The ratio needs it more than the other quantities do. Its moments rest on the
// tails of the model's probabilities, and no likelihood equation makes its sums
// unbiased, as those of MM and EV are given the offsets of events. The bias is
// therefore taken given those offsets too; that whole events play above or below
// their ratings is what the effect of events is for.
func standardise(c *cast, e score.Effects, prior *calibration.Calibration, borrowed bool) calibration.Standard {
	if borrowed {
		s := prior.Ratio
		s.Borrowed = true
		return s
	}
	shifts := c.shifts(e)
	s := calibration.Standard{Bias: c.bias(score.LR, shifts)}
	// What is left of the squares when the effects are taken out, over what single
	// moves would give.
	between := float64(e.Game*e.Game) + float64(e.Player*e.Player) + float64(RatingSD*RatingSD)
	squares, model := 0.0, 0.0
	for i := range c.sides {
		r := c.sides[i].residuals[score.LR]
		if r.n < leastSide {
			continue
		}
		shift := shifts[c.sides[i].event]
		left := r.excess - float64(r.n*s.Bias.Value) - float64(r.slope*shift.Mean)
		squares += float64(left*left) - float64(r.slope*r.slope*(between+float64(shift.SD*shift.SD)))
		model += r.variance
	}
	s.Scale = searched(squares / model)
	return s
}

// shifts returns how far each event plays from its ratings, in Elo points, as all
// of its games say (score.Field).
func (c *cast) shifts(e score.Effects) []score.Offset {
	shifts := make([]score.Offset, c.events)
	for i := range shifts {
		shifts[i] = score.NewField(c.strengths(i), e).All()
	}
	return shifts
}

// bias returns the mean of actual - expected per move, given how far each event
// plays from its ratings.
func (c *cast) bias(q score.Quantity, shifts []score.Offset) calibration.Figure {
	sums, counts := make([]float64, c.events), make([]float64, c.events)
	for i := range c.sides {
		s := &c.sides[i]
		r := &s.residuals[q]
		sums[s.event] += r.excess - float64(r.slope*shifts[s.event].Mean)
		counts[s.event] += r.n
	}
	return figure(clusterMean(sums, counts))
}
