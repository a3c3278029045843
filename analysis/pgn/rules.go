package pgn

import (
	"encoding/binary"
	"slices"

	"github.com/notnil/chess"

	"fairplay/analysis"
)

// position is a board with what follows from the rules, computed when needed.
type position struct {
	board
	checked bool            // the side to move is in check
	moves   []analysis.Move // legal moves, ascending; valid once asked is set
	asked   bool
}

// newPosition makes a position of a board, which must hold both kings.
func newPosition(b board) position {
	return position{board: b, checked: b.attacked(b.kings[b.turn], b.turn.Other())}
}

// advance makes a legal move.
func (p *position) advance(m analysis.Move) {
	p.make(m)
	p.checked = p.attacked(p.kings[p.turn], p.turn.Other())
	p.asked = false
}

// legal returns all legal moves in ascending order.
func (p *position) legal() []analysis.Move {
	if !p.asked {
		p.moves, p.asked = validMoves(&p.board), true
	}
	return p.moves
}

// allows reports whether a move that follows the rule for its kind of man is legal. Where no king
// can be concerned, it is.
func (p *position) allows(m analysis.Move) bool {
	from, to := fromIndex(m.From()), fromIndex(m.To())
	kind := p.men[from].kind()
	passing := kind == pawn && to == p.passed
	if !p.checked && kind != king && !passing && !p.mayBePinned(from) {
		return true
	}
	return p.has(m)
}

// has reports whether a move is among the legal ones.
func (p *position) has(m analysis.Move) bool {
	_, found := slices.BinarySearch(p.legal(), m)
	return found
}

// validMoves asks notnil/chess for the legal moves. It hands the position over in that
// package's binary form, which is a hundred times faster than a FEN. The position must have
// been checked before: notnil/chess takes any FEN of the right shape, even with missing kings
// or pawns on the last rank, and castles with rooks that are not there.
func validMoves(b *board) []analysis.Move {
	var p chess.Position
	if err := p.UnmarshalBinary(binaryForm(b)); err != nil {
		panic("pgn: notnil/chess refuses a position of 101 bytes: " + err.Error())
	}
	valid := p.ValidMoves()
	moves := make([]analysis.Move, len(valid))
	for i, m := range valid {
		moves[i] = analysis.NewMove(int(m.S1()), int(m.S2()), promotionLetter(m.Promo()))
	}
	slices.Sort(moves)
	return moves
}

func promotionLetter(t chess.PieceType) byte {
	switch t {
	case chess.Queen:
		return 'q'
	case chess.Rook:
		return 'r'
	case chess.Bishop:
		return 'b'
	case chess.Knight:
		return 'n'
	}
	return 0
}

// binaryForm writes the 101 bytes that chess.Position.MarshalBinary documents: twelve bit
// boards of 8 bytes (kings to pawns, White first, a1 the highest bit), half-move clock,
// full-move number (2), en-passant square, flags. The clock does not affect the moves and stays
// 0.
func binaryForm(b *board) []byte {
	const enPassant, flags = 99, 100
	var bits [2][7]uint64
	for i := range 64 {
		if p := b.men[fromIndex(i)]; p != none {
			bits[p.color()][p.kind()] |= 1 << (63 - i)
		}
	}
	form := make([]byte, 0, 101)
	for _, c := range [2]analysis.Color{analysis.White, analysis.Black} {
		for kind := king; kind >= pawn; kind-- {
			form = binary.BigEndian.AppendUint64(form, bits[c][kind])
		}
	}
	form = append(form, 0, 0, 1, 0, b.castling)
	if b.turn == analysis.Black {
		form[flags] |= 1 << 4
	}
	if b.passed != nowhere {
		form[enPassant] = byte(b.passed.index())
		form[flags] |= 1 << 5
	}
	return form
}
