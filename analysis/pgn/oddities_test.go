package pgn_test

import (
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// TestMoveNumbers notes unexpected move numbers, once for each game, and no others.
func TestMoveNumbers(t *testing.T) {
	const tags = "[Event \"A\"]\n"
	const blackToMove = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 5 40\"]\n"
	for _, tt := range []struct{ tags, text, note string }{
		{tags, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", ""},
		{tags, "1.e4 1...e5 2 Nf3 2... Nc6 {c} 3.Bb5 3. ... a6 4Ba4 *", ""},
		{tags, "e4 e5 Nf3 3... *", ""},
		{tags, "1. e4 e5 2. Nf3 (2. f4 exf4 7. Nf3) 2... Nc6 3. 1-0", ""},
		{tags, "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *", ""},
		{tags, "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "move number 3 stands where 2 is due"},
		{tags, "1. e4 e5\n3. Nf3 Nc6 3. Bb5 7... a6 *", "move number 3 stands where 2 is due: moves may be missing, or the numbers are wrong; so at 2 more places"},
		{tags, "7. e4 e5 8. Nf3 *", "move number 7 stands where 1 is due"},
		{tags, "1. e4 2. e5 3. Nf3 4. Nc6 *", "the move number 2 stands where 1 is due: moves may be missing, or the numbers are wrong; so at one more place"},
		{blackToMove, "40... Kd7 41. O-O *", ""},
		{blackToMove, "1... Kd7 2. O-O *", ""},
		{blackToMove, "40... Kd7 42. O-O *", "move number 42 stands where 41 is due"},
		{blackToMove, "7... Kd7 8. O-O *", "move number 7 stands where 1 is due"},
		{tags, "1. e4 e5 2. Ke3 Nc6 4. Bb5 *", ""}, // what follows a cut is not counted
	} {
		g := only(t, tt.tags+"\n"+tt.text+"\n")
		if got := noted(g); !strings.Contains(got, tt.note) || tt.note == "" && got != "" {
			t.Errorf("%s: notes %q, want %q", tt.text, got, tt.note)
		}
	}
	g := only(t, tags+"\n1. e4 e5\n3. Nf3 *\n")
	if len(g.Notes) != 1 || g.Notes[0].Line != 4 {
		t.Errorf("notes %+v, want one on line 4", g.Notes)
	}
}

// TestTagNamesInAnyCase reads tags as people and programs write them.
func TestTagNamesInAnyCase(t *testing.T) {
	for _, change := range []func(string) string{strings.ToUpper, strings.ToLower} {
		var text strings.Builder
		for _, tag := range [][2]string{
			{"Event", "A"}, {"Site", "B"}, {"Date", "2025.01.02"}, {"Round", "3"}, {"White", "W"}, {"Black", "X"}, {"Result", "1-0"},
			{"WhiteElo", "2001"}, {"BlackFideId", "7"}, {"WhiteTitle", "GM"}, {"BlackFed", "NOR"}, {"TimeControl", "5400+30"},
			{"SetUp", "1"}, {"FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		} {
			text.WriteString("[" + change(tag[0]) + " \"" + tag[1] + "\"]\n")
		}
		one := text.String() + "\n1. O-O 1-0\n\n"
		games, errs := read(t, one+one)
		if len(games) != 2 || len(errs) != 0 {
			t.Fatalf("%d games, %v", len(games), errs)
		}
		for _, g := range games {
			white := analysis.Player{Name: "W", Rating: 2001, Title: "GM"}
			black := analysis.Player{Name: "X", FideID: "7", Federation: "NOR"}
			if g.White != white || g.Black != black || g.Event != "A" || g.Date != "2025.01.02" || g.Round != "3" || g.Awarded != "1-0" ||
				!g.TimeControl.Known() || sans(g) != "O-O" || len(g.Notes) != 0 {
				t.Errorf("%+v", g)
			}
		}
		// Games that lack a result or a blank line are told apart all the same.
		games, _ = read(t, "["+change("Event")+" \"A\"]\n\n1. e4 {open\n["+change("Event")+" \"B\"]\n\n1. d4 *\n")
		if len(games) != 2 || games[1].Event != "B" {
			t.Errorf("%d games", len(games))
		}
	}
	g := only(t, "[White \"A\"]\n[WHITE \"B\"]\n\n1. e4 *\n")
	if g.White.Name != "A" || !strings.Contains(noted(g), "the tag White comes twice") {
		t.Errorf("%q, notes %v", g.White.Name, g.Notes)
	}
}

// TestPieceStaysPiece cuts a game at an illegal move of a piece whose letter
// means a pawn or another piece in some language.
func TestPieceStaysPiece(t *testing.T) {
	for _, tt := range []struct{ text, token string }{
		{"1. e4 e5 2. Bd4 *", "Bd4"}, // in German, B may be a pawn (Bauer)
		{"1. e4 e5 2. Re2 *", "Re2"}, // in French and Spanish, R is the king
		{"1. e4 e5 2. Kf3 *", "Kf3"}, // in some Russian files, K is the knight
		{"1. Bd4 *", "Bd4"},
	} {
		g := only(t, "[Event \"A\"]\n\n"+tt.text+"\n")
		if g.Cut == nil || g.Cut.Token != tt.token || len(g.Notes) != 0 {
			t.Errorf("%s: %s, cut %v, notes %v", tt.text, sans(g), g.Cut, g.Notes)
		}
	}
	if g := only(t, "[Event \"A\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Bd4 Bf4 *"); sans(g) != "e4 e5 Nf3 Nc6 d4" || g.Cut == nil {
		t.Errorf("%s", sans(g))
	}
	if g := only(t, "[Event \"A\"]\n\n1. Be4 Be5 2. Sf3 Sc6 3. Bd4 *"); sans(g) != "e4 e5 Nf3 Nc6 d4" || g.Cut != nil {
		t.Errorf("%s, cut %v", sans(g), g.Cut)
	}
}

// TestResultInside reads on behind a result where the moves go on, and adds a note.
func TestResultInside(t *testing.T) {
	for _, tt := range []struct {
		text   string
		plies  int
		result analysis.Result
		games  int
		noted  bool
	}{
		{"1. e4 e5 1-0 2. Nf3 Nc6 1/2-1/2", 4, analysis.Drawn, 1, true},
		{"1. e4 1/2-1/2 1... e5 {refused} 2. Nf3 0-1", 3, analysis.BlackWins, 1, true},
		{"1. e4 e5 1/2-1/2 {no}\n\n2.Nf3 Nc6 1-0", 4, analysis.WhiteWins, 1, true},
		{"1. e4 1-0 e5 2. Nf3 1-0", 3, analysis.WhiteWins, 1, true},
		{"1. e4 1-0 e5", 2, analysis.WhiteWins, 1, true},
		{"1. e4 e5 1-0 {on time} 40. Kg1\n[Event \"B\"]\n*", 2, analysis.WhiteWins, 3, false},
		{"1. e4 e5 1-0", 2, analysis.WhiteWins, 1, false},
		{"1. e4 e5 1-0 {Black resigned}", 2, analysis.WhiteWins, 1, false},
		{"1. e4 e5 1-0 1. d4 d5 0-1", 2, analysis.WhiteWins, 2, false},
		{"1. e4 e5 1-0\n\nd4 d5 0-1", 2, analysis.WhiteWins, 2, false},
		{"1. e4 e5 1-0\n\n2. Ivanov - Petrov\n[Event \"B\"]\n*", 2, analysis.WhiteWins, 2, false},
		{"1. e4 e5 1-0 40 moves\n[Event \"B\"]\n*", 2, analysis.WhiteWins, 2, false},
		{"1. e4 e5 1-0 Black resigned\n[Event \"B\"]\n*", 2, analysis.WhiteWins, 2, false},
		{"1. e4 e5 1-0 {never closed", 2, analysis.WhiteWins, 1, false},
	} {
		text := "[Event \"A\"]\n\n" + tt.text + "\n"
		games, _ := read(t, text)
		if len(games) != tt.games {
			t.Errorf("%q: %d games", tt.text, len(games))
			continue
		}
		g := games[0]
		if len(g.Plies) != tt.plies || g.Board != tt.result || g.Cut != nil || strings.Contains(noted(g), "result stands here inside the game") != tt.noted {
			t.Errorf("%q: %s, %s, cut %v, notes %v", tt.text, sans(g), g.Board, g.Cut, g.Notes)
		}
		sameBoundaries(t, []byte(text), pgn.Options{})
	}
}

// TestWeightlessCharacters passes over characters that nobody sees.
func TestWeightlessCharacters(t *testing.T) {
	plain := only(t, "[White \"Ivanov, I\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
	for _, c := range []string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u202a"} {
		text := c + "[White \"Iva" + c + "nov, I\"]" + c + "\n[Black \"" + c + "B\"]\n" + c + "\n" + c + "1." + c + " e4" + c + " " + c + "e5 2. N" + c + "f3" + c +
			"\n" + c + "Nc6 1" + c + "-0" + c + "\n" + c
		g := only(t, text)
		if g.ID != plain.ID || g.White.Name != plain.White.Name || g.Board != analysis.WhiteWins || len(g.Notes) != 0 {
			t.Errorf("%q: %q, %s, %s, cut %v, notes %v", c, g.White.Name, sans(g), g.Board, g.Cut, g.Notes)
		}
	}
	for _, space := range []string{"\u00a0", "\u2009", "\u202f", "\u3000", "\xa0"} {
		g := only(t, "[White \"A\"]\n\n"+strings.ReplaceAll("1. e4 e5 2. Nf3 Nc6 1-0", " ", space)+"\n")
		if sans(g) != "e4 e5 Nf3 Nc6" || g.Board != analysis.WhiteWins {
			t.Errorf("%q: %s, %s, cut %v", space, sans(g), g.Board, g.Cut)
		}
	}
}
