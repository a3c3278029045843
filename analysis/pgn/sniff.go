package pgn

import (
	"bytes"
	"strings"
)

// Sniff reports whether a text that begins with head may be PGN: whether head holds a tag pair,
// or a move number with something like a move behind it. A few kilobytes suffice. It knows the
// encodings that a Reader reads.
func Sniff(head []byte) bool {
	r := NewReader(bytes.NewReader(head), "", Options{})
	for raw := r.lexer.next(); raw != nil; raw = r.lexer.next() {
		if raw.tags > 0 || r.numbersMove(raw) {
			return true
		}
	}
	return false
}

// numbersMove reports whether a move number is followed by a move: 1.e4 or 1. e4
func (r *Reader) numbersMove(raw *rawGame) bool {
	page := guessReading(raw).page
	numbered := false
	for _, t := range raw.tokens {
		s := page.decode(raw.text[t.from:t.to])
		if t.kind != wordToken {
			continue
		}
		glued := isDigit(s[0]) && strings.ContainsAny(s, ".…")
		if glued && isNumber(s) {
			numbered = true
			continue
		}
		if (numbered || glued) && isMove(s) {
			return true
		}
		numbered = false
	}
	return false
}

// isMove reports whether a word can be read as a move in some alphabet.
func isMove(s string) bool {
	for _, a := range append(others(), english()) {
		if m, ok := parseMove(s, a); ok && (m.castling > 0 || m.toRank != unwritten) {
			return true
		}
	}
	return false
}
