package store

import (
	"cmp"
	"context"
	"encoding/json"

	"fairplay/analysis/fault"
)

// FinishBatch keeps what reading a batch has brought: the games that the event
// does not have, what became of each game, what is said about the files. All of
// it becomes visible at once. A game whose id the event has with another body
// takes the place of the one there; both bodies stay.
//
// It returns the event's generation, which has risen where anything changed. To
// finish a batch again changes nothing.
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
	// Read again, now that nobody else can change it.
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

// endBatch keeps what is said about the files and ends the batch. It returns the
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

func outcomeRows(batch string, outcomes []Outcome) [][]any {
	rows := make([][]any, len(outcomes))
	for i, o := range outcomes {
		rows[i] = []any{batch, o.N, o.File, o.Game, o.Line, o.Kind, o.GameID, o.Reason, o.Token}
	}
	return rows
}

// FailBatch says why a batch could not be read, in words. A batch that is done
// stays so.
func (db *DB) FailBatch(ctx context.Context, id, reason string) error {
	return db.transaction(ctx, func(tx session) error {
		return tx.change(ctx, sealed("batches"), `UPDATE batches SET state = ?, reason = ? WHERE id = ? AND state <> ?`, BatchFailed, reason, id, BatchDone)
	})
}

const inputColumns = `event, file, n, errors, notes`

const outcomeColumns = `batch, n, file, number, line, kind, game, reason, token`

// Outcomes returns what became of the games of a batch by N, those after one,
// limit at most; 0 for all.
func (db *DB) Outcomes(ctx context.Context, batch string, after, n int) ([]Outcome, error) {
	return readAll(ctx, db, func(row scanner, o *Outcome) error {
		var batch string
		return row.Scan(&batch, &o.N, &o.File, &o.Game, &o.Line, &o.Kind, &o.GameID, &o.Reason, &o.Token)
	}, `SELECT `+outcomeColumns+` FROM outcomes WHERE batch = ? AND n > ? ORDER BY n LIMIT ?`, batch, after, limit(n))
}

// writeInputs keeps what is said about files in place of what was said about
// files of the same names before, and tells whether that is anything else.
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

// EventInput returns what the last batch says about each file of an event, in
// the order in which the files first came.
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
