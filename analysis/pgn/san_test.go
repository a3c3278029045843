package pgn_test

import (
	"os"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// SAN of a move equals the SAN in the game; a move that is not legal has none.
func TestSANIsThatOfGames(t *testing.T) {
	f, err := os.Open("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for g, err := range pgn.Games(f, "demo", pgn.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i, ply := range g.Plies {
			n++
			if got := pgn.SAN(ply.Key, ply.Move); got != ply.SAN {
				t.Errorf("ply %d: %q, want %q", i, got, ply.SAN)
			}
		}
	}
	if n == 0 {
		t.Fatal("no move was read")
	}
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	illegal, err := analysis.ParseMove("e2e5")
	if err != nil {
		t.Fatal(err)
	}
	if got := pgn.SAN(start, illegal) + pgn.SAN("nonsense", illegal); got != "" {
		t.Errorf("there is %q", got)
	}
}
