package book

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"fairplay/analysis/fault"
)

// The nine test keys of "Polyglot book format" (book_format.html).
func TestPublishedKeys(t *testing.T) {
	for _, c := range []struct {
		fen string
		key uint64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
		{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
		{"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
		{"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
		{"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
	} {
		got, err := Key(c.fen)
		if err != nil || got != c.key {
			t.Errorf("Key(%q) = %016x, %v; want %016x", c.fen, got, err, c.key)
		}
	}
}

func TestRandomTableIsThePublishedOne(t *testing.T) {
	if len(randomTable) != 781*8 {
		t.Fatalf("%d bytes", len(randomTable))
	}
	sum := sha256.Sum256([]byte(randomTable))
	if got := hex.EncodeToString(sum[:]); got != "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8" {
		t.Errorf("SHA-256 %s", got)
	}
	// First and last number as printed in book_format.html.
	if random(0) != 0x9D39247E33776D41 || random(780) != 0xF8D626AAAF278509 {
		t.Errorf("first %x, last %x", random(0), random(780))
	}
}

// The clocks do not matter, and neither does an en-passant square that no pawn
// can use.
func TestSamePosition(t *testing.T) {
	a, err := Key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	b, err := Key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 37 1")
	if err != nil || a != b {
		t.Errorf("%016x and %016x, %v", a, b, err)
	}
}

func TestNotAPosition(t *testing.T) {
	for _, fen := range []string{
		"",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
		"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
		"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1",
	} {
		if key, err := Key(fen); fault.KindOf(err) != fault.Invalid {
			t.Errorf("Key(%q) = %016x, %v; want an invalid fault", fen, key, err)
		}
	}
}
