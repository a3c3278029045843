package work

import (
	"cmp"
	"context"
	"errors"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Dossier returns what is on record of an event, without its games.
func (p *Service) Dossier(ctx context.Context, e store.Event) (*reports.Dossier, error) {
	journal, err := p.Store.Journal(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	d := DossierOf(e, journal)
	d.Now = p.Now()
	d.File, err = p.tournamentFile(ctx, journal)
	return d, err
}

// WholeDossier returns what is on record of an event, with its games.
func (p *Service) WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error) {
	d, err := p.Dossier(ctx, e)
	if err != nil {
		return nil, err
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	d.Games = in.Games
	return d, nil
}

// DossierOf returns what an event and its journal say.
func DossierOf(e store.Event, journal []tournament.JournalEntry) *reports.Dossier {
	return &reports.Dossier{
		Event: e.Name, Facts: e.Stated(), RuleSet: e.RuleSet, Class: cmp.Or(e.TimeClass, analysis.StandardTime), Journal: journal,
	}
}

// tournamentFile reads the tournament file that a journal names last, nil where it names none.
func (p *Service) tournamentFile(ctx context.Context, journal []tournament.JournalEntry) (*reports.Tournament, error) {
	latest, found, err := tournament.Current[tournament.TournamentFile](journal)
	if err != nil || !found {
		return nil, err
	}
	stored, err := p.Store.OpenUpload(ctx, latest.Says.SHA256)
	if err != nil {
		return nil, lost(err, latest.Seq)
	}
	t, err := reports.ReadTournament(latest.Says.File, stored)
	return t, errors.Join(err, stored.Close())
}

// lost is the error where the bytes that an entry of a journal names are not there.
func lost(err error, seq int64) error {
	if fault.KindOf(err) == fault.NotFound {
		return fault.Wrap(err, fault.Corrupt, "journal_file", "the file that entry %d of the journal names is missing", seq)
	}
	return err
}
