package store

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"fairplay/analysis/fault"
)

// FinishBatch stores the result of reading a batch: the games that the event lacks, the outcome
// of each game, and the errors and notes about the files. All of it becomes visible at once. If
// the event has a game with the same id and another body, the new game replaces it; both bodies
// stay.
//
// It returns the event's generation, which has risen if anything changed. Finishing a batch
// again changes nothing.
func (db *DB) FinishBatch(ctx context.Context, r BatchResult) (generation int64, err error) {
	if err := db.PutGames(ctx, withBody(r.Games)); err != nil {
		return 0, err
	}
	if len(r.Outcomes) > piece {
		return db.finishInPieces(ctx, r)
	}
	err = db.transaction(ctx, func(tx session) (err error) {
		generation, err = finishBatch(ctx, tx, r)
		return err
	})
	return generation, err
}

func finishBatch(ctx context.Context, tx session, r BatchResult) (generation int64, err error) {
	batch, err := readBatch(ctx, tx, r.ID)
	if err != nil {
		return 0, err
	}
	event, err := lockEvent(ctx, tx, batch.Event)
	if err != nil {
		return 0, err
	}
	// Read it again, now that it is locked.
	if batch, err = readBatch(ctx, tx, r.ID); err != nil || batch.State == BatchDone {
		return event.Games, err
	}
	links, err := newLinks(ctx, tx, batch, r.Games)
	if err != nil {
		return 0, err
	}
	outcomes, counts := links.settle(r)
	linked, err := links.write(ctx, tx)
	if err != nil {
		return 0, err
	}
	if _, err := tx.insertSealed(ctx, sealed("outcomes"), ``, outcomeRows(r.ID, outcomes)); err != nil {
		return 0, err
	}
	return endBatch(ctx, tx, r, batch, event, linked, counts)
}

// endBatch stores the errors and notes about the files and ends the batch. It returns the
// event's generation.
func endBatch(ctx context.Context, tx session, r BatchResult, batch Batch, event Event, linked bool, counts BatchCounts) (generation int64, err error) {
	said, err := writeInputs(ctx, tx, event.ID, r.Inputs)
	if err != nil {
		return 0, err
	}
	generation = event.Games
	if linked || said {
		generation++
	}
	if event.Games = generation; linked || said {
		if err := writeEvent(ctx, tx, event); err != nil {
			return 0, err
		}
	}
	batch.State, batch.Reason, batch.Counts = BatchDone, r.Reason, counts
	row, err := batchRow(batch)
	if err != nil {
		return 0, err
	}
	if _, err = tx.exec(ctx, `UPDATE batches SET state = ?, reason = ?, counts = ? WHERE id = ?`, append(row[3:6:6], batch.ID)...); err != nil {
		return 0, err
	}
	return generation, tx.seal(sealed("batches"), row)
}

func outcomeRows(batch string, outcomes []GameOutcome) [][]any {
	rows := make([][]any, len(outcomes))
	for i, o := range outcomes {
		rows[i] = []any{batch, o.N, o.File, o.Game, o.Line, o.Kind, o.GameID, o.Reason, o.Token}
	}
	return rows
}

// FailBatch stores why a batch could not be read. A batch that is done stays done.
func (db *DB) FailBatch(ctx context.Context, id, reason string) error {
	return db.transaction(ctx, func(tx session) error {
		return tx.change(ctx, sealed("batches"), `UPDATE batches SET state = ?, reason = ? WHERE id = ? AND state <> ?`, BatchFailed, reason, id, BatchDone)
	})
}

const inputColumns = `event, file, n, errors, notes`

const outcomeColumns = `batch, n, file, number, line, kind, game, reason, token`

// Outcomes returns the outcomes of the games of a batch in the order of N: those after a given
// N, at most n, or all for n = 0.
func (db *DB) Outcomes(ctx context.Context, batch string, after, n int) ([]GameOutcome, error) {
	return readAll(ctx, db, func(row scanner, o *GameOutcome) error {
		var batch string
		return row.Scan(&batch, &o.N, &o.File, &o.Game, &o.Line, &o.Kind, &o.GameID, &o.Reason, &o.Token)
	}, `SELECT `+outcomeColumns+` FROM outcomes WHERE batch = ? AND n > ? ORDER BY n LIMIT ?`, batch, after, limit(n))
}

// writeInputs replaces the errors and notes about files of the same names, and reports whether
// that changes anything.
func writeInputs(ctx context.Context, tx session, event string, inputs []FileInput) (changed bool, err error) {
	for _, in := range inputs {
		n, err := tx.changed(ctx, sealed("event_inputs"), `INSERT INTO event_inputs (event, n, file, errors, notes)
			SELECT ?, (SELECT coalesce(max(n), 0) + 1 FROM event_inputs WHERE event = ?), ?, ?, ?
			WHERE 0 = 0
			ON CONFLICT (event, file) DO UPDATE SET errors = excluded.errors, notes = excluded.notes
			WHERE event_inputs.errors <> excluded.errors OR event_inputs.notes <> excluded.notes`,
			event, event, in.File, jsonText(in.Errors), jsonText(in.Notes))
		if err != nil {
			return changed, err
		}
		changed = changed || n > 0
	}
	return changed, nil
}

func jsonText(raw json.RawMessage) string { return cmp.Or(string(raw), "null") }

// EventInput returns what the last batch says about each file of an event, in the order in
// which the files first came.
func (db *DB) EventInput(ctx context.Context, event string) ([]FileInput, error) {
	return readAll(ctx, db, func(row scanner, in *FileInput) error {
		var errors, notes string
		err := row.Scan(&in.File, &errors, &notes)
		in.Errors, in.Notes = json.RawMessage(errors), json.RawMessage(notes)
		return err
	}, `SELECT file, errors, notes FROM event_inputs WHERE event = ? ORDER BY n`, event)
}

func unknownGame(id string) error {
	return fault.New(fault.NotFound, "game_unknown", "there is no game %q", id)
}

// links holds the games that an event has, as far as the batch names them, while the batch is
// being added.
type links struct {
	event, batch string
	next         int64           // number of the next new game
	known        map[string]link // by game id
	changed      map[string]bool // game ids whose link must be written
	replaced     []string        // those of the changed ids that had a link before
}

const eventGameColumns = `event, seq, game, sha256, batch, file, number, line`

type link struct {
	seq    int64
	sha256 string
	game   *StoredGame // nil for a game that the event had before
}

func newLinks(ctx context.Context, tx session, b Batch, games []StoredGame) (*links, error) {
	l := &links{event: b.Event, batch: b.ID, known: map[string]link{}, changed: map[string]bool{}}
	var err error
	if l.next, err = nextSeq(ctx, tx, "event_games", b.Event); err != nil {
		return nil, err
	}
	for chunk := range slices.Chunk(games, chunkLen) {
		ids := make([]string, len(chunk))
		for i, g := range chunk {
			ids[i] = g.ID
		}
		err := each(ctx, tx, func(row scanner) error {
			var id string
			var known link
			err := row.Scan(&id, &known.sha256, &known.seq)
			l.known[id] = known
			return err
		}, `SELECT game, sha256, seq FROM event_games WHERE event = ? AND game IN {list}`, b.Event, list(ids))
		if err != nil {
			return nil, err
		}
	}
	return l, nil
}

// settle links the games and returns the outcome of each.
func (l *links) settle(r BatchResult) (outcomes []GameOutcome, counts BatchCounts) {
	games := r.Games
	for i, o := range r.Outcomes {
		o.N = i + 1
		counts.Read++
		if o.GameID == "" {
			counts.Bad++
		} else if len(games) > 0 {
			kind := l.add(&games[0])
			games = games[1:]
			counts.add(kind)
			if o.Kind != OutcomeCut {
				o.Kind = kind
			}
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, counts
}

func (b *BatchCounts) add(kind OutcomeKind) {
	switch kind {
	case OutcomeNew:
		b.New++
	case OutcomeKnown:
		b.Known++
	case OutcomeCorrected:
		b.Corrected++
	}
}

// add links one game.
func (l *links) add(g *StoredGame) OutcomeKind {
	before, known := l.known[g.ID]
	if known && before.sha256 == g.SHA256 {
		return OutcomeKnown
	}
	now := link{seq: before.seq, sha256: g.SHA256, game: g}
	if !known {
		now.seq = l.next
		l.next++
	}
	l.known[g.ID] = now
	l.changed[g.ID] = true
	if !known {
		return OutcomeNew
	}
	l.replaced = append(l.replaced, g.ID)
	return OutcomeCorrected
}

// rows returns the links that have changed, as rows of event_games.
func (l *links) rows() [][]any {
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(l.changed)) {
		now := l.known[id]
		g := now.game
		rows = append(rows, []any{l.event, now.seq, id, now.sha256, l.batch, g.File, g.Number, g.Line})
	}
	return rows
}

// write writes the links that have changed and reports whether there are any.
func (l *links) write(ctx context.Context, tx session) (bool, error) {
	rows := l.rows()
	for chunk := range slices.Chunk(l.replaced, chunkLen) {
		if _, err := tx.exec(ctx, `DELETE FROM event_games WHERE event = ? AND game IN {list}`, l.event, list(chunk)); err != nil {
			return false, err
		}
	}
	n, err := tx.insertSealed(ctx, sealed("event_games"), ``, rows)
	if err == nil && n != len(rows) {
		err = fault.New(fault.Internal, "games_linked", "%d games of batch %s could not be linked", len(rows)-n, l.batch)
	}
	return len(rows) > 0, err
}
