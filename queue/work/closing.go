package work

import (
	"context"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Undone lists what is not finished in an event, and for what that is unknown.
func (r Records) Undone(ctx context.Context, event string) ([]tournament.Undone, error) {
	e, err := r.Store.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	d, err := r.WholeDossier(ctx, e)
	if err != nil {
		return nil, err
	}
	u, err := d.Unfinished()
	if err != nil {
		return nil, err
	}
	tests, err := r.all(ctx, store.TasksQuery{Event: event, Kind: Test, State: store.TaskOpen})
	for _, t := range tests {
		u.Tests = append(u.Tests, t.Subject)
	}
	return u.Undone(), err
}

// Close closes an event: it takes nothing more. If something is undone or unknown and no reason is
// given, the error is Conflict, event_unfinished. An event that is already closed stays as it is.
func (r Records) Close(ctx context.Context, event, by, reason string) error {
	undone, err := r.Undone(ctx, event)
	if err != nil {
		return err
	}
	if len(undone) > 0 && reason == "" {
		return fault.New(fault.Conflict, "event_unfinished",
			"something is not finished yet, or nobody can tell: look at what is undone, and say why the event is closed all the same")
	}
	_, err = r.note(ctx, event, by, r.at(), tournament.Closing{Reason: reason, Undone: undone}, func(e store.Event) bool { return e.State != store.EventClosed })
	return err
}

// Reopen opens a closed event. Without a reason the error is Invalid. An event that is not closed
// stays as it is.
func (r Records) Reopen(ctx context.Context, event, by, reason string) error {
	_, err := r.note(ctx, event, by, r.at(), tournament.Reopening{Reason: reason}, func(e store.Event) bool { return e.State == store.EventClosed })
	return err
}

// note writes into the journal of an event, if needed says so for its present state, and returns
// what was added.
func (p *Service) note(ctx context.Context, event, by string, at time.Time, says tournament.EntryBody, needed func(store.Event) bool) ([]tournament.JournalEntry, error) {
	entry, err := tournament.NewEntry(says, by, at)
	if err != nil {
		return nil, err
	}
	return p.Store.AppendJournal(ctx, event, func(e store.Event, _ []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		if !needed(e) {
			return nil, nil
		}
		return []tournament.JournalEntry{entry}, nil
	})
}
