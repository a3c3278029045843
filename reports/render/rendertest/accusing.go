package rendertest

import (
	"strings"
	"unicode"
)

// Accusing returns the words of a text that begin as no word of a report or page may, in any of the
// three languages. "fair play" is no accusation.
func Accusing(text string) []string {
	roots := []string{
		"cheat", "guilt", "fraud", "disqualif", "suspect", "suspic", "accus", "culprit", "offend", "convict", "dishonest",
		"illicit", "violat", "crook", "caught", "punish", "sanction", "verdict",
		"обман", "читер", "чітер", "виновен", "виновн", "вина", "вину", "мошен", "жулик", "жулік", "дисквалиф", "дискваліф",
		"подозр", "підозр", "обвин", "звинувач", "шахра", "винен", "винуват", "винн", "нечестн", "нечесн", "наруш", "поруш",
		"уличи", "уличён", "санкци", "санкці", "накаж", "наказ", "покаран",
	}
	var found []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, root := range roots {
			if strings.HasPrefix(word, root) {
				found = append(found, word)
			}
		}
	}
	return found
}
