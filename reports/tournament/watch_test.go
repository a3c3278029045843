package tournament

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
)

var three = time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC) // when round 1 starts

// Exactly at the start of round 1 is no longer before the event, by whatever says when that is.
func TestBeforeTheEvent(t *testing.T) {
	stated := func(at, start time.Duration) StatedStart { return StatedStart{three.Add(at), three.Add(start)} }
	midnight := time.Date(2026, 3, 13, 22, 0, 0, 0, time.UTC) // of 14 March in Kyiv
	for _, c := range []struct {
		name      string
		stated    []StatedStart
		day, zone string
		played    bool
		at        time.Time
		want      WatchStanding
	}{
		{"before round 1", []StatedStart{stated(-time.Hour, 0)}, "", "", false, three.Add(-time.Microsecond), BeforeEvent},
		{"at its start", []StatedStart{stated(-time.Hour, 0)}, "", "", false, three, AfterBegin},
		{"moved on while it lay ahead", []StatedStart{stated(-time.Hour, 0), stated(-time.Minute, time.Hour)}, "", "", false, three.Add(time.Minute), BeforeEvent},
		{"moved on after it had begun", []StatedStart{stated(-time.Hour, 0), stated(time.Minute, time.Hour)}, "", "", false, three.Add(2 * time.Minute), AfterBegin},
		{"brought forward after it had begun", []StatedStart{stated(-time.Hour, 0), stated(time.Minute, -time.Hour)}, "", "", false, three.Add(-time.Minute), AfterBegin},
		{"games were there", []StatedStart{stated(-time.Hour, 0)}, "", "", true, three.Add(-time.Minute), AfterGames},
		{"no schedule, the day before", nil, "2026-03-14", "Europe/Kyiv", false, midnight.Add(-time.Microsecond), BeforeEvent},
		{"no schedule, on the day", nil, "2026-03-14", "Europe/Kyiv", false, midnight, AfterBegin},
		{"no schedule, no time zone", nil, "2026-03-14", "", false, midnight.AddDate(0, 0, -30), BeginUnknown},
		{"no schedule, no day", nil, "", "Europe/Kyiv", false, midnight.AddDate(0, 0, -30), BeginUnknown},
	} {
		w := ListedWatch{At: c.at, WatchEntry: WatchEntry{Begin: new(BeginningOf(c.stated, c.day, c.zone, c.played))}}
		if got := w.Standing(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if w.Withdrawn = new(Withdrawn); w.Standing() != OffTheList {
			t.Errorf("%s: withdrawn and %s", c.name, w.Standing())
		}
	}
	if w := new(ListedWatch); w.Standing() != BeginUnknown {
		t.Errorf("an entry without beginning is %s", w.Standing())
	}
}

// Nothing that is written after round 1 began counts as from before it, however the schedule was
// changed since, and whatever is stated later.
func TestNothingWrittenAfterRoundOneCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := func(name string) time.Duration {
			return time.Duration(rapid.IntRange(-600, 600).Draw(t, name)) * time.Minute
		}
		begin := three
		stated := []StatedStart{{three.Add(-1000 * time.Minute), begin}}
		at := stated[0].Stated
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			at = at.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "later")) * time.Minute)
			s := StatedStart{at, three.Add(minutes("start"))}
			if at.Before(begin) { // it had not begun
				begin = s.Start
			}
			stated = append(stated, s)
		}
		written := begin.Add(time.Duration(rapid.IntRange(0, 2000).Draw(t, "written")) * time.Minute)
		known := stated
		for i, s := range stated {
			if s.Stated.After(written) {
				known = stated[:i]
				break
			}
		}
		entry, err := NewEntry(WatchEntry{
			Player: NamedPlayer{Number: 1}, Reason: "a complaint", Evidence: []EvidenceKind{ByComplaint},
			Begin: new(BeginningOf(known, "2026-03-20", "UTC", false)),
		}, "", written)
		if err != nil {
			t.Fatal(err)
		}
		journal := []JournalEntry{entry}
		for _, s := range stated {
			e, err := NewEntry(Schedule{[]RoundTimes{{1, s.Start, s.Start.Add(time.Hour)}}}, "", s.Stated)
			if err != nil {
				t.Fatal(err)
			}
			journal = append(journal, e)
		}
		list, err := WatchList(journal)
		if err != nil {
			t.Fatal(err)
		}
		if list[0].Standing() == BeforeEvent {
			t.Fatalf("written at %v, begun at %v, stated %v", written, begin, stated)
		}
	})
}

func TestWatchEntriesAreChecked(t *testing.T) {
	ok := WatchEntry{Player: NamedPlayer{Number: 3}, Reason: "a complaint", Evidence: []EvidenceKind{ByComplaint}}
	if err := ok.Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*WatchEntry){
		"needs a reason":          func(w *WatchEntry) { w.Reason = " " },
		"at most 2000 characters": func(w *WatchEntry) { w.Reason = strings.Repeat("a", 2001) },
		"say what the entry":      func(w *WatchEntry) { w.Evidence = nil },
		"no kind of evidence":     func(w *WatchEntry) { w.Evidence = []EvidenceKind{"z"} },
		"named twice":             func(w *WatchEntry) { w.Evidence = []EvidenceKind{ByComplaint, ByComplaint} },
		"say who the player is":   func(w *WatchEntry) { w.Player = NamedPlayer{} },
		"no FIDE id":              func(w *WatchEntry) { w.Player.FideID = "x1" },
		"no starting number":      func(w *WatchEntry) { w.Player.Number = -1 },
		"printable characters":    func(w *WatchEntry) { w.Player.Name = "\a" },
	} {
		w := ok
		change(&w)
		if err := w.Validate(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (WatchWithdrawal{Entry: 1}).Validate(); err == nil {
		t.Error("withdrawn without a reason")
	}
}

// Who is meant is told by FIDE id where both have one, else by the words of the name.
func TestNamedPlayerIs(t *testing.T) {
	person := &roster.Person{Name: "Müller, Anna", FideID: "14100000", Aliases: []string{"A. Muller"}}
	for _, c := range []struct {
		named NamedPlayer
		want  bool
	}{
		{NamedPlayer{FideID: "014100000"}, true}, {NamedPlayer{FideID: "14100001", Name: "Müller, Anna"}, false},
		{NamedPlayer{Name: "Anna Muller"}, true}, {NamedPlayer{Name: "A. Müller"}, true}, {NamedPlayer{Name: "Muller"}, false},
		{NamedPlayer{Number: 1}, false}, {NamedPlayer{}, false},
	} {
		if got := c.named.Is(person); got != c.want {
			t.Errorf("%+v: %v", c.named, got)
		}
	}
}
