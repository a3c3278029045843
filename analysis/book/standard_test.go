package book

import (
	"strings"
	"testing"

	"fairplay/analysis/pgn"
)

func TestStandardBook(t *testing.T) {
	b := Standard()
	if b != Standard() {
		t.Error("the book is opened twice")
	}
	if b.SHA256() != "1f3663e625be70e370ce6e5c0f33100ffc18bbde962edb153bdd768a13a1b580" || b.Len() != 60005 {
		t.Errorf("%d moves, SHA-256 %s: is books/README.md still right?", b.Len(), b.SHA256())
	}
	if _, err := Read(strings.NewReader(standard)); err != nil {
		t.Error(err)
	}
}

// The book knows main lines from turn 9 on, and no moves that nobody plays.
func TestStandardBookKnowsTheory(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		known       bool
	}{
		{"Ruy Lopez, closed", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 *", true},
		{"Najdorf, English attack", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O *", true},
		{"Queen's gambit declined", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 *", true},
		{"before turn 9", "1. e4 e5 2. Nf3 Nc6 *", false},
		{"rooks' pawns only", "1. a3 a6 2. h3 h6 3. a4 a5 4. h4 h5 5. Ra3 Ra6 6. Rah3 Rah6 7. Rg3 Rg6 8. Rgh3 Rgh6 9. b3 b6 *", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for g, err := range pgn.Games(strings.NewReader(c.moves), "moves", pgn.Options{}) {
				if err != nil || g.Cut != nil {
					t.Fatal(err, g.Cut)
				}
				last := g.Plies[len(g.Plies)-1].Key
				if got := Standard().Contains(last); got != c.known {
					t.Errorf("Contains(%q) = %v, want %v", last, got, c.known)
				}
			}
		})
	}
}
