package work

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// MakePackage makes the package of an event of what is there now, and keeps it. Where games lack, or
// no tournament file was handed in, the error is Unprocessable, unless a reason is given for the
// former. by is who makes it. What has not changed since the last package gives that one.
func (p *Service) MakePackage(ctx context.Context, event string, by store.Token, reason string) (made tournament.Written[tournament.PackageWritten], err error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return made, err
	}
	d, file, err := p.dossier(ctx, e)
	switch {
	case err != nil:
		return made, err
	case file.received == nil:
		return made, fault.New(fault.Unprocessable, "no_tournament_file", "a package rests on the tournament file of the event; hand it in with its roster")
	}
	n, err := p.normPackage(ctx, e, d, file)
	if err != nil {
		return made, err
	}
	if reason != "" {
		n.Reason, n.By = reason, by.Name
	}
	var written bytes.Buffer
	if err := n.Write(&written); err != nil {
		return made, err
	}
	digest := sha256.Sum256(written.Bytes())
	says := tournament.PackageWritten{
		SHA256: hex.EncodeToString(digest[:]), Bytes: int64(written.Len()), Games: len(n.Check.Coverage.Clean.Games), Lacks: n.Lacks(),
	}
	if len(says.Lacks) > 0 {
		says.Reason = reason
	}
	last, found, err := tournament.Current[tournament.PackageWritten](d.Journal)
	if err != nil || found && last.Says.SHA256 == says.SHA256 {
		return last, err
	}
	if err := p.Store.PutUpload(ctx, says.SHA256, says.Bytes, &written, p.at()); err != nil {
		return made, err
	}
	return p.notePackage(ctx, event, by.ID, says)
}

// normPackage gathers what is in the package of an event.
func (p *Service) normPackage(ctx context.Context, e store.Event, d *reports.Dossier, file eventFile) (*NormPackage, error) {
	duties, err := d.Duties()
	if err != nil {
		return nil, err
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	answers, err := tournament.Answers(d.Journal)
	if err != nil {
		return nil, err
	}
	check := pipeline.CheckOf(in.Input)
	check.Compare(correctedFile, file.corrected, in.Games, answers...)
	read, clean := p.whole(in), check.Coverage.Clean.Games
	for i, outline := range clean {
		if clean[i], err = read(ctx, outline); err != nil {
			return nil, err
		}
	}
	program := p.Quick.Provenance
	return &NormPackage{
		Received: file.received, Corrected: file.text, Check: check, Stated: reports.StatedFactsOf(e.Stated()), Lang: "en", Duties: duties.Duties,
		Program: reports.Provenance{Program: program.Program, Version: program.Version, Commit: program.Commit, Modified: program.Modified},
	}, nil
}

// notePackage writes into the journal of an event that a package was made.
func (p *Service) notePackage(ctx context.Context, event, by string, says tournament.PackageWritten) (made tournament.Written[tournament.PackageWritten], err error) {
	entry, err := tournament.NewEntry(says, by, p.at())
	if err != nil {
		return made, err
	}
	added, err := p.Store.AppendJournal(ctx, event, func(store.Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		return []tournament.JournalEntry{entry}, nil
	})
	if err != nil {
		return made, err
	}
	return tournament.Written[tournament.PackageWritten]{JournalEntry: added[0], Says: says}, nil
}

// Package returns the package of an event that was made last, and its bytes. Where none was made,
// the error is NotFound.
func (p *Service) Package(ctx context.Context, event string) (tournament.PackageWritten, []byte, error) {
	journal, err := p.Store.Journal(ctx, event)
	if err != nil {
		return tournament.PackageWritten{}, nil, err
	}
	last, found, err := tournament.Current[tournament.PackageWritten](journal)
	if err == nil && !found {
		err = fault.New(fault.NotFound, "no_package", "no package of the event was made yet")
	}
	if err != nil {
		return tournament.PackageWritten{}, nil, err
	}
	body, err := p.upload(ctx, last.Says.SHA256, last.Seq)
	return last.Says, body, err
}
