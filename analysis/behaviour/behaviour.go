// Package behaviour tells engines apart by their answers, not by the bytes of their programs.
// Builds of one engine for different processors and systems evaluate alike, and are the same
// engine to a calibration; a program that was changed under the same name is not.
package behaviour

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/encoding"
	"fairplay/analysis/pgn"
)

// positions.txt holds the reference positions, from games of players of all ratings, from
// opening to endgame, one key on each line.
//
//go:embed positions.txt
var positions string

// crowded is a reference position that is not one of the modern recipe. Stockfish 17 looks at its node
// limit only when the first iteration has ended, for which it searches 46 million nodes there.
const crowded = "8/PPPPPPPP/nr4RN/qb4BQ/kb4BK/nr4RN/pppppppp/8 w - - 0 1"

// Keys returns the keys of the 40 reference positions of a recipe (39 of the modern one), in the
// order in which Digest takes them.
func Keys(recipe string) []string {
	all := strings.Split(strings.TrimSpace(positions), "\n")
	if recipe == analysis.Modern().Name {
		all = slices.DeleteFunc(all, func(key string) bool { return key == crowded })
	}
	return all
}

// Positions returns the reference positions of a recipe.
func Positions(recipe string) ([]analysis.Position, error) {
	var all []analysis.Position
	for _, key := range Keys(recipe) {
		at, err := pgn.NewPosition(key)
		if err != nil {
			return nil, err
		}
		all = append(all, at)
	}
	return all, nil
}

// Digest is the behaviour of an engine under a recipe of that name: the SHA-256, in hex, of three lines for
// each reference position: its key and, in hex, the canonical bytes of its deep and of its wide
// pass (package encoding). It is "" if a pass is missing. Errors are those of package
// encoding.
func Digest(recipe string, said map[string]analysis.Evaluation) (string, error) {
	h := sha256.New()
	for _, key := range Keys(recipe) {
		e := said[key]
		if !e.BothPasses() {
			return "", nil
		}
		deep, err := encoding.Deep(e.Deep, e.BestMove)
		if err != nil {
			return "", err
		}
		wide, err := encoding.Wide(e.Wide)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s\n%x\n%x\n", key, deep, wide)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
