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

// eventOnRecord is an event for norms of three rounds, and one of which nearly nothing is stated.
const eventOnRecord, barelyOnRecord = `
name: Kyiv Open 2026
start: 2026-03-27
end: 2026-03-29
planned_rounds: 3
facts: {mode: over_the_board, system: swiss, team: "no", time_zone: Europe/Kyiv, official: "no", rated: "yes", championship: none, women: "no",
  prize_fund: 5000, titles: [IM], time_control: "30/5400:900+30"}
schedule:
  - {round: 1, start: 2026-03-27T15:00:00+02:00, end: 2026-03-27T19:00:00+02:00}
  - {round: 2, start: 2026-03-28T15:00:00+02:00, end: 2026-03-28T19:00:00+02:00}
  - {round: 3, start: 2026-03-29T15:00:00+03:00, end: 2026-03-29T19:00:00+03:00}
`, `
facts: {mode: online, rated: "no", time_zone: Europe/Kyiv, time_control: as usual}
end: 2026-03-29
`

func dutiesOf(t *testing.T, record string) (*reports.EventDuties, *reports.Provenance) {
	t.Helper()
	r, err := reports.ReadRecord("event.yaml", []byte(record))
	if err != nil {
		t.Fatal(err)
	}
	of := reports.Dossier{Record: r, Now: time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)}
	d, err := of.Duties()
	if err != nil {
		t.Fatal(err)
	}
	made := reports.Provenance{Program: "fairplay", Version: "test", Inputs: []reports.InputFile{{File: "event.yaml", Bytes: 1, SHA256: strings.Repeat("a", 64)}}}
	made.State("event", "event.yaml")
	made.State("at", "2026-03-28T12:00:00Z")
	made.Complete(reports.TaskDuties)
	if made.Command != "fairplay duties --event event.yaml --at 2026-03-28T12:00:00Z" {
		t.Errorf("command %q", made.Command)
	}
	return d, &made
}

func writtenDuties(t *testing.T, format string, d *reports.EventDuties, made *reports.Provenance, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := EventDuties(&b, format, d, made, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDuties(t *testing.T) {
	t.Parallel()
	for name, record := range map[string]string{"duties": eventOnRecord, "duties_undecided": barelyOnRecord} {
		d, made := dutiesOf(t, record)
		for _, lang := range Languages() {
			text, page := writtenDuties(t, "table", d, made, Options{Lang: lang}), writtenDuties(t, "html", d, nil, Options{Lang: lang})
			if lang == "en" {
				golden(t, name+".en.txt", text)
			}
			for _, said := range []string{text, page} {
				if found := rendertest.Accusing(said); found != nil {
					t.Errorf("%s in %s says %q", name, lang, found)
				}
				for _, slug := range []string{"not_yet", "games_screening", "chief_arbiter", "times_of_rounds", "rated_minimum"} {
					if strings.Contains(said, slug) {
						t.Errorf("%s in %s has no words for %s", name, lang, slug)
					}
				}
			}
		}
		rows, err := csv.NewReader(strings.NewReader(writtenDuties(t, "csv", d, nil, Options{}))).ReadAll()
		if err != nil || len(rows) != 1+len(d.Duties) {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		if text := writtenDuties(t, "json", d, made, Options{}); strings.Contains(text, "null") {
			t.Errorf("%s: null in %s", name, text)
		}
	}
}
