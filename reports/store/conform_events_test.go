package store

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

func newEvent(id string) Event {
	return Event{ID: id, Name: "Event " + id, Site: "Kyiv", Federation: "UKR", Start: "2025-03-01", End: "2025-03-09",
		TimeClass: analysis.StandardTime, RuleSet: "2025", PlannedRounds: 9, Players: 100, Live: true,
		Facts: tournament.Facts{Mode: regulations.OverTheBoard, System: tournament.Swiss, TimeZone: "Europe/Kyiv", Titles: []string{}},
		State: EventOpen, Version: 1, Created: start.Add(123456 * time.Microsecond)}
}

func makeEvent(t testing.TB, db *DB, id string) Event {
	t.Helper()
	ok(t, db.CreateEvent(t.Context(), newEvent(id)))
	return newEvent(id)
}

func same[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func checkEvents(t *testing.T, db *DB) {
	_, err := db.Event(t.Context(), "a")
	expectFault(t, err, fault.NotFound, "event_unknown")
	ok(t, db.Ping(t.Context()))

	a := makeEvent(t, db, "a")
	expectFault(t, db.CreateEvent(t.Context(), a), fault.Conflict, "event_exists")
	same(t, "event", must[Event](t)(db.Event(t.Context(), "a")), a)

	b, c := newEvent("B"), newEvent("c")
	b.Federation, b.Created = "POL", time.Time{}
	c.State = "" // open is understood
	ok(t, db.CreateEvent(t.Context(), b))
	ok(t, db.CreateEvent(t.Context(), c))
	c.State = EventOpen
	for name, q := range map[string]struct {
		q    EventsQuery
		want []Event
	}{
		"all, by bytes":          {EventsQuery{}, []Event{b, a, c}},
		"after":                  {EventsQuery{After: "B", Limit: 1}, []Event{a}},
		"named":                  {EventsQuery{IDs: []string{"c", "a", "unknown"}}, []Event{a, c}},
		"none":                   {EventsQuery{IDs: []string{}}, nil},
		"of a federation":        {EventsQuery{Federation: "UKR"}, []Event{a, c}},
		"named or by federation": {EventsQuery{IDs: []string{"c"}, Federations: []string{"POL"}}, []Event{b, c}},
		"both and filtered":      {EventsQuery{IDs: []string{"c"}, Federations: []string{"POL"}, Federation: "POL"}, []Event{b}},
	} {
		same(t, name, must[[]Event](t)(db.Events(t.Context(), q.q)), q.want)
	}

	fund := 12_000
	changed, err := db.ChangeEvent(t.Context(), "a", 1, func(e *Event) error {
		e.State, e.Name, e.Live, e.Version, e.ID, e.Games = EventPaused, "Another", false, 77, "z", 5
		e.Facts.Mode, e.Facts.PrizeFund, e.Facts.Titles = regulations.Online, &fund, nil
		return nil
	})
	ok(t, err)
	want := a
	want.State, want.Name, want.Live, want.Version = EventPaused, "Another", false, 2
	want.Facts.Mode, want.Facts.PrizeFund, want.Facts.Titles = regulations.Online, &fund, nil
	same(t, "changed", changed, want)
	same(t, "changed, read again", must[Event](t)(db.Event(t.Context(), "a")), want)

	_, err = db.ChangeEvent(t.Context(), "a", 1, func(*Event) error { return nil })
	expectFault(t, err, fault.Conflict, "event_changed")
	_, err = db.ChangeEvent(t.Context(), "z", 0, func(*Event) error { return nil })
	expectFault(t, err, fault.NotFound, "event_unknown")
	refusal := errors.New("no")
	_, err = db.ChangeEvent(t.Context(), "a", 0, func(*Event) error { return fault.Wrap(refusal, fault.Invalid, "no", "no") })
	if !errors.Is(err, refusal) {
		t.Errorf("the refusal has become %v", err)
	}
	same(t, "after a refusal", must[Event](t)(db.Event(t.Context(), "a")), want)
}

func checkEventChanges(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	const n = 20
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if _, err := db.ChangeEvent(t.Context(), "a", 0, func(e *Event) error { e.Players++; return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	e := must[Event](t)(db.Event(t.Context(), "a"))
	if e.Version != n+1 || e.Players != 100+n {
		t.Errorf("version %d with %d players; want %d and %d", e.Version, e.Players, n+1, 100+n)
	}
}

// Text may contain anything, because it comes from files of every kind.
func checkOddText(t *testing.T, db *DB) {
	for i, c := range []struct{ in, out string }{
		{"Щербаков — “ё”, 棋 ♞ 𝄞", "Щербаков — “ё”, 棋 ♞ 𝄞"},
		{"a\x00b", "a\ufffdb"},
		{"Caf\xe9", "Caf\ufffd"},
		{"'; DROP TABLE events; -- ? $1 {list}", "'; DROP TABLE events; -- ? $1 {list}"},
		{" two\nlines\t", " two\nlines\t"},
	} {
		e := newEvent(fmt.Sprint(i))
		e.Name = c.in
		ok(t, db.CreateEvent(t.Context(), e))
		e.Name = c.out
		same(t, fmt.Sprintf("%q", c.in), must[Event](t)(db.Event(t.Context(), e.ID)), e)
	}
}
