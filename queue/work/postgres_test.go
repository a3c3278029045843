package work

import (
	"bytes"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
)

// On PostgreSQL everything is as on SQLite.
func TestOnPostgres(t *testing.T) {
	t.Parallel()
	source := storetest.Start(t).Fresh(t)
	if err := store.Migrate(t.Context(), source); err != nil {
		t.Fatal(err)
	}
	s := reopen(t, source)
	s.create(t, store.Event{ID: eventID, Name: "Open"})
	s.accept(t, hard(t))
	s.accept(t, round8(t))
	s.work(t)
	if got, want := s.screened(t).Body, printed(t, reports.Filter{}, hard(t), round8(t)); !bytes.Equal(got, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	if _, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "full", Player: "Firouzja"}, ""); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if made := s.outcome(t); !strings.Contains(made, "report full") {
		t.Errorf("there is no report of the test:\n%s", made)
	}
}
