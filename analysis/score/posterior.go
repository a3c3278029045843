package score

import "math"

// Priors are shares of assisted players as [ECU25] states them: estimates, not measurements.
type Priors struct{ Low, High float64 }

// BoardPriors returns the priors for play over the board: 1 in 10 000 and 1 in 5 000.
func BoardPriors() Priors { return Priors{Low: 1.0 / 10_000, High: 1.0 / 5_000} }

// OnlinePriors returns the priors for online play: 1 and 2 in 100.
func OnlinePriors() Priors { return Priors{Low: 0.01, High: 0.02} }

// Posterior returns the probability of "a share of the moves follows an engine" that follows from a
// stated prior and the odds BF (EValue):
//
//	prior * BF / (1 - prior + prior * BF)
//
// It explains what evidence is worth if few players are assisted. It decides nothing: no threshold
// of any regulation refers to it. The prior is that of the player before his games were looked at,
// so the fact that he is the most striking of many is already accounted for. The odds compare two
// explanations only; a player who is better than his rating by more than ratings usually err fits
// neither. Range [0, 1]; a prior of 0 stays 0, and 1 stays 1.
func Posterior(prior, odds float64) float64 {
	if math.IsInf(odds, 1) || prior >= 1 {
		return indicator(prior > 0)
	}
	return prior * odds / (1 - prior + float64(prior*odds))
}
