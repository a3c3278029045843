package store

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
)

// BatchState is the state of a batch.
type BatchState string

// The states of a batch.
const (
	BatchWaiting BatchState = "waiting"
	BatchDone    BatchState = "done"
	BatchFailed  BatchState = "failed" // Reason says why; it may be tried again
)

// Batch is what was handed in at once.
type Batch struct {
	ID      string      `json:"id"` // from the event and the files
	Event   string      `json:"event"`
	State   BatchState  `json:"state"`  // `waiting` until the games are read
	Reason  string      `json:"reason"` // why it failed, or why there are no games in it; otherwise empty
	Files   []Upload    `json:"files"`  // never nil
	Counts  BatchCounts `json:"counts"`
	Created time.Time   `json:"created"`

	Seq   int64  `json:"-"` // number of the batch within its event, from 1
	Token string `json:"-"` // ID of the token that delivered it
}

// BatchCounts counts the games of a batch by outcome. Read is the sum of the others.
type BatchCounts struct {
	Read      int `json:"read"`
	New       int `json:"new"`
	Known     int `json:"known"`     // the event had them already, with the same body
	Corrected int `json:"corrected"` // the event had them with other particulars
	Bad       int `json:"bad"`       // could not be read as a game
}

// Remembered is a request with an Idempotency-Key.
type Remembered struct {
	Token, Key string
	Digest     string // SHA-256 of the request, hex
	Batch      string // ID of the batch that it makes
	Created    time.Time
}

// OutcomeKind is the kind of a GameOutcome.
type OutcomeKind string

// The outcomes of a game.
const (
	OutcomeNew       OutcomeKind = "new"
	OutcomeKnown     OutcomeKind = "known"
	OutcomeCorrected OutcomeKind = "corrected"
	OutcomeBad       OutcomeKind = "bad"
	OutcomeCut       OutcomeKind = "cut" // kept up to the ply where its record stops making sense
)

// GameOutcome is what became of one game of a batch.
type GameOutcome struct {
	N      int         `json:"n"`       // number of the outcome in the batch, from 1
	File   string      `json:"file"`    // name of the file, or of the part of an archive
	Game   int         `json:"game"`    // number of the game in its file, from 1; 0 where the whole file is meant
	Line   int         `json:"line"`    // line in the file, from 1
	Kind   OutcomeKind `json:"kind"`    // `cut`: read up to a move that makes no sense; `reason` says which
	GameID string      `json:"game_id"` // of the game; empty where there is none
	Reason string      `json:"reason"`  // what is wrong, and what is odd about the game and its line, as `pgn check` tells it; otherwise empty
	Token  string      `json:"token"`   // the place that is wrong as it stands in the file
}

// BatchResult is the result of reading a batch.
type BatchResult struct {
	ID     string
	Reason string // why there are no games; empty if there are some

	// Outcomes are in the order of the files; the store sets N. If an outcome names a game,
	// FinishBatch sets Kind to what it finds; only "cut" stays.
	Outcomes []GameOutcome

	// Games holds a game for every outcome that names one, in the same order. A game without a
	// Body must have been stored by PutGames.
	Games []StoredGame

	Inputs []FileInput
	At     time.Time
}

// FileInput holds the errors and notes about one file.
type FileInput struct {
	File   string
	Errors json.RawMessage // a JSON list in a form that the caller chooses
	Notes  json.RawMessage // likewise
}

// CreateBatch stores a batch together with the task that reads it. The uploads of its files
// must exist. If the batch exists already, it is returned as stored, and existed is true.
// Errors: fault.NotFound for an unknown event, fault.Conflict with the code event_closed for a
// closed one.
func (db *DB) CreateBatch(ctx context.Context, b Batch, task Task) (stored Batch, existed bool, err error) {
	err = db.transaction(ctx, func(tx session) error {
		event, err := lockEvent(ctx, tx, b.Event)
		if err != nil {
			return err
		}
		stored, err = readBatch(ctx, tx, b.ID)
		if existed = err == nil; existed || fault.KindOf(err) != fault.NotFound {
			return err
		}
		if err := event.NotClosed(); err != nil {
			return err
		}
		b.State, b.Reason, b.Counts = BatchWaiting, "", BatchCounts{}
		stored = b
		if stored.Seq, err = nextSeq(ctx, tx, "batches", b.Event); err != nil {
			return err
		}
		if err := insertBatch(ctx, tx, stored); err != nil {
			return err
		}
		_, err = insertTasks(ctx, tx, []Task{task})
		return err
	})
	return stored, existed, err
}

// nextSeq returns the next number within an event, which the transaction must have locked.
func nextSeq(ctx context.Context, tx session, table, event string) (seq int64, err error) {
	err = tx.row(ctx, `SELECT coalesce(max(seq), 0) + 1 FROM `+table+` WHERE event = ?`, event).Scan(&seq)
	return seq, err
}

const (
	batchColumns      = `id, event, seq, state, reason, counts, created, token`
	batchFileColumns  = `batch, n, sha256, name`
	rememberedColumns = `token, name, digest, batch, created`
)

func insertBatch(ctx context.Context, tx session, b Batch) error {
	row, err := batchRow(b)
	if err != nil {
		return err
	}
	if _, err := tx.insertSealed(ctx, sealed("batches"), ``, [][]any{row}); err != nil {
		return err
	}
	files := make([][]any, len(b.Files))
	for i, f := range b.Files {
		files[i] = []any{b.ID, i, f.SHA256, f.Name}
	}
	_, err = tx.insertSealed(ctx, sealed("batch_files"), ``, files)
	return err
}

func batchRow(b Batch) ([]any, error) {
	counts, err := json.Marshal(b.Counts)
	return []any{b.ID, b.Event, b.Seq, b.State, b.Reason, string(counts), b.Created, b.Token}, err
}

// Batch returns one batch; fault.NotFound if there is none.
func (db *DB) Batch(ctx context.Context, id string) (b Batch, err error) {
	err = db.look(func(s session) error {
		b, err = readBatch(ctx, s, id)
		return err
	})
	return b, err
}

// Batches returns the batches of an event in the order of Seq: those after a given Seq, at most
// n, or all for n = 0.
func (db *DB) Batches(ctx context.Context, event string, after int64, n int) (found []Batch, err error) {
	err = db.look(func(s session) error {
		found, err = all(ctx, s, scanBatch, `SELECT `+batchColumns+` FROM batches
			WHERE event = ? AND seq > ? ORDER BY seq LIMIT ?`, event, after, limit(n))
		return cmp.Or(err, readFiles(ctx, s, found))
	})
	return found, err
}

func readBatch(ctx context.Context, s session, id string) (Batch, error) {
	missing := fault.New(fault.NotFound, "batch_unknown", "there is no batch %q", id)
	b, err := one(ctx, s, missing, scanBatch, `SELECT `+batchColumns+` FROM batches WHERE id = ?`, id)
	if err != nil {
		return Batch{}, err
	}
	batches := []Batch{b}
	err = readFiles(ctx, s, batches)
	return batches[0], err
}

func scanBatch(row scanner, b *Batch) error {
	b.Files = []Upload{} // readFiles adds them
	var counts string
	if err := row.Scan(&b.ID, &b.Event, &b.Seq, &b.State, &b.Reason, &counts, moment{&b.Created}, &b.Token); err != nil {
		return err
	}
	return json.Unmarshal([]byte(counts), &b.Counts)
}

// readFiles sets the files of batches.
func readFiles(ctx context.Context, s session, batches []Batch) error {
	byID := map[string]*Batch{}
	ids := make([]string, len(batches))
	for i := range batches {
		ids[i] = batches[i].ID
		byID[ids[i]] = &batches[i]
	}
	return each(ctx, s, func(row scanner) error {
		var batch string
		var f Upload
		if err := row.Scan(&batch, &f.SHA256, &f.Name, &f.Size); err != nil {
			return err
		}
		byID[batch].Files = append(byID[batch].Files, f)
		return nil
	}, `SELECT f.batch, f.sha256, f.name, u.size FROM batch_files f JOIN uploads u ON u.sha256 = f.sha256
		WHERE f.batch IN {list} ORDER BY f.batch, f.n`, list(ids))
}

// Remember stores what a request with an Idempotency-Key asked for. If the token has used the
// key before, the stored request is returned and existed is true; if that was a different
// request, the error is fault.Conflict with the code idempotency_key.
func (db *DB) Remember(ctx context.Context, r Remembered) (stored Remembered, existed bool, err error) {
	err = db.transaction(ctx, func(tx session) error {
		added, err := tx.insertSealed(ctx, sealed("idempotency_keys"), ``,
			[][]any{{r.Token, r.Key, r.Digest, r.Batch, r.Created}})
		if err != nil {
			return err
		}
		stored, existed = Remembered{}, added == 0
		return tx.row(ctx, `SELECT `+rememberedColumns+` FROM idempotency_keys WHERE token = ? AND name = ?`, r.Token, r.Key).
			Scan(&stored.Token, &stored.Key, &stored.Digest, &stored.Batch, moment{&stored.Created})
	})
	if err == nil && stored.Digest != r.Digest {
		err = fault.New(fault.Conflict, "idempotency_key", "this Idempotency-Key has been used for another request: choose a new one")
	}
	return stored, existed, err
}
