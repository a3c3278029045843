package roster

import (
	"slices"
	"strings"
	"unicode"
)

// untitled removes titles from the beginning of a part of a name: "GM Carlsen" and "Dr. Hübner" are
// Carlsen and Hübner. It never leaves nothing.
func untitled(part string) string {
	for {
		word, rest := firstWord(part)
		if !isTitle(word, rest) || !strings.ContainsFunc(rest, unicode.IsLetter) {
			return part
		}
		part = rest
	}
}

// firstWord splits a text after its first word.
func firstWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " .\t")
	end := strings.IndexAny(s, " .\t")
	if end < 0 {
		return s, ""
	}
	return s[:end], s[end:]
}

// isTitle reports whether a word is a chess or academic title. Im and Wim are names too, and count as
// titles only in capitals before a name that is not.
func isTitle(word, rest string) bool {
	switch upper := strings.ToUpper(word); upper {
	case "IM", "WIM":
		return word == upper && strings.ContainsFunc(rest, unicode.IsLower)
	default:
		return slices.Contains([]string{
			"GM", "WGM", "FM", "WFM", "CM", "WCM", "NM", "WNM", "AGM", "AIM", "AFM", "ACM", "DR", "PROF",
		}, upper)
	}
}
