package render

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/render/rendertest"
	"fairplay/reports/tournament"
)

// gamesFixture has a duty of which a game lacks, one that nobody can tell of, and one that is not
// asked for.
func gamesFixture() *reports.EventGames {
	rule := regulations.RuleSource{Article: "PM-3-games", Citation: "Arbiters' Manual 2022, ch. 3, Protection Measures, section 3"}
	return &reports.EventGames{Basis: "tournament_file", NormMakers: &tournament.NormMakers{Made: []int{3, 17}}, Duties: []tournament.GamesDuty{
		{Duty: tournament.GamesScreening, Demand: regulations.Mandatory, State: tournament.DutyDone, Sent: "2026-03-30", Games: "all", Complete: "no", Expected: 5, Found: 4, Rule: &rule,
			Lacking: []tournament.LackingGame{{Round: 1, White: "=Alpha, <Anna>", Black: "Іваненко, Їжак", WhiteNumber: 1, BlackNumber: 2}}},
		{Duty: tournament.GamesReport, Demand: regulations.Mandatory, State: "open", Games: tournament.OfNormMakers, Complete: "unknown", Rule: &rule, Missing: []tournament.Fact{"rated"}},
		{Duty: tournament.GamesReport, Complete: "yes"},
	}}
}

// Nobody who makes a norm, and nobody knows who does, are different things, and neither is that all games are unknown.
func TestWhichGamesAreHere(t *testing.T) {
	t.Parallel()
	for want, g := range map[string]tournament.GamesDuty{
		"0 of 0 games are here":                          {Games: tournament.OfNormMakers, Complete: "yes"},
		"Nobody can say yet who makes a norm":            {Games: tournament.OfNormMakers, Complete: "unknown"},
		"Nobody can say yet which games there should be": {Games: "all", Complete: "unknown"},
		"Not asked for by what is known of the event":    {Complete: "yes"},
		"36 of 66 games are here":                        {Games: "all", Complete: "no", Expected: 66, Found: 36},
	} {
		if got, _ := wordsOf(t, "en").gamesHere(&g); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCompleteness(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 31, 9, 30, 0, 0, time.UTC)
	for _, lang := range Languages() {
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := Completeness(&b, format, "Kyiv Open 2026", now, gamesFixture(), Options{Lang: lang}); err != nil {
				t.Fatal(err)
			}
			text := readable(t, format, b.String())
			if found := rendertest.Accusing(text); found != nil {
				t.Errorf("%s in %s says %q", format, lang, found)
			}
			if !strings.Contains(text, "Їжак") {
				t.Errorf("%s in %s does not name the game that lacks", format, lang)
			}
			if format == "table" && lang == "uk" {
				golden(t, "completeness.uk.txt", text)
			}
		}
	}
}
