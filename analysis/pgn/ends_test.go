package pgn_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// Text that belongs to no game is reported once and gives no game.
func TestTextWithoutGames(t *testing.T) {
	const game = "[Event \"A\"]\n\n1. e4 *\n"
	for _, tt := range []struct {
		name, text, code string
		says             []string
	}{
		{"a letter", "\n\nDear arbiter,\nall is well.\n", "pgn_no_game", []string{"x.pgn", "line 3", `"Dear arbiter,"`}},
		{"a comment", "\n{\"games\": []}\n", "pgn_no_game", []string{"line 2", `"{\"games\": []}"`}},
		{"a comment left open", "\n{ \"games\":\n", "pgn_no_game", []string{"line 2", "games"}},
		{"escaped lines", "% nothing\n% at all", "pgn_no_game", []string{"line 1", "nothing"}},
		{"a table", "Name,Rating\nA,2400\n", "pgn_no_game", []string{`"Name,Rating"`}},
		{"a page", "<html>\n<body>no games</body>", "pgn_no_game", []string{`"<html>"`, "web page (HTML)"}},
		{"a page around games", "<pre>\n" + game + "</pre></html>", "pgn_text_after_games", []string{"x.pgn", "line 5", "web page (HTML)"}},
		{"text behind games", game + "\n(c) by nobody", "pgn_text_after_games", []string{"line 5", `"(c) by nobody"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pgn.NewReader(strings.NewReader(tt.text), "x.pgn", pgn.Options{})
			g, err := r.Next()
			if tt.code == "pgn_text_after_games" {
				if g == nil || err != nil {
					t.Fatalf("no game: %v", err)
				}
				_, err = r.Next()
			}
			e, ok := errors.AsType[*fault.Error](err)
			if !ok || e.Kind != fault.Invalid || e.Code != tt.code {
				t.Fatalf("error %v, want one of code %s", err, tt.code)
			}
			for _, s := range tt.says {
				if !strings.Contains(e.Msg, s) {
					t.Errorf("%q does not say %q", e.Msg, s)
				}
			}
			if _, err := r.Next(); err != io.EOF {
				t.Errorf("then %v, want io.EOF", err)
			}
		})
	}
}

func TestPageBeforeGames(t *testing.T) {
	g := only(t, "<html><pre>\n[Event \"A\"]\n\n1. e4 *\n")
	if len(g.Notes) != 1 || g.Notes[0].Line != 1 || !strings.Contains(g.Notes[0].Text, `text before the game belongs to no game: "<html><pre>"; this looks like a web page`) {
		t.Errorf("notes %v", g.Notes)
	}
}

// A game has few notes, however many it deserves, and the last one says how many there are.
func TestNotesAreBounded(t *testing.T) {
	const repeated = 100_000
	g := only(t, "[Event \"A\"]\n"+strings.Repeat("[White \"B\"]\n", repeated+1)+"\n1. e4 *\n")
	if n := len(g.Notes); n != 21 || g.Notes[n-1].Text != "and 99980 more remarks of this kind" {
		t.Errorf("%d notes, the last is %v", n, g.Notes[n-1])
	}
}

// A file that is cut off is noticed wherever its last game is incomplete.
func TestUnfinished(t *testing.T) {
	const whole = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {good} Nc6 1-0\n"
	for _, tt := range []struct {
		name, text string
		want       []bool
	}{
		{"whole", whole + "\n" + whole, []bool{false, false}},
		{"in the moves", whole + "\n" + whole[:50], []bool{false, true}},
		{"in a comment", whole + "\n" + whole[:55], []bool{false, true}},
		{"in a tag", whole + "\n" + whole[:16], []bool{false, true}},
		{"in a value", whole + "\n" + whole[:24], []bool{false, true}},
		{"between tags", whole + "\n" + whole[:12], []bool{false, true}},
		{"an earlier game", whole[:50] + "\n" + whole, []bool{false, false}},
		{"still played", "[Result \"*\"]\n\n1. e4 e5", []bool{false}},
		{"nothing promised", "1. e4 e5", []bool{false}},
		{"not played", "[Result \"+/-\"]\n", []bool{false}},
		{"cut by an illegal move", whole[:40] + "Nf6", []bool{true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			games, errs := read(t, tt.text)
			if len(games) != len(tt.want) || len(errs) > 0 {
				t.Fatalf("%d games, errors %v", len(games), errs)
			}
			for i, g := range games {
				notes := noted(g)
				if g.Unfinished != tt.want[i] || strings.Contains(notes, "may have been handed in incomplete") != tt.want[i] {
					t.Errorf("game %d: unfinished %v, notes %q", i+1, g.Unfinished, notes)
				}
			}
		})
	}
}

// A text may begin with any non-ASCII byte, and nothing before it tells what the byte is part
// of.
func TestBeginnings(t *testing.T) {
	for first := 0x80; first <= 0xff; first++ {
		for _, second := range []byte{0x80, 0xa0, 0xc2, ' ', 'e', '1'} {
			text := string([]byte{byte(first), second})
			if pgn.Sniff([]byte(text)) {
				t.Errorf("%q is taken for PGN", text)
			}
			r := pgn.NewReader(strings.NewReader(text+"\n\n[Event \"A\"]\n\n1. e4 *\n"), "a.pgn", pgn.Options{})
			plies := 0
			for {
				g, err := r.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err == nil {
					plies += len(g.Plies)
				}
			}
			if plies != 1 {
				t.Errorf("%q: %d plies of the game after it", text, plies)
			}
		}
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                     false,
		"[Event \"A\"]":                        true,
		"\ufeff\n\n[White \"A\"]":              true,
		"Round 1\n\n[Event \"A\"]\n":           true,
		"\xff\xfe[\x00A\x00 \x00\"\x00":        true,
		"1. e4 e5":                             true,
		"Ivanov - Petrov\n\n1.e4 e5":           true,
		"1. Кf3 d5":                            true,
		"\xc8\xe2\xe0\xed\xee\xe2\n1. \xcaf3":  true, // Windows-1251
		"1. ♘f3":                               true,
		"12... O-O":                            true,
		"Standings after round 4\n1. Ivanov 4": false,
		"Name;Rating\nA;2400":                  false,
		"{\"games\": []}":                      false,
		"[1, 2, 3]":                            false,
		"e4":                                   false,
		"\x00\x01\x02\x03":                     false,
	} {
		if got := pgn.Sniff([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
