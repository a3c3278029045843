package pgn_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

const samples = "../../testdata/pgn"

func sample(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestHardFiles reads awkward files from the test suites of other parsers. The
// numbers of games and plies are those that careful readers agree on; where
// they do not, the reason is given.
func TestHardFiles(t *testing.T) {
	tests := []struct {
		file         string
		games, plies int
		remark       string // in a note or a cut of one of the games
	}{
		{"79_possible_moves_at_whites_23", 1, 120, ""},
		// Other readers find 0 to 84 plies: Black's move 41 is the null move Z0. The 81 plies
		// before it are certain; nothing after it belongs to the game.
		{"anastasian-lewis", 1, 81, "null move"},
		{"antichess-programfox", 2, 0, "game of antichess"},
		{"checks", 1, 132, ""},
		{"chessbase-empty-line", 1, 134, ""},
		{"cutechess-fischerrandom", 4, 0, "game of chess960"},
		{"dr_who", 3, 243, ""},
		{"empty", 0, 0, ""},
		{"export_format", 2, 10, ""},
		{"import_format", 1, 5, ""},
		{"kasparov-deep-blue-1997", 6, 519, ""},
		{"knightvuillaume-jannlee-zh-lichess", 1, 0, "game of crazyhouse"},
		// The standard lets white space stand anywhere between tokens, so a tag
		// pair over two lines is one tag pair, and this is one game.
		{"line_break_in_tag_pair", 1, 5, "the tag Black is broken over two lines"},
		{"molinari-bordais-1979", 1, 10, ""},
		{"nepomniachtchi-liren-game1", 1, 97, ""},
		{"no_moves_only_game_termination_marker", 5, 5, `the Result tag says "1-0", but the moves end with "0-1"`},
		{"no_movetext", 1, 0, ""},
		{"saturs-jannlee-zh-lichess", 1, 0, "game of crazyhouse"},
		{"short_game", 1, 13, ""},
		{"shortest_game", 1, 4, "no result follows the moves"},
		{"stockfish-learning", 1, 154, ""},
		{"uci-moves", 1, 113, ""},
		{"utf8-bom", 2, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			games, errs := read(t, string(sample(t, "hard/"+tt.file+".pgn")))
			plies, remarks := 0, ""
			for _, g := range games {
				plies += len(g.Plies)
				remarks += noted(g)
				if g.Cut != nil {
					remarks += g.Cut.Error()
				}
			}
			if len(games) != tt.games || plies != tt.plies || len(errs) != 0 {
				t.Errorf("%d games, %d plies, errors %v; want %d games, %d plies", len(games), plies, errs, tt.games, tt.plies)
			}
			if !strings.Contains(remarks, tt.remark) || tt.remark == "" && remarks != "" {
				t.Errorf("remarks %q, want %q", remarks, tt.remark)
			}
		})
	}
}

// TestEvents reads pieces of real event files.
func TestEvents(t *testing.T) {
	tests := []struct {
		file               string
		games, plies, cuts int
		clocks             bool
	}{
		{"twic1599.pgn", 40, 3850, 0, false},
		{"lezcano.pgn", 10, 611, 0, true},
		// From electronic boards: two of the three end with an impossible king's move.
		{"begonia.pgn", 3, 59 + 74 + 129, 2, false},
	}
	for _, tt := range tests {
		games, errs := read(t, string(sample(t, tt.file)))
		plies, cuts := 0, 0
		for _, g := range games {
			plies += len(g.Plies)
			if g.Cut != nil {
				cuts++
			}
			for i, p := range g.Plies {
				if (p.Clock >= 0) != tt.clocks {
					t.Errorf("%s: clock %v at ply %d", g.Source, p.Clock, i)
				}
			}
			if g.White.Name == "" || g.Event == "" || !g.Played {
				t.Errorf("%s: facts missing: %+v", g.Source, g.White)
			}
		}
		if len(games) != tt.games || plies != tt.plies || cuts != tt.cuts || len(errs) != 0 {
			t.Errorf("%s: %d games, %d plies, %d cuts, errors %v", tt.file, len(games), plies, cuts, errs)
		}
	}
}

// TestHeadersOnly compares reading the headers alone with reading everything.
func TestHeadersOnly(t *testing.T) {
	files, err := filepath.Glob(samples + "/hard/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, file := range files {
		text := sample(t, "hard/"+filepath.Base(file))
		sameBoundaries(t, text, pgn.Options{})
	}
}

// sameBoundaries fails where reading the headers alone finds other games than reading
// everything, and returns the games.
func sameBoundaries(t *testing.T, text []byte, o pgn.Options) (games []*analysis.Game) {
	t.Helper()
	full := pgn.NewReader(bytes.NewReader(text), "t", o)
	o.HeadersOnly = true
	headers := pgn.NewReader(bytes.NewReader(text), "t", o)
	for {
		g, err := full.Next()
		h, err2 := headers.Next()
		if (g == nil) != (h == nil) || (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("full reading: %v, %v; headers: %v, %v", g, err, h, err2)
		}
		switch {
		case g != nil:
			if g.Source != h.Source || g.Board != h.Board || len(g.Tags) != len(h.Tags) || g.White != h.White || h.Plies != nil || h.ID != "" {
				t.Fatalf("headers of %s: %+v, want %+v", g.Source, h, g)
			}
			games = append(games, g)
		case g == nil && !isGameError(err):
			return games
		}
	}
}
