package work

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"strings"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// importBatch reads the files of a batch, stores their games, and plans what follows. What was read
// becomes the event's in one transaction, and all that follows is recorded when the task is
// finished, so neither is ever half done.
func (w Worker) importBatch(ctx context.Context, t store.Task, e store.Event) error {
	batch, err := w.Store.Batch(ctx, t.Subject)
	if err != nil {
		return err
	}
	if batch.State != store.BatchDone {
		if err := w.readBatch(ctx, batch); err != nil {
			return err
		}
	}
	if e, err = w.Store.Event(ctx, e.ID); err != nil { // the event after the batch changed it
		return err
	}
	follows, err := w.plan(ctx, e)
	if err != nil {
		return err
	}
	last := max(0, len(follows)-chunk) // many are recorded in pieces, the report at the end of this task
	if err := w.Store.AddFollowing(ctx, t.ID, follows[:last]); err != nil {
		return err
	}
	if err := w.Store.FinishTask(ctx, t.ID, w.at(), follows[last:]...); err != nil {
		return err
	}
	return nil
}

// chunk is the number of games stored at a time.
const chunk = 500

// importer collects the content of a batch. Bodies of games are written in chunks, so that a batch
// of any size needs little memory.
type importer struct {
	*Service
	result   store.BatchResult
	standing map[string]store.StoredGame // the version of each game that counts, without its body, by content identity
	bodies   []store.StoredGame          // of the current chunk
	files    []string                    // names, in the order of their first mention
	said     map[string]*reports.FileRemarks
}

// readBatch reads the files and keeps what they hold.
func (w Worker) readBatch(ctx context.Context, batch store.Batch) error {
	m := &importer{Service: w.Service, standing: map[string]store.StoredGame{}, said: map[string]*reports.FileRemarks{}}
	for _, file := range batch.Files {
		if err := m.upload(ctx, file); err != nil {
			return err
		}
	}
	if err := m.flush(ctx); err != nil {
		return err
	}
	m.settle()
	for _, name := range m.files {
		input := store.FileInput{File: name}
		var err error
		if input.Errors, input.Notes, err = m.said[name].Encode(); err != nil {
			return err
		}
		m.result.Inputs = append(m.result.Inputs, input)
	}
	m.result.ID, m.result.At, m.result.Reason = batch.ID, w.at(), m.nothing()
	_, err := w.Store.FinishBatch(ctx, m.result)
	return err
}

// nothing says why there are no games, "" if there are some: a person who hands in a web page
// instead of games should not have to search for the reason.
func (m *importer) nothing() string {
	if len(m.result.Games) > 0 {
		return ""
	}
	for _, name := range m.files {
		if faults := m.said[name].Faults; len(faults) > 0 {
			return "no game can be read; the first fault: " + faults[0].Reason
		}
	}
	return "there is no game in what was handed in"
}

// upload reads one file as it was received. A fault of the file becomes a remark on it; a fault of
// the store ends the import.
func (m *importer) upload(ctx context.Context, file store.Upload) error {
	stored, err := m.Store.OpenUpload(ctx, file.SHA256)
	if err != nil {
		return err
	}
	defer stored.Close()
	body := &sender{ctx: ctx, body: stored}
	m.file(file.Name)
	err = pipeline.Scan(ctx, decoded(body, file.Name, m.Limits), func(text pipeline.Text, g *analysis.Game, err error) error {
		if body.err != nil {
			return body.err
		}
		return m.found(ctx, text, g, err)
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, body) // reads the rest, at whose end the digest is checked
	return cmp.Or(body.err, err)
}

// decoded returns the texts in a file.
func decoded(r io.Reader, name string, limits intake.Limits) iter.Seq2[pipeline.Text, error] {
	return func(yield func(pipeline.Text, error) bool) {
		for part, err := range intake.Decode(r, name, limits) {
			text := pipeline.Text{
				Name: part.Name, Skipped: part.Skipped, Reader: part.Reader,
				File: name, Upload: name, Member: part.Member, Packed: part.Packed,
			}
			if !yield(text, err) {
				return
			}
		}
	}
}

// file returns the remarks on a file.
func (m *importer) file(name string) *reports.FileRemarks {
	if m.said[name] == nil {
		m.files = append(m.files, name)
		m.said[name] = &reports.FileRemarks{Faults: []reports.FileFault{}, Notes: []reports.InputNote{}}
	}
	return m.said[name]
}

// found notes a finding of the reader.
func (m *importer) found(ctx context.Context, text pipeline.Text, g *analysis.Game, err error) error {
	m.remark(text, g, err)
	if bad, ok := errors.AsType[*analysis.GameError](err); ok {
		m.result.Outcomes = append(m.result.Outcomes, store.GameOutcome{
			File: bad.Source.File, Game: bad.Source.Game, Line: bad.Line, Kind: store.OutcomeBad, Reason: bad.Reason, Token: bad.Token,
		})
		return nil
	}
	if g == nil {
		return nil
	}
	if len(m.result.Games) == pipeline.MaxGames {
		return pipeline.TooManyGames(text.Name)
	}
	return m.game(ctx, g)
}

// game notes a game and keeps its body.
func (m *importer) game(ctx context.Context, g *analysis.Game) error {
	stored, err := storedGame(g)
	if err != nil {
		return err
	}
	outcome := store.GameOutcome{
		File: g.Source.File, Game: g.Source.Game, Line: g.Source.Line, Kind: store.OutcomeNew, GameID: g.ID,
	}
	var said []string
	if g.Cut != nil {
		outcome.Kind, outcome.Token = store.OutcomeCut, g.Cut.Token
		said = append(said, g.Cut.Reason)
	}
	for _, note := range g.Notes {
		said = append(said, note.String())
	}
	outcome.Reason = strings.Join(said, "; ")
	m.result.Outcomes = append(m.result.Outcomes, outcome)
	m.bodies = append(m.bodies, stored)
	stored.Body = nil
	before, known := m.standing[g.ID]
	if known && before.SHA256 != stored.SHA256 {
		if before, err = m.prefer(ctx, before, stored); err != nil {
			return err
		}
		m.standing[g.ID] = before
	} else if !known {
		m.standing[g.ID] = stored
	}
	m.result.Games = append(m.result.Games, stored)
	if len(m.bodies) < chunk {
		return nil
	}
	return m.flush(ctx)
}

// prefer decides which of two versions of a game in one batch counts: the one that
// tournament.Select takes.
func (m *importer) prefer(ctx context.Context, first, added store.StoredGame) (store.StoredGame, error) {
	var versions []*analysis.Game
	for _, v := range []store.StoredGame{first, added} {
		body, err := m.body(ctx, v.SHA256)
		if err != nil {
			return added, err
		}
		g, err := decodeGame(body, v.Source())
		if err != nil {
			return added, err
		}
		versions = append(versions, g)
	}
	for _, s := range tournament.Select(versions, tournament.Options{}) {
		if s.DuplicateOf == nil && s.Game == versions[0] {
			return first, nil
		}
	}
	return added.At(first.Source()), nil
}

// body returns the body of a game of the batch, written or still waiting.
func (m *importer) body(ctx context.Context, digest string) ([]byte, error) {
	for i := len(m.bodies) - 1; i >= 0; i-- { // a chunk at most
		if m.bodies[i].SHA256 == digest {
			return m.bodies[i].Body, nil
		}
	}
	stored, err := m.Store.Game(ctx, digest)
	return stored.Body, err
}

// settle puts the version of each game that counts at all places where the game occurs.
func (m *importer) settle() {
	for i, g := range m.result.Games {
		m.result.Games[i] = m.standing[g.ID].At(g.Source())
	}
}

// flush writes the bodies of the current chunk.
func (m *importer) flush(ctx context.Context) error {
	if len(m.bodies) == 0 {
		return nil
	}
	err := m.Store.PutGames(ctx, m.bodies)
	m.bodies = m.bodies[:0]
	return err
}

// storedGame returns a game in its stored form.
func storedGame(g *analysis.Game) (store.StoredGame, error) {
	body, err := encodeGame(g)
	if err != nil {
		return store.StoredGame{}, err
	}
	digest := sha256.Sum256(body)
	return store.StoredGame{
		ID: g.ID, SHA256: hex.EncodeToString(digest[:]), Body: body, File: g.Source.File, Number: g.Source.Game, Line: g.Source.Line,
		White: g.White.Name, Black: g.Black.Name, WhiteFide: g.White.FideID, BlackFide: g.Black.FideID,
		Round: g.Round, Date: g.Date, Result: g.Awarded, Plies: len(g.Plies),
	}, nil
}

// remark notes what pipeline.Read would have reported.
func (m *importer) remark(text pipeline.Text, g *analysis.Game, err error) {
	var in pipeline.Input
	in.Add(text, g, err)
	said := m.file(text.Name)
	for _, e := range in.Errors {
		said.Faults = append(said.Faults, reports.FileFault{InputError: e, Lost: in.Bad > 0})
	}
	said.Notes = append(said.Notes, in.Notes...)
}
