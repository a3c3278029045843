package render

import (
	"bytes"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Every difference between games and tournament file is said in every language, with the values that
// belong to it.
func TestDeviationsInWords(t *testing.T) {
	t.Parallel()
	c := &tournament.Coverage{Basis: tournament.ByFile, Expected: 9, Found: 7, Rounds: []tournament.RoundCoverage{{Round: 1, Date: "2026/03/14", Gaps: []int{3, 4}}}}
	for _, kind := range constantsOf(t, "tournament", "DeviationKind") {
		c.Deviations = append(c.Deviations, tournament.Deviation{
			Kind: tournament.DeviationKind(kind), Round: 2, Board: 5, White: "Alpha", Black: "Beta", Listed: "1-0", Recorded: "0-1", File: "a.pgn", Game: 3, Line: 20,
		})
	}
	var grounds []tournament.Ground
	for _, ground := range constantsOf(t, "tournament", "Ground") {
		grounds = append(grounds, tournament.Ground(ground))
	}
	c.Questions = []tournament.Question{{Name: "Aplha", FideID: "7", Games: 2, Maybe: []tournament.Candidate{{Name: "Alpha", Number: 1, Reasons: grounds}}}, {Name: "Omega", Games: 1}}
	for lang, want := range map[string]string{
		"en": `who is "Aplha" (FIDE id 7), 2 games? Perhaps "Alpha", number 1 (`, "ru": "кто такой «Aplha» (номер ФИДЕ 7), партий: 2? Возможно, «Alpha», номер 1 (",
		"uk": "хто такий «Aplha» (номер ФІДЕ 7), партій: 2? Можливо, «Alpha», номер 1 (",
	} {
		var out bytes.Buffer
		if err := PGNCheck(&out, "table", &reports.PGNCheck{Coverage: c}, Options{Lang: lang}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, bad := range []string{"_", "no value", "{{", "%!"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %q in\n%s", lang, bad, text)
			}
		}
		if !strings.Contains(text, want) || strings.Count(text, "Alpha - Beta") != len(c.Deviations) {
			t.Errorf("%s lacks %q:\n%s", lang, want, text)
		}
		if lacks, err := Lacks(c.Deviations[:1], lang); err != nil || len(lacks) != 1 || !strings.Contains(text, lacks[0]) {
			t.Errorf("%s: %q, %v", lang, lacks, err)
		}
	}
}
