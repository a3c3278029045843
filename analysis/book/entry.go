package book

import (
	"strings"

	"fairplay/analysis"
)

// BookMove is one move that the book knows in a position.
type BookMove struct {
	Move   analysis.Move
	Weight int // 0..65535; in our own books the number of games
}

// entryLen is the length of an entry in bytes.
const entryLen = 16

// polyglotMove returns the two bytes of the format: to-square in the low six
// bits, from-square, promotion. Castling is written as the king taking its own
// rook (e1h1).
func polyglotMove(m analysis.Move, b *squares) uint16 {
	from, to := m.From(), m.To()
	if b.isKing(from) && from/8 == to/8 {
		switch to - from {
		case 2:
			to = from + 3
		case -2:
			to = from - 4
		}
	}
	return uint16(m)>>12<<12 | uint16(from)<<6 | uint16(to)
}

// moveOf is the inverse of polyglotMove. ok is false for an entry without a move or with an
// impossible one.
func moveOf(raw uint16, b *squares) (m analysis.Move, ok bool) {
	from, to, promotion := int(raw>>6&63), int(raw&63), int(raw>>12)
	if from == to || promotion > 4 {
		return 0, false
	}
	ownRook := b.isKing(from) && b[to] != 0 && b[to] == b[from]-'K'+'R'
	switch {
	case ownRook && to == from+3:
		to = from + 2
	case ownRook && to == from-4:
		to = from - 2
	}
	return analysis.NewMove(from, to, " nbrq"[promotion]), true
}

// squaresOf returns the board of a position key that Key has accepted.
func squaresOf(positionKey string) *squares {
	var b squares
	field, _, _ := strings.Cut(strings.TrimSpace(positionKey), " ")
	b.place(field)
	return &b
}
