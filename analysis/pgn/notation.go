package pgn

import (
	"strings"
	"unicode/utf8"
)

// unwritten marks a file or rank that a move does not give.
const unwritten = -1

// spoken is a move as written, before the board is asked: only what it says about the piece,
// the squares and the promotion.
type spoken struct {
	kind               piece // none in coordinate notation, which may mean any piece
	castling           int   // number of letters O: 2 short, 3 long, 0 none
	fromFile, fromRank int
	toFile, toRank     int
	promotion          byte // UCI letter or 0
}

// trimMove removes from a word what does not belong to the move: the number before it, and
// signs of check, quality and draw offers after it.
func trimMove(s string) string {
	for {
		rest := strings.TrimLeft(s, "0123456789")
		if rest != s && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "…")) || rest == "" {
			s = rest
		}
		trimmed := strings.TrimPrefix(strings.TrimLeft(s, "."), "…")
		if trimmed == s {
			break
		}
		s = trimmed
	}
	if n := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }); n > 0 && isLetter(s[n]) {
		s = s[n:]
	}
	s = strings.TrimRight(s, signs)
	for _, end := range []string{"e.p", "ep", "mate", "ch"} {
		s = strings.TrimSuffix(s, end)
	}
	return strings.TrimRight(s, signs)
}

// signs are characters that may follow a move without being part of it.
const signs = "+#!?=,.±∓⩲⩱∞□⌓"

// isSign reports whether a word only comments on the move before it.
func isSign(s string) bool {
	switch s {
	case "N", "TN", "D", "RR", "ep", "e.p.", "mate", "ch", "dbl", "dis", "ch.":
		return true
	}
	return strings.Trim(s, signs+"-/~_^:|⇆↑→⟳○⊕∆∇×•·−'`\"&…") == ""
}

// isNull reports whether a word stands for a move that nobody knows.
func isNull(s string) bool {
	switch s {
	case "--", "Z0", "null", "NULL", "0000", "@@@@", "pass":
		return true
	}
	return false
}

// parseMove reads a move in algebraic notation, short or long, or in that of
// UCI.
func parseMove(text string, a alphabet) (spoken, bool) {
	s := trimMove(text)
	m := spoken{fromFile: unwritten, fromRank: unwritten, toFile: unwritten, toRank: unwritten}
	if m.castling = castlingLetters(s); m.castling > 0 {
		return m, true
	}
	kind, rest := a.piece(s)
	squares, promotion, ok := coordinates(rest, a)
	if !ok || !m.setSquares(squares) {
		return m, false
	}
	m.kind, m.promotion = kind, promotion
	if kind == none && m.fromRank == unwritten {
		m.kind = pawn
	}
	return m, true
}

// castlingLetters counts the letters of O-O and O-O-O, written with Latin or
// Cyrillic letters or zeros; 0 where s is something else.
func castlingLetters(s string) int {
	letters, dashes := 0, 0
	for _, r := range s {
		switch r {
		case 'O', 'o', '0', 'О', 'о':
			letters++
		case '-', '–', '—', '−', '‑':
			dashes++
		default:
			return 0
		}
	}
	if letters < 2 || letters > 3 || dashes != letters-1 && (dashes != 0 || s[0] == '0') {
		return 0
	}
	return letters
}

// coordinates reads what follows the piece letter: files and ranks in the
// order written, and a promotion.
func coordinates(s string, a alphabet) (squares string, promotion byte, ok bool) {
	var b [4]byte
	n := 0
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		c := plainCoordinate(r)
		rest := s
		s = s[size:]
		if c == 'x' {
			continue
		}
		if c == 0 || n == len(b) || n == 2 && b[1] >= '1' && c == 'b' && s == "" {
			promotion, ok = promotionPiece(rest, a)
			return string(b[:n]), promotion, ok && n > 1
		}
		b[n] = c
		n++
	}
	return string(b[:n]), 0, n > 1
}

// plainCoordinate returns the file or rank that a character stands for, 'x'
// for a character between squares, 0 for any other. Cyrillic letters that look
// like files are taken for them.
func plainCoordinate(r rune) byte {
	switch {
	case r >= 'a' && r <= 'h' || r >= '1' && r <= '8':
		return byte(r)
	case r == 'а':
		return 'a'
	case r == 'с':
		return 'c'
	case r == 'е':
		return 'e'
	case strings.ContainsRune("x:X×хХ-–—−‑=/(", r):
		return 'x'
	}
	return 0
}

// promotionPiece reads the piece at the end of a promotion, in the alphabet of
// the game or in English.
func promotionPiece(s string, a alphabet) (letter byte, ok bool) {
	s = strings.TrimSuffix(s, ")")
	kind, rest := a.piece(s)
	if kind == none || rest != "" {
		if len(s) != 1 {
			return 0, false
		}
		kind = pieceByLetter(s[0])
	}
	switch kind {
	case queen, rook, bishop, knight:
		return kind.letter() | 0x20, true
	}
	return 0, false
}

// setSquares sorts files and ranks into origin and destination: e4, dxe4,
// Nbd7, N1f3, e2e4, or only two files for a pawn's capture.
func (m *spoken) setSquares(s string) bool {
	isFile := func(i int) bool { return s[i] >= 'a' }
	file := func(i int) int { return int(s[i] - 'a') }
	rank := func(i int) int { return int(s[i] - '1') }
	shape := make([]byte, len(s))
	for i := range s {
		shape[i] = 'r'
		if isFile(i) {
			shape[i] = 'f'
		}
	}
	switch string(shape) {
	case "fr":
		m.toFile, m.toRank = file(0), rank(1)
	case "ff":
		m.fromFile, m.toFile = file(0), file(1)
		return m.fromFile-m.toFile == 1 || m.toFile-m.fromFile == 1
	case "ffr":
		m.fromFile, m.toFile, m.toRank = file(0), file(1), rank(2)
	case "rfr":
		m.fromRank, m.toFile, m.toRank = rank(0), file(1), rank(2)
	case "frfr":
		m.fromFile, m.fromRank, m.toFile, m.toRank = file(0), rank(1), file(2), rank(3)
	default:
		return false
	}
	return true
}
