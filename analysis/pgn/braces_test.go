package pgn_test

import (
	"bytes"
	"strings"
	"testing"

	"fairplay/analysis/pgn"
)

// TestBraces reads braces inside comments as the standard does, and as nested where the moves
// make no sense otherwise.
func TestBraces(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		nested     bool
	}{
		{"1. e4 e5 {sad :-{ } 2. Nf3 Nc6 {happy :-} } 3. Bb5 *", "e4 e5 Nf3 Nc6 Bb5", false},
		{"1. e4 {a {b} e5 2. Nf3 {c} Nc6 *", "e4 e5 Nf3 Nc6", false},
		{"1. e4 {b {c} d} e5 *", "e4 e5", true},
		{"1. e4 {b {2. d4} d} e5 2. Nf3 {x {y {z} } w} Nc6 *", "e4 e5 Nf3 Nc6", true},
		{"1. e4 {b {c} 1-0 } e5 2. Nf3 *", "e4 e5 Nf3", false}, // a note names the result
		{"1. e4 ({a {b} :-) } d6) d5 *", "e4 d5", true},
		{"1. e4 {b {c} d} e5 2. Nf3 Ke6 *", "e4 e5 Nf3", true}, // breaks in any case, but later
		{"1. e4 {b {c} e5 2. Ke3 {d} *", "e4 e5", false},       // breaks in any case
		{"1. e4 {b {" + strings.Repeat("long ", 2000) + "} c} e5 *", "e4", false},
	} {
		g := only(t, "[Event \"A\"]\n\n"+tt.text+"\n")
		if got := sans(g); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s, cut %v", tt.text[:min(len(tt.text), 60)], got, tt.want, g.Cut)
		}
		if nested := strings.Contains(noted(g), "stand inside others"); nested != tt.nested {
			t.Errorf("%s: notes %v", tt.text, g.Notes)
		}
		sameBoundaries(t, []byte("[Event \"A\"]\n\n"+tt.text+"\n\n[Event \"B\"]\n\n1. d4 *\n"), pgn.Options{})
	}
}

// A text that opens braces and never closes them costs no more time than others of its length,
// because the part that is read twice is bounded.
func TestBracesCostLittle(t *testing.T) {
	text := bytes.Repeat([]byte("1. e4 {a {b} x * "), 5000)
	games, _ := read(t, string(text))
	if len(games) != 5000 || sans(games[4999]) != "e4" {
		t.Errorf("%d games", len(games))
	}
}
