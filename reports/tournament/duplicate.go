package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
)

// findDuplicates returns, for each game, the game that counts in its place; nil for games that
// stay. Two games are the same
//
//   - if their content identities are equal, unless they name nobody and hold no move, so that equality says nothing; or
//   - if the same persons played them with the same colours on the same date and in the same main round, as far as both say, and the moves of one are the beginning of the other's, as when a round is uploaded again after corrections, or comes from two sources. At least the date or the round must be known to agree; or
//   - if the same persons played them with the same colours and the same moves, enoughPlies or more, unless both date and round are known to differ. One of the two may be a slip that was corrected later.
//
// The longest stays, of equally long ones the one that says most about players, date and round, and
// then the first in the order of analysis.CompareGames, in which the games must be given. who are the players as the games
// alone name them.
func findDuplicates(games []*analysis.Game, who *roster.Roster) []*analysis.Game {
	type pairing struct{ white, black *roster.Person }
	byPairing := map[pairing][]int{}
	for i, g := range games {
		p := pairing{who.Of(g, analysis.White), who.Of(g, analysis.Black)}
		if who.Unnamed(p.white) || who.Unnamed(p.black) {
			p = pairing{} // nobody is known to have played it; only its identity can show a duplicate
		}
		byPairing[p] = append(byPairing[p], i)
	}
	duplicateOf := make([]*analysis.Game, len(games))
	for p, group := range byPairing {
		markDuplicates(games, group, p != pairing{}, duplicateOf)
	}
	return duplicateOf
}

// markDuplicates goes through the games of one pairing, the one most worth keeping first, and marks
// those that are duplicates of a kept one.
func markDuplicates(games []*analysis.Game, group []int, named bool, duplicateOf []*analysis.Game) {
	slices.SortStableFunc(group, func(i, j int) int {
		a, b := games[i], games[j]
		return cmp.Or(cmp.Compare(len(b.Plies), len(a.Plies)), cmp.Compare(facts(b), facts(a)))
	})
	var kept []meeting
	byID := map[string]*analysis.Game{}
	for _, i := range group {
		m := meetingOf(games[i])
		if same := byID[m.game.ID]; same != nil && (named || len(m.game.Plies) > 0) {
			duplicateOf[i] = same
			continue
		}
		if named {
			if at := slices.IndexFunc(kept, func(k meeting) bool { return k.covers(m) }); at >= 0 {
				duplicateOf[i] = kept[at].game
				continue
			}
			kept = append(kept, m)
		}
		byID[m.game.ID] = m.game
	}
}

// facts counts what a game says about date, round and players.
func facts(g *analysis.Game) int {
	_, _, round := analysis.ParseRound(g.Round)
	n := 0
	for _, known := range []bool{
		analysis.DateOf(g) != "", round, roster.FideID(g.White.FideID) != "", roster.FideID(g.Black.FideID) != "", g.White.Rating > 0, g.Black.Rating > 0,
	} {
		if known {
			n++
		}
	}
	return n
}
