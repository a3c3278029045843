package regulations

import "fairplay/analysis/exact"

// Held is a reason to hold back a measure that z alone would permit. The limits by boundary and
// adjusted p are ours and stricter than the texts, and the report says so. The printed
// threshold must be reached in any case, and if the parts of a report point different ways, the
// weakest governs.
type Held string

// The reasons, in the order in which they are checked.
const (
	ByQuickTest     Held = "quick_evaluations" // the z comes from quick evaluations (R-IV-4)
	PlayersUnknown  Held = "players_unknown"   // nobody has stated the number of players, on which the threshold depends
	BoundaryUnknown Held = "boundary_unknown"  // the boundary for looking after every round is unknown
	BelowBoundary   Held = "below_boundary"    // Z is below that boundary
	AmongPlayers    Held = "adjusted_p"        // among that many players, chance alone gives such a Z too often
	BeginUnknown    Held = "begin_unknown"     // whether the player was singled out before the event is unknown, and Z would be enough if he was
	SeveralEvents   Held = "several_events"    // the Z is of several events, and thresholds are for one
)

// Unusual is the p value, adjusted for the number of players, above which the highest z of the
// event is not unusual. It is ours: the odds of five to one for each player (R-IV-7) give an
// adjusted p just below 1/5, and so does a z of 3.00 among 150 players (R-IV-2), with 0.20. But
// a page that calls a p above 0.05 nothing unusual must not name a search beside it.
const Unusual = 0.05

// AdjustedP returns min(1, N Q(z)), the p value of z adjusted for N players
// (Bonferroni).
func AdjustedP(z float64, players int) float64 { return min(1, float64(players)*exact.NormalTail(z)) }

// unsettled reports whether Z falls short only because nobody had stated when the event begins: had
// the entry of the watch list been one from before it, the lower threshold would be reached.
func (e Edition) unsettled(ev Evidence) bool {
	return ev.Unsettled && !ev.WatchList && ev.Stage != After && ev.Test == FullTest && ev.Judged && ev.Z >= e.SingledOutThreshold().Z
}

// held says why nothing may follow from z, "" where something may. A player who was singled out
// before the event, or by other evidence, was not found by searching among all players.
func (e Edition) held(ev Evidence) Held {
	found := !ev.WatchList && !ev.other()
	switch {
	case ev.Test == QuickTest:
		return ByQuickTest
	case found && ev.Players <= 0:
		return PlayersUnknown
	case ev.Boundary <= 0:
		return BoundaryUnknown
	case ev.Z < ev.Boundary:
		return BelowBoundary
	case found && AdjustedP(ev.Z, ev.Players) > Unusual:
		return AmongPlayers
	}
	return ""
}
