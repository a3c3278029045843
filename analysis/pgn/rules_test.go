package pgn

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"fairplay/analysis"
)

// perftLimit is the number of leaves that TestPerft counts at most: nearly all to depth 4. The slow tests raise it, to depth 5.
var perftLimit = 200_000

// TestPerft counts the leaves of the tree of legal moves: as notnil/chess finds them, as a generator of our own does, and as they are
// published on the Chess Programming Wiki, page "Perft Results". The positions cover castling, en passant, pins and promotions.
func TestPerft(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		nodes     []int
	}{
		{"start", startFEN, []int{20, 400, 8_902, 197_281, 4_865_609}},
		{"castling", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2_039, 97_862, 4_085_603, 193_690_690}},
		{"en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2_812, 43_238, 674_624}},
		{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9_467, 422_333, 15_833_292}},
		{"promotions, mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []int{6, 264, 9_467, 422_333, 15_833_292}},
		{"checks", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1_486, 62_379, 2_103_487, 89_941_194}},
		{"quiet", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2_079, 89_890, 3_894_594, 164_075_551}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := parseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			other := placed(tt.fen)
			for i, want := range tt.nodes {
				if want > perftLimit {
					break
				}
				if got, again := perft(newPosition(b), i+1), other.leaves(i+1, map[counted]int{}); got != want || again != want {
					t.Errorf("%d leaves at depth %d, and %d by our own generator, want %d", got, i+1, again, want)
				}
			}
		})
	}
}

func perft(p position, depth int) int {
	if depth == 1 {
		return len(p.legal())
	}
	nodes := 0
	for _, m := range p.legal() {
		after := p
		after.advance(m)
		nodes += perft(after, depth-1)
	}
	return nodes
}

// TestBoardAgreesWithNotnil plays through real games on the small board and on notnil/chess,
// which updates its own position. It compares placement, castling rights, checks and, for every
// pair of squares, whether a move is legal.
func TestBoardAgreesWithNotnil(t *testing.T) {
	for _, file := range []string{"positions.pgn", "hard/dr_who.pgn", "hard/checks.pgn"} {
		text, err := os.ReadFile("../../testdata/pgn/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range Games(bytes.NewReader(text), file, Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			compareWithNotnil(t, g)
		}
	}
}

func compareWithNotnil(t *testing.T, g *analysis.Game) {
	t.Helper()
	theirs := chess.StartingPosition()
	b, err := parseFEN(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	ours := newPosition(b)
	for i, ply := range g.Plies {
		if want := strings.Fields(theirs.String())[:3]; strings.Join(want, " ") != strings.Join(strings.Fields(ply.Key)[:3], " ") {
			t.Fatalf("%s, ply %d: key %q, notnil/chess has %q", g.Source, i, ply.Key, theirs)
		}
		var next *chess.Move
		legal := map[analysis.Move]bool{}
		for _, m := range theirs.ValidMoves() {
			own := analysis.NewMove(int(m.S1()), int(m.S2()), promotionLetter(m.Promo()))
			legal[own] = true
			after := ours
			after.advance(own)
			if after.checked != m.HasTag(chess.Check) {
				t.Fatalf("%s, ply %d, %s: check is %v, notnil/chess says %v", g.Source, i, own, after.checked, !after.checked)
			}
			if own == ply.Move {
				next = m
			}
		}
		if err := sameMoves(ours, legal); err != nil {
			t.Fatalf("%s, ply %d: %v", g.Source, i, err)
		}
		if next == nil {
			t.Fatalf("%s, ply %d: %s is not legal", g.Source, i, ply.Move)
		}
		theirs = theirs.Update(next)
		ours.advance(ply.Move)
	}
}

// sameMoves compares the moves that the replay allows with a set of legal moves.
func sameMoves(p position, legal map[analysis.Move]bool) error {
	var allowed []analysis.Move
	for i := range 64 * 64 {
		from, to := fromIndex(i/64), fromIndex(i%64)
		if man := p.men[from]; man != none && man.color() == p.turn {
			allowed = p.try(allowed, spoken{}, from, to)
		}
	}
	for _, written := range []string{"O-O", "O-O-O"} {
		if m, reason := p.find(written, english()); reason == "" {
			allowed = append(allowed, m)
		}
	}
	for _, m := range allowed {
		if !legal[m] {
			return fmt.Errorf("%s is allowed and not legal", m)
		}
	}
	if len(allowed) != len(legal) {
		return fmt.Errorf("%d moves are allowed, %d are legal", len(allowed), len(legal))
	}
	return nil
}

// TestTrickyMoves gives positions in which programs go wrong, and a move that
// is or is not legal there.
func TestTrickyMoves(t *testing.T) {
	tests := []struct {
		name, fen, move string
		legal           bool
	}{
		{"castling out of check", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "O-O", false},
		{"castling through check", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "O-O", false},
		{"castling into check", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "O-O", false},
		{"castling with the rook attacked", "4k3/8/8/8/7r/8/8/4K2R w K - 0 1", "O-O", true},
		{"castling long with b1 attacked", "4k3/8/8/8/1r6/8/8/R3K3 w Q - 0 1", "O-O-O", true},
		{"castling over a man", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", false},
		{"castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", false},
		{"en passant opens the rank", "8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", "exd3", false},
		{"en passant along the pin", "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1", "exd3", false},
		{"en passant takes the checker", "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", "exd3", true},
		{"en passant too late", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", false},
		{"pinned along the line", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rxe4+", true},
		{"pinned off the line", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rd2", false},
		{"king along the line of check", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "Kf1", false},
		{"double check answered by a capture", "4k3/8/8/8/7b/8/4r3/R3K3 w Q - 0 1", "Kxe2", true},
	}
	for _, tt := range tests {
		b, err := parseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		p := newPosition(b)
		if m, reason := p.find(tt.move, english()); (reason == "") != tt.legal {
			t.Errorf("%s: %s gives %s, %q; legal is %v", tt.name, tt.move, m, reason, tt.legal)
		}
	}
}

// TestCapturedRookEndsCastling takes a rook in the corner and asks for the
// castling right afterwards.
func TestCapturedRookEndsCastling(t *testing.T) {
	b, err := parseFEN("r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	p := newPosition(b)
	for _, step := range []struct{ move, rights string }{
		{"Rxh1+", "Qq"}, {"Kd2", "q"}, {"Raxa1", "-"},
	} {
		m, reason := p.find(step.move, english())
		if reason != "" {
			t.Fatal(reason)
		}
		p.advance(m)
		if got := strings.Fields(p.key())[2]; got != step.rights {
			t.Errorf("after %s the castling rights are %s, want %s", step.move, got, step.rights)
		}
	}
}

// san returns a legal move in SAN and leaves the position as it is.
func (p position) san(m analysis.Move) string {
	s := p.appendSAN(nil, m)
	p.advance(m)
	return string(p.appendCheck(s))
}

// TestDisambiguation writes moves as the standard wants them.
func TestDisambiguation(t *testing.T) {
	tests := []struct{ fen, move, want string }{
		{"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"},
		{"4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "c3e4", "N3e4"},
		{"4k3/8/8/2N3N1/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nc3e4"},
		{"4k3/8/8/8/1b6/2N3N1/8/4K3 w - - 0 1", "g3e4", "Ne4"}, // the other is pinned
		{"4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "a2d2", "Rad2"},
		{"Q6Q/8/8/8/k7/8/7K/Q6Q w - - 0 1", "h8d4", "Qhd4+"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
	}
	for _, tt := range tests {
		b, err := parseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		p := newPosition(b)
		m, reason := p.find(tt.move, english())
		if got := p.san(m); got != tt.want || reason != "" {
			t.Errorf("%s %s: got %s %s, want %s", tt.fen, tt.move, got, reason, tt.want)
		}
	}
}
