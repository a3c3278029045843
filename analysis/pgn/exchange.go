package pgn

import (
	"fairplay/analysis"
)

// Exchange says what a legal move wins and loses in captures, in pawns, by static exchange
// evaluation: both sides go on capturing on one square, the cheapest man first, for as long as
// it pays. Men behind a capturing man join in; pins and checks are ignored. A knight or bishop
// is worth 3, a rook 5, a queen 9, and a king 20, so that the king never captures a defended
// man.
//
// Models of human choice use it because a player counts like this at a glance. An engine's
// values do not depend on it.
type Exchange struct {
	Piece    byte // the moving man: K, Q, R, B, N or P
	Captured byte // the captured man, 0 for none
	Castling bool

	// Gain is the worth of the captured man, plus what a promoted pawn gains, less what the
	// opponent can then win by capturing on the square reached.
	Gain int
	// Threat is the most that the player could then win by capturing a man, other than the
	// king, that the moved man attacks. It is 0 for a king's move.
	Threat int
	// Hanging is what the opponent could win by capturing the man where it stands before the
	// move. It is 0 for a king.
	Hanging int
}

// Exchanges returns the exchanges of legal moves in the position with that key, in the order of
// the moves. A key that cannot be read, or a move from an empty square, is a fault.Error of
// kind Invalid.
func Exchanges(key string, moves []analysis.Move) ([]Exchange, error) {
	b, err := parseFEN(key)
	if err != nil {
		return nil, invalidPosition(key, err.Error())
	}
	exchanges := make([]Exchange, len(moves))
	for i, m := range moves {
		from := fromIndex(m.From())
		if b.men[from] == none {
			return nil, invalidPosition(key, "there is nothing to move on "+from.String())
		}
		x := &exchanges[i]
		*x = b.exchange(m)
		if b.men[from].kind() == king {
			continue
		}
		if i > 0 && moves[i-1].From() == m.From() {
			x.Hanging = exchanges[i-1].Hanging
		} else {
			x.Hanging = b.swap(from, b.turn.Other(), worth(b.men[from]))
		}
	}
	return exchanges, nil
}

// exchange finds everything but Hanging.
func (b *board) exchange(m analysis.Move) Exchange {
	us := b.turn
	from, to := fromIndex(m.From()), fromIndex(m.To())
	man, taken := b.men[from], b.men[to]
	if taken == none && man.kind() == pawn && from.file() != to.file() {
		taken = pawn
	}
	x := Exchange{Piece: man.letter(), Castling: man.kind() == king && abs(to.file()-from.file()) == 2}
	if taken != none {
		x.Captured = taken.letter()
		x.Gain = worth(taken)
	}
	if man.kind() == king {
		return x
	}
	after := *b
	after.make(m)
	x.Gain += worth(after.men[to]) - worth(man) - after.swap(to, us.Other(), worth(after.men[to]))
	x.Threat = after.threat(to, us)
	return x
}

// worth is the value of a man in pawns; an empty square is worth nothing.
func worth(p piece) int { return [...]int{0, 1, 3, 3, 5, 9, 20, 0}[p.kind()] }

// swap returns what colour by can win by capturing a man of that value on s. It is at least 0,
// because nobody has to capture. The board is left unchanged.
func (b *board) swap(s square, by analysis.Color, value int) int {
	from := b.cheapestAttacker(s, by)
	if from == nowhere {
		return 0
	}
	capturing, captured := b.men[from], b.men[s]
	b.men[from], b.men[s] = none, capturing
	gain := max(0, value-b.swap(s, by.Other(), worth(capturing)))
	b.men[from], b.men[s] = capturing, captured
	return gain
}

// cheapestAttacker returns the square of the cheapest man of colour by that attacks s, nowhere
// without one. Of two equal men it takes the pawn on the lower file or the slider on the lower
// square; knights come before bishops.
func (b *board) cheapestAttacker(s square, by analysis.Color) square {
	back := s - forward(by)
	for _, from := range [2]square{back - 1, back + 1} {
		if from.onBoard() && b.men[from] == pawn.of(by) {
			return from
		}
	}
	for _, step := range knightJumps() {
		if from := s + step; from.onBoard() && b.men[from] == knight.of(by) {
			return from
		}
	}
	best := nowhere
	for _, step := range diagonal() {
		best = b.cheaper(best, b.slider(s, step, bishop.of(by), queen.of(by)))
	}
	for _, step := range straight() {
		best = b.cheaper(best, b.slider(s, step, rook.of(by), queen.of(by)))
	}
	if k := b.kings[by]; best == nowhere && k != s && b.men[k] == king.of(by) &&
		max(abs(k.file()-s.file()), abs(k.rank()-s.rank())) == 1 {
		return k
	}
	return best
}

// slider returns the square of the first man seen from s in a direction if that man is one of
// the two given, nowhere otherwise.
func (b *board) slider(s, step square, slider, queen piece) square {
	for at := s + step; at.onBoard(); at += step {
		if p := b.men[at]; p != none {
			if p == slider || p == queen {
				return at
			}
			return nowhere
		}
	}
	return nowhere
}

// cheaper returns the square of the cheaper of two men, the lower square where
// they are worth the same.
func (b *board) cheaper(p, q square) square {
	switch {
	case p == nowhere:
		return q
	case q == nowhere || worth(b.men[p]) < worth(b.men[q]):
		return p
	case worth(b.men[q]) < worth(b.men[p]):
		return q
	}
	return min(p, q)
}
