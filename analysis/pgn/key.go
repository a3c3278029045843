package pgn

import (
	"strconv"

	"fairplay/analysis"
)

// appendKey appends the position key (MODEL 1): a FEN whose en-passant square is given only
// where a legal en-passant capture exists and whose full-move number is 1. same is the length
// of the part without the two numbers, which decides whether two positions are the same by
// article 9.2.2 of the Laws.
func (p *position) appendKey(key []byte) (whole []byte, same int) {
	start := len(key)
	key = p.appendPlacement(key)
	if p.turn == analysis.White {
		key = append(key, " w "...)
	} else {
		key = append(key, " b "...)
	}
	key = p.appendCastling(key)
	key = append(key, ' ')
	if p.canCapturePassing() {
		key = append(key, 'a'+byte(p.passed.file()), '1'+byte(p.passed.rank()))
	} else {
		key = append(key, '-')
	}
	same = len(key) - start
	key = append(key, ' ')
	key = strconv.AppendInt(key, int64(p.clock), 10)
	return append(key, " 1"...), same
}

// key returns the position key.
func (p *position) key() string {
	k, _ := p.appendKey(nil)
	return string(k)
}

func (b *board) appendPlacement(key []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for s := squareAt(0, rank); s.onBoard(); s++ {
			if b.men[s] == none {
				empty++
				continue
			}
			if empty > 0 {
				key = append(key, '0'+empty)
				empty = 0
			}
			key = append(key, b.men[s].fenLetter())
		}
		if empty > 0 {
			key = append(key, '0'+empty)
		}
		if rank > 0 {
			key = append(key, '/')
		}
	}
	return key
}

func (b *board) appendCastling(key []byte) []byte {
	if b.castling == 0 {
		return append(key, '-')
	}
	for i := range 4 {
		if b.castling&(1<<i) != 0 {
			key = append(key, "KQkq"[i])
		}
	}
	return key
}

// canCapturePassing reports whether an en-passant capture is legal.
func (p *position) canCapturePassing() bool {
	if p.passed == nowhere {
		return false
	}
	back := p.passed - forward(p.turn)
	for _, from := range [2]square{back - 1, back + 1} {
		if from.onBoard() && p.men[from] == pawn.of(p.turn) && p.has(move(from, p.passed)) {
			return true
		}
	}
	return false
}
