package pgn

import (
	"os"
	"strings"
	"testing"

	"fairplay/analysis"
)

// The first two are the examples of the Chess Programming Wiki, "SEE - The Swap
// Algorithm", with our values of the men; the others were counted on a board.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		name, fen, move       string
		gain, threat, hanging int
	}{
		{"rook takes an undefended pawn", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 1, 0, 0},
		{"knight takes a defended pawn", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -2, 0, 0},
		{"quiet move into nothing", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a4", 0, 0, 0},
		{"castling counts nothing", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0, 0, 0},
		{"queen into a pawn's reach", "4k3/8/3p4/8/8/8/8/2Q1K3 w - - 0 1", "c1c5", -9, 1, 0},
		{"fork of king, queen and rook, the queen being defended", "4k3/1q3r2/8/8/4N3/8/8/4K3 w - - 0 1", "e4d6", 0, 6, 3},
		{"attacked and undefended knight leaves", "4k3/8/8/r2N4/8/8/8/4K3 w - - 0 1", "d5c3", 0, 0, 3},
		{"defended pawn attacked by a rook does not hang", "4k3/8/8/r2P4/4P3/8/8/4K3 w - - 0 1", "d5d6", 0, 0, 0},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1, 0, 0},
		{"promotion gains a queen for a pawn", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 8, 0, 0},
		{"promotion that is captured loses the pawn", "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -1, 5, 0},
		{"a king takes what is free", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", 1, 0, 0},
		{"the rook behind joins in", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4, 0, 0},
		{"the king does not join in where he would be captured", "8/8/3k4/3p4/8/1B6/8/3RK3 w - - 0 1", "d1d5", 1, 0, 0},
	} {
		m, err := analysis.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Exchanges(c.fen, []analysis.Move{m})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if x := got[0]; x.Gain != c.gain || x.Threat != c.threat || x.Hanging != c.hanging {
			t.Errorf("%s: gain %d, threat %d, hanging %d; want %d, %d, %d", c.name, x.Gain, x.Threat, x.Hanging, c.gain, c.threat, c.hanging)
		}
	}
}

func TestExchangesRefuse(t *testing.T) {
	if _, err := Exchanges("nonsense", nil); err == nil {
		t.Error("a key that is none was read")
	}
	if _, err := Exchanges(startFEN, []analysis.Move{move(0x33, 0x44)}); err == nil {
		t.Error("an empty square moved")
	}
}

// naive finds what colour by wins on s by asking every man on the board whether it reaches the
// square, as the reader of SAN does.
func (b board) naive(s square, by analysis.Color, value int) int {
	best, price := nowhere, 1000
	for rank := range 8 {
		for file := range 8 {
			from := squareAt(file, rank)
			p := b.men[from]
			if p == none || p.color() != by || !b.reaches(from, s) {
				continue
			}
			cost := 10 * worth(p)
			if p.kind() == bishop {
				cost++
			}
			if cost < price {
				best, price = from, cost
			}
		}
	}
	if best == nowhere {
		return 0
	}
	p := b.men[best]
	b.men[best], b.men[s] = none, p
	return max(0, value-b.naive(s, by.Other(), worth(p)))
}

// Every capture of real games is computed in two ways, and the board stays unchanged.
func TestExchangesOfRealGames(t *testing.T) {
	text, err := os.ReadFile("../../testdata/pgn/twic1599.pgn")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for g, err := range Games(strings.NewReader(string(text)), "twic1599.pgn", Options{}) {
		if err != nil {
			continue
		}
		for i, ply := range g.Plies {
			if i%9 != 0 {
				continue
			}
			b, err := parseFEN(ply.Key)
			if err != nil {
				t.Fatal(err)
			}
			for rank := range 8 {
				for file := range 8 {
					s := squareAt(file, rank)
					p := b.men[s]
					if p == none {
						continue
					}
					before := b
					by := p.color().Other()
					if got, want := b.swap(s, by, worth(p)), b.naive(s, by, worth(p)); got != want || b != before {
						t.Fatalf("%s: capturing on %s wins %d, want %d", ply.Key, s, got, want)
					}
					seen++
				}
			}
		}
	}
	if seen < 5000 {
		t.Errorf("only %d captures were weighed", seen)
	}
}

// BenchmarkExchanges computes all moves of one position.
func BenchmarkExchanges(b *testing.B) {
	p, err := NewPosition("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Exchanges(p.Key, p.Legal); err != nil {
			b.Fatal(err)
		}
	}
}
