package wire

import (
	"encoding/json"
	"time"

	"fairplay/analysis"
	"fairplay/reports/tournament"
)

// NewEvent asks for an event.
type NewEvent struct {
	Name string `json:"name"`
	EventChange
}

// EventChange names what changes of an event.
type EventChange struct {
	Name          *string             `json:"name,omitempty"`
	Site          *string             `json:"site,omitempty"`
	Federation    *string             `json:"federation,omitempty"`
	Start         *string             `json:"start,omitempty"`
	End           *string             `json:"end,omitempty"`
	TimeClass     *analysis.TimeClass `json:"time_class,omitempty"` // of games that do not say theirs
	RuleSet       *string             `json:"rule_set,omitempty"`   // FIDE, or another that `fairplay screen --help` names
	PlannedRounds *int                `json:"planned_rounds,omitempty"`
	Players       *int                `json:"players,omitempty"`
	Facts         *json.RawMessage    `json:"facts,omitempty"`
	Live          *bool               `json:"live,omitempty"`
}

// StatedReason says why something is done.
type StatedReason struct {
	Reason string `json:"reason"`
}

// EventPackage is a package of games that was made.
type EventPackage struct {
	SHA256 string    `json:"sha256"`
	Bytes  int64     `json:"bytes"`
	Games  int       `json:"games"`            // in the clean PGN file
	Reason string    `json:"reason,omitempty"` // why it was made although games lack
	Lacks  []string  `json:"lacks"`            // games that were played and are not in it, each in one line in the language of the package
	Made   time.Time `json:"made"`
}

// NewWatch asks for an entry of the watch list.
type NewWatch struct {
	Player   tournament.NamedPlayer    `json:"player"`
	Reason   string                    `json:"reason"`
	Evidence []tournament.EvidenceKind `json:"evidence"`
}

// NewNote is a note for the log of the arbiters.
type NewNote struct {
	Player    tournament.NamedPlayer `json:"player"`
	Round     int                    `json:"round"`
	What      tournament.NoteKind    `json:"what"`
	Left      *int                   `json:"left,omitempty"`      // number of his next move when he left the board
	Back      *int                   `json:"back,omitempty"`      // number of his next move when he was back
	Requested *bool                  `json:"requested,omitempty"` // a complainant asked for the check
	Code      *string                `json:"code,omitempty"`      // of the incident
	Text      *string                `json:"text,omitempty"`      // what was seen
	Corrects  *int64                 `json:"corrects,omitempty"`  // number of the note in whose place this one stands
	Tapped    *time.Time             `json:"tapped,omitempty"`    // when it was made, by the clock of the device. No rule looks at it
	Sent      *time.Time             `json:"sent,omitempty"`      // what the clock of the device shows as the note is sent, with `tapped`. How far it is from the server's clock is kept
}
