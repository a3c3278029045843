package tournament

import (
	"encoding/json"
	"slices"
	"time"

	"fairplay/analysis/fault"
)

// JournalEntry is one entry of the journal of an event, which holds everything that people write
// about the event besides its facts. Entries never change: a correction is a further entry.
type JournalEntry struct {
	Seq    int64 // from 1, without gaps, within the event
	Kind   JournalKind
	At     time.Time // by the clock of the server, to the microsecond
	By     string    // ID of the author's token
	Body   json.RawMessage
	Digest string // SHA-256 over all of the above, hex
}

// JournalKind is the kind of a journal entry, which determines the type of its body.
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
	longestSentence             = 2000 // characters of a written reason or note
)

// AltersFigures reports whether an entry of this kind changes who plays or at which rating, so that
// screenings must be made again.
func (j JournalKind) AltersFigures() bool {
	return slices.Contains([]JournalKind{PlayersEntered, RatingsFound, NameAnswered}, j)
}

// OfClosedEvent reports whether an entry of this kind may be written after the event is closed: some
// duties are due only then, and so are the packages. Everything else must wait until the event is
// opened again.
func (j JournalKind) OfClosedEvent() bool {
	return slices.Contains([]JournalKind{DutyTicked, PackageMade, EventReopened}, j)
}

// EntryBody is the content of a journal entry.
type EntryBody interface {
	Kind() JournalKind
	Validate() error // Invalid
}

// NewEntry returns an entry with this content, written by the holder of a token at an instant. The
// store numbers it. Content that makes no sense is an Invalid error.
func NewEntry(body EntryBody, by string, at time.Time) (JournalEntry, error) {
	if err := body.Validate(); err != nil {
		return JournalEntry{}, err
	}
	text, err := json.Marshal(body)
	return JournalEntry{Kind: body.Kind(), At: at, By: by, Body: text}, err
}

// Written is the content of a journal entry together with the entry itself.
type Written[B EntryBody] struct {
	JournalEntry
	Says B
}

// EntriesOf returns the contents of the entries of one kind, in their order. An unreadable entry is
// a Corrupt error.
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
