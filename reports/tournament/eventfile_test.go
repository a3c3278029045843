package tournament

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
)

const eventText = `name: Open of the town
start: 2026-03-14
end: 2026-03-22
planned_rounds: 9
players: 96
facts: {mode: over_the_board, time_zone: Europe/Kyiv, official: no}
schedule:
  - {round: 1, start: 2026-03-14T15:00:00+02:00, end: 2026-03-14T21:00:00+02:00}
  - {round: 2, start: 2026-03-15T15:00:00+02:00, end: 2026-03-15T21:00:00+02:00}
received:
  - {round: 1, at: 2026-03-14T22:00:00+02:00}
watch:
  - at: 2026-03-13T10:00:00+02:00
    player: {fide_id: "14100000"}
    reason: named in the report on the event in February
    evidence: [earlier_statistics]
  - at: 2026-03-14T15:00:00+02:00
    player: {name: "Beta, Boris"}
    reason: a complaint in round 1
    evidence: [complaint]
log:
  - {at: 2026-03-14T17:00:00+02:00, player: {fide_id: "14100000"}, round: 1, what: absence, left: 17, back: 19}
roster:
  - {number: 1, name: "Beta, Boris", rating: 2200}
answers:
  - {name: "Betta, B", number: 1}
duties:
  - {duty: registration, state: done, date: 2026-03-02}
`

func TestReadEventFile(t *testing.T) {
	r, err := ReadEventFile("event.yaml", strings.NewReader(eventText))
	if err != nil {
		t.Fatal(err)
	}
	if r.Players != 96 || r.PlannedRounds != 9 || r.Facts.Official != No || len(r.Schedule) != 2 || len(r.Log) != 1 {
		t.Errorf("%+v", r)
	}
	if got := r.Watch[0].Standing(); got != BeforeEvent {
		t.Errorf("the day before: %s", got)
	}
	if got := r.Watch[1].Standing(); got != AfterBegin {
		t.Errorf("at the start of round 1: %s", got)
	}
	if begin := r.Watch[0].Begin; begin.Basis != BySchedule || !begin.At.Equal(time.Date(2026, 3, 14, 13, 0, 0, 0, time.UTC)) {
		t.Errorf("begin %+v", begin)
	}
	// What was read, written as JSON, is such a file again.
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadEventFile("event.json", strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if twice, _ := json.Marshal(again); string(twice) != string(text) {
		t.Errorf("read again:\n%s\nwas\n%s", twice, text)
	}
}

// What is wrong is told with file, line and reason.
func TestEventFileFaults(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"players: 96", "players: -1", "event.yaml:5: players is a number from 0 to 100000"},
		{"players: 96", "players: many", "event.yaml:5: players: here stands a string, and a whole number is needed"},
		{"players: 96", "plyers: 96", `event.yaml:5: unknown field "plyers"`},
		{"players: 96", "players: 96\nplayers: 97", `event.yaml:6: "players" stands here twice`},
		{"players: 96", "players:", "event.yaml:5: there is no value; leave the line out"},
		{"players: 96", "singled_out: true", `event.yaml:5: unknown field "singled_out"`},
		{"start: 2026-03-14", "start: 2026-02-30", `event.yaml:2: "2026-02-30" is no day`},
		{"end: 2026-03-22", "end: 2026-03-01", "the event ends (2026-03-01) before it starts (2026-03-14)"},
		{"Europe/Kyiv", "Europe/Nowhere", `event.yaml:6: there is no time zone "Europe/Nowhere"`},
		{"mode: over_the_board", "mode: by_post", `event.yaml:6: "by_post" is no mode`},
		{"official: no", "officious: no", `event.yaml:6: unknown field "officious"`},
		{"round: 1, start", "round: 0, start", "event.yaml:8: round 0 stands where round 1 should be"},
		{"round: 2, start: 2026-03-15", "round: 2, start: 2026-03-13", "event.yaml:9: round 2 starts (2026-03-13T15:00:00+02:00) before round 1 is over"},
		{"end: 2026-03-14T21:00:00+02:00}", "end: 2026-03-14T14:00:00+02:00}", "event.yaml:8: round 1 ends (2026-03-14T14:00:00+02:00) no later than it starts"},
		{"start: 2026-03-15T15:00:00+02:00", "start: tomorrow", "event.yaml:9: tomorrow is no moment"},
		{"    reason: named in the report on the event in February\n", "", "event.yaml:13: an entry of the watch list needs a reason"},
		{`fide_id: "14100000"}`, `fide_id: 14100000}`, "event.yaml:14: watch.player.fide_id: here stands a number, and a text (put it between quotes) is needed"},
		{`{fide_id: "14100000"}`, `{number: 3}`, "event.yaml:13: a starting number names nobody in the games"},
		{"earlier_statistics", "gossip", `event.yaml:13: "gossip" is no kind of evidence`},
		{"left: 17", "left: 20", "event.yaml:22: he left at move 20 and cannot have been back at move 19"},
		{"what: absence, ", "", `event.yaml:22: "" is nothing that is noted`},
		{"number: 1}", "number: 2}", "event.yaml:26: the roster has no player with the number 2"},
		{"state: done", "state: perhaps", `event.yaml:28: a duty is done, waived or open, not "perhaps"`},
		{"state: done", "state: waived", "event.yaml:28: a note must say who waived the duty"},
		{"name: Open of the town\n", "- a list\n", "event.yaml:1: did not find expected"},
		{eventText, "- a list\n", "event.yaml:1: it is no list of facts"},
		{eventText, "", "event.yaml:1: it is empty"},
		{"players: 96", "players: &n 96\nrounds: *n", "event.yaml:6: an alias"},
	} {
		_, err := ReadEventFile("event.yaml", strings.NewReader(strings.Replace(eventText, c.old, c.new, 1)))
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}
