package pgn_test

import (
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// TestDescribe states the facts of single moves, found by looking at the board.
func TestDescribe(t *testing.T) {
	tests := []struct {
		name, fen, move, previous, own string
		want                           pgn.MoveFacts
	}{
		{"first move", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "", "",
			pgn.MoveFacts{Piece: 'P', Distance: 2}},
		{"knight out", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "", "",
			pgn.MoveFacts{Piece: 'N', Distance: 2, Defended: true}},
		{"recapture", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d8d5", "e4d5", "d7d5",
			pgn.MoveFacts{Piece: 'Q', Captured: 'P', Recapture: true, Distance: 3}},
		{"queen into a knight's reach, then back", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 1", "d5d8", "b1c3", "d8d5",
			pgn.MoveFacts{Piece: 'Q', SamePiece: true, Attacked: true, Loose: true, Retreat: true, Distance: 3, Defended: true}},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "d7d5", "e4e5",
			pgn.MoveFacts{Piece: 'P', Captured: 'P', SamePiece: true, Distance: 1}},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "", "",
			pgn.MoveFacts{Piece: 'K', Castling: true, Check: true, Distance: 2, Defended: true}},
		{"promotion with check", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "", "a6a7",
			pgn.MoveFacts{Piece: 'P', Promotion: 'Q', Check: true, SamePiece: true, Distance: 1}},
		{"rook into a pawn's reach", "4k3/8/3p4/8/8/8/8/2R1K3 w - - 0 1", "c1c5", "", "",
			pgn.MoveFacts{Piece: 'R', Exposed: true, ExposedCheaper: true, Distance: 4}},
		{"rook to a defended square against a rook", "2r1k3/8/8/8/1P6/8/8/2R1K3 w - - 0 1", "c1c5", "", "",
			pgn.MoveFacts{Piece: 'R', Attacked: true, Exposed: true, Loose: true, Defended: true, Distance: 4}},
		{"undefended knight moves back", "4k3/8/8/r2N4/8/8/8/4K3 w - - 0 1", "d5c3", "", "",
			pgn.MoveFacts{Piece: 'N', Attacked: true, Loose: true, Retreat: true, Distance: 2}},
		{"black goes back", "4k3/8/8/8/3n4/8/8/R3K3 b - - 0 1", "d4e6", "", "",
			pgn.MoveFacts{Piece: 'N', Retreat: true, Distance: 2}},
		{"the piece that moved was taken", "4k3/8/8/8/8/3P4/2P5/4K3 w - - 0 1", "c2c3", "", "e2d3",
			pgn.MoveFacts{Piece: 'P', Distance: 1}},
	}
	for _, tt := range tests {
		p, err := pgn.NewPosition(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		m := parse(t, tt.move)
		tt.want.Move = m
		i := slices.Index(p.Legal, m)
		if i < 0 {
			t.Fatalf("%s: %s is not legal", tt.name, m)
		}
		if got := pgn.Describe(p, parse(t, tt.previous), parse(t, tt.own))[i]; got != tt.want {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

func parse(t *testing.T, s string) analysis.Move {
	if s == "" {
		return 0
	}
	m, err := analysis.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestDescribeAgreesWithSAN compares captures, checks, promotions and castling
// of all moves played in real games with what their SAN says.
func TestDescribeAgreesWithSAN(t *testing.T) {
	games, _ := read(t, string(sample(t, "twic1599.pgn")))
	for _, g := range games[:10] {
		var previous, own analysis.Move
		for i, ply := range g.Plies {
			p, err := pgn.NewPosition(ply.Key)
			if err != nil {
				t.Fatal(err)
			}
			f := pgn.Describe(p, previous, own)[slices.Index(p.Legal, ply.Move)]
			says := func(c byte) bool { return slices.Contains([]byte(ply.SAN), c) }
			if f.Check != (says('+') || says('#')) || (f.Captured != 0) != says('x') || (f.Promotion != 0) != says('=') || f.Castling != says('O') {
				t.Errorf("%s, ply %d: %s is described as %+v", g.Source, i, ply.SAN, f)
			}
			previous, own = ply.Move, previous
		}
	}
}

func TestDescribeUnreadable(t *testing.T) {
	if facts := pgn.Describe(analysis.Position{Key: "nonsense"}, 0, 0); facts != nil {
		t.Errorf("facts of no position: %v", facts)
	}
}
