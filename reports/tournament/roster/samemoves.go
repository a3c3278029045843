package roster

import (
	"encoding/binary"
	"slices"
	"strings"

	"fairplay/analysis"
)

// EnoughPlies is the number of equal plies that by itself shows two games of one pairing to be the
// same: ten moves of each side. Players do repeat whole openings, and short draws, against the same
// opponent.
const EnoughPlies = 20

// sameMoves returns a caveat for every two persons with several games, which come in the order of
// play, of the same colours and moves that are long enough to be suspicious duplicates.
func (r *Roster) sameMoves(games []*analysis.Game) []Caveat {
	type record struct {
		white, black *Person
		moves        string
	}
	byRecord := map[record][]*analysis.Game{}
	for _, g := range games {
		k := record{white: r.Of(g, analysis.White), black: r.Of(g, analysis.Black)}
		if k.white == r.unnamed || k.black == r.unnamed || g.Variant != analysis.Standard || len(g.Plies) < EnoughPlies {
			continue
		}
		k.moves = moveList(g)
		byRecord[k] = append(byRecord[k], g)
	}
	var caveats []Caveat
	for k, same := range byRecord {
		if len(same) > 1 {
			caveats = append(caveats, Caveat{
				Kind: SameMoves, Names: []string{k.white.Name, k.black.Name}, FideIDs: append(k.white.ids(), k.black.ids()...),
				Round: roundsOf(same), Count: len(same),
			})
		}
	}
	return caveats
}

// moveList returns a text that is equal for games with the same start and the same moves.
func moveList(g *analysis.Game) string {
	b := make([]byte, 0, 2*len(g.Plies))
	for _, p := range g.Plies {
		b = binary.BigEndian.AppendUint16(b, uint16(p.Move))
	}
	return g.Start + "\n" + string(b)
}

// roundsOf lists the rounds of games as written, in the order of play; after mostNames of them it
// ends with dots.
func roundsOf(games []*analysis.Game) string {
	var rounds []string
	for _, g := range games {
		if slices.Contains(rounds, g.Round) {
			continue
		}
		if len(rounds) == mostNames {
			rounds = append(rounds, "...")
			break
		}
		rounds = append(rounds, g.Round)
	}
	return strings.Join(rounds, ", ")
}
