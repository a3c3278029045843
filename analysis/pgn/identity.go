package pgn

import (
	"crypto/sha256"
	"encoding/hex"

	"fairplay/analysis"
)

// identity returns the content identity of a game: the SHA-256, in hex, of
// these lines, each ended by a line feed:
//
//	fairplay game 1
//	name of White
//	name of Black
//	date
//	round
//	position key of a set-up start, or an empty line
//	moves in UCI notation, separated by spaces
//
// For a variant, the variant's name stands before the key, and the moves are as the file has
// them.
func identity(g *analysis.Game, words []written) string {
	b := make([]byte, 0, 256+6*len(g.Plies))
	for _, line := range []string{"fairplay game 1", g.White.Name, g.Black.Name, g.Date, g.Round} {
		b = append(append(b, line...), '\n')
	}
	if g.Variant != analysis.Standard {
		b = append(append(b, g.Variant...), ' ')
	}
	if g.SetUp {
		b = append(b, g.Start...)
	}
	b = append(b, '\n')
	for i := range g.Plies {
		b = append(append(b, g.Plies[i].Move.String()...), ' ')
	}
	if g.Variant != analysis.Standard {
		for _, w := range words {
			b = append(append(b, w.text...), ' ')
		}
	}
	b = append(b, '\n')
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
