package tournament

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
)

func noted(minutes int, n LogNote) ListedNote {
	return ListedNote{At: three.Add(time.Duration(minutes) * time.Minute), LogNote: n}
}

func absent(round, left, back int) LogNote {
	return LogNote{Player: NamedPlayer{FideID: "7"}, Round: round, What: NotedAbsence, Left: left, Back: back}
}

func TestLogNotesAreChecked(t *testing.T) {
	who := NamedPlayer{Number: 3}
	for _, n := range []LogNote{
		{Player: who, Round: 1, What: NotedAbsence, Left: 17}, {Player: who, Round: 1, What: NotedAbsence, Back: 17},
		{Player: who, Round: 1, What: NotedAbsence, Left: 17, Back: 17}, {Player: who, Round: 1, What: NotedCheck, Requested: true},
		{Player: who, Round: 1, What: NotedObservation, Text: "spoke to somebody"}, {Player: who, Round: 1, What: NotedIncident, Code: "device"},
	} {
		if err := n.Validate(); err != nil {
			t.Errorf("%+v: %v", n, err)
		}
	}
	for _, c := range []struct {
		note LogNote
		want string
	}{
		{LogNote{Player: who, What: NotedCheck}, "0 is no round"},
		{LogNote{Player: who, Round: 1}, "nothing that is noted"},
		{LogNote{Player: who, Round: 1, What: NotedAbsence}, "names the move"},
		{LogNote{Player: who, Round: 1, What: NotedAbsence, Left: 1000}, "1 to 999"},
		{LogNote{Player: who, Round: 1, What: NotedAbsence, Left: 9, Back: 8}, "cannot have been back"},
		{LogNote{Player: who, Round: 1, What: NotedCheck, Left: 9}, "only an absence"},
		{LogNote{Player: who, Round: 1, What: NotedObservation, Text: "x", Requested: true}, "ask for a check"},
		{LogNote{Player: who, Round: 1, What: NotedObservation}, "says what was seen"},
		{LogNote{Player: who, Round: 1, What: NotedIncident}, "has a code"},
		{LogNote{Player: who, Round: 1, What: NotedIncident, Code: "smell"}, "no code of an incident"},
		{LogNote{Player: who, Round: 1, What: NotedCheck, Code: "device"}, "nothing else has one"},
		{LogNote{Player: who, Round: 1, What: NotedCheck, Text: "\x00"}, "printable"},
		{LogNote{Player: who, Round: 1, What: NotedCheck, Corrects: -1}, "no number of a note"},
		{LogNote{Round: 1, What: NotedCheck}, "say who the player is"},
	} {
		if err := c.note.Validate(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.note, err, c.want)
		}
	}
}

// A second check at a complainant's request is refused with its source; in another round, of
// another player, or on the arbiter's own account it is not. A correction takes the place of the
// first.
func TestOneCheckInARoundOnRequest(t *testing.T) {
	check := LogNote{Player: NamedPlayer{Number: 3}, Round: 1, What: NotedCheck, Requested: true}
	first := noted(0, check)
	first.Seq = 5
	log := []ListedNote{first}
	other, next, own, mended, nobody := check, check, check, check, check
	other.Player.Number, next.Round, own.Requested, mended.Corrects, nobody.Corrects = 4, 2, false, 5, 6
	for _, n := range []LogNote{other, next, own, mended} {
		if err := n.Goes(log); err != nil {
			t.Errorf("%+v: %v", n, err)
		}
	}
	if err := check.Goes(log); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "Arbiters' Manual 2022, ch. 3") {
		t.Errorf("a second check: %v", err)
	}
	if err := nobody.Goes(log); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a correction of nothing: %v", err)
	}
	log = append(log, ListedNote{Seq: 6, LogNote: mended})
	if err := mended.Goes(log); fault.KindOf(err) != fault.Conflict {
		t.Errorf("corrected twice: %v", err)
	}
}

// Moves after an absence are compared where the absence was noted before the games of its round
// came; of corrected notes the last counts.
func TestSubsetComesFromBlindNotes(t *testing.T) {
	person := &roster.Person{FideID: "7"}
	mended := absent(1, 17, 20)
	mended.Corrects = 1
	first := noted(0, absent(1, 17, 0))
	first.Seq = 1
	record := &EventRecord{
		Received: []RoundReceived{{1, three.Add(time.Hour)}, {3, three.Add(2 * time.Hour)}},
		Log: []ListedNote{
			first, noted(30, mended), noted(59, absent(1, 30, 31)), noted(60, absent(1, 40, 41)), noted(0, absent(2, 5, 6)),
			noted(0, absent(3, 998, 999)), noted(1, absent(3, 20, 0)),
			noted(2, LogNote{Player: NamedPlayer{FideID: "8"}, Round: 1, What: NotedAbsence, Back: 9}),
		},
	}
	about := record.About(person)
	subset, notes := about.AfterAbsences()
	if want := "R1:20-22,R1:31-33,R3:999-999"; subset != want || len(notes) != 3 {
		t.Errorf("subset %q of %d notes, want %q", subset, len(notes), want)
	}
	if len(about.Log) != 7 || len(about.Received) != 2 || len(about.About(person).Log) != 7 {
		t.Errorf("about him: %d notes, received %v", len(about.Log), about.Received)
	}
}

// What is on record besides the games: an absence or a check is evidence of nothing.
func TestEvidenceOnRecord(t *testing.T) {
	watch := func(kind EvidenceKind) *EventRecord {
		return &EventRecord{Watch: []ListedWatch{{WatchEntry: WatchEntry{Evidence: []EvidenceKind{kind}}}}}
	}
	note := func(n LogNote) *EventRecord { return &EventRecord{Log: []ListedNote{{LogNote: n}}} }
	gone := watch(ByDevice)
	gone.Watch[0].Withdrawn = &Withdrawn{}
	for _, c := range []struct {
		name   string
		record *EventRecord
		want   []bool
	}{
		{"nothing", &EventRecord{}, []bool{false, false, false}},
		{"device", watch(ByDevice), []bool{true, false, false}}, {"withdrawn", gone, []bool{false, false, false}},
		{"observed", watch(ByObservation), []bool{false, true, false}}, {"complaint", watch(ByComplaint), []bool{false, false, true}},
		{"earlier", watch(ByEarlier), []bool{false, false, false}},
		{"absence", note(absent(1, 2, 3)), []bool{false, false, false}}, {"check", note(LogNote{What: NotedCheck}), []bool{false, false, false}},
		{"seen", note(LogNote{What: NotedObservation}), []bool{false, false, false}},
		{"found", note(LogNote{What: NotedIncident, Code: "device"}), []bool{true, false, false}},
		{"advice", note(LogNote{What: NotedIncident, Code: "advice"}), []bool{false, true, false}},
		{"disturbing", note(LogNote{What: NotedIncident, Code: "disturbing"}), []bool{false, false, false}},
	} {
		a, b, d := c.record.Evidence()
		if got := []bool{a, b, d}; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The event is over at the end of its last round, or of its last day where there is no schedule.
func TestFinished(t *testing.T) {
	end := time.Date(2026, 3, 22, 22, 0, 0, 0, time.UTC) // midnight after 22 March in Kyiv
	rounds := func(n int) []RoundTimes {
		all := make([]RoundTimes, n)
		all[n-1] = RoundTimes{Round: n, Start: three, End: three.Add(time.Hour)}
		return all
	}
	for _, c := range []struct {
		name   string
		record EventRecord
		at     time.Time
		want   bool
	}{
		{"nothing known", EventRecord{}, end.AddDate(9, 0, 0), false},
		{"last round, playing", EventRecord{PlannedRounds: 9, Schedule: rounds(9)}, three.Add(time.Hour - time.Microsecond), false},
		{"last round, over", EventRecord{PlannedRounds: 9, Schedule: rounds(9)}, three.Add(time.Hour), true},
		{"another round is planned", EventRecord{PlannedRounds: 10, Schedule: rounds(9)}, end.AddDate(9, 0, 0), false},
		{"last day", EventRecord{End: "2026-03-22", Facts: Facts{TimeZone: "Europe/Kyiv"}}, end.Add(-time.Microsecond), false},
		{"the day after", EventRecord{End: "2026-03-22", Facts: Facts{TimeZone: "Europe/Kyiv"}}, end, true},
		{"no time zone", EventRecord{End: "2026-03-22"}, end.AddDate(9, 0, 0), false},
	} {
		if got := c.record.Finished(c.at); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if m := c.record.Moment(c.at); c.record.Finished(m) != c.want {
			t.Errorf("%s: %v at the moment %v", c.name, !c.want, m)
		}
	}
}
