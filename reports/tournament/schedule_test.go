package tournament_test

import (
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	instant, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return instant
}

// threeRounds are played on three days in a row, four hours each.
func threeRounds(t *testing.T) tournament.Schedule {
	var s tournament.Schedule
	for i := range 3 {
		start := at(t, "2026-03-27T15:00:00+02:00").AddDate(0, 0, i)
		s.Rounds = append(s.Rounds, tournament.RoundTimes{Round: i + 1, Start: start, End: start.Add(4 * time.Hour)})
	}
	return s
}

func TestSchedule(t *testing.T) {
	if err := threeRounds(t).Validate(); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(r []tournament.RoundTimes){
		"round 0 stands where round 1 should be":        func(r []tournament.RoundTimes) { r[0].Round = 0 },
		"round 2 stands where round 3 should be":        func(r []tournament.RoundTimes) { r[2].Round = 2 },
		"round 4 stands where round 2 should be":        func(r []tournament.RoundTimes) { r[1].Round = 4 },
		"round 2 has no start":                          func(r []tournament.RoundTimes) { r[1].Start = time.Time{} },
		"round 2 ends (2026-03-28T15:00:00+02:00) no":   func(r []tournament.RoundTimes) { r[1].End = r[1].Start },
		"round 3 starts (2026-03-28T18:59:59+02:00) be": func(r []tournament.RoundTimes) { r[2].Start = r[1].End.Add(-time.Second) },
	} {
		s := threeRounds(t)
		spoil(s.Rounds)
		if err := s.Validate(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if err := (tournament.Schedule{}).Validate(); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	s := threeRounds(t)
	s.Rounds[2].Start = s.Rounds[1].End // one right after the other
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	for instant, want := range map[string]int{"2026-03-27T18:59:59+02:00": 0, "2026-03-27T19:00:00+02:00": 1, "2026-03-27T17:00:00Z": 1, "2027-01-01T00:00:00Z": 3} {
		if got := s.Over(at(t, instant)); got != want {
			t.Errorf("%s: round %d is over, want %d", instant, got, want)
		}
	}
}

// A schedule with a wrong year is refused.
func TestScheduleFits(t *testing.T) {
	day := func(text string) time.Time {
		d, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	facts := tournament.Facts{Start: day("2026-03-14"), End: day("2026-03-22")}
	for start, fits := range map[string]bool{"2026-03-12": false, "2026-03-13": true, "2026-03-14": true, "2026-03-23": true, "2026-03-24": false, "2025-03-14": false} {
		at := day(start).Add(15 * time.Hour)
		s := tournament.Schedule{Rounds: []tournament.RoundTimes{{Round: 1, Start: at, End: at.Add(6 * time.Hour)}}}
		if err := s.Fits(facts); (err == nil) != fits {
			t.Errorf("%s: %v", start, err)
		}
		if err := s.Fits(tournament.Facts{}); err != nil {
			t.Errorf("%s without stated days: %v", start, err)
		}
	}
}
