package book

import "strings"

// squares hold the FEN letter of the piece on each square, 0 (a1) to 63 (h8); 0 for none.
type squares [64]byte

// place fills an empty board from the first field of a FEN.
func (s *squares) place(field string) bool {
	rank, file := 7, 0
	for _, c := range []byte(field) {
		switch {
		case c == '/':
			if file != 8 || rank == 0 {
				return false
			}
			rank, file = rank-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case strings.IndexByte(kinds, c) >= 0 && file < 8:
			s[8*rank+file] = c
			file++
		default:
			return false
		}
		if file > 8 {
			return false
		}
	}
	return rank == 0 && file == 8
}

// key returns the part of the Polyglot key for the pieces.
func (s *squares) key() uint64 {
	var key uint64
	for square, c := range s {
		if c != 0 {
			key ^= random(64*strings.IndexByte(kinds, c) + square)
		}
	}
	return key
}

// passant returns the part of the Polyglot key for the en-passant square: zero
// unless a pawn of the side to move stands beside the pushed pawn.
func (s *squares) passant(field string, white bool) (key uint64, ok bool) {
	if field == "-" {
		return 0, true
	}
	if len(field) != 2 || field[0] < 'a' || field[0] > 'h' || (field[1] != '3' && field[1] != '6') {
		return 0, false
	}
	file, rank, pawn := int(field[0]-'a'), 3, byte('p')
	if white {
		rank, pawn = 4, 'P'
	}
	for _, beside := range []int{file - 1, file + 1} {
		if beside >= 0 && beside < 8 && s[8*rank+beside] == pawn {
			return random(passantOffset + file), true
		}
	}
	return 0, true
}

// isKing reports whether a king stands on the square.
func (s *squares) isKing(square int) bool { return s[square] == 'k' || s[square] == 'K' }
