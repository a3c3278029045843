package render

import (
	"bytes"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/render/rendertest"
)

func byRoundFixture() *reports.ByRound {
	s := fixture()
	at := func(x float64) *float64 { return &x }
	return &reports.ByRound{Event: s.Event, Rounds: []int{1, 2}, Provenance: s.Provenance, Players: []reports.PlayerRounds{
		{Name: `=Above, <Anna>`, FideID: "14100000", Rating: 2400, Rounds: []reports.RoundROI{
			{Round: 1, Moves: 61, ROI: at(57.25), Until: 61, Total: at(57.25), ChangeMissing: reports.NothingBefore},
			{Round: 2, Moves: 70, ROI: at(41), Until: 131, Total: at(49.98), Change: at(-7.27), Judged: true},
		}},
		{Name: "Low, Lev", Rating: 1200, Rounds: []reports.RoundROI{
			{Round: 1, Moves: 33, Until: 33, ROIMissing: reports.LowRating, TotalMissing: reports.LowRating, ChangeMissing: reports.LowRating},
		}},
	}}
}

// The rounds of each player stand in every format and language, with what is missing and why, and
// accuse nobody.
func TestByRound(t *testing.T) {
	t.Parallel()
	for lang, says := range map[string][]string{
		"en": {"ROI round by round", "rating 2400", "-7.3", "57.2", "rating below 1400", "--round 1-k", "hints on where to look"},
		"ru": {"ROI по турам", "-7,3", "рейтинг ниже 1400"}, "uk": {"ROI за турами", "-7,3"},
	} {
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := ByRound(&out, format, byRoundFixture(), Options{Lang: lang, Width: 100}); err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(readable(t, format, out.String())), " ")
			if found := rendertest.Accusing(text); found != nil {
				t.Errorf("%s in %s says %q", format, lang, found)
			}
			for _, want := range says {
				if (format == "table" || format == "html") && !strings.Contains(text, want) {
					t.Errorf("%s in %s lacks %q:\n%s", format, lang, want, out.String())
				}
			}
		}
	}
	var csv, json bytes.Buffer
	if err := ByRound(&csv, "csv", byRoundFixture(), Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`round,"'=Above, <Anna>",14100000,2400,2,70,41.0,131,50.0,-7.3,true`, "low_rating", "nothing_before"} {
		if !strings.Contains(csv.String(), want) {
			t.Errorf("csv lacks %s:\n%s", want, csv.String())
		}
	}
	if err := ByRound(&json, "json", byRoundFixture(), Options{}); err != nil || strings.Contains(json.String(), "null,\n      \"roi") {
		t.Errorf("%v, %s", err, json.String())
	}
	if err := ByRound(&json, "docx", byRoundFixture(), Options{}); err == nil {
		t.Error("docx is written")
	}
}
