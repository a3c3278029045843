package pgn_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
)

func TestHeader(t *testing.T) {
	g := only(t, `[Event "Club  Open \"A\""]
[Site "?"]
[Date "????.??.??"]
[Round "3.1"]
[White " Anna   Berg "]
[Black "C:\\Dora"]
[Result "1-0"]
[WhiteElo "2012"]
[BlackElo "?"]
[WhiteFideId "1234567"]
[BlackFideId "deepmind"]
[WhiteTitle "WFM"]
[BlackTitle "-"]
[WhiteFed "nor"]
[BlackCountry "Norway"]
[WhiteTeam "Rook & Roll"]
[TimeControl "90+30"]

1. e4 {[%clk 1:30:05][%emt 0:00:03]} e5 {a [%eval 0.2] [%clk 0:00:09.7] b} 2. Nf3 {[%clk 9:9]} 1-0
`)
	white := analysis.Player{Name: "Anna Berg", FideID: "1234567", Title: "WFM", Rating: 2012, Federation: "NOR", Team: "Rook & Roll"}
	black := analysis.Player{Name: `C:\Dora`}
	if g.White != white || g.Black != black {
		t.Errorf("players %+v and %+v", g.White, g.Black)
	}
	if g.Event != `Club Open "A"` || g.Site != "" || g.Date != "" || g.Round != "3.1" || g.Awarded != "1-0" || g.Board != analysis.WhiteWins {
		t.Errorf("facts %q %q %q %q %q %q", g.Event, g.Site, g.Date, g.Round, g.Awarded, g.Board)
	}
	if g.TimeControl.Minutes() != 120 || !g.Played || g.SetUp || g.Variant != analysis.Standard || len(g.Tags) != 17 || g.Tag("Site") != "?" {
		t.Errorf("%+v", g)
	}
	clocks := []time.Duration{g.Plies[0].Clock, g.Plies[1].Clock, g.Plies[2].Clock}
	if want := []time.Duration{time.Hour + 30*time.Minute + 5*time.Second, 9700 * time.Millisecond, -1}; !slices.Equal(clocks, want) {
		t.Errorf("clocks %v, want %v", clocks, want)
	}
}

// TestResults keeps the result on the board, the awarded one and whether the
// game was played apart.
func TestResults(t *testing.T) {
	tests := []struct {
		tag, moves string
		board      analysis.Result
		played     bool
		note       string
	}{
		{"1-0", "1. e4 e5 1-0", analysis.WhiteWins, true, ""},
		{"0-0", "1. e4 e5 1-0", analysis.WhiteWins, true, ""},
		{"1-0", "1. e4 e5 0-1", analysis.BlackWins, true, `the Result tag says "1-0", but the moves end with "0-1"`},
		{"1-0", "1. e4 1-0", analysis.WhiteWins, false, ""},
		{"1-0", "", analysis.Unknown, false, ""},
		{"+/-", "", analysis.Unknown, false, ""},
		{"+/-", "+/-", analysis.WhiteWins, false, ""},
		{"-/+", "-/+", analysis.BlackWins, false, ""},
		{"-/-", "-/-", analysis.Unknown, false, ""},
		{"+/-", "1. e4 e5 1-0", analysis.WhiteWins, true, "stands for an unplayed game"},
		{"½-½", "1. e4 e5 ½-½", analysis.Drawn, true, ""},
		{"1/2-1/2", "1. e4 e5 1/2", analysis.Drawn, true, ""},
		{"1/2-0", "1. e4 e5 1/2–1/2", analysis.Drawn, true, ""},
		{"1-0", "1. e4 e5 *", analysis.Unknown, true, ""},
		{"1-0", "1. e4 e5", analysis.Unknown, true, "no result follows the moves"},
		{"1-0", "1. e4 e5 2. -- 1-0", analysis.WhiteWins, true, "is passed over"},
		{"1-0", "1. e4 +/- e5 -/+ 1-0", analysis.WhiteWins, true, ""},
	}
	for _, tt := range tests {
		g := only(t, "[Event \"A\"]\n[Result \""+tt.tag+"\"]\n\n"+tt.moves+"\n")
		notes := noted(g)
		if g.Board != tt.board || g.Awarded != tt.tag || g.Played != tt.played || g.Cut != nil ||
			!strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
			t.Errorf("[%s] %q: %s, %q, played %v, notes %q, cut %v", tt.tag, tt.moves, g.Board, g.Awarded, g.Played, notes, g.Cut)
		}
	}
}

func TestOddTimeControl(t *testing.T) {
	g := only(t, "[TimeControl \"as agreed\"]\n\n1. e4 *")
	if len(g.Notes) != 1 || g.Notes[0].Text != `the time control "as agreed" cannot be read` || g.TimeControl.Text != "as agreed" || g.TimeControl.Known() {
		t.Errorf("%+v, notes %v", g.TimeControl, g.Notes)
	}
}

func TestVariants(t *testing.T) {
	tests := []struct {
		tags    string
		variant analysis.Variant
		setUp   bool
	}{
		{`[Variant "Standard"]`, analysis.Standard, false},
		{`[Variant "From Position"][FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]`, analysis.Standard, true},
		{`[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]`, analysis.Standard, false},
		{`[Variant "Chess960"]`, analysis.Chess960, false},
		{`[Variant "Fischerandom"]`, analysis.Chess960, false},
		{`[Variant "Fischer Random Chess"]`, analysis.Chess960, false},
		{`[FEN "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1"]`, analysis.Chess960, true},
		{`[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]`, analysis.Chess960, true},
		{`[FEN "1r3kr1/pppppppp/8/8/4P3/8/PPPP1PPP/1R3KR1 b KQkq - 0 1"]`, analysis.Chess960, true},
		{`[Variant "King of the Hill"]`, "king of the hill", false},
	}
	for _, tt := range tests {
		g := only(t, tt.tags+"\n\n1. Rg1 *\n")
		if g.Variant != tt.variant || g.SetUp != tt.setUp {
			t.Errorf("%s: variant %q, set up %v", tt.tags, g.Variant, g.SetUp)
		}
		if g.Variant != analysis.Standard && (len(g.Plies) > 0 || g.Cut != nil || len(g.Notes) != 1) {
			t.Errorf("%s: %d plies, cut %v, notes %v", tt.tags, len(g.Plies), g.Cut, g.Notes)
		}
	}
}

// TestSetUp reads games that do not start from the initial position.
func TestSetUp(t *testing.T) {
	g := only(t, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b KQkq e3 5 40\"]\n\n40... Kd7 41. O-O *\n")
	if sans(g) != "Kd7 O-O" || !g.SetUp || g.Turn(0) != analysis.Black || g.Start != "4k3/8/8/8/8/8/8/4K2R b K - 5 1" || len(g.Notes) != 2 {
		t.Errorf("%s from %q: %v", sans(g), g.Start, g.Notes)
	}
	for tags, reason := range map[string]string{
		`[FEN "no position"]`: "cannot be read", `[SetUp "1"]`: "no FEN tag", `[FEN "4k3/8/8/8/8/8/8/4K1KR w - - 0 1"]`: "2 white",
		`[FEN "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"]`: "pawn stands on a1",
	} {
		g := only(t, "[Event \"A\"]"+tags+"\n\n1. e4 e5 *\n")
		if g.Cut == nil || g.Cut.Ply != -1 || !strings.Contains(g.Cut.Reason, reason) || g.Start != "" || len(g.Plies) != 0 || g.ID == "" {
			t.Errorf("%s: %+v, cut %v", tags, g.Plies, g.Cut)
		}
	}
}

// TestRepeats counts occurrences by article 9.2.2 of the Laws: rights to castle and to capture
// en passant matter, clocks do not.
func TestRepeats(t *testing.T) {
	g := only(t, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *")
	want := []int{0, 0, 0, 0, 1, 1, 1, 1, 2}
	for i, p := range g.Plies {
		if p.Repeats != want[i] {
			t.Errorf("ply %d: %d, want %d", i, p.Repeats, want[i])
		}
	}
	if g.RepeatsFrom != 4 {
		t.Errorf("repeats from %d, want 4", g.RepeatsFrom)
	}
	rights := only(t, "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Ke2 Ke7 5. Ke1 *")
	if got := rights.Plies[6].Repeats; rights.RepeatsFrom != 8 || got != 0 {
		t.Errorf("with castling rights lost: %d, from %d", got, rights.RepeatsFrom)
	}
	passing := only(t, "[FEN \"4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1\"]\n\n1. a4 Kd8 2. Kd1 Ke8 3. Ke1 Kd8 4. Kd1 Ke8 *")
	if passing.RepeatsFrom != 6 {
		t.Errorf("with en passant lost: from %d, want 6", passing.RepeatsFrom)
	}
}

// TestIdentity says when two records are the same game.
func TestIdentity(t *testing.T) {
	const game = "[Event \"A\"]\n[Date \"2025.01.01\"]\n[Round \"1\"]\n[White \"B\"]\n[Black \"C\"]\n\n1. e4 e5 2. Nf3 *\n"
	id := only(t, game).ID
	if len(id) != 64 {
		t.Errorf("ID %q", id)
	}
	for _, same := range []string{
		strings.Replace(game, "e5", "{best} 1... e7-e5!", 1), strings.Replace(game, "Event \"A\"", "Event \"Other\"", 1),
		strings.Replace(game, "*", "1-0", 1), strings.Replace(game, "\"B\"", "\" B \"", 1), strings.Replace(game, "2. Nf3", "Кf3", 1),
	} {
		if only(t, same).ID != id {
			t.Errorf("%q has another ID", same)
		}
	}
	for _, other := range []string{
		strings.Replace(game, "e5", "c5", 1), strings.Replace(game, "\"B\"", "\"D\"", 1), strings.Replace(game, "2025", "2024", 1),
		strings.Replace(game, "Round \"1\"", "Round \"2\"", 1), strings.Replace(game, " 2. Nf3", "", 1),
	} {
		if only(t, other).ID == id {
			t.Errorf("%q has the same ID", other)
		}
	}
}
