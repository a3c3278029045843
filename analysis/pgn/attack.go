package pgn

import "fairplay/analysis"

// The directions in which men move, as steps from square to square.
func straight() [4]square    { return [4]square{1, -1, 16, -16} }
func diagonal() [4]square    { return [4]square{15, 17, -15, -17} }
func knightJumps() [8]square { return [8]square{14, -14, 18, -18, 31, -31, 33, -33} }

// forward returns the step of a pawn of colour c.
func forward(c analysis.Color) square {
	if c == analysis.Black {
		return -16
	}
	return 16
}

// attackers returns how many men of colour by attack square s and the cheapest kind among them,
// none without an attacker. A pinned man attacks too (Laws 3.1.2).
func (b *board) attackers(s square, by analysis.Color) (count int, cheapest piece) {
	cheapest = none
	see := func(kind piece) {
		count++
		if cheapest == none || kind < cheapest {
			cheapest = kind
		}
	}
	back := s - forward(by)
	for _, from := range [2]square{back - 1, back + 1} {
		if from.onBoard() && b.men[from] == pawn.of(by) {
			see(pawn)
		}
	}
	for _, step := range knightJumps() {
		if from := s + step; from.onBoard() && b.men[from] == knight.of(by) {
			see(knight)
		}
	}
	for _, step := range diagonal() {
		if p, near := b.firstSeen(s, step); p != none && p.color() == by && slides(p, bishop, near) {
			see(p.kind())
		}
	}
	for _, step := range straight() {
		if p, near := b.firstSeen(s, step); p != none && p.color() == by && slides(p, rook, near) {
			see(p.kind())
		}
	}
	return count, cheapest
}

// attacked reports whether a man of colour by attacks square s.
func (b *board) attacked(s square, by analysis.Color) bool {
	count, _ := b.attackers(s, by)
	return count > 0
}

// slides reports whether a man first seen along a line attacks along it: the
// slider of that line, a queen, or a king next to the square.
func slides(p, slider piece, near bool) bool {
	k := p.kind()
	return k == slider || k == queen || (near && k == king)
}

// firstSeen returns the first man seen from s in a direction and whether it
// stands next to s.
func (b *board) firstSeen(s, step square) (p piece, near bool) {
	for at := s + step; at.onBoard(); at += step {
		if b.men[at] != none {
			return b.men[at], at == s+step
		}
	}
	return none, false
}

// reaches reports whether the man on from may go to a square by the rule for its kind: the way is
// free and no man of its own colour stands there. It asks neither about castling nor whether a
// king is left in check.
func (b *board) reaches(from, to square) bool {
	p := b.men[from]
	if from == to || (b.men[to] != none && b.men[to].color() == p.color()) {
		return false
	}
	df, dr := abs(to.file()-from.file()), abs(to.rank()-from.rank())
	switch p.kind() {
	case pawn:
		return b.pawnReaches(from, to)
	case knight:
		return df*dr == 2
	case bishop:
		return df == dr && b.free(from, to)
	case rook:
		return df*dr == 0 && b.free(from, to)
	case queen:
		return (df == dr || df*dr == 0) && b.free(from, to)
	case king:
		return df <= 1 && dr <= 1
	}
	return false
}

func (b *board) pawnReaches(from, to square) bool {
	p := b.men[from]
	step := forward(p.color())
	switch to - from {
	case step:
		return b.men[to] == none
	case 2 * step:
		home := p.color() == analysis.White && from.rank() == 1 || p.color() == analysis.Black && from.rank() == 6
		return home && b.men[to] == none && b.men[from+step] == none
	case step - 1, step + 1:
		return b.men[to] != none || to == b.passed
	}
	return false
}

// free reports whether the squares between two that lie on one line are empty.
func (b *board) free(from, to square) bool {
	step := squareAt(0, sign(to.rank()-from.rank())) + square(sign(to.file()-from.file()))
	for at := from + step; at != to; at += step {
		if b.men[at] != none {
			return false
		}
	}
	return true
}

// mayBePinned reports whether the man on a square stands between the mover's king and a queen,
// rook or bishop of the opponent. It does not ask whether that piece attacks along the line, or
// whether a move leaves the line.
func (b *board) mayBePinned(from square) bool {
	k := b.kings[b.turn]
	df, dr := from.file()-k.file(), from.rank()-k.rank()
	if abs(df) != abs(dr) && df*dr != 0 || !b.free(from, k) {
		return false
	}
	behind, _ := b.firstSeen(from, squareAt(0, sign(dr))+square(sign(df)))
	return behind != none && behind.color() != b.turn && behind.kind() >= bishop && behind.kind() <= queen
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
