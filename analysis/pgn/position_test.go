package pgn_test

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// TestReferencePositions compares keys, numbers of legal moves and repetitions of thirty games
// with those that another program found (positions.tsv: game, ply, FEN, legal moves, earlier
// occurrences, move played).
func TestReferencePositions(t *testing.T) {
	games := map[string]*analysis.Game{}
	all, _ := read(t, string(sample(t, "positions.pgn")))
	for _, g := range all {
		games[strings.TrimLeft(g.Tag("CorpusId"), "0")] = g
	}
	lines := bufio.NewScanner(bytes.NewReader(sample(t, "positions.tsv")))
	n := 0
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		i, err := strconv.Atoi(f[1])
		g := games[strings.TrimLeft(f[0], "0")]
		if err != nil || g == nil || i >= len(g.Plies) {
			t.Fatalf("%q has no game or ply", lines.Text())
		}
		ply := g.Plies[i]
		position, err := pgn.NewPosition(f[2])
		if err != nil {
			t.Fatal(err)
		}
		legal, repeats := strconv.Itoa(len(position.Legal)), strconv.Itoa(ply.Repeats)
		if ply.Key != f[2] || position.Key != f[2] || legal != f[3] || repeats != f[4] || ply.Move.String() != f[5] {
			t.Errorf("%s, ply %d: %s (%s), %s legal, %s repeats, %s played; want %q",
				g.Source, i, ply.Key, position.Key, legal, repeats, ply.Move, lines.Text())
		}
		n++
	}
	if n < 2000 || len(games) != 30 {
		t.Errorf("%d positions of %d games", n, len(games))
	}
}

func TestNewPosition(t *testing.T) {
	tests := []struct{ name, fen, key string }{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"full moves dropped", "4k3/8/8/8/8/8/8/4K3 b - - 37 99", "4k3/8/8/8/8/8/8/4K3 b - - 37 1"},
		{"no numbers", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"en passant possible", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"no pawn to capture", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"},
		{"capture would open the file", "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/4r3/3pP3/8/8/8/4K3 w - - 0 1"},
		{"rights in odd order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"nine queens", "QQQQQQQQ/8/8/8/8/8/8/k1K1Q3 w - - 0 1", ""},
	}
	for _, tt := range tests {
		p, err := pgn.NewPosition(tt.fen)
		if err != nil && tt.key != "" || p.Key != tt.key {
			t.Errorf("%s: %q, %v; want %q", tt.name, p.Key, err, tt.key)
		}
		if !slices.IsSorted(p.Legal) {
			t.Errorf("%s: legal moves %v are not in order", tt.name, p.Legal)
		}
	}
}

func TestTerminalPositions(t *testing.T) {
	mate, err := pgn.NewPosition("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
	if err != nil || !mate.InCheck || len(mate.Legal) != 0 {
		t.Errorf("mate: %+v, %v", mate, err)
	}
	stalemate, err := pgn.NewPosition("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1")
	if err != nil || stalemate.InCheck || len(stalemate.Legal) != 0 {
		t.Errorf("stalemate: %+v, %v", stalemate, err)
	}
}

func TestImpossiblePositions(t *testing.T) {
	for fen, reason := range map[string]string{
		"":                                       "six fields",
		"x":                                      "six fields",
		"8/8/8/8/8/8/8/8 w - - 0 1":              "0 white and 0 black kings",
		"4k3/8/8/8/8/8/8/3KK3 w - - 0 1":         "2 white",
		"4k3/8/8/8/8/8/8 w - - 0 1":              "7 ranks",
		"4k3/8/8/9/8/8/8/4K3 w - - 0 1":          "rank 5",
		"4k3/8/8/44p/8/8/8/4K3 w - - 0 1":        "rank 5",
		"4k3/8/8/pppp/8/8/8/4K3 w - - 0 1":       "8 squares",
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1":          "side to move",
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1":          "castling rights are given",
		"4k3/8/8/8/8/8/8/4K2R w KK - 0 1":        "castling rights are",
		"4k3/8/8/8/8/8/8/4K2R w HA - 0 1":        "castling rights are",
		"4k3/8/8/8/8/8/8/4K3 w - e9 0 1":         "en-passant square is",
		"4k3/8/8/8/8/8/8/4K3 w - e6 0 1":         "no pawn can just have passed",
		"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1":       "no pawn can just have passed",
		"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1":     "no pawn can just have passed",
		"4k3/8/8/8/8/8/8/4K3 w - - x 1":          "half-move clock",
		"4k3/8/8/8/8/8/8/4K3 w - - -1 1":         "half-move clock",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999":   "full-move number",
		"4k3/8/8/8/8/8/8/P3K3 w - - 0 1":         "a pawn stands on a1",
		"p3k3/8/8/8/8/8/8/4K3 w - - 0 1":         "a pawn stands on a8",
		"4k3/8/8/8/8/4R3/8/4K3 w - - 0 1":        "not to move stands in check",
		"8/8/8/8/8/8/4k3/4K3 w - - 0 1":          "not to move stands in check",
		"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1":  "9 pawns",
		"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1": "promotions",
		"4k3/8/3P1P2/3NR3/B7/8/8/4K3 b - - 0 1":  "",
		"4k3/8/3N4/1B6/4R3/8/8/4K3 b - - 0 1":    "more than two",
	} {
		_, err := pgn.NewPosition(fen)
		if reason == "" && err != nil || reason != "" && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), reason)) {
			t.Errorf("%q: %v, want %q", fen, err, reason)
		}
	}
}

func FuzzPosition(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
	f.Add("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq -")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := pgn.NewPosition(fen)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v is not of kind Invalid", fen, err)
			}
			return
		}
		again, err := pgn.NewPosition(p.Key)
		if err != nil || again.Key != p.Key || !slices.Equal(again.Legal, p.Legal) || again.InCheck != p.InCheck {
			t.Errorf("%q has the key %q, which reads as %+v, %v", fen, p.Key, again, err)
		}
	})
}
