package score

import (
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// Models are the fitted models from which expectations are computed.
type Models struct {
	Choice   *choice.Model
	Loss     choice.Loss                          // of players, given their choice
	Levels   [choice.LossClasses]choice.LossLevel // mean and spread of the losses of each class
	Assisted Assisted

	// LossShare is how much of the log-likelihood of a loss counts when moves are added up one by
	// one (calibration.LossForm). LossEffect is how far players differ in what their moves lose in
	// one game (LossEffect.SD).
	LossShare, LossEffect float64

	// Shift is added to every rating, in Elo points: under a recipe other than the one that the
	// models were fitted to, players look weaker or stronger.
	Shift float64
}

// Assisted says how an assisted player's moves come about: the assistants, all equally likely at
// every move, and the share e of moves that the likelihood ratio ascribes to them (MODEL 5 and 5c).
type Assisted struct {
	Share      float64            `json:"share"`
	Assistants []choice.Assistant `json:"assistants"`

	// Unaided is the share of moves that honest players play as assistants do, beyond what the
	// models know. Models are never quite right, which by itself would raise the mean of a
	// likelihood ratio above 1; with this share it is 1 on the fitted games. It also bounds what one
	// move can say.
	Unaided float64 `json:"unaided"`
}

// ratio returns what a move says for assistance, in nats,
//
//	ln( ((1 - c - e) p + c q + e q) / ((1 - c) p + c q) )
//
// if an assistant makes it with probability q and the player himself with probability p. e is Share
// and c Unaided, the share of honest moves that look like an assistant's. The ratio lies between
// ln((1-c-e)/(1-c)) and ln((c+e)/c), however seldom an honest player makes the move (MODEL 6a).
func (a *Assisted) ratio(q, p float64) float64 {
	honest := float64((1-a.Unaided)*p) + float64(a.Unaided*q)
	return exact.Log1p(float64(a.Share*(q-p)) / math.Max(honest, leastProbability))
}

// Valid reports whether the assistants and both shares are usable.
func (a *Assisted) Valid() bool {
	for i := range a.Assistants {
		if !a.Assistants[i].Valid() {
			return false
		}
	}
	return a.Share > 0 && a.Unaided >= 0 && a.Share+a.Unaided < 1 && slices.ContainsFunc(a.Assistants, choice.Assistant.Weighed)
}
