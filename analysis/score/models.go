package score

import "fairplay/analysis/choice"

// Models are the fitted models that expectations come from.
type Models struct {
	Choice   *choice.Model
	Loss     choice.Loss                          // of players, given their choice
	Levels   [choice.LossClasses]choice.LossLevel // what the classes of losses come to
	Assisted Assisted

	// LossShare is how much of the log-likelihood of a loss counts where moves are added
	// up one by one (calibration.LossForm), and LossEffect how far players differ in what their
	// moves lose in one game (LossEffect.SD).
	LossShare, LossEffect float64

	// Shift is added to every rating, in Elo points: under another recipe than the one
	// that the models were fitted to, players look weaker or stronger.
	Shift float64
}

// Assisted says how the moves of an assisted player come about: the assistants, who are
// equally likely at every move, and the share e of moves that the likelihood ratio
// takes for theirs (MODEL 5 and 5c).
type Assisted struct {
	Share      float64            `json:"share"`
	Assistants []choice.Assistant `json:"assistants"`

	// Unaided is the share of moves that honest players play as assistants do, beyond what
	// the models know of them. Models are never quite right, and the mean of a likelihood
	// ratio is more than 1 for that; with this share it is 1 on the games fitted to.
	Unaided float64 `json:"unaided"`
}

// Valid tells whether the assisted player is described.
func (a *Assisted) Valid() bool {
	for i := range a.Assistants {
		if !a.Assistants[i].Valid() {
			return false
		}
	}
	return a.Share > 0 && a.Share < 1 && a.Unaided >= 0 && a.Unaided < 1 && len(a.Assistants) > 0
}
