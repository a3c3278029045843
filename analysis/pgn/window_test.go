package pgn

import (
	"errors"
	"io"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// again gives the same text over and over, n bytes in all.
type again struct {
	text string
	n    int
	at   int
}

func (a *again) Read(p []byte) (int, error) {
	if a.n == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), a.n)], a.text[a.at:])
	a.n -= n
	a.at = (a.at + n) % len(a.text)
	return n, nil
}

// TestMemory reads inputs many times larger than the memory that the reader may keep.
func TestMemory(t *testing.T) {
	const limit, size = 20_000, 512 << 10
	tests := []struct {
		name, text string
		games      bool
	}{
		{"many games", "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 {" + strings.Repeat("long ", 200) + "} 1-0\n\n", true},
		{"one line without end", "[Event \"A\"] 1. e4 { and so on ", false},
		{"a comment without end", "and so on\n", false},
		{"a game without end", "Nf3 Nf6 Ng1 Ng8 ", false},
		{"a variation without end", "(1. e4 ", false},
		{"results", "1-0 ", false},
		{"zeros", "\x00\x00\r\x00", false},
	}
	for _, tt := range tests {
		r := NewReader(&again{text: tt.text, n: size}, "t", Options{MaxGameBytes: limit, HeadersOnly: true})
		games := 0
		for {
			g, err := r.Next()
			if _, one := errors.AsType[*analysis.GameError](err); err != nil && !one {
				break
			}
			if g != nil {
				games++
			}
			if kept := cap(r.lexer.buf); kept > 3*(limit+chunk) {
				t.Fatalf("%s: %d bytes are kept", tt.name, kept)
			}
		}
		if (games > 300) != tt.games {
			t.Errorf("%s: %d games", tt.name, games)
		}
	}
}

// TestHostileText reads texts that would take minutes if any of them made the
// reader look at the same bytes again and again.
func TestHostileText(t *testing.T) {
	const size = 60_000
	for _, text := range []string{
		"{", "}", "{a}{", "{{}", "(", ")", "()", "[", "]", "[a", "[A \"", "\"", "[A \"\" ", "[A \"x\"]", "[A \"x\"]\n\n", "[A \"\n", "[A \"\\",
		"\n[Event", "{\n[Event ", "%", "\n%", ";", "$", "$1", "1.", "1.1", "O", "O-", "e4", "e4 [", "e4 {[%clk ", "0-0 ", "* ", "K", "Кр", "♔", "x", "=", "e8(",
		"\xef\xbb\xbf", "\xc2\xa0", "\xff", "\xe9", "\xca\xf0", " ", "\" ", "\t\n", "<", "--", "N", "f3 ",
	} {
		for _, start := range []string{"", "[Event \"A\"]\n\n1. e4 e5 ", "[Event \"A\"]\n\n1. e4 {", "[Event \""} {
			for g, err := range Games(strings.NewReader(start+strings.Repeat(text, size/len(text))), "t", Options{}) {
				one, ok := errors.AsType[*analysis.GameError](err)
				if g == nil && (ok && one.Source.Game < 1 || !ok && fault.KindOf(err) != fault.Invalid) {
					t.Errorf("%q after %q: %v", text, start, err)
				}
			}
		}
	}
}

// TestLongestGame shuffles knights for longer than any game can last.
func TestLongestGame(t *testing.T) {
	shuffle := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", longestGame/4+10)
	g, err := NewReader(strings.NewReader("[Event \"A\"]\n\n"+shuffle+"*"), "t", Options{}).Next()
	if err != nil || len(g.Plies) != longestGame || g.Cut == nil || !strings.Contains(g.Cut.Reason, "longer") {
		t.Errorf("%v, %v", g.Cut, err)
	}
}
