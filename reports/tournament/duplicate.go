package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
)

// findDuplicates returns for each game the one that counts in its place, nil
// for games that stay. Two games are the same
//
//   - if their content identities are equal, unless they name nobody and hold no
//     move, so that equality says nothing; or
//   - if the same persons played them with the same colours on the same date and
//     in the same main round, as far as both say, and the moves of one are the
//     beginning of the other's, as when a round is uploaded again after
//     corrections, or comes from two sources. At least the date or the round
//     must be known to agree.
//
// The longest of them stays, among equally long ones the one that says most of
// players, date and round, and then the first in the order of Compare. games
// are in that order.
func findDuplicates(games []*analysis.Game) []*analysis.Game {
	type pairing struct{ white, black *Person }
	roster := Identify(games)
	byPairing := map[pairing][]int{}
	for i, g := range games {
		p := pairing{roster.Of(g, analysis.White), roster.Of(g, analysis.Black)}
		if p.white == roster.unnamed || p.black == roster.unnamed {
			p = pairing{} // nobody is known to have played it; only identity can tell
		}
		byPairing[p] = append(byPairing[p], i)
	}
	duplicateOf := make([]*analysis.Game, len(games))
	for p, group := range byPairing {
		markDuplicates(games, group, p != pairing{}, duplicateOf)
	}
	return duplicateOf
}

// markDuplicates goes through the games of one pairing from the one most worth
// keeping to the least, and marks those that a kept one covers.
func markDuplicates(games []*analysis.Game, group []int, named bool, duplicateOf []*analysis.Game) {
	slices.SortStableFunc(group, func(i, j int) int {
		a, b := games[i], games[j]
		return cmp.Or(cmp.Compare(len(b.Plies), len(a.Plies)), cmp.Compare(facts(b), facts(a)))
	})
	var kept []*analysis.Game
	for _, i := range group {
		g := games[i]
		at := slices.IndexFunc(kept, func(k *analysis.Game) bool {
			return k.ID == g.ID && (named || len(g.Plies) > 0) || named && sameMeeting(k, g) && beginsWith(k, g)
		})
		if at >= 0 {
			duplicateOf[i] = kept[at]
			continue
		}
		kept = append(kept, g)
	}
}

// facts counts what a game says of date, round and players.
func facts(g *analysis.Game) int {
	_, _, round := ParseRound(g.Round)
	n := 0
	for _, known := range []bool{
		dateOf(g) != "", round, fideID(g.White.FideID) != "", fideID(g.Black.FideID) != "", g.White.Rating > 0, g.Black.Rating > 0,
	} {
		if known {
			n++
		}
	}
	return n
}

// sameMeeting tells whether nothing in date and round speaks against two games
// of one pairing being the same, and at least one of them speaks for it.
func sameMeeting(a, b *analysis.Game) bool {
	dateA, dateB := dateOf(a), dateOf(b)
	roundA, _, okA := ParseRound(a.Round)
	roundB, _, okB := ParseRound(b.Round)
	dates, rounds := dateA != "" && dateB != "", okA && okB
	return (dates || rounds) && (!dates || dateA == dateB) && (!rounds || roundA == roundB)
}

// beginsWith tells whether the first game begins with the moves of the second.
// Games of a variant have no moves that could be compared.
func beginsWith(long, short *analysis.Game) bool {
	if long.Variant != analysis.Standard || short.Variant != analysis.Standard || long.Start != short.Start || len(short.Plies) > len(long.Plies) {
		return false
	}
	for i := range short.Plies {
		if short.Plies[i].Move != long.Plies[i].Move {
			return false
		}
	}
	return true
}
