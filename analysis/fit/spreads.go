package fit

import (
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// enoughEvents is how many events the effects of events can be estimated from.
const enoughEvents = 60

// spreads estimates the effects of every quantity, and how much wider
// log-likelihoods spread over ratings, from games predicted by models that have
// not seen them.
//
// With too few events, and a prior calibration at hand, the effects are the
// prior's in Elo points, turned into the unit of the quantity by its slope here:
// that a player or an event is stronger than the ratings say does not depend on
// the recipe.
func spreads(run Runner, c *cast, prior *calibration.Calibration) (e score.Each[calibration.Effects], d score.Dispersion) {
	all := score.Quantities()
	found := make([]calibration.Effects, len(all)+1)
	run(len(found), func(i int) {
		if i < len(all) {
			q := all[i]
			families := c.families(func(s int) residual { return c.sides[s].residuals[q] })
			found[i] = estimate(families, RatingSD)
			found[i].Mixture = mixture(families, found[i], RatingSD)
			return
		}
		found[i] = estimate(c.families(func(s int) residual { return ratingResidual(c.sides[s].scored) }), 0)
	})
	for i, q := range all {
		*e.At(q) = found[i]
		e.At(q).Slope = c.slope(q)
		if prior != nil && c.events < enoughEvents {
			*e.At(q) = borrow(*prior.Effects.At(q), e.At(q).Slope)
		}
	}
	if prior != nil && c.events < enoughEvents {
		return e, prior.Parameters.Dispersion
	}
	return e, c.dispersion(found[len(all)])
}

// borrow carries effects over to another slope by the rating.
func borrow(from calibration.Effects, slope float64) calibration.Effects {
	factor := 1.0
	if from.Slope != 0 {
		factor = max(slope/from.Slope, 0)
	}
	return calibration.Effects{
		Game: factor * from.Game, Player: factor * from.Player, Event: factor * from.Event,
		Slope: slope, Borrowed: true,
	}
}

// dispersion turns effects on the derivative of the log-likelihood into factors
// on its information.
func (c *cast) dispersion(e calibration.Effects) score.Dispersion {
	information, n := 0.0, 0.0
	for i := range c.sides {
		r := ratingResidual(c.sides[i].scored)
		information += r.variance
		n += r.n
	}
	if !(information > 0) {
		return score.Dispersion{Move: 1}
	}
	perMove := information / n
	return score.Dispersion{
		Move: 1, Game: e.Game * e.Game / perMove, Player: e.Common() * e.Common() / perMove, Own: e.Player * e.Player / perMove,
	}
}
