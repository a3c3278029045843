package reports

import (
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// One record of an event serves the command line and the service: what a file states of duties is ticked,
// and the ratings of its roster make the average.
func TestDossierOfAFile(t *testing.T) {
	record, err := ReadRecord("event.yaml", []byte(`
planned_rounds: 9
start: "2026-03-14"
end: "2026-03-22"
facts: {system: round_robin, mode: over_the_board, rated: "yes", official: "no", championship: none, women: "no", prize_fund: 0, titles: [], time_zone: Europe/Kyiv}
roster: [{number: 1, name: "Alpha, Anna", rating: 2700}, {number: 2, name: "Beta, Boris", rating: 2500}]
answers: [{name: "Aplha, Anna", number: 1}]
duties: [{duty: registration, state: done, date: "2026-03-02"}]
`))
	if err != nil {
		t.Fatal(err)
	}
	d := &Dossier{Record: record, Now: time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC)}
	if level := d.Level(); level.Level != "A" || level.Reasons[0].Figure != 2600 {
		t.Errorf("level %+v", level)
	}
	duties, err := d.Duties()
	if err != nil {
		t.Fatal(err)
	}
	if first := duties.Duties[0]; first.Duty != "registration" || first.State != tournament.DutyDone || first.Date != "2026-03-02" {
		t.Errorf("registration %+v", first)
	}
	game := func(white string) *analysis.Game {
		return &analysis.Game{White: analysis.Player{Name: white}, Black: analysis.Player{Name: "Beta, Boris"}, Round: "1"}
	}
	d.Games = []*analysis.Game{game("Aplha, Anna"), game("Gamma")}
	if open, _, known := d.Questions(); !known || len(open) != 1 || open[0].Name != "Gamma" {
		t.Errorf("questions %+v, known %v", open, known)
	}
	u, err := d.Unfinished()
	if err != nil || u.Unknown || len(u.Questions) != 1 {
		t.Errorf("unfinished %+v, %v", u, err)
	}
	d.Record.Roster = []roster.Entry{}
	if u, err = d.Unfinished(); err != nil || !u.Unknown {
		t.Errorf("without a roster: %+v, %v", u, err)
	}
}

// Nobody can tell that all games are there before the last round is over and in the tournament file.
func TestCompletenessBeforeTheEnd(t *testing.T) {
	for _, c := range []struct {
		facts, complete string
		left            int
	}{
		{`{planned_rounds: 1, facts: {official: "yes", system: swiss}}`, "yes", 0}, {`{planned_rounds: 3, facts: {official: "yes", system: swiss}}`, "unknown", 2},
		{`{facts: {official: "yes", system: swiss}}`, "unknown", 1},
	} {
		record, err := ReadRecord("event.yaml", []byte(c.facts))
		if err != nil {
			t.Fatal(err)
		}
		white := &trf.Participant{Number: 1, Name: "Alpha, Anna", Slots: []trf.Slot{{Opponent: 2, Color: trf.White, Mark: trf.Win}}}
		black := &trf.Participant{Number: 2, Name: "Beta, Boris", Slots: []trf.Slot{{Opponent: 1, Color: trf.Black, Mark: trf.Loss}}}
		d := &Dossier{Record: record, File: &trf.Tournament{Participants: []*trf.Participant{white, black}}, Now: time.Now(), Games: []*analysis.Game{{
			White: analysis.Player{Name: white.Name}, Black: analysis.Player{Name: black.Name}, Round: "1", Awarded: "1-0", Played: true,
		}}}
		games, err := d.Completeness()
		if err != nil || games.Duties[0].Complete != c.complete || games.Duties[0].Found != 1 || len(games.Left) != c.left {
			t.Errorf("%s: %+v, %v", c.facts, games, err)
		}
	}
}
