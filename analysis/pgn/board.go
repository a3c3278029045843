package pgn

import "fairplay/analysis"

// piece is a man: its kind in the low three bits, its colour in the fourth.
// The zero value is an empty square.
type piece uint8

const (
	none piece = iota
	pawn
	knight
	bishop
	rook
	queen
	king
)

// of returns the man of kind p and colour c.
func (p piece) of(c analysis.Color) piece { return p | piece(c)<<3 }

func (p piece) kind() piece           { return p & 7 }
func (p piece) color() analysis.Color { return analysis.Color(p >> 3) }

// letter returns the English letter of the kind: P, N, B, R, Q or K.
func (p piece) letter() byte { return "?PNBRQK?"[p.kind()] }

// fenLetter returns the letter that FEN uses: upper case for White.
func (p piece) fenLetter() byte {
	if p.color() == analysis.Black {
		return p.letter() | 0x20
	}
	return p.letter()
}

// pieceByLetter returns the kind that an English letter of either case names,
// none for any other letter.
func pieceByLetter(c byte) piece {
	switch c | 0x20 {
	case 'p':
		return pawn
	case 'n':
		return knight
	case 'b':
		return bishop
	case 'r':
		return rook
	case 'q':
		return queen
	case 'k':
		return king
	}
	return none
}

// square is a field of a board sixteen files wide, whose right half is off the board: rank<<4 |
// file. A step that leaves the board sets one of the bits 0x88.
type square int

const nowhere square = 0x88

func squareAt(file, rank int) square     { return square(rank<<4 | file) }
func fromIndex(i int) square             { return square(i&^7<<1 | i&7) }
func (s square) onBoard() bool           { return s&0x88 == 0 }
func (s square) file() int               { return int(s & 7) }
func (s square) rank() int               { return int(s >> 4) }
func (s square) index() int              { return s.rank()<<3 | s.file() }
func (s square) String() string          { return string([]byte{'a' + byte(s.file()), '1' + byte(s.rank())}) }
func move(from, to square) analysis.Move { return analysis.NewMove(from.index(), to.index(), 0) }

// The rights to castle, as bits.
const (
	whiteShort uint8 = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// board holds the men, the side to move and what else the rules remember. It knows how men
// move, but not whether a move leaves a king in check.
type board struct {
	men      [128]piece
	kings    [2]square
	turn     analysis.Color
	castling uint8
	passed   square // the square that a pawn has just passed over, nowhere otherwise
	clock    int    // plies since the last capture or pawn move
}

// put sets a man on an empty square.
func (b *board) put(s square, p piece) {
	b.men[s] = p
	if p.kind() == king {
		b.kings[p.color()] = s
	}
}

// make makes a move that is known to be legal.
func (b *board) make(m analysis.Move) {
	from, to := fromIndex(m.From()), fromIndex(m.To())
	p, taken, passed := b.men[from], b.men[to], b.passed
	b.clock++
	if p.kind() == pawn || taken != none {
		b.clock = 0
	}
	b.men[from] = none
	b.put(to, p)
	b.passed = nowhere
	switch {
	case p.kind() == pawn:
		b.finishPawn(m, from, to, passed)
	case p.kind() == king && (to-from == 2 || from-to == 2):
		b.finishCastling(from, to)
	}
	b.castling &^= rightsOf(from) | rightsOf(to)
	b.turn = b.turn.Other()
}

func (b *board) finishPawn(m analysis.Move, from, to, passed square) {
	switch {
	case to == passed:
		b.men[squareAt(to.file(), from.rank())] = none
	case to-from == 32 || from-to == 32:
		b.passed = (from + to) / 2
	case m.Promotion() != 0:
		b.men[to] = pieceByLetter(m.Promotion()).of(b.turn)
	}
}

func (b *board) finishCastling(from, to square) {
	corner, beside := to+1, to-1
	if to < from {
		corner, beside = to-2, to+1
	}
	b.men[beside], b.men[corner] = b.men[corner], none
}

// rightsOf returns the rights that end when a man leaves or reaches s.
func rightsOf(s square) uint8 {
	switch s {
	case 0x00:
		return whiteLong
	case 0x04:
		return whiteShort | whiteLong
	case 0x07:
		return whiteShort
	case 0x70:
		return blackLong
	case 0x74:
		return blackShort | blackLong
	case 0x77:
		return blackShort
	}
	return 0
}
