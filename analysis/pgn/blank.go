package pgn

import (
	"strings"
	"unicode/utf8"
)

// wideBlank returns the length in bytes of the non-ASCII blank i places ahead, 0 if there is
// none. Such blanks are a space of any width in UTF-8, a character without width, and the
// no-break space of the code pages.
func (l *lexer) wideBlank(i int) int {
	if n := l.weightless(i); n > 0 {
		return n
	}
	b0, b1, b2 := l.at(i), l.at(i+1), l.at(i+2)
	switch {
	case b0 == 0xC2 && b1 == 0xA0: // U+00A0
		return 2
	case b0 == 0xE2 && b1 == 0x80 && (b2 >= 0x80 && b2 <= 0x8A || b2 == 0xA8 || b2 == 0xA9 || b2 == 0xAF), // U+2000 to U+200A, U+2028, U+2029, U+202F
		b0 == 0xE2 && b1 == 0x81 && b2 == 0x9F, // U+205F
		b0 == 0xE3 && b1 == 0x80 && b2 == 0x80: // U+3000
		return 3
	case b0 == 0xA0 && b1 < 0x80:
		return 1
	}
	return 0
}

// weightless returns the length in bytes of the character without width i places ahead, 0 where
// there is none.
func (l *lexer) weightless(i int) int {
	switch l.at(i) {
	case 0xC2:
		if l.at(i+1) == 0xAD {
			return 2
		}
	case 0xE2, 0xEF:
		if r, n := utf8.DecodeRune([]byte{l.at(i), l.at(i + 1), l.at(i + 2)}); isWeightless(r) {
			return n
		}
	}
	return 0
}

// endsWord reports whether the non-ASCII byte n places ahead ends a word, because it begins a
// blank with a width. A blank without width is part of the word.
func (l *lexer) endsWord(n int) bool {
	if l.weightless(n) > 0 {
		return false
	}
	if n > 0 && l.at(n) == 0xA0 && l.at(n-1) >= 0x80 {
		return false // the last byte of a character in UTF-8, or the letter а in CP866
	}
	return l.wideBlank(n) > 0
}

// isWeightless reports whether a character takes no room and says nothing:
// zero-width spaces, byte order marks, soft hyphens, marks of direction.
func isWeightless(r rune) bool {
	return r == '\u00ad' || r >= '\u200b' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e' ||
		r >= '\u2060' && r <= '\u2064' || r >= '\u2066' && r <= '\u2069' || r == '\ufeff'
}

// weighty returns a text without its characters that take no room.
func weighty(s string) string {
	if strings.IndexFunc(s, isWeightless) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isWeightless(r) {
			return -1
		}
		return r
	}, s)
}
