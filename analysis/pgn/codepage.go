package pgn

import (
	"strings"
	"unicode/utf8"
)

// codePage is a Windows single-byte encoding: the characters of bytes 0x80 to
// 0xFF.
type codePage string

// The code pages that chess databases come in: 1252 (Western European) and
// 1251 (Cyrillic). Bytes that are not assigned read as U+FFFD.
const (
	windows1252 codePage = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ" +
		"\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
	windows1251 codePage = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\ufffd™љ›њќћџ" +
		"\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
)

// decode reads bytes as UTF-8 where they are, in the code page otherwise.
func (p codePage) decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	table := []rune(string(p))
	var s strings.Builder
	for _, c := range text {
		if c < 0x80 {
			s.WriteByte(c)
		} else {
			s.WriteRune(table[c-0x80])
		}
	}
	return s.String()
}

// guessCodePage tells which of the two code pages a text that is not UTF-8 is
// in. Western letters beyond ASCII stand alone among ASCII letters (Müller),
// Cyrillic ones come in runs, or as a piece letter before a square (Кf3). ok
// is false where neither is more likely.
func guessCodePage(text []byte) (p codePage, ok bool) {
	cyrillic, western := 0, 0
	for i := 0; i < len(text); {
		if !isHighLetter(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && isHighLetter(text[end]) {
			end++
		}
		beside := i > 0 && isLetter(text[i-1]) || end < len(text) && isLetter(text[end])
		switch run := end - i; {
		case run <= 2 && !(i > 0 && isLetter(text[i-1])) && startsWithSquare(text[end:]):
			cyrillic += 2
		case run > 2 || run == 2 && !beside:
			cyrillic += run
		case beside:
			western++
		}
		i = end
	}
	switch {
	case cyrillic > western:
		return windows1251, true
	case western > cyrillic:
		return windows1252, true
	}
	return windows1252, false
}

// isHighLetter tells whether a byte beyond ASCII is a letter in either page.
func isHighLetter(c byte) bool {
	return c >= 0xC0 || strings.IndexByte("\xA5\xA8\xAA\xAF\xB2\xB3\xB4\xB8\xBA\xBF", c) >= 0
}

// startsWithSquare tells whether text begins like the rest of a move after its
// piece letter: f3, xf3, 1f3, g1-f3, or only the rank of a pawn's move.
func startsWithSquare(text []byte) bool {
	i, file := 0, false
	for ; i < len(text) && i < 6; i++ {
		switch c := text[i]; {
		case c >= '1' && c <= '8':
			if file || i == 0 && (len(text) == 1 || !isLetter(text[1])) {
				return true
			}
		case c >= 'a' && c <= 'h':
			file = true
		case c != 'x' && c != ':' && c != '-':
			return false
		}
	}
	return false
}
