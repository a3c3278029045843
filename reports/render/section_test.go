package render

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/render/rendertest"
)

// sectionRecord adds to the facts of an event what only some may read: a watch list that rests on a complaint, a log
// with a check that a complainant asked for, and words about people.
const sectionRecord = eventOnRecord + `
watch:
  - {player: {name: "Above, Anna"}, reason: "secret reason", evidence: [complaint], at: 2026-03-20T10:00:00Z}
  - {player: {name: "Below, Boris"}, reason: "other reason", evidence: [observational], at: 2026-03-28T10:00:00Z}
log:
  - {player: {name: "Above, Anna"}, round: 1, what: check, requested: true, at: 2026-03-27T14:00:00Z}
  - {player: {name: "Above, Anna"}, round: 1, what: absence, left: 18, at: 2026-03-27T14:10:00Z}
  - {player: {name: "Above, Anna"}, round: 1, what: absence, back: 20, at: 2026-03-27T14:20:00Z}
  - {player: {name: "Below, Boris"}, round: 2, what: observation, text: "secret words", at: 2026-03-28T14:20:00Z}
`

func sectionOf(t *testing.T, record string, screening *reports.MadeScreening) *reports.FairPlaySection {
	t.Helper()
	r, err := reports.ReadRecord("event.yaml", []byte(record))
	if err != nil {
		t.Fatal(err)
	}
	of := reports.Dossier{Record: r, Now: time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)}
	s, err := of.FairPlay(screening)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func writtenSection(t *testing.T, format string, s *reports.FairPlaySection, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := FairPlaySection(&b, format, s, nil, o); err != nil {
		t.Fatal(err)
	}
	return readable(t, format, b.String())
}

func TestFairPlaySection(t *testing.T) {
	t.Parallel()
	whole := calibrated()
	screened := sectionOf(t, sectionRecord, &reports.MadeScreening{ID: strings.Repeat("ab", 32), Screening: whole, Lacking: &reports.Lacking{Batches: 1, Games: 2}})
	for name, s := range map[string]*reports.FairPlaySection{"section": screened, "section_bare": sectionOf(t, barelyOnRecord, nil)} {
		for _, lang := range Languages() {
			for _, format := range Formats() {
				text := writtenSection(t, format, s, Options{Lang: lang})
				if format == "table" && lang == "en" {
					golden(t, name+".en.txt", text)
				}
				if found := rendertest.Accusing(text); found != nil && format != "json" && format != "csv" {
					t.Errorf("%s as %s in %s says %q", name, format, lang, found)
				}
				// Nobody is named, and nothing of a complaint or of a result.
				for i := range whole.Players {
					if who := whole.Players[i].Name; who != "" && strings.Contains(text, who) {
						t.Errorf("%s as %s in %s names %s", name, format, lang, who)
					}
				}
				for _, secret := range []string{"Above", "Below", "secret", "other reason", "requested", `"complaint"`, "above_line", `"z"`, `"roi`, "ROI"} {
					if strings.Contains(text, secret) {
						t.Errorf("%s as %s in %s tells %q", name, format, lang, secret)
					}
				}
			}
		}
		rows, err := csv.NewReader(strings.NewReader(writtenSection(t, "csv", s, Options{}))).ReadAll()
		if err != nil || len(rows) < 20 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		if text := writtenSection(t, "json", s, Options{}); strings.Contains(text, "null") && name == "section" {
			t.Errorf("%s: null in %s", name, text)
		}
	}
}

// The watch list, an observation, and that a complainant asked for a check change no byte.
func TestFairPlaySectionTellsNoCase(t *testing.T) {
	t.Parallel()
	before, rest, _ := strings.Cut(sectionRecord, "watch:")
	_, log, _ := strings.Cut(rest, "log:")
	log, _, _ = strings.Cut(log, "  - {player: {name: \"Below")
	quiet := before + "log:" + strings.ReplaceAll(log, "requested: true, ", "")
	for _, format := range Formats() {
		with, without := writtenSection(t, format, sectionOf(t, sectionRecord, nil), Options{}), writtenSection(t, format, sectionOf(t, quiet, nil), Options{})
		if with != without {
			t.Errorf("%s tells that there is a complaint", format)
		}
	}
}
