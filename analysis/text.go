package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsText tells whether something that a person typed is valid UTF-8 of printable
// characters, and of not more of them than that.
func IsText(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// IsFederation tells whether a text has the form of a federation's code as FIDE
// writes it: three capital letters.
func IsFederation(s string) bool {
	return len(s) == 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
