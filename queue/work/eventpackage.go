package work

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// MakePackage makes the package of an event from its present content, and keeps it. If games are
// missing and no reason is given, or no tournament file was handed in, the error is Unprocessable.
// by is who makes it. If nothing has changed since the last package, that one is returned.
func (r Records) MakePackage(ctx context.Context, event string, by store.Token, reason, lang string) (made tournament.Written[tournament.PackageWritten], err error) {
	e, err := r.Store.Event(ctx, event)
	if err != nil {
		return made, err
	}
	d, file, err := r.dossier(ctx, e)
	switch {
	case err != nil:
		return made, err
	case file.received == nil:
		return made, fault.New(fault.Unprocessable, "no_tournament_file", "a package rests on the tournament file of the event; hand it in with its roster")
	}
	d.Now = r.at().Truncate(time.Microsecond) // as stored in the journal
	n, err := r.normPackage(ctx, e, d, file)
	if err != nil {
		return made, err
	}
	n.Lang = lang
	if reason != "" {
		n.Reason, n.By = reason, by.Name
	}
	last, found, err := r.lastPackage(ctx, event)
	if err != nil {
		return made, err
	}
	if found {
		if same, err := n.sameAs(d, last); same || err != nil {
			return last, err
		}
	}
	_, plain, err := n.written(d.Now)
	if err != nil {
		return made, err
	}
	n.Log = func(digest string) (json.RawMessage, error) {
		return r.Store.LogDocument(ctx, store.NormPackage, digest, d.Now)
	}
	written, digest, err := n.written(d.Now)
	if err != nil {
		return made, err
	}
	says := tournament.PackageWritten{SHA256: digest, Plain: plain, Bytes: int64(len(written)), Games: len(n.Check.Coverage.Clean.Games)}
	if says.Lacks, err = n.Lacks(); err != nil {
		return made, err
	}
	if len(says.Lacks) > 0 {
		says.Reason = reason
	}
	if err := r.Store.PutUpload(ctx, says.SHA256, says.Bytes, bytes.NewReader(written), d.Now); err != nil {
		return made, err
	}
	added, err := r.note(ctx, event, by.ID, d.Now, says, func(store.Event) bool { return true })
	if err != nil {
		return made, err
	}
	return tournament.Written[tournament.PackageWritten]{JournalEntry: added[0], Says: says}, nil
}

// written returns the package as of an instant, and its digest.
func (n *NormPackage) written(at time.Time) ([]byte, string, error) {
	n.Duties.Now = at
	var text bytes.Buffer
	err := n.Write(&text)
	digest := sha256.Sum256(text.Bytes())
	return text.Bytes(), hex.EncodeToString(digest[:]), err
}

// sameAs reports whether the package equals the last one apart from its time, and no duty has changed
// its state by the passing of time.
func (n *NormPackage) sameAs(d *reports.Dossier, last tournament.Written[tournament.PackageWritten]) (bool, error) {
	then := *d
	then.Now = last.At
	duties, err := then.Duties()
	if err != nil || !reflect.DeepEqual(duties.Duties, n.Duties.Duties) {
		return false, err
	}
	_, digest, err := n.written(last.At)
	return digest == cmp.Or(last.Says.Plain, last.Says.SHA256), err
}

// normPackage collects the content of the package of an event.
func (r Records) normPackage(ctx context.Context, e store.Event, d *reports.Dossier, file eventFile) (*NormPackage, error) {
	duties, err := d.Duties()
	if err != nil {
		return nil, err
	}
	in, err := r.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	check := pipeline.CheckOf(in.Input)
	check.Compare(correctedFile, file.corrected, in.Games, d.Record.Answers...)
	read, clean := r.whole(in), check.Coverage.Clean.Games
	for i, outline := range clean {
		if clean[i], err = read(ctx, outline); err != nil {
			return nil, err
		}
	}
	program := r.Quick.Provenance
	return &NormPackage{
		Received: file.received, Corrected: file.text, Check: check, Stated: reports.StatedFactsOf(e.Stated()), Duties: duties,
		Program: reports.Provenance{Program: program.Program, Version: program.Version, Commit: program.Commit, Modified: program.Modified},
	}, nil
}

// LastPackage returns the journal entry of the last package of an event. If there is none, the
// error is NotFound.
func (r Records) LastPackage(ctx context.Context, event string) (tournament.Written[tournament.PackageWritten], error) {
	last, found, err := r.lastPackage(ctx, event)
	if err == nil && !found {
		err = fault.New(fault.NotFound, "no_package", "no package of the event was made yet")
	}
	return last, err
}

// Package returns the last package of an event, and its bytes. If there is none, the error is
// NotFound.
func (r Records) Package(ctx context.Context, event string) (tournament.PackageWritten, []byte, error) {
	last, err := r.LastPackage(ctx, event)
	if err != nil {
		return tournament.PackageWritten{}, nil, err
	}
	body, err := r.upload(ctx, last.Says.SHA256, last.Seq)
	return last.Says, body, err
}

// lastPackage returns the journal entry of the last package; found is false if there is none.
func (r Records) lastPackage(ctx context.Context, event string) (last tournament.Written[tournament.PackageWritten], found bool, err error) {
	journal, err := r.Store.Journal(ctx, event)
	if err != nil {
		return last, false, err
	}
	return tournament.Current[tournament.PackageWritten](journal)
}
