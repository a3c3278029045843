package work

import (
	"context"
	"io"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// Dossier returns what is known of an event, without its games.
func (r Records) Dossier(ctx context.Context, e store.Event) (*reports.Dossier, error) {
	d, _, err := r.dossier(ctx, e)
	return d, err
}

func (r Records) dossier(ctx context.Context, e store.Event) (*reports.Dossier, eventFile, error) {
	journal, err := r.Store.Journal(ctx, e.ID)
	if err != nil {
		return nil, eventFile{}, err
	}
	record, err := RecordOf(e, journal)
	if err != nil {
		return nil, eventFile{}, err
	}
	file, err := r.tournamentFile(ctx, journal)
	return &reports.Dossier{Record: record, File: file.corrected, Now: r.Now()}, file, err
}

// WholeDossier returns what is known of an event, with its games.
func (r Records) WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error) {
	d, err := r.Dossier(ctx, e)
	if err != nil {
		return nil, err
	}
	in, err := r.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	d.Games = in.Games
	return d, nil
}

// eventFile is the tournament file of an event. The zero value means none.
type eventFile struct {
	received  []byte // as it came
	corrected *trf.Tournament
	text      []byte // of corrected
}

// tournamentFile reads the latest tournament file named in a journal, and corrects it by later
// statements about single players.
func (r Records) tournamentFile(ctx context.Context, journal []tournament.JournalEntry) (f eventFile, err error) {
	latest, found, err := tournament.Current[tournament.TournamentFile](journal)
	if err != nil || !found {
		return f, err
	}
	if f.received, err = r.upload(ctx, latest.Says.SHA256, latest.Seq); err != nil {
		return f, err
	}
	f.corrected, f.text, err = reports.CorrectTournament(latest.Says.File, f.received, journal)
	return f, err
}

// upload reads a file that an entry of a journal names.
func (p *Service) upload(ctx context.Context, digest string, seq int64) ([]byte, error) {
	r, err := p.Store.OpenUpload(ctx, digest)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.Wrap(err, fault.Corrupt, "journal_file", "the file that entry %d of the journal names is missing", seq)
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
