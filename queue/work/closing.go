package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// compared is the games of an event beside its tournament file.
type compared struct {
	journal             []tournament.JournalEntry
	received, corrected []byte // the tournament file; nil where none was handed in
	check               *reports.PGNCheck
}

// compare compares the games of an event with its tournament file, if there is one, as people have
// corrected it.
func (p *Service) compare(ctx context.Context, event string) (c compared, err error) {
	if c.journal, err = p.Store.Journal(ctx, event); err != nil {
		return c, err
	}
	in, err := p.input(ctx, event)
	if err != nil {
		return c, err
	}
	if in.Games, err = p.wholeGames(ctx, in); err != nil {
		return c, err
	}
	c.check = pipeline.CheckOf(in.Input)
	file, found, err := tournament.Current[tournament.TournamentFile](c.journal)
	if err != nil || !found {
		return c, err
	}
	if c.received, err = p.upload(ctx, file.Says.SHA256); err != nil {
		return c, err
	}
	listed, corrected, err := reports.CorrectTournament(file.Says.File, c.received, c.journal)
	if err != nil {
		return c, err
	}
	c.corrected = corrected
	c.check.Compare(correctedFile, listed, in.Games)
	return c, nil
}

// wholeGames reads the rest of the outlines of an input.
func (p *Service) wholeGames(ctx context.Context, in *eventInput) ([]*analysis.Game, error) {
	read, games := p.whole(in), make([]*analysis.Game, len(in.Games))
	for i, outline := range in.Games {
		var err error
		if games[i], err = read(ctx, outline); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// Undone lists what is not finished of an event.
func (p *Service) Undone(ctx context.Context, event string) ([]tournament.Undone, error) {
	c, err := p.compare(ctx, event)
	if err != nil {
		return nil, err
	}
	var u tournament.Unfinished
	if covered := c.check.Coverage; covered != nil {
		u.Lacks, u.Questions = covered.Clean.Lacks, covered.Questions
	}
	tests, err := p.all(ctx, store.TasksQuery{Event: event, Kind: Test, State: store.TaskOpen})
	for _, t := range tests {
		u.Tests = append(u.Tests, t.Subject)
	}
	return u.Undone(), err
}

// Close closes an event: it takes nothing more. Where something is undone and no reason is given, that
// is a Conflict, event_unfinished. An event that is closed already stays as it is.
func (p *Service) Close(ctx context.Context, event, by, reason string) error {
	undone, err := p.Undone(ctx, event)
	if err != nil {
		return err
	}
	if len(undone) > 0 && reason == "" {
		return fault.New(fault.Conflict, "event_unfinished",
			"something is not finished yet: look at what is undone, and say why the event is closed all the same")
	}
	return p.direct(ctx, event, by, store.EventClosed, tournament.Closing{Reason: reason, Undone: undone})
}

// Reopen opens an event that was closed. Without a reason that is an Invalid error. An event that is not
// closed stays as it is.
func (p *Service) Reopen(ctx context.Context, event, by, reason string) error {
	return p.direct(ctx, event, by, store.EventOpen, tournament.Reopening{Reason: reason})
}

// direct writes into the journal of an event what closes it, or opens it again.
func (p *Service) direct(ctx context.Context, event, by string, to store.EventState, says tournament.EntryBody) error {
	entry, err := tournament.NewEntry(says, by, p.at())
	if err != nil {
		return err
	}
	_, err = p.Store.AppendJournal(ctx, event, func(e store.Event, _ []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		if closed := e.State == store.EventClosed; closed == (to == store.EventClosed) {
			return nil, nil
		}
		return []tournament.JournalEntry{entry}, nil
	})
	return err
}
