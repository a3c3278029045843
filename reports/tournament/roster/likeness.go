package roster

import (
	"slices"
	"strings"
)

// SameName reports whether two names may be one by the rules of Identify: the same words in any
// order, up to case, marks, punctuation and titles, with given names shortened to initials; or one
// is only the surname of the other.
func SameName(a, b string) bool {
	left, right := parseName(a), parseName(b)
	switch {
	case left.bag() == right.bag(), left.abbreviates(right):
		return true
	case len(left.words()) == 0 || len(right.words()) == 0:
		return false
	}
	return bare(left, right) || bare(right, left)
}

// bare reports whether a name without a comma is the surname of another name with one.
func bare(short, long name) bool {
	return !short.comma && long.comma && slices.Equal(short.surname, long.surname)
}

// Likeness says how alike two names are, from 0 for nothing in common to 1 for the same words in
// any order: one minus the share of letters that would have to change. If one is in Cyrillic and
// the other in Latin letters, the former is transliterated first. latin is then true, and the
// likeness is good only for a suggestion.
func Likeness(a, b string) (like float64, latin bool) {
	left, right := parseName(a), parseName(b)
	first, second := []rune(left.bag()), []rune(right.bag())
	if cyrillic(first) != cyrillic(second) {
		first, second, latin = []rune(inLatin(left)), []rune(inLatin(right)), true
	}
	if longest := max(len(first), len(second)); longest > 0 {
		like = 1 - float64(distance(first, second))/float64(longest)
	}
	return like, latin
}

// distance counts the letters to be replaced, removed or inserted to turn one text into the other
// (Levenshtein 1966).
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		left := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := left
			if x != y {
				change++
			}
			left = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func cyrillic(text []rune) bool {
	return slices.ContainsFunc(text, func(r rune) bool { return r >= 'а' && r <= 'ї' || r == 'ґ' })
}

// inLatin transliterates the words of a name, roughly as passports and FIDE do, and unifies what
// several systems write differently.
func inLatin(n name) string {
	words := n.words()
	for i, w := range words {
		var b strings.Builder
		for _, r := range w {
			b.WriteString(latinLetter(r))
		}
		words[i] = strings.NewReplacer("iy", "i", "yi", "i", "ii", "i", "y", "i", "j", "i", "x", "ks", "kh", "h").Replace(b.String())
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func latinLetter(r rune) string {
	const from = "абвгдезийклмнопрстуфхцыэіїєґьъё"
	to := []string{"a", "b", "v", "g", "d", "e", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "ts", "i", "e", "i", "i", "ie", "g", "", "", "e"}
	several := map[rune]string{'ж': "zh", 'ч': "ch", 'ш': "sh", 'щ': "shch", 'ю': "iu", 'я': "ia"}
	if s, ok := several[r]; ok {
		return s
	}
	if at := slices.Index([]rune(from), r); at >= 0 {
		return to[at]
	}
	return string(r)
}
