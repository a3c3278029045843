package tournament

import (
	"slices"
	"time"

	"fairplay/analysis/fault"
)

// Schedule says when the rounds of an event are played, from round 1. It may stop where nothing
// more is known.
type Schedule struct {
	Rounds []RoundTimes `json:"rounds"`
}

// RoundTimes says when a round is played.
type RoundTimes struct {
	Round int       `json:"round"`
	Start time.Time `json:"start"`
	End   time.Time `json:"end"` // when every game of it is over, at the latest
}

// Kind returns ScheduleStated.
func (Schedule) Kind() JournalKind { return ScheduleStated }

// mostRounds is the greatest number of rounds of an event: round numbers have three digits (TRF26).
const mostRounds = 999

// Validate returns an Invalid error unless rounds follow each other from round 1, each with a start
// and a later end, and none starting before the one before is over.
func (s Schedule) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "schedule", format, args...) }
	if len(s.Rounds) == 0 || len(s.Rounds) > mostRounds {
		return wrong("a schedule has 1 to %d rounds", mostRounds)
	}
	for i, r := range s.Rounds {
		switch {
		case r.Round != i+1:
			return wrong("round %d stands where round %d should be; rounds follow each other, from round 1 on", r.Round, i+1)
		case r.Start.IsZero() || r.End.IsZero():
			return wrong("round %d has no start or no end; they are written as 2026-03-14T15:00:00+02:00", r.Round)
		case !r.End.After(r.Start):
			return wrong("round %d ends (%s) no later than it starts (%s)", r.Round, r.End.Format(time.RFC3339), r.Start.Format(time.RFC3339))
		case i > 0 && r.Start.Before(s.Rounds[i-1].End):
			return wrong("round %d starts (%s) before round %d is over (%s)", r.Round, r.Start.Format(time.RFC3339), r.Round-1, s.Rounds[i-1].End.Format(time.RFC3339))
		}
	}
	return nil
}

// comingIn is how long after the end of a round its games may still come in.
const comingIn = 2 * time.Hour

// Live reports whether a round is being played at an instant, or its games are coming in.
func (s Schedule) Live(now time.Time) bool {
	return slices.ContainsFunc(s.Rounds, func(r RoundTimes) bool { return !now.Before(r.Start) && now.Before(r.End.Add(comingIn)) })
}

// Over returns the last round that is over at an instant, 0 if none is.
func (s Schedule) Over(now time.Time) int {
	over := 0
	for _, r := range s.Rounds {
		if !now.Before(r.End) {
			over = r.Round
		}
	}
	return over
}

// Fits returns an Invalid error if a round is played outside the stated days of the event, with a
// day of grace for time zones and long games. A schedule with a wrong year would make entries of
// the watch list useless for good.
func (s Schedule) Fits(f Facts) error {
	for _, r := range s.Rounds {
		if !f.Start.IsZero() && r.Start.Before(f.Start.AddDate(0, 0, -1)) || !f.End.IsZero() && r.End.After(f.End.AddDate(0, 0, 2)) {
			return fault.New(fault.Invalid, "schedule", "round %d is outside the days of the event as stated, %s to %s", r.Round, f.Start.Format(time.DateOnly), f.End.Format(time.DateOnly))
		}
	}
	return nil
}
