package pgn

import "strings"

// placement is a position of an independent generator of moves, which shares nothing with the program and with notnil/chess. It is
// slow and plain: 64 letters as in a FEN, from a1, and a move is legal if no man may take the king afterwards.
type placement struct {
	men     [64]byte // 0 for an empty square
	black   bool     // to move
	castles string   // of KQkq
	passed  int      // the square behind a pawn that has just made two steps, or -1
}

func placed(fen string) placement {
	part := strings.Fields(fen)
	p := placement{black: part[1] == "b", castles: part[2], passed: -1}
	for row, text := range strings.Split(part[0], "/") {
		at := 56 - 8*row
		for _, c := range []byte(text) {
			if c >= '1' && c <= '8' {
				at += int(c - '0')
				continue
			}
			p.men[at] = c
			at++
		}
	}
	if part[3] != "-" {
		p.passed = int(part[3][0]-'a') + 8*int(part[3][1]-'1')
	}
	return p
}

func isBlack(man byte) bool { return man >= 'a' }

// own reports whether a man of the side to move stands on a square.
func (p *placement) own(at int) bool { return p.men[at] != 0 && isBlack(p.men[at]) == p.black }

// kindOf is the man as a small letter.
func kindOf(man byte) byte { return man | 0x20 }

// step returns the square some files and ranks away, or -1.
func step(at, files, ranks int) int {
	file, rank := at%8+files, at/8+ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return 8*rank + file
}

var (
	alongLines     = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	alongDiagonals = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	knightLeaps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// reach returns the squares that a man other than a pawn reaches or protects.
func (p *placement) reach(at int) (to []int) {
	kind := kindOf(p.men[at])
	directions := append(append([][2]int{}, alongLines...), alongDiagonals...)
	switch kind {
	case 'n':
		directions = knightLeaps
	case 'b':
		directions = alongDiagonals
	case 'r':
		directions = alongLines
	}
	for _, d := range directions {
		for next := step(at, d[0], d[1]); next >= 0; next = step(next, d[0], d[1]) {
			to = append(to, next)
			if p.men[next] != 0 || kind == 'k' || kind == 'n' {
				break
			}
		}
	}
	return to
}

// attackedBy reports whether the side that is not to move attacks a square.
func (p *placement) attackedBy(at int) bool {
	for from, man := range p.men {
		if man == 0 || p.own(from) {
			continue
		}
		if kindOf(man) == 'p' {
			ranks := 1
			if isBlack(man) {
				ranks = -1
			}
			if step(from, 1, ranks) == at || step(from, -1, ranks) == at {
				return true
			}
			continue
		}
		for _, to := range p.reach(from) {
			if to == at {
				return true
			}
		}
	}
	return false
}

// after returns the position after a move; promoted is 0 or a small letter.
func (p *placement) after(from, to int, promoted byte) placement {
	next := *p
	next.passed = -1
	man := p.men[from]
	next.men[from], next.men[to] = 0, man
	switch {
	case kindOf(man) == 'p' && to == p.passed:
		next.men[8*(from/8)+to%8] = 0
	case kindOf(man) == 'p' && (to-from == 16 || from-to == 16):
		next.passed = (from + to) / 2
	case kindOf(man) == 'k' && to-from == 2:
		next.men[from+1], next.men[from+3] = p.men[from+3], 0
	case kindOf(man) == 'k' && from-to == 2:
		next.men[from-1], next.men[from-4] = p.men[from-4], 0
	}
	if promoted != 0 {
		next.men[to] = promoted
		if !p.black {
			next.men[to] -= 0x20
		}
	}
	for _, corner := range []struct {
		at     int
		rights string
	}{{4, "KQ"}, {60, "kq"}, {0, "Q"}, {7, "K"}, {56, "q"}, {63, "k"}} {
		if from == corner.at || to == corner.at {
			next.castles = strings.Map(func(r rune) rune {
				if strings.ContainsRune(corner.rights, r) {
					return -1
				}
				return r
			}, next.castles)
		}
	}
	next.black = !p.black
	return next
}

// legal calls yield with the position after each legal move.
func (p *placement) legal(yield func(placement)) {
	try := func(from, to int, promoted byte) {
		next := p.after(from, to, promoted)
		for at, man := range next.men {
			if kindOf(man) == 'k' && isBlack(man) == p.black {
				next.black = p.black // whose king it is
				if safe := !next.attackedBy(at); safe {
					next.black = !p.black
					yield(next)
				}
				return
			}
		}
	}
	for from, man := range p.men {
		switch {
		case !p.own(from):
		case kindOf(man) == 'p':
			p.pawn(from, try)
		default:
			for _, to := range p.reach(from) {
				if !p.own(to) {
					try(from, to, 0)
				}
			}
		}
	}
	home, rights := 4, "KQ"
	if p.black {
		home, rights = 60, "kq"
	}
	free := func(squares ...int) bool {
		for _, at := range squares {
			if p.men[at] != 0 {
				return false
			}
		}
		return true
	}
	if strings.Contains(p.castles, rights[:1]) && free(home+1, home+2) && !p.attackedBy(home) && !p.attackedBy(home+1) {
		try(home, home+2, 0)
	}
	if strings.Contains(p.castles, rights[1:]) && free(home-1, home-2, home-3) && !p.attackedBy(home) && !p.attackedBy(home-1) {
		try(home, home-2, 0)
	}
}

// pawn tries the moves of a pawn.
func (p *placement) pawn(from int, try func(from, to int, promoted byte)) {
	ranks, start, last := 1, 1, 7
	if p.black {
		ranks, start, last = -1, 6, 0
	}
	reach := func(to int) {
		if to/8 != last {
			try(from, to, 0)
			return
		}
		for _, promoted := range []byte("qrbn") {
			try(from, to, promoted)
		}
	}
	if one := step(from, 0, ranks); p.men[one] == 0 {
		reach(one)
		if two := step(from, 0, 2*ranks); from/8 == start && p.men[two] == 0 {
			reach(two)
		}
	}
	for _, files := range []int{-1, 1} {
		if to := step(from, files, ranks); to >= 0 && (to == p.passed || p.men[to] != 0 && !p.own(to)) {
			reach(to)
		}
	}
}

// counted is a tree whose leaves are known, for positions that several ways lead to.
type counted struct {
	placement
	depth int
}

// leaves counts the positions after so many half-moves.
func (p *placement) leaves(depth int, known map[counted]int) (n int) {
	if n, ok := known[counted{*p, depth}]; ok {
		return n
	}
	p.legal(func(next placement) {
		if depth == 1 {
			n++
			return
		}
		n += next.leaves(depth-1, known)
	})
	known[counted{*p, depth}] = n
	return n
}
