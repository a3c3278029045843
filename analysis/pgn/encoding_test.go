package pgn_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"fairplay/analysis/pgn"
)

func wide(s string, order binary.AppendByteOrder) []byte {
	out := order.AppendUint16(nil, 0xFEFF)
	for _, u := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// TestEncodings reads the same names and moves in every encoding. The bytes of
// the code pages are written out by hand.
func TestEncodings(t *testing.T) {
	const (
		western  = "[White \"Müller, Jörg\"]\n[Black \"Hämäläinen, Åke\"]\n\n1. e4 {l'été} e5 1/2-1/2\n"
		russian  = "[White \"Иванов, Пётр\"]\n[Black \"Шевченко, Їжак\"]\n\n1. e4 e5 2. Кf3 Кc6 3. Сb5 1/2-1/2\n"
		russian2 = "[White \"Ivanov\"]\n[Black \"Petrov\"]\n\n1. e4 e5 2. Кf3 Кc6 3. Сb5 1/2-1/2\n"
	)
	tests := []struct {
		name, text   string
		white, black string
		plies        int
	}{
		{"UTF-8", western, "Müller, Jörg", "Hämäläinen, Åke", 2},
		{"UTF-8 with mark", "\ufeff" + western, "Müller, Jörg", "Hämäläinen, Åke", 2},
		{"UTF-16 LE", string(wide(western+"{\U0001f600}", binary.LittleEndian)), "Müller, Jörg", "Hämäläinen, Åke", 2},
		{"UTF-16 BE", string(wide(russian, binary.BigEndian)), "Иванов, Пётр", "Шевченко, Їжак", 5},
		{"Windows-1252", "[White \"M\xfcller, J\xf6rg\"]\n[Black \"H\xe4m\xe4l\xe4inen, \xc5ke\"]\n\n1. e4 {l'\xe9t\xe9} e5 \xbd\x96\xbd\n",
			"Müller, Jörg", "Hämäläinen, Åke", 2},
		{"Windows-1251", "[White \"\xc8\xe2\xe0\xed\xee\xe2, \xcf\xb8\xf2\xf0\"]\n[Black \"\xd8\xe5\xe2\xf7\xe5\xed\xea\xee, \xaf\xe6\xe0\xea\"]\n\n" +
			"1. e4 e5 2. \xcaf3 \xcac6 3. \xd1b5 1/2-1/2\n", "Иванов, Пётр", "Шевченко, Їжак", 5},
		{"Windows-1251 in the moves only", "[White \"Ivanov\"]\n[Black \"Petrov\"]\n\n1. e4 e5 2. \xcaf3 \xca\xf16 3. \xd1b5 1/2-1/2\n", "Ivanov", "Petrov", 5},
		{"Cyrillic UTF-8 with Latin names", russian2, "Ivanov", "Petrov", 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n", "\r"} {
				text := tt.text
				if !strings.HasPrefix(tt.name, "UTF-16") {
					text = strings.ReplaceAll(text, "\n", end)
				}
				r := pgn.NewReader(iotest.OneByteReader(strings.NewReader(text)), "t", pgn.Options{})
				g, err := r.Next()
				if err != nil {
					t.Fatal(err)
				}
				if g.White.Name != tt.white || g.Black.Name != tt.black || len(g.Plies) != tt.plies || g.Board != "1/2-1/2" {
					t.Errorf("line end %q: %q - %q, %d plies, %s", end, g.White.Name, g.Black.Name, len(g.Plies), g.Board)
				}
			}
		})
	}
}

// TestCodePageOfOneGame makes sure that files put together from others are
// read game by game, whatever stands before.
func TestCodePageOfOneGame(t *testing.T) {
	text := "[White \"M\xfcller\"]\n\n1. e4 *\n\n[White \"\xcf\xb8\xf2\xf0\"]\n\n1. e4 *\n\n[White \"Müller\"]\n\n1. e4 *\n"
	games, _ := read(t, text)
	for i, want := range []string{"Müller", "Пётр", "Müller"} {
		if games[i].White.Name != want {
			t.Errorf("game %d: White is %q, want %q", i+1, games[i].White.Name, want)
		}
	}
}

func TestLineNumbers(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("% escaped\n[Event \"A\"]\n\n1. e4 {a\nb}\ne5 2. Qh8 *\n\n\n[Event \"B\"]\n\n1. e4 *\n", "\n", end)
		games, _ := read(t, text)
		if len(games) != 2 || games[0].Source.Line != 2 || games[0].Cut == nil || games[0].Cut.Line != 6 || games[1].Source.Line != 9 {
			t.Errorf("line end %q: %+v", end, games)
		}
	}
}

// TestOddUTF16 reads halves of characters.
func TestOddUTF16(t *testing.T) {
	text := wide("[White \"A\"]\n\n1. e4 ", binary.LittleEndian)
	for _, tail := range [][]byte{{0x00, 0xD8, 0x2A, 0x00, 0x2A}, {0x00, 0xDC}, {0x00, 0xD8}} {
		g, err := pgn.NewReader(bytes.NewReader(append(bytes.Clone(text), tail...)), "t", pgn.Options{}).Next()
		if err != nil || len(g.Plies) != 1 || g.Cut == nil {
			t.Errorf("% x: %v, %v", tail, g, err)
		}
	}
}
