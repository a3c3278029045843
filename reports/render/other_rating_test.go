package render

import (
	"strings"
	"testing"

	"fairplay/reports"
)

// One rating in the games is told as one, several as a range.
func TestRatingOfTheList(t *testing.T) {
	for _, lang := range Languages() {
		for want, ratings := range map[string][]int{" 2400;": {2400, 2400, 2450}, " 2380–2400;": {2380, 2400, 2450}} {
			got := wordsOf(t, lang).caveat(&reports.PlayerCaveat{Kind: "other_rating", Names: []string{"Ivanov, Petr"}, Ratings: ratings})
			if !strings.Contains(strings.ReplaceAll(got, " in the games that count", ""), want) || !strings.Contains(got, "2450") {
				t.Errorf("%s: %s", lang, got)
			}
		}
	}
}
