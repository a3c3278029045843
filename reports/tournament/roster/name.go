package roster

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// name is a player's name as written, taken apart for comparison.
type name struct {
	// surname and given are folded words. Without a comma all words are in
	// surname, since nothing tells which is which.
	surname, given []string
	comma          bool
}

// parseName folds a name and divides it at its first comma. "Carlsen,Magnus",
// "CARLSEN, Magnus", "GM Carlsen, Magnus" and "Carlsén,  Magnus." give the same
// name.
func parseName(s string) name {
	before, after, comma := strings.Cut(s, ",")
	n := name{surname: Fold(untitled(before)), given: Fold(untitled(after))}
	n.comma = comma && len(n.surname) > 0 && len(n.given) > 0
	if !n.comma {
		n.surname, n.given = append(n.surname, n.given...), nil
	}
	return n
}

// nameless reports whether a name is empty. Sides without a name are not one person.
func (n name) nameless() bool {
	switch strings.Join(n.words(), " ") {
	case "", "nn", "n n", "unknown", "anonymous", "noname", "no name", "bye":
		return true
	}
	return false
}

// words returns all words as written.
func (n name) words() []string { return slices.Concat(n.surname, n.given) }

// written returns a text that is equal for names written alike up to case, marks, white space and
// punctuation other than the comma.
func (n name) written() string {
	return strings.Join(n.surname, " ") + "," + strings.Join(n.given, " ")
}

// bag returns a text that is equal for names of the same words in any order.
func (n name) bag() string {
	w := n.words()
	slices.Sort(w)
	return strings.Join(w, " ")
}

// isInitial reports whether a word is a single letter.
func isInitial(word string) bool { return utf8.RuneCountInString(word) == 1 }

// mostWords is the greatest number of words of a name that is read without a comma.
const mostWords = 12

// readings returns the ways to divide a name into surname and given names: one if it has a comma,
// otherwise every division with the surname first or last. A text of more than mostWords words is
// not a name and has none.
func (n name) readings() []name {
	if n.comma {
		return []name{n}
	}
	var out []name
	w := n.surname
	if len(w) > mostWords {
		return nil
	}
	for i := 1; i < len(w); i++ {
		out = append(out, name{w[:i], w[i:], true}, name{w[i:], w[:i], true})
	}
	return out
}

// block returns the surname with the first letter of the given name.
func (n name) block() string {
	_, size := utf8.DecodeRuneInString(n.given[0])
	return strings.Join(n.surname, " ") + "," + n.given[0][:size]
}

// abbreviates reports whether the two may be one name with given names shortened
// to initials: "Carlsen, M." and "Carlsen, Magnus" may, "Carlsen, M." and
// "Carlsen, Sven Magnus" may not, since initials keep their order.
func (n name) abbreviates(m name) bool {
	for _, a := range n.readings() {
		for _, b := range m.readings() {
			if slices.Equal(a.surname, b.surname) && initialsMatch(a.given, b.given) {
				return true
			}
		}
	}
	return false
}

// initialsMatch reports whether given names agree word for word if initials may stand for longer
// words, and at least one does. Names left out at the end agree with anything if the shorter list
// has only initials.
func initialsMatch(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	shortened := false
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if isInitial(a[i]) && strings.HasPrefix(b[i], a[i]) || isInitial(b[i]) && strings.HasPrefix(a[i], b[i]) {
			shortened = true
		} else {
			return false
		}
	}
	if len(a) < len(b) {
		onlyInitials := !slices.ContainsFunc(a, func(w string) bool { return !isInitial(w) })
		return len(a) > 0 && onlyInitials
	}
	return shortened
}

// NameKey is the same for spellings of a name in another order, case or script marks.
func NameKey(name string) string { return strings.Join(slices.Sorted(slices.Values(Fold(name))), " ") }

// Fold returns the words of a text in lower case, without diacritics and
// punctuation. Apostrophes join (O'Kelly is okelly), everything else that is
// neither letter nor digit separates. Scripts are left as they are:
// transliteration would be a guess.
func Fold(s string) []string {
	var b strings.Builder
	base := rune(0)
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
			b.WriteString(keepMark(base, r))
		case strings.ContainsRune("'’‘`´ʼʹ", r):
		case unicode.IsLetter(r), unicode.IsDigit(r):
			base = unicode.ToLower(r)
			b.WriteString(plain(base))
		default:
			base = 0
			b.WriteByte(' ')
		}
	}
	return strings.Fields(norm.NFC.String(b.String()))
}

// keepMark keeps the marks that make another letter in Cyrillic (й, ї) and drops all others,
// including that of ё, which is often left out in print.
func keepMark(base, mark rune) string {
	const breve, diaeresis = '\u0306', '\u0308'
	if base == 'и' && mark == breve || base == 'у' && mark == breve || base == 'і' && mark == diaeresis {
		return string(mark)
	}
	return ""
}

// plain returns the usual Latin spelling of letters that Unicode does not decompose into a base
// letter and a mark.
func plain(r rune) string {
	switch r {
	case 'ø':
		return "o"
	case 'ł':
		return "l"
	case 'đ', 'ð':
		return "d"
	case 'ħ':
		return "h"
	case 'ı':
		return "i"
	case 'ß', 'ẞ':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'þ':
		return "th"
	}
	return string(r)
}
