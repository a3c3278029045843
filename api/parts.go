package api

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"fairplay/analysis"
	"fairplay/queue/desk"
	"fairplay/queue/registry"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Store is the database; *store.DB is one. Its methods and their errors are described there.
type Store interface {
	eventStore
	batchStore
	reportStore
	testStore
	tokenStore
	signInStore
	dataStore
	desk.Keeper
	registry.CaseKeeper
	Writable(ctx context.Context) error
	LastCheckpoint(ctx context.Context) (store.Checkpoint, error)
}

type eventStore interface {
	CreateEvent(ctx context.Context, e store.Event) error
	Events(ctx context.Context, q store.EventsQuery) ([]store.Event, error)
}

type batchStore interface {
	Batch(ctx context.Context, id string) (store.Batch, error)
	Batches(ctx context.Context, event string, after int64, limit int) ([]store.Batch, error)
	Outcomes(ctx context.Context, batch string, after, limit int) ([]store.GameOutcome, error)
	EventInput(ctx context.Context, event string) ([]store.FileInput, error)
	EventGames(ctx context.Context, event string, after int64, limit int) ([]store.StoredGame, error)
	EventGame(ctx context.Context, event, id string) (store.StoredGame, error)
}

type reportStore interface {
	ReportIn(ctx context.Context, event, id string) (store.Report, error)
	DocumentProof(ctx context.Context, cause store.Cause, digest string, at time.Time) (store.LogProof, error)
	Reports(ctx context.Context, event string, after int64, limit int) ([]store.Report, error)
	Performances(ctx context.Context, q store.PerformancesQuery) ([]store.ReportedPerformance, error)
}

type testStore interface {
	Test(ctx context.Context, id string) (store.Test, error)
	Tests(ctx context.Context, event string, after int64, limit int) ([]store.Test, error)
	Task(ctx context.Context, id string) (store.Task, error)
	Tasks(ctx context.Context, q store.TasksQuery) ([]store.Task, error)
	TaskBacklogs(ctx context.Context) ([]store.TaskBacklog, error)
	TasksGivenUp(ctx context.Context, event string) ([]store.GivenUp, error)
}

type tokenStore interface {
	AddToken(ctx context.Context, t store.Token) error
	Token(ctx context.Context, id string) (store.Token, error)
	Tokens(ctx context.Context, after string, limit int) ([]store.Token, error)
	TokenByHash(ctx context.Context, hash []byte) (store.Token, error)
	RevokeToken(ctx context.Context, id string, at time.Time) error
	TouchToken(ctx context.Context, id string, at time.Time) error
	Grant(ctx context.Context, token string, g access.Grant) error
	Ungrant(ctx context.Context, token string, g access.Grant) error
	Propose(ctx context.Context, p store.Proposal) (store.Proposal, error)
	Proposals(ctx context.Context) ([]store.Proposal, error)
	AuditEntries(ctx context.Context, q store.AuditQuery) ([]store.AuditEntry, error)
}

type signInStore interface {
	AddSignIn(ctx context.Context, in store.SignIn) error
	SignInByHash(ctx context.Context, hash []byte) (store.SignIn, error)
	EndSignIn(ctx context.Context, hash []byte) error
	SaveDraft(ctx context.Context, d store.Draft) error
	Draft(ctx context.Context, token, form string, at time.Time) (store.Draft, error)
	Prefer(ctx context.Context, token, name, value string) error
	Preferences(ctx context.Context, token string) (map[string]string, error)
}

type dataStore interface {
	EraseCase(ctx context.Context, id string, at time.Time) error
	AskData(ctx context.Context, random io.Reader, r store.DataRequest, text json.RawMessage) (store.DataRequest, error)
	AnswerData(ctx context.Context, id string, answer func(store.DataRequest) (store.DataStep, error)) (store.DataRequest, error)
	EraseData(ctx context.Context, id, by string, at time.Time) (store.DataRequest, error)
	DataRequest(ctx context.Context, id string) (store.DataRequest, error)
	DataRequests(ctx context.Context, by string) ([]store.DataRequest, error)
}

// AuditLog writes entries into the audit, and returns when they are written; *store.Auditor is
// one.
type AuditLog interface {
	Append(ctx context.Context, entries ...store.AuditEntry) error
}

// Work is the work of the service; *work.Service is one.
type Work interface {
	intakeWork
	reportWork
	recordWork
	controlWork
	closingWork
	desk.GameSource
	registry.Rerunner
	Counts() work.Counts
	LiveWork() bool
}

type intakeWork interface {
	Receive(ctx context.Context, name string, body io.Reader, limit int64) (work.Received, error)
	Accept(ctx context.Context, event string, files []work.Received, by, key string) (store.Batch, bool, error)
	Game(stored store.StoredGame) (*analysis.Game, error)
	PGN(stored store.StoredGame) ([]byte, error)
	Players(ctx context.Context, event string) ([]work.EventPlayer, error)
	GamesOnRecord(ctx context.Context, event string) (*reports.GamesOnRecord, error)
}

type reportWork interface {
	Screening(ctx context.Context, event string) (store.Report, *reports.Lacking, error)
	Part(ctx context.Context, event string, rounds reports.Rounds) (*reports.Screening, error)
	ByRound(ctx context.Context, event string) (*reports.ByRound, error)
	StartTest(ctx context.Context, event string, r reports.TestRequest, by string) (store.Test, error)
	GameMoves(ctx context.Context, event, game, recipe, report string) (_ *reports.GameMoves, pending bool, err error)
	Progress(ctx context.Context, event string, hidden ...store.TaskKind) (work.EventStatus, error)
}

type recordWork interface {
	Dossier(ctx context.Context, e store.Event) (*reports.Dossier, error)
	Record(ctx context.Context, e store.Event) (*tournament.EventRecord, error)
	WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error)
	FairPlaySection(ctx context.Context, e store.Event) (*reports.FairPlaySection, error)
	Permitted(ctx context.Context, e store.Event) (*reports.PermittedActions, error)
	Outdated(ctx context.Context, e store.Event, test store.Test) (*reports.Outdated, error)
}

type controlWork interface {
	Pause(ctx context.Context, event string) error
	Resume(ctx context.Context, event string) error
	Cancel(ctx context.Context, event string) error
	Remove(ctx context.Context, event string, reads []string, entry store.AuditEntry) error
	CancelTest(ctx context.Context, test string) error
	Retry(ctx context.Context, task string) (store.Task, error)
	RetryAll(ctx context.Context, event, code string, kinds ...store.TaskKind) (int, error)
}

type closingWork interface {
	Undone(ctx context.Context, event string) ([]tournament.Undone, error)
	Close(ctx context.Context, event, by, reason string) error
	Reopen(ctx context.Context, event, by, reason string) error
	MakePackage(ctx context.Context, event string, by store.Token, reason, lang string) (tournament.Written[tournament.PackageWritten], error)
	LastPackage(ctx context.Context, event string) (tournament.Written[tournament.PackageWritten], error)
	Package(ctx context.Context, event string) (tournament.PackageWritten, []byte, error)
}

// Backlog is the list of tasks; *queue.Queue is one.
type Backlog interface {
	Ping(ctx context.Context) error
	Depth(ctx context.Context) (map[string]work.QueueDepth, error)
}
