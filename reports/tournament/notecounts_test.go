package tournament

import (
	"slices"
	"testing"
)

// Notes are counted by round; a note that is corrected does not count, and a player who left and was back was away
// once, in one note or in two.
func TestCountNotes(t *testing.T) {
	anna, boris := NamedPlayer{Name: "Above, Anna"}, NamedPlayer{Number: 7}
	note := func(seq int64, n LogNote) ListedNote { return ListedNote{Seq: seq, LogNote: n} }
	log := []ListedNote{
		note(1, LogNote{Player: anna, Round: 2, What: NotedAbsence, Left: 18}),
		note(2, LogNote{Player: anna, Round: 2, What: NotedAbsence, Back: 21}),
		note(3, LogNote{Player: anna, Round: 2, What: NotedAbsence, Left: 30, Back: 33}),
		note(4, LogNote{Player: boris, Round: 2, What: NotedAbsence, Back: 9}),
		note(5, LogNote{Player: boris, Round: 1, What: NotedCheck, Requested: true}),
		note(6, LogNote{Player: anna, Round: 1, What: NotedObservation, Text: "looked at the ceiling"}),
		note(7, LogNote{Player: anna, Round: 3, What: NotedCheck, Corrects: 6}),
		note(8, LogNote{Player: anna, Round: 4, What: NotedObservation, Text: "again"}),
		note(9, LogNote{Player: anna, Round: 5, What: NotedIncident, Code: "phone_rang"}),
	}
	want := []NoteCounts{{Round: 1, Checks: 1}, {Round: 2, Absences: 3}, {Round: 3, Checks: 1}, {Round: 5, Incidents: 1}}
	if got := CountNotes(log); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := CountNotes(nil); got == nil || len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
