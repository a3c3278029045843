package store

import (
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// EventState says whether an event is being worked on.
type EventState string

// The states of an event.
const (
	EventOpen   EventState = "open"
	EventPaused EventState = "paused" // keeps its tasks, but none is worked on
	EventClosed EventState = "closed" // takes no more games
)

// Event is a tournament whose games are kept.
type Event struct {
	ID         string // 16 random bytes, hex
	Name       string
	Site       string
	Federation string             // three letters, empty where unknown
	Start, End string             // YYYY-MM-DD, empty where unknown
	TimeClass  analysis.TimeClass // of games that do not say theirs
	RuleSet    string             // empty for the one in force on the day of the event

	PlannedRounds, Players int // 0 where unknown

	State   EventState
	Live    bool      // a round is being played: the event's tasks go first
	Games   int64     // generation: rises with every change of the event's games or of what is said about its files
	Version int64     // rises with every ChangeEvent, from 1
	Created time.Time // UTC
}

// What an event may say at most.
const (
	mostRounds  = 1000
	mostPlayers = 100_000
)

// Validate says what is wrong with what an event says of itself (Invalid).
func (e Event) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "event", format, args...) }
	switch {
	case !analysis.IsName(e.Name):
		return wrong("an event has a name of 1 to %d printable characters", analysis.LongestName)
	case !analysis.IsText(e.Site, analysis.LongestName):
		return wrong("site has at most %d characters, all printable", analysis.LongestName)
	case e.Federation != "" && !analysis.IsFederation(e.Federation):
		return wrong("a federation is three capital letters, as FIDE writes it")
	case !isDate(e.Start) || !isDate(e.End):
		return wrong("start and end are dates as YYYY-MM-DD")
	case e.Start != "" && e.End != "" && e.End < e.Start:
		return wrong("the event ends (%s) before it starts (%s)", e.End, e.Start)
	case e.PlannedRounds < 0 || e.PlannedRounds > mostRounds:
		return wrong("planned_rounds is a number from 0 to %d", mostRounds)
	case e.Players < 0 || e.Players > mostPlayers:
		return wrong("players is a number from 0 to %d", mostPlayers)
	case !slices.Contains(analysis.TimeClasses(), e.TimeClass):
		return wrong("time_class is standard, rapid or blitz")
	}
	_, err := regulations.ParseRuleSet(e.RuleSet)
	return err
}

// isDate tells whether a text is a date, or none.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return s == "" || err == nil
}

// NotClosed is a Conflict error, event_closed, where an event is closed.
func (e Event) NotClosed() error {
	if e.State == EventClosed {
		return fault.New(fault.Conflict, "event_closed", "the event is closed and takes no more games; open it first")
	}
	return nil
}

// EventsQuery selects events, in ascending order of ID.
type EventsQuery struct {
	After string // only IDs after this one
	Limit int    // at most so many; 0 for all

	// An event is selected where its ID is among IDs or its federation among
	// Federations; all are where both are nil.
	IDs         []string
	Federations []string

	Federation string // besides, only those of this federation; empty for all
}
