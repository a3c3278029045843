package work

import (
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// What an event states goes before what its games say: how it is played, and the day that
// decides which rules apply. Where it is silent, its games speak.
func TestStatedFactsGoFirst(t *testing.T) {
	s := serve(t)
	game := &analysis.Game{Tags: []analysis.Tag{{Name: "Date", Value: "2019.05.04"}}, Date: "2019.05.04"}
	in := pipeline.Input{Games: []*analysis.Game{game}}
	for _, c := range []struct {
		event store.Event
		mode  regulations.Mode
		start time.Time
	}{
		{store.Event{}, "", time.Date(2019, 5, 4, 0, 0, 0, 0, time.UTC)},
		{store.Event{Start: "2026-03-14", Facts: tournament.Facts{Mode: regulations.Online}}, regulations.Online, time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)},
	} {
		record, err := s.onRecord(t.Context(), c.event, &eventInput{})
		if err != nil {
			t.Fatal(err)
		}
		r := reports.TestRequest{Kind: reports.QuickKind, Player: "Anna", Record: record}
		full, _, err := s.fullTest(c.event, r)
		if err != nil {
			t.Fatal(err)
		}
		if r.Fill(&roster.Person{}); r.Mode != c.mode {
			t.Errorf("mode %q, want %q", r.Mode, c.mode)
		}
		if got := full.Survey(in).Rules.Edition.Start(); !got.Equal(c.start) {
			t.Errorf("rules of %v, want those of %v", got, c.start)
		}
	}
}
