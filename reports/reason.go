package reports

import "fairplay/analysis/score"

// Reason says why a figure is missing. Every missing figure has one beside it, in every format.
type Reason string

// The reasons.
const (
	NoRating       Reason = "no_rating"       // no game gives a rating
	LowRating      Reason = "low_rating"      // below what anything is expected of
	RatingBeyond   Reason = "rating_beyond"   // outside the ratings that the rule is about
	NoCalibration  Reason = "no_calibration"  // there is none at all
	OtherTimeClass Reason = "time_class"      // none is fitted for this time class
	OtherEngine    Reason = "engine"          // none is fitted for this engine
	OtherRecipe    Reason = "recipe"          // none is fitted for this recipe
	OtherPolicy    Reason = "policy"          // none is fitted for these rules on which moves count
	OtherRuleSet   Reason = "rule_set"        // the games are played under rules that no baseline exists for
	NoMoves        Reason = "no_moves"        // no move counts
	OneMove        Reason = "one_move"        // a single move has no spread
	FewMoves       Reason = "few_moves"       // fewer counted moves than a judgement needs
	NoLoss         Reason = "no_loss"         // no position after a counted move was evaluated
	NoVariance     Reason = "no_variance"     // nothing could have turned out otherwise
	FewPlayers     Reason = "few_players"     // too few players for a field
	OthersUnknown  Reason = "others_unknown"  // the games of the other players are not evaluated, or not asked for
	SeveralEvents  Reason = "several_events"  // the games are of several events, each of which has a field of its own
	PlayersUnknown Reason = "players_unknown" // nobody stated how many take part
	NoPlan         Reason = "plan_unknown"    // nobody stated how many rounds are planned
	NoRound        Reason = "no_round"        // the games do not say their round
	BeyondPlan     Reason = "beyond_plan"     // the round comes after the last one planned
	EarlierRound   Reason = "earlier_round"   // a postponed game of a round that was already looked at
	NotJudged      Reason = "not_judged"      // the Z may not be judged
	OutOfRange     Reason = "extrapolated"    // the rating lies outside the range that the calibration rests on
	VagueRating    Reason = "vague_rating"    // the rating is too uncertain for odds
	NothingBefore  Reason = "nothing_before"  // no ROI after an earlier round
	NothingToDraw  Reason = "nothing_to_draw" // no game has both named and other moves
	NotScreened    Reason = "not_screened"    // no screening of the event is finished
	FewGames       Reason = "few_games"       // no more games than one window
	FewEvents      Reason = "few_events"      // too few events with a Z
	NotEvaluated   Reason = "not_evaluated"   // the games are not evaluated
	NotOpen        Reason = "not_open"        // it follows from the watch list and the log of the event, which the reader may not see
)

// Unexpected returns why nothing is expected of a player of that rating, "" if something is. The
// rating is 0 if no game gives one.
func (b *Basis) Unexpected(rating float64) Reason {
	switch {
	case b.Calibration == nil:
		return b.unfitted()
	case !(rating > 0):
		return NoRating
	case rating < score.MinRating:
		return LowRating
	}
	return ""
}

// unfitted returns why nothing is expected of anybody, "" if a calibration applies.
func (b *Basis) unfitted() Reason {
	switch {
	case b.Calibration != nil:
		return ""
	case b.UncalibratedFor == "":
		return NoCalibration
	}
	return b.UncalibratedFor
}
