package pgn

import (
	"strings"
	"unicode/utf8"
)

// Encoding is the encoding of the non-ASCII characters of a text. The zero Encoding is UTF-8.
type Encoding struct{ page codePage }

// GuessEncoding returns the encoding of texts from one file. If some of them are not UTF-8, it
// is the code page in which all texts together read best; texts in UTF-8 have no say. If all
// are UTF-8, it is UTF-8.
func GuessEncoding(texts [][]byte) Encoding {
	all, best, most, foreign := codePages(), 0, 0, false
	for i, page := range all {
		points := 0
		for _, text := range texts {
			if !utf8.Valid(text) {
				foreign = true
				points += plausibility(page, i, text)
			}
		}
		if i == 0 || points > most {
			best, most = i, points
		}
	}
	if !foreign {
		return Encoding{}
	}
	return Encoding{all[best]}
}

// String names the encoding for people.
func (e Encoding) String() string {
	if e.page.name == "" {
		return "UTF-8"
	}
	return e.page.name
}

// Decode reads bytes. Valid UTF-8 is read as such in every encoding.
func (e Encoding) Decode(text []byte) string {
	if e.page.name == "" {
		return strings.ToValidUTF8(string(text), "\ufffd")
	}
	return e.page.decode(text)
}

// Encode writes text. ok is false if the encoding lacks a character.
func (e Encoding) Encode(text string) (encoded []byte, ok bool) {
	if e.page.name == "" {
		return []byte(text), true
	}
	high := []rune(e.page.high)
	for _, r := range text {
		at := int(r)
		if r >= utf8.RuneSelf {
			at = -1
			for i, c := range high {
				if c == r && c != utf8.RuneError {
					at = i + 0x80
				}
			}
		}
		if at < 0 {
			return nil, false
		}
		encoded = append(encoded, byte(at))
	}
	return encoded, true
}
