package store

import (
	"time"

	"fairplay/analysis"
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
