package store

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"
)

var errPending = errors.New("comes within the hour")

func (db *DB) CreateEvent(ctx context.Context, e Event) error             { return errPending }
func (db *DB) Event(ctx context.Context, id string) (Event, error)        { return Event{}, errPending }
func (db *DB) Events(ctx context.Context, q EventsQuery) ([]Event, error) { return nil, errPending }
func (db *DB) ChangeEvent(ctx context.Context, id string, version int64, change func(*Event) error) (Event, error) {
	return Event{}, errPending
}

func (db *DB) PutUpload(ctx context.Context, sha256 string, size int64, r io.Reader, at time.Time) error {
	return errPending
}
func (db *DB) OpenUpload(ctx context.Context, sha256 string) (io.ReadCloser, error) {
	return nil, errPending
}

func (db *DB) CreateBatch(ctx context.Context, b Batch, task Task) (stored Batch, existed bool, err error) {
	return b, false, errPending
}
func (db *DB) Remember(ctx context.Context, r Remembered) (stored Remembered, existed bool, err error) {
	return r, false, errPending
}
func (db *DB) Batch(ctx context.Context, id string) (Batch, error) { return Batch{}, errPending }
func (db *DB) Batches(ctx context.Context, event string, after int64, limit int) ([]Batch, error) {
	return nil, errPending
}
func (db *DB) PutGames(ctx context.Context, games []StoredGame) error { return errPending }
func (db *DB) FinishBatch(ctx context.Context, r BatchResult) (generation int64, err error) {
	return 0, errPending
}
func (db *DB) FailBatch(ctx context.Context, id, reason string) error { return errPending }
func (db *DB) Outcomes(ctx context.Context, batch string, after, limit int) ([]Outcome, error) {
	return nil, errPending
}
func (db *DB) EventInput(ctx context.Context, event string) ([]FileInput, error) {
	return nil, errPending
}

func (db *DB) EventGames(ctx context.Context, event string, after int64, limit int) ([]StoredGame, error) {
	return nil, errPending
}
func (db *DB) GameBodies(ctx context.Context, event string) iter.Seq2[StoredGame, error] { return nil }
func (db *DB) EventGame(ctx context.Context, event, id string) (StoredGame, error) {
	return StoredGame{}, errPending
}
func (db *DB) Game(ctx context.Context, sha256 string) (StoredGame, error) {
	return StoredGame{}, errPending
}

func (db *DB) AddTasks(ctx context.Context, tasks []Task) (added int, err error) {
	return 0, errPending
}
func (db *DB) Task(ctx context.Context, id string) (Task, error)       { return Task{}, errPending }
func (db *DB) Tasks(ctx context.Context, q TasksQuery) ([]Task, error) { return nil, errPending }
func (db *DB) OpenTasks(ctx context.Context, after string, limit int) ([]Task, error) {
	return nil, errPending
}
func (db *DB) StartTask(ctx context.Context, id string, at time.Time) (Task, error) {
	return Task{}, errPending
}
func (db *DB) NoteProgress(ctx context.Context, id string, positions, done int, at time.Time) error {
	return errPending
}
func (db *DB) FinishTask(ctx context.Context, id string, at time.Time, then ...Task) error {
	return errPending
}
func (db *DB) FailTask(ctx context.Context, id, kind, code, reason string, dead bool, at time.Time) error {
	return errPending
}
func (db *DB) ReviveTask(ctx context.Context, id string, at time.Time) (Task, error) {
	return Task{}, errPending
}
func (db *DB) CancelTasks(ctx context.Context, what Cancellation, at time.Time) (ids []string, err error) {
	return nil, errPending
}
func (db *DB) Progress(ctx context.Context, event string) (EventProgress, error) {
	return EventProgress{}, errPending
}
func (db *DB) CountOpen(ctx context.Context, group string) (int, error) { return 0, errPending }

func (db *DB) PutReport(ctx context.Context, r Report, performances []Performance) error {
	return errPending
}
func (db *DB) ReportByKey(ctx context.Context, key string) (Report, error) {
	return Report{}, errPending
}
func (db *DB) Report(ctx context.Context, id string) (Report, error) { return Report{}, errPending }
func (db *DB) ReportIn(ctx context.Context, event, id string) (Report, error) {
	return Report{}, errPending
}
func (db *DB) Reports(ctx context.Context, event string, after int64, limit int) ([]Report, error) {
	return nil, errPending
}
func (db *DB) Performances(ctx context.Context, q PerformancesQuery) ([]Performance, error) {
	return nil, errPending
}

func (db *DB) CreateTest(ctx context.Context, t Test, tasks ...Task) error { return errPending }
func (db *DB) Test(ctx context.Context, id string) (Test, error)           { return Test{}, errPending }
func (db *DB) Tests(ctx context.Context, event string, after int64, limit int) ([]Test, error) {
	return nil, errPending
}
func (db *DB) FinishTest(ctx context.Context, id, report string) error { return errPending }

func (db *DB) AddToken(ctx context.Context, t Token) error { return errPending }
func (db *DB) AddFirstToken(ctx context.Context, t Token) (added bool, err error) {
	return false, errPending
}
func (db *DB) Token(ctx context.Context, id string) (Token, error) { return Token{}, errPending }
func (db *DB) Tokens(ctx context.Context, after string, limit int) ([]Token, error) {
	return nil, errPending
}
func (db *DB) TokenByHash(ctx context.Context, hash []byte) (Token, error) {
	return Token{}, errPending
}
func (db *DB) RevokeToken(ctx context.Context, id string, at time.Time) error { return errPending }
func (db *DB) TouchToken(ctx context.Context, id string, at time.Time) error  { return errPending }
func (db *DB) Grant(ctx context.Context, token string, g Grant) error         { return errPending }
func (db *DB) Ungrant(ctx context.Context, token string, g Grant) error       { return errPending }

func (db *DB) Audit(ctx context.Context, entries []AuditEntry) error { return errPending }
func (db *DB) AuditEntries(ctx context.Context, after int64, limit int) ([]AuditEntry, error) {
	return nil, errPending
}

// Auditor gathers the entries of concurrent requests into one transaction.
type Auditor struct{}

func NewAuditor(db *DB) *Auditor                                           { return nil }
func (a *Auditor) Append(ctx context.Context, entries ...AuditEntry) error { return errPending }
func (a *Auditor) Close() error                                            { return nil }

func (db *DB) Check(ctx context.Context, progress func(CheckProgress)) (Checked, error) {
	return Checked{}, errPending
}
func (db *DB) Backup(ctx context.Context, w io.Writer) (BackedUp, error) {
	return BackedUp{}, errPending
}
func Restore(ctx context.Context, source string, r io.Reader) (BackedUp, error) {
	return BackedUp{}, errPending
}
