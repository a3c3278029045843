package tournament

import (
	"encoding/json"
	"slices"
	"time"

	"fairplay/analysis/fault"
)

// JournalEntry is one line of the journal of an event, which holds everything that people
// write about the event beside its facts. Nothing in it is ever changed: a correction is a
// further entry.
type JournalEntry struct {
	Seq    int64 // from 1, without gaps, within the event
	Kind   JournalKind
	At     time.Time // by the clock of the server, to the microsecond
	By     string    // ID of the token of whoever wrote it
	Body   json.RawMessage
	Digest string // SHA-256 over all of the above and the digest of the entry before, hex
}

// JournalKind says what an entry of a journal is about, and so which type its body has.
type JournalKind string

// The kinds of entries.
const (
	PlayersEntered  JournalKind = "players"         // PlayersList
	RatingsFound    JournalKind = "ratings"         // FoundRatings
	FileReceived    JournalKind = "tournament_file" // TournamentFile
	NameAnswered    JournalKind = "answer"          // NameAnswer
	ScheduleStated  JournalKind = "schedule"
	Watched         JournalKind = "watch"           // WatchEntry
	WatchWithdrawn  JournalKind = "watch_withdrawn" // WatchWithdrawal
	Logged          JournalKind = "log"             // LogNote
	DutyTicked      JournalKind = "duty"
	PackageMade     JournalKind = "package"
	EventClosed     JournalKind = "closing"
	EventReopened   JournalKind = "reopening"
	longestSentence             = 2000 // characters of a reason or note that somebody writes
)

// AltersFigures tells whether an entry of this kind changes who plays or at which rating, so
// that screenings must be made again.
func (k JournalKind) AltersFigures() bool {
	return slices.Contains([]JournalKind{PlayersEntered, RatingsFound, NameAnswered}, k)
}

// OfClosedEvent tells whether an entry of this kind may be written once the event is closed: some duties
// are due only then, and so is what is handed in. It takes nothing else until it is opened again.
func (k JournalKind) OfClosedEvent() bool {
	return slices.Contains([]JournalKind{DutyTicked, PackageMade, EventReopened}, k)
}

// EntryBody is what an entry of a journal says.
type EntryBody interface {
	Kind() JournalKind
	Validate() error // Invalid
}

// NewEntry returns an entry that says this, written by the holder of a token at an instant. The
// store numbers it. A body that says what makes no sense is an Invalid error.
func NewEntry(body EntryBody, by string, at time.Time) (JournalEntry, error) {
	if err := body.Validate(); err != nil {
		return JournalEntry{}, err
	}
	text, err := json.Marshal(body)
	return JournalEntry{Kind: body.Kind(), At: at, By: by, Body: text}, err
}

// Written is what one entry of a journal says, with the entry itself.
type Written[B EntryBody] struct {
	JournalEntry
	Says B
}

// EntriesOf returns what the entries of one kind say, in their order. An entry that cannot be
// read is a Corrupt error.
func EntriesOf[B EntryBody](journal []JournalEntry) ([]Written[B], error) {
	var all []Written[B]
	for _, e := range journal {
		w := Written[B]{JournalEntry: e}
		if e.Kind != w.Says.Kind() {
			continue
		}
		if err := json.Unmarshal(e.Body, &w.Says); err != nil {
			return nil, fault.Wrap(err, fault.Corrupt, "journal", "entry %d of the journal, %s, cannot be read", e.Seq, e.Kind)
		}
		all = append(all, w)
	}
	return all, nil
}
