package tournament_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
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
