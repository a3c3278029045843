package store

import (
	"encoding/json"
	"time"
)

// Report is a compiled report.
type Report struct {
	Seq     int64  // number within its event, from 1
	ID      string // SHA-256 of Body, hex
	Key     string // what was asked for; one key has one report
	Kind    string
	Event   string
	Test    string // ID of the test that it answers, empty for none
	Body    []byte // canonical JSON; nil in lists
	Created time.Time
}

// Performance is what a report says of one player.
type Performance struct {
	Seq    int64  // the order in which performances were kept
	Report string // ID
	Event  string
	Kind   string
	Player string // FIDE id, or the name where there is none
	Name   string
	FideID string

	Rating, Games, Moves int

	Body json.RawMessage // the player's part of the report
}

// PerformancesQuery selects performances, in ascending order of Seq.
type PerformancesQuery struct {
	Event  string   // empty for all
	Report string   // empty for all
	Player string   // empty for all
	FideID string   // empty for all
	Events []string // besides, only those of these events; nil for all
	After  int64    // only Seq after this one
	Limit  int      // at most so many; 0 for all
}
