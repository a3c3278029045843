package tournament_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

func absence(seq int64, player, round, left, back int) tournament.ListedNote {
	return tournament.ListedNote{Seq: seq, LogNote: tournament.LogNote{
		Player: tournament.NamedPlayer{Number: player}, Round: round, What: tournament.NotedAbsence, Left: left, Back: back,
	}}
}

func TestUndone(t *testing.T) {
	correcting := absence(8, 3, 2, 14, 16)
	correcting.Corrects = 7
	due := func(duty string, demand regulations.Demand, state tournament.DutyState) tournament.Due {
		return tournament.Due{Duty: duty, Demand: demand, State: state}
	}
	all := tournament.Unfinished{
		Lacks:     []tournament.Deviation{{Kind: tournament.MissingGame, Round: 3, White: "Alpha", Black: "Beta"}},
		Questions: []tournament.Question{{Name: "Aplha"}},
		Dues: []tournament.Due{
			due("late", regulations.Mandatory, tournament.DutyLate), due("open", regulations.Mandatory, tournament.DutyOpen),
			due("done", regulations.Mandatory, tournament.DutyDone), due("waived", regulations.Mandatory, tournament.DutyWaived),
			due("not yet", regulations.Mandatory, tournament.DutyNotYet), due("advice", regulations.NoDemand, tournament.DutyOpen),
		},
		Log: []tournament.ListedNote{
			absence(1, 1, 1, 12, 0), absence(2, 1, 1, 0, 15), // back
			absence(3, 1, 1, 20, 22), // both at once
			absence(4, 1, 2, 12, 0),  // open: back in another round, and somebody else
			absence(5, 1, 3, 0, 13), absence(6, 2, 2, 0, 13),
			absence(7, 3, 2, 14, 0), correcting, // corrected
			absence(9, 1, 4, 0, 5), absence(10, 1, 4, 9, 0), // open: back before he left again
		},
		Tests: []string{"t"},
	}
	var got []string
	for _, u := range all.Undone() {
		got = append(got, fmt.Sprint(u.Kind, " ", u.White, u.Name, u.Duty, u.Note, u.Test))
	}
	want := "[game Alpha0 question Aplha0 duty late0 duty open0 absence 4 absence 10 test 0t]"
	if fmt.Sprint(got) != want {
		t.Errorf("undone %v, want %s", got, want)
	}
	if text, err := json.Marshal(tournament.Unfinished{}.Undone()); err != nil || string(text) != "[]" {
		t.Errorf("nothing undone: %s %v", text, err)
	}
}

// What closes, reopens or overrides needs a reason of printable characters.
func TestReasons(t *testing.T) {
	undone := []tournament.Undone{{Kind: tournament.QuestionOpen, Name: "A"}}
	digest := strings.Repeat("0", 64)
	for _, c := range []struct {
		says tournament.EntryBody
		well bool
	}{
		{tournament.Closing{Undone: []tournament.Undone{}}, true},
		{tournament.Closing{Undone: undone}, false},
		{tournament.Closing{Undone: undone, Reason: " "}, false},
		{tournament.Closing{Undone: undone, Reason: "a\nb"}, false},
		{tournament.Closing{Undone: undone, Reason: strings.Repeat("я", 2001)}, false},
		{tournament.Closing{Undone: undone, Reason: strings.Repeat("я", 2000)}, true},
		{tournament.Reopening{}, false},
		{tournament.Reopening{Reason: "a round was forgotten"}, true},
		{tournament.PackageWritten{SHA256: digest, Bytes: 1, Lacks: []string{}}, true},
		{tournament.PackageWritten{SHA256: digest, Bytes: 1, Lacks: []string{"round 1"}}, false},
		{tournament.PackageWritten{SHA256: digest, Bytes: 1, Lacks: []string{"round 1"}, Reason: "lost"}, true},
		{tournament.PackageWritten{SHA256: "0", Bytes: 1}, false},
	} {
		entry, err := tournament.NewEntry(c.says, "somebody", time.Unix(0, 0))
		if (err == nil) != c.well || err != nil && fault.KindOf(err) != fault.Invalid || c.well && strings.Contains(string(entry.Body), "null") {
			t.Errorf("%+v: %s %v", c.says, entry.Body, err)
		}
	}
}

// What cannot be told is named with the fact that is missing: duties that may be mandatory, names where
// nobody has said who takes part, and games of rounds of which nothing tells.
func TestCannotBeTold(t *testing.T) {
	when := time.Date(2026, 3, 20, 15, 0, 0, 0, time.UTC)
	rounds := func(n int) (s tournament.Schedule) {
		for i := range n {
			start := when.AddDate(0, 0, i-2)
			s.Rounds = append(s.Rounds, tournament.RoundTimes{Round: i + 1, Start: start, End: start.Add(5 * time.Hour)})
		}
		return s
	}
	file := &trf.Tournament{Participants: []*trf.Participant{
		{Number: 1, Name: "A", Slots: []trf.Slot{{Opponent: 2, Color: trf.White, Mark: trf.Win}, {Opponent: 3, Color: trf.White}}},
		{Number: 2, Name: "B", Slots: []trf.Slot{{Opponent: 1, Color: trf.Black, Mark: trf.Loss}, {}}},
		{Number: 3, Name: "C", Slots: []trf.Slot{{}, {Opponent: 1, Color: trf.Black}}},
	}}
	covered := tournament.Cover(file, nil)
	for name, c := range map[string]struct {
		of       *tournament.Coverage
		facts    tournament.Facts
		schedule tournament.Schedule
		want     string
	}{
		"nothing known":      {nil, tournament.Facts{}, tournament.Schedule{}, "untold games 0 [tournament_file]"},
		"round robin":        {nil, tournament.Facts{System: tournament.RoundRobin, Rounds: 9}, tournament.Schedule{}, "untold games 0 [roster]"},
		"rounds ahead":       {nil, tournament.Facts{System: tournament.Swiss}, rounds(4), "untold games 0 [tournament_file], round  3 [], round  4 []"},
		"file of two rounds": {covered, tournament.Facts{Rounds: 3}, tournament.Schedule{}, "untold games 2 A - C [result], untold games 3 [tournament_file]"},
		"how many rounds":    {covered, tournament.Facts{}, tournament.Schedule{}, "untold games 2 A - C [result], untold games 0 [planned_rounds]"},
		"third round ahead":  {covered, tournament.Facts{Rounds: 3}, rounds(3), "untold games 2 A - C [result], round  3 []"},
		"third round over":   {covered, tournament.Facts{Rounds: 3}, rounds(2), "untold games 2 A - C [result], untold games 3 [tournament_file]"},
		"by tables":          {&tournament.Coverage{Basis: tournament.ByRoster, Rounds: make([]tournament.RoundCoverage, 2)}, tournament.Facts{Rounds: 3}, rounds(2), "untold games 3 [times_of_rounds]"},
		"all by tables":      {&tournament.Coverage{Basis: tournament.ByRoster, Rounds: make([]tournament.RoundCoverage, 3)}, tournament.Facts{}, tournament.Schedule{}, ""},
	} {
		var got []string
		for _, u := range tournament.RoundsLeft(c.of, c.facts, c.schedule, when) {
			text := fmt.Sprintf("%s %s %d ", u.Kind, u.About, u.Round)
			if u.White != "" {
				text += u.White + " - " + u.Black + " "
			}
			got = append(got, text+fmt.Sprint(u.Missing))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}

	dues := tournament.DutyCase{Edition: regulations.Shipped().Edition(when), RuleSet: regulations.FIDE, Class: analysis.StandardTime, Now: when}.Dues()
	mandatory := 0
	for _, u := range (tournament.Unfinished{Dues: dues, Unknown: true}).Undone() {
		if u.Kind == tournament.CannotBeTold && len(u.Missing) == 0 {
			t.Errorf("nothing is missing of %+v", u)
		}
		if u.About == tournament.AboutDuty {
			mandatory++
		}
	}
	if mandatory == 0 {
		t.Error("no duty of an event of which nothing is known is undecided")
	}
}
