// Package behaviour tells engines apart by their answers, not by the bytes of their programs.
// Builds of one engine for different processors and systems evaluate alike, and are the same
// engine to a calibration; a program that was changed under the same name is not.
package behaviour

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
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

// Keys returns the keys of the 40 reference positions, in the order in which
// Digest takes them.
func Keys() []string { return strings.Split(strings.TrimSpace(positions), "\n") }

// Positions returns the reference positions.
func Positions() ([]analysis.Position, error) {
	var all []analysis.Position
	for _, key := range Keys() {
		at, err := pgn.NewPosition(key)
		if err != nil {
			return nil, err
		}
		all = append(all, at)
	}
	return all, nil
}

// Digest is the behaviour of an engine under a recipe: the SHA-256, in hex, of three lines for
// each reference position: its key and, in hex, the canonical bytes of its deep and of its wide
// pass (package encoding). It is "" if a pass is missing. Errors are those of package
// encoding.
func Digest(said map[string]analysis.Evaluation) (string, error) {
	h := sha256.New()
	for _, key := range Keys() {
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
