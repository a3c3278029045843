package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Languages returns the languages in which people read reports and pages, as BCP 47 tags; the first is the one that all else
// is translated from.
func Languages() []string { return []string{"en", "ru", "uk"} }

// LongestName is how many characters the name of a thing may have.
const LongestName = 200

// IsName reports whether something that a person typed can be the name of a thing.
func IsName(s string) bool { return strings.TrimSpace(s) != "" && IsText(s, LongestName) }

// IsText reports whether something that a person typed is valid UTF-8 of printable
// characters, and of not more of them than that.
func IsText(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// IsFederation reports whether a text has the form of a federation's code as FIDE
// writes it: three capital letters.
func IsFederation(s string) bool {
	return len(s) == 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
