package regulations

import "fairplay/analysis/exact"

// Held is a reason to hold back a measure that z alone would permit. Those of the
// boundary and of the adjusted p are ours and stricter than the texts, and the
// report says so: the printed threshold must be reached all the same, and where the
// parts of a report point different ways, the weakest governs.
type Held string

// The reasons, in the order in which they are asked.
const (
	ByQuickTest     Held = "quick_evaluations" // the z is of quick evaluations (R-IV-4)
	PlayersUnknown  Held = "players_unknown"   // nobody stated the number of players, on which the threshold rests
	BoundaryUnknown Held = "boundary_unknown"  // whether Z passes the line for looking every round is not known
	BelowBoundary   Held = "below_boundary"    // Z is below that line
	AmongPlayers    Held = "adjusted_p"        // among so many players chance alone gives such a Z too often
)

// Unusual is the p value, adjusted for the number of players, above which a z is
// not unusual for the highest of so many. It is ours: the odds of five to one for
// each player (R-IV-7) are those of an adjusted p of 1/6, and a z of 3.00 among 150
// (R-IV-2) is one of 0.2; but a page that calls a p above 0.05 nothing unusual must
// not name a search beside it.
const Unusual = 0.05

// AdjustedP returns min(1, N Q(z)), the p value of z adjusted for N players
// (Bonferroni).
func AdjustedP(z float64, players int) float64 { return min(1, float64(players)*exact.NormalTail(z)) }

// held says why nothing may follow from z, "" where something may. Whoever was
// singled out before the event, or by other evidence, was not found by looking
// through the others.
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
