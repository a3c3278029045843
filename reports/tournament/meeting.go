package tournament

import (
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
)

// meeting is a game of a known pairing, with what reports whether it is the same as another.
type meeting struct {
	game  *analysis.Game
	date  string // as dateOf returns it
	round int    // main round, 0 if unknown
}

func meetingOf(g *analysis.Game) meeting {
	round, _, _ := analysis.ParseRound(g.Round)
	return meeting{game: g, date: analysis.DateOf(g), round: round}
}

// covers reports whether another record of the same pairing, no longer than this one, counts as the
// same game (see findDuplicates).
func (m meeting) covers(other meeting) bool {
	dates, rounds := m.date != "" && other.date != "", m.round != 0 && other.round != 0
	otherDay, otherRound := dates && contradict(m.date, other.date), rounds && m.round != other.round
	switch {
	case (dates || rounds) && !otherDay && !otherRound:
		return beginsWith(m.game, other.game)
	case otherDay && otherRound:
		return false
	}
	return len(other.game.Plies) >= roster.EnoughPlies && sameMoves(m.game, other.game)
}

// contradict reports whether two PGN dates cannot be the same day. Question marks agree with
// everything.
func contradict(a, b string) bool {
	if len(a) != len(b) {
		return true
	}
	for i := range len(a) {
		if a[i] != b[i] && a[i] != '?' && b[i] != '?' {
			return true
		}
	}
	return false
}

// sameMoves reports whether two games have the same moves from first to last.
func sameMoves(a, b *analysis.Game) bool {
	return len(a.Plies) == len(b.Plies) && beginsWith(a, b)
}

// beginsWith reports whether the first game begins with the moves of the second.
// Games of a variant have no moves that could be compared.
func beginsWith(long, short *analysis.Game) bool {
	if long.Variant != analysis.Standard || short.Variant != analysis.Standard || long.Start != short.Start || len(short.Plies) > len(long.Plies) {
		return false
	}
	return slices.EqualFunc(long.Plies[:len(short.Plies)], short.Plies, func(a, b analysis.Ply) bool { return a.Move == b.Move })
}
