package pgn

import (
	"fairplay/analysis"
)

// MoveFacts is what can be said of a legal move without an engine. Pieces are
// English letters, K Q R B N P, or 0 for none. Of two pieces the cheaper is
// the one of lower rank in the order P N B R Q K.
type MoveFacts struct {
	Move      analysis.Move
	Piece     byte // that moves
	Captured  byte // that is taken
	Promotion byte // that a pawn becomes
	Check     bool // the move gives check
	Castling  bool
	Recapture bool // takes on the square where the opponent has just moved to
	SamePiece bool // the piece that made the player's own move before moves again

	// Of the moving piece where it stood.
	Attacked bool // by any man of the opponent
	Loose    bool // attacked by something cheaper, or attacked and undefended

	// Of the square it reaches, after the move.
	Exposed        bool // attacked by the opponent
	ExposedCheaper bool // attacked by something cheaper than the piece that stands there
	Defended       bool // by another man of the player

	Retreat  bool // towards the player's own first rank
	Distance int  // in king's steps, 1 to 7
}

// Describe returns the facts of every legal move of a position, in the order
// of position.Legal. previous is the opponent's move that led to the position
// and previousOwn the player's move before it; either may be 0, no move. Nil
// where the key of the position cannot be read; a position from this package
// always can.
func Describe(position analysis.Position, previous, previousOwn analysis.Move) []MoveFacts {
	b, err := parseFEN(position.Key)
	if err != nil {
		return nil
	}
	facts := make([]MoveFacts, len(position.Legal))
	stood := standing{b: &b}
	for i, m := range position.Legal {
		facts[i] = stood.describe(m)
		facts[i].Recapture = facts[i].Captured != 0 && previous != 0 && m.To() == previous.To()
		facts[i].SamePiece = previousOwn != 0 && m.From() == landed(previousOwn, &b)
	}
	return facts
}

// landed returns where the piece of an own move stands now. Castling is the
// king's move.
func landed(own analysis.Move, b *board) int {
	if man := b.men[fromIndex(own.To())]; man == none || man.color() != b.turn {
		return -1
	}
	return own.To()
}

// standing describes the moves of one position and remembers what it has found
// of the square that the last moves left.
type standing struct {
	b               *board
	from            square
	known           bool
	attacked, loose bool
}

func (s *standing) describe(m analysis.Move) MoveFacts {
	b, us := s.b, s.b.turn
	from, to := fromIndex(m.From()), fromIndex(m.To())
	man := b.men[from]
	s.lookAt(from)
	f := MoveFacts{Move: m, Piece: man.letter(), Promotion: m.Promotion() &^ 0x20, Attacked: s.attacked, Loose: s.loose,
		Castling: man.kind() == king && abs(to.file()-from.file()) == 2,
		Retreat:  (to.rank()-from.rank())*int(forward(us)) < 0,
		Distance: max(abs(to.file()-from.file()), abs(to.rank()-from.rank())),
	}
	if b.men[to] != none {
		f.Captured = b.men[to].letter()
	} else if man.kind() == pawn && from.file() != to.file() {
		f.Captured = 'P'
	}
	after := *b
	after.make(m)
	f.Check = after.attacked(after.kings[us.Other()], us)
	enemies, cheapest := after.attackers(to, us.Other())
	f.Exposed = enemies > 0
	f.ExposedCheaper = enemies > 0 && cheapest < after.men[to].kind()
	f.Defended = after.attacked(to, us)
	return f
}

// lookAt finds whether the man on a square is attacked and loose.
func (s *standing) lookAt(from square) {
	if s.known && s.from == from {
		return
	}
	us := s.b.turn
	enemies, cheapest := s.b.attackers(from, us.Other())
	s.from, s.known, s.attacked = from, true, enemies > 0
	s.loose = enemies > 0 && (cheapest < s.b.men[from].kind() || !s.b.attacked(from, us))
}
