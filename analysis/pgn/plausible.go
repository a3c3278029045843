package pgn

import (
	"strings"
	"unicode"
)

// plausibility gives points for how well a text reads in a code page, 0 for
// plain text. The rules, each for one character beyond ASCII in its word:
//
//   - What is no letter costs 6 beside a letter or where the page has no such
//     character, quotation marks and dashes apart.
//   - A capital after a small letter costs 4.
//   - A Cyrillic letter beside a Latin one costs 4. It brings 3 where it is the
//     piece of a move (Кf3); otherwise what cyrillicPoints says.
//   - An accented Latin letter costs 2 beside another; vowels should stand beside
//     consonants, and consonants beside vowels (Sørensen, Dvořák); and some
//     letters have places of their own, as latinPoints says.
func plausibility(page codePage, number int, text []byte) (points int) {
	runes := []rune(page.decode(text))
	for i, r := range runes {
		if r < 0x80 {
			continue
		}
		c := oddLetter{r: r, before: letterAt(runes, i-1), after: letterAt(runes, i+1), page: number}
		if strings.ContainsRune("’‘“”„‚«»‹›–—…\u00a0", r) {
			continue
		}
		switch {
		case !unicode.IsLetter(r) || strings.ContainsRune("ªºˆˇƒµ", r):
			points += c.signPoints()
		case unicode.Is(unicode.Cyrillic, r):
			points += c.cyrillicPoints(runes[i:min(i+longestMove, len(runes))])
		default:
			points += c.latinPoints()
		}
	}
	return points
}

// longestMove is the most characters that a move has, as in Кg1-f3.
const longestMove = 8

// oddLetter is a character beyond ASCII with the letters beside it, 0 if there
// is none.
type oddLetter struct {
	r, before, after rune
	page             int
}

func letterAt(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) || !unicode.IsLetter(runes[i]) {
		return 0
	}
	return runes[i]
}

func (o oddLetter) signPoints() int {
	if o.before != 0 || o.after != 0 || !strings.ContainsRune("½°§©®№•·´", o.r) {
		return -6
	}
	return 0
}

// casePoints weighs a capital after a small letter.
func (o oddLetter) casePoints() int {
	if unicode.IsUpper(o.r) && unicode.IsLower(o.before) {
		return -4
	}
	return 0
}

// cyrillicPoints weighs a letter by how frequent it is in Russian: 1 for the
// first dozen, -1 for the rare ones, -2 for those of other Cyrillic languages,
// and -1 for a word that begins with a small letter, since names do not.
func (o oddLetter) cyrillicPoints(rest []rune) int {
	isPiece := strings.ContainsRune("КФЛСТ", o.r)
	switch {
	case isPiece && startsWithSquare(string(rest[1:])), isPiece && o.after == 'р' && startsWithSquare(string(rest[2:])):
		return 3
	case o.r == 'р' && o.before == 'К':
		return 0
	case o.before != 0 && o.before < 0x80 || o.after != 0 && o.after < 0x80:
		return -4
	case o.before == 0 && o.after == 0:
		return 0 // an initial says nothing
	}
	points := o.casePoints()
	if o.before == 0 && unicode.IsLower(o.r) {
		points--
	}
	switch small := unicode.ToLower(o.r); {
	case strings.ContainsRune("оаеинтрслвкм", small):
		points++
	case strings.ContainsRune("щъэюфцёґє", small):
		points--
	case strings.ContainsRune("ђѓќўљњћџѕј", small):
		points -= 2
	}
	return points
}

// latinPoints weighs an accented letter.
func (o oddLetter) latinPoints() int {
	points := o.casePoints() + o.fit() + o.habit()
	if o.before >= 0x80 {
		points -= 2
	}
	small := unicode.ToLower(o.r)
	switch {
	case o.page == windows1254 && !strings.ContainsRune("çğıi̇öşüâîûİ", small):
		points--
	case o.page == windows1250 && strings.ContainsRune("šž", small):
		points++ // the other letters of these languages are in this page alone
	}
	return points
}

// fit weighs whether a vowel stands beside consonants and a consonant beside vowels, from -2 to
// 1.
func (o oddLetter) fit() int {
	vowels, consonants := 0, 0
	for _, r := range [2]rune{o.before, o.after} {
		if r == 0 {
			continue
		}
		if isVowel(r) {
			vowels++
		} else {
			consonants++
		}
	}
	if !isVowel(o.r) {
		vowels, consonants = consonants, vowels
	}
	switch {
	case vowels == 2:
		return -2
	case vowels == 1 && consonants == 0:
		return -1
	case vowels == 0 && consonants > 0:
		return 1
	}
	return 0
}

// habit weighs letters that have places of their own.
func (o oddLetter) habit() int {
	switch unicode.ToLower(o.r) {
	case 'ñ': // Muñoz
		return points(isVowel(o.after), 1, -2)
	case 'ń': // Gdańsk
		return points(isVowel(o.after), -2, 1)
	case 'ã': // João, Magalhães
		return points(o.after == 'o' || o.after == 'e', 5, -1)
	case 'õ': // Simões
		return points(o.after == 'e', 4, 0)
	case 'ì', 'ù': // Forlì
		return points(o.after == 0, 0, -1)
	case 'þ': // Þórhallur
		switch {
		case o.before != 0:
			return -3
		case strings.ContainsRune("oórjv", o.after):
			return 1
		}
		return -2
	case 'ð', 'đ': // Guðmundur, Viđar
		return points(o.before == 0 && o.r == 'Ð', -3, -1)
	case 'ğ': // after a vowel only; Kadıoğlu
		return points(o.before != 0 && isVowel(o.before), 0, -3) + points(o.after == 'l', 2, 0)
	case 'ß':
		return points(o.before == 0, -3, 0)
	case 'ţ':
		return points(o.before == 0, -2, -1)
	case 'ŕ', 'ĺ', 'ÿ':
		return -2
	case 'ď', 'ť', 'ľ', 'ă':
		return -1
	}
	return 0
}

func points(is bool, yes, no int) int {
	if is {
		return yes
	}
	return no
}

// isVowel reports whether a Latin letter is a vowel in most languages.
func isVowel(r rune) bool {
	return strings.ContainsRune("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœăąęěőůűı", unicode.ToLower(r)) || r == 'İ'
}

// startsWithSquare reports whether text begins like the rest of a move after its
// piece letter: f3, xf3, 1f3, g1-f3, or only the rank of a pawn's move.
func startsWithSquare(text string) bool {
	file := false
	for i := 0; i < len(text) && i < 6; i++ {
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
