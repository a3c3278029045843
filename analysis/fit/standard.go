package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// standardise estimates the bias and the spread of the sums of honest games, relative to the
// moments that models give, from games predicted by models that have not seen them (MODEL 5).
//
// The likelihood equations of the choice model make the sums of MM, EV and the wide difference
// unbiased, given the offsets of events. The other quantities have no such equation. Their bias is
// therefore taken given the same offsets: that whole events play above or below their ratings
// belongs to the effect of events, not to the bias.
func standardise(c *sample, e score.Effects) (all score.Each[calibration.Standard]) {
	shifts := c.shifts(e)
	for _, q := range score.Quantities() {
		s, of := all.At(q), func(s *side) *residual { return &s.residuals[q] }
		if q != score.MM && q != score.EV && q != score.Wide {
			s.Bias = c.bias(of, shifts)
		}
		s.Scale = c.factor(of, s.Bias.Value, e, shifts)
	}
	return all
}

// factor returns the variance of the sums without the effects, divided by the variance that single
// moves would give.
func (c *sample) factor(of func(s *side) *residual, bias float64, e score.Effects, shifts []score.Offset) float64 {
	between := float64(e.Game*e.Game) + float64(e.Rating*e.Rating)
	squares, model := 0.0, 0.0
	for i := range c.sides {
		r := of(&c.sides[i])
		if r.n < leastSide {
			continue
		}
		shift := shifts[c.sides[i].event]
		left := r.excess - float64(r.n*bias) - float64(r.slope*shift.Mean)
		squares += float64(left*left) - float64(r.slope*r.slope*(between+float64(shift.SD*shift.SD)))
		model += r.variance
	}
	return searched(squares / model)
}

// shifts returns how far each event plays from its ratings, in Elo points, judged by all of its
// games (score.Field).
func (c *sample) shifts(e score.Effects) []score.Offset {
	shifts := make([]score.Offset, c.events)
	for i := range shifts {
		shifts[i] = score.NewField(c.strengths(i), e).All()
	}
	return shifts
}

// bias returns the mean of actual - expected per move, given how far each event plays from its
// ratings.
func (c *sample) bias(of func(s *side) *residual, shifts []score.Offset) calibration.Figure {
	sums, counts := make([]float64, c.events), make([]float64, c.events)
	for i := range c.sides {
		s := &c.sides[i]
		r := of(s)
		sums[s.event] += r.excess - float64(r.slope*shifts[s.event].Mean)
		counts[s.event] += r.n
	}
	return figure(clusterMean(sums, counts))
}

// bank measures how the likelihood ratio of the bank lies and spreads on the fit games, by models that
// have not seen them, as standardise does for the other quantities.
func (c *sample) bank(e score.Effects, assistants []choice.Assistant) *score.Bank {
	b := &score.Bank{Ratio: c.spread(func(s *side) *residual { return &s.ratio }, e, c.shifts(e))}
	for i := range assistants {
		b.Helpers = append(b.Helpers, assistants[i].Kind)
	}
	return b
}

// spread returns how a quantity of the bank lies and spreads, given how far each event plays from its ratings.
func (c *sample) spread(of func(s *side) *residual, e score.Effects, shifts []score.Offset) score.Spread {
	bias := c.bias(of, shifts).Value
	return score.Spread{Bias: bias, Scale: math.Sqrt(max(c.factor(of, bias, e, shifts), 1))}
}
