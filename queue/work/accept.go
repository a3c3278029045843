package work

import (
	"context"
	"os"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

// Accept keeps files as one batch of an event and makes sure that it is imported. The same files
// for the same event are the same batch: existed is then true, and the batch is returned in its
// present state. by is the ID of a token.
//
// If by has used the key (Idempotency-Key) before for other files, the error is Conflict. An
// unknown event is NotFound, and a closed one takes no files (Conflict).
//
// When Accept returns, the batch will be imported, whatever happens to this process. The files in
// the spool folder remain the caller's.
func (i Intake) Accept(ctx context.Context, event string, files []Received, by, key string) (_ store.Batch, existed bool, err error) {
	e, err := i.Store.Event(ctx, event)
	switch {
	case err != nil:
		return store.Batch{}, false, err
	case len(files) == 0:
		return store.Batch{}, false, fault.New(fault.Invalid, "no_files", "the batch holds no file")
	}
	batch := store.Batch{Event: event, State: store.BatchWaiting, Created: i.at(), Token: by}
	parts := []string{event}
	for _, f := range files {
		batch.Files = append(batch.Files, store.Upload{SHA256: f.SHA256, Name: f.Name, Size: f.Size})
		parts = append(parts, f.Name, f.SHA256)
	}
	batch.ID = contentID("batch", parts...)
	if closed := e.NotClosed(); closed != nil { // files that it has are still acknowledged
		before, err := i.Store.Batch(ctx, batch.ID)
		if fault.KindOf(err) == fault.NotFound {
			err = closed
		}
		return before, err == nil, err
	}
	if err := i.remember(ctx, batch, key); err != nil {
		return store.Batch{}, false, err
	}
	for _, f := range files {
		if err := i.Keep(ctx, f); err != nil {
			return store.Batch{}, false, err
		}
	}
	imports := newTask(batch.Created, Import, e, batch.ID)
	batch, existed, err = i.Store.CreateBatch(ctx, batch, imports)
	if err == nil && existed { // perhaps its import was cancelled
		again := store.Revival{Event: event, State: store.TaskCancelled, Kinds: []store.TaskKind{Import}, IDs: []string{imports.ID}}
		_, err = i.Store.ReviveTasks(ctx, again, i.at())
	}
	if err == nil {
		i.wake(ctx)
	}
	return batch, existed, err
}

// remember notes the batch for which a key stands.
func (i Intake) remember(ctx context.Context, b store.Batch, key string) error {
	if key == "" {
		return nil
	}
	_, _, err := i.Store.Remember(ctx, store.Remembered{Token: b.Token, Key: key, Digest: b.ID, Batch: b.ID, Created: b.Created})
	return err
}

// Keep stores a file as it was received.
func (i Intake) Keep(ctx context.Context, r Received) error {
	f, err := os.Open(r.Path)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "spool", "%s cannot be read any more: send it again", r.Name)
	}
	defer f.Close()
	return i.Store.PutUpload(ctx, r.SHA256, r.Size, f, i.at())
}
