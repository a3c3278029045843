package pgn

import "fairplay/analysis"

// threat returns the most that colour us can win by capturing a man that the
// man on s attacks, kings apart.
func (b *board) threat(s square, us analysis.Color) int {
	best := 0
	at := func(target square) {
		if !target.onBoard() {
			return
		}
		p := b.men[target]
		if p != none && p.color() != us && p.kind() != king && worth(p) > best {
			best = max(best, b.swap(target, us, worth(p)))
		}
	}
	switch b.men[s].kind() {
	case pawn:
		ahead := s + forward(us)
		at(ahead - 1)
		at(ahead + 1)
	case knight:
		for _, step := range knightJumps() {
			at(s + step)
		}
	case bishop:
		b.along(s, diagonal(), at)
	case rook:
		b.along(s, straight(), at)
	case queen:
		b.along(s, diagonal(), at)
		b.along(s, straight(), at)
	}
	return best
}

// along calls at with the first man seen from s in each direction.
func (b *board) along(s square, steps [4]square, at func(square)) {
	for _, step := range steps {
		target := s + step
		for target.onBoard() && b.men[target] == none {
			target += step
		}
		at(target)
	}
}
