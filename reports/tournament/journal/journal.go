// Package journal is where arbiters and organisers write and read what is known of an event besides
// its games: who takes part, whom a name means, when rounds are played, what is due, what an
// arbiter saw, what is handed in. What they write goes into the event's journal, and nothing in it
// ever changes; what they read is computed from the journal, the facts of the event and its games,
// by the rules of package tournament.
//
// It is the one door to what it keeps: a door.Caller is somebody who was let in, what he may see of an answer is decided here, and
// what he writes is audited here.
package journal

import (
	"context"
	"time"

	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Service writes and reads the journals of all events. Its methods may be called concurrently.
type Service struct {
	Store    *store.DB
	Games    work.Intake
	Dossiers Dossiers
	Records  work.Records
	Control  work.Control
	Now      func() time.Time

	// Room waits until there is room for the caller to read all games of an event; release gives it back.
	Room func(ctx context.Context, who *door.Caller) (release func(), err error)
}

// Dossiers knows what is on record of events; work.Records does.
type Dossiers interface {
	Dossier(ctx context.Context, e store.Event) (*reports.Dossier, error)
	WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error)
}

// Write adds to the journal of an event what somebody writes, an entry of a kind and what belongs
// to it, all or nothing, and returns what was added. compose sees the event and the earlier
// entries, and may refuse; without content nothing is added. A closed event accepts only what is
// due then (JournalKind.OfClosedEvent; otherwise Conflict), and content that makes no sense is
// Invalid.
func (s *Service) Write(ctx context.Context, event, by string, kind tournament.JournalKind, compose func(store.Event, []tournament.JournalEntry) ([]tournament.EntryBody, error)) ([]tournament.JournalEntry, error) {
	return s.Store.AppendJournal(ctx, event, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		if err := e.NotClosed(); err != nil && !kind.OfClosedEvent() {
			return nil, err
		}
		says, err := compose(e, journal)
		if err != nil {
			return nil, err
		}
		var entries []tournament.JournalEntry
		for _, body := range says {
			entry, err := tournament.NewEntry(body, by, s.Now().UTC())
			if err != nil {
				return nil, err
			}
			entries = append(entries, entry)
		}
		return entries, nil
	})
}
