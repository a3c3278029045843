package pgn_test

import (
	"testing"

	"fairplay/analysis/pgn"
)

// One encoding is guessed for all names of a file; names are decoded and encoded again.
func TestGuessEncoding(t *testing.T) {
	for _, p := range pages() {
		e := pgn.GuessEncoding([][]byte{[]byte(p.white), []byte(p.black), []byte("Smith, John")})
		if p.page == "Windows-1250" || p.page == "Windows-1254" {
			continue // a name or two do not tell them from Windows-1252
		}
		if e.Decode([]byte(p.white)) != p.wantWhite || e.Decode([]byte(p.black)) != p.wantBlack {
			t.Errorf("%q is read as %s: %q", p.wantWhite, e, e.Decode([]byte(p.white)))
		}
		if back, ok := e.Encode(p.wantWhite); !ok || string(back) != p.white {
			t.Errorf("%q is written as %q", p.wantWhite, back)
		}
	}
	if e := pgn.GuessEncoding([][]byte{[]byte("Müller")}); e != (pgn.Encoding{}) || e.String() != "UTF-8" {
		t.Errorf("UTF-8 is %s", e)
	}
	latin := pgn.GuessEncoding([][]byte{[]byte("M\xfcller")})
	if _, ok := latin.Encode("Иванов"); ok {
		t.Error("Windows-1252 holds Cyrillic letters")
	}
	if got := latin.Decode([]byte("Иванов")); got != "Иванов" {
		t.Errorf("UTF-8 in between is read as %q", got)
	}
}
