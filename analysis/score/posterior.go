package score

import (
	"math"

	"fairplay/analysis/exact"
)

// Priors are shares of players who are assisted, as [ECU25] states them. They
// are somebody's estimate and no measurement.
type Priors struct{ Low, High float64 }

// BoardPriors are those of play over the board: 1 in 10 000 and 1 in 5 000.
func BoardPriors() Priors { return Priors{Low: 1.0 / 10_000, High: 1.0 / 5_000} }

// OnlinePriors are those of online play: 1 and 2 in 100.
func OnlinePriors() Priors { return Priors{Low: 0.01, High: 0.02} }

// EvidenceBound returns the most that a value of z can weigh against chance: an
// upper bound of the likelihood ratio of "not chance alone" to "chance", over
// all alternatives under which p = Q(z) has a decreasing density,
//
//	B(z) = 1 / (-e p ln p) for p < 1/e, otherwise 1
//
// (Sellke, Bayarri, Berger, The American Statistician 55, 2001, p. 62). It is a
// bound: the evidence itself may be much weaker. And "not chance alone" is not
// "assisted": a player who is better than his rating says, a model that is
// wrong, a day of forced play are alternatives too.
func EvidenceBound(z float64) float64 {
	p := Tail(z)
	if !(p < 1/math.E) {
		return 1
	}
	return 1 / (-math.E * p * exact.Log(p))
}

// Posterior returns the largest probability that the stated prior and a value
// of z leave for "not chance alone":
//
//	prior odds * B(z) / (1 + prior odds * B(z))
//
// It explains what a z is worth where few are assisted, and decides nothing: no
// threshold of any regulation refers to it. The prior is that of the player
// before his games were looked at, so that being the most striking of many
// players is already accounted for. Range [0, 1]; a prior of 0 stays 0, and 1
// stays 1.
func Posterior(prior, z float64) float64 {
	b := EvidenceBound(z)
	return prior * b / (1 - prior + float64(prior*b))
}
