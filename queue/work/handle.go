package work

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports/store"
	"fairplay/uci"
)

// maxAttempts is how many times a task may fail by its own fault before it is given up. Earlier
// attempts that made progress do not count (store.DB.NoteProgress).
const maxAttempts = 5

// maxStarts is how many times a task is started before it is given up, so that a task which kills
// its worker each time does not go round for ever. It is larger than maxAttempts, because something
// that kills a worker from outside hits everything that the worker has just begun.
const maxStarts = 3 * maxAttempts

// otherEngine is the code of a task that was planned for an engine other than the worker's.
const otherEngine = "other_engine"

// errNotYet says that something for which a task waits is still going on.
var errNotYet = fault.New(fault.Conflict, "not_yet", "what this waits for is still going on")

// handler makes a queue handler of the work of one kind of task. The work must finish the task
// (store.DB.FinishTask), together with what follows from it.
//
// A task that is not open, or whose event is paused, is left alone. When the work fails, the kind
// of fault decides: a lasting one ends the task as dead, with the reason; any other is retried
// until the task has failed maxAttempts times. An attempt does not count if the fault lies
// elsewhere, such as with the database, or if the process was told to stop.
func (w Worker) handler(work func(context.Context, store.Task, store.Event) error) queue.Handler {
	return func(ctx context.Context, id string) error {
		t, event, err := w.begin(ctx, id)
		if err != nil || t.State != store.TaskOpen {
			return err
		}
		if queue.Priority(t.Priority) == queue.Live || event.Live {
			w.live.Add(1)
			defer w.live.Add(-1)
		}
		w.wake(ctx) // a place in the window is free
		err = work(ctx, t, event)
		if err == nil {
			w.counters.finished(t.Kind, w.Now())
			w.log().InfoContext(ctx, "task done", attributes(t)...)
			w.wake(ctx)
			return nil
		}
		err = w.failed(context.WithoutCancel(ctx), t, context.Cause(ctx), err)
		if fault.KindOf(err) == fault.NotFound { // the task was removed with its event
			return nil
		}
		return err
	}
}

// begin starts a task if it is to be worked on now; otherwise the returned task is not open.
func (w Worker) begin(ctx context.Context, id string) (store.Task, store.Event, error) {
	t, err := w.Store.Task(ctx, id)
	if fault.KindOf(err) == fault.NotFound { // belongs to another database
		return store.Task{}, store.Event{}, nil
	}
	if err != nil || t.State != store.TaskOpen {
		return t, store.Event{}, err
	}
	if t.Recipe != "" && t.Recipe != w.recipe(t.Kind) { // costs no attempt
		return t, store.Event{}, fault.New(fault.Unavailable, otherEngine,
			"this is planned for another engine or recipe than this worker has; start workers with the engine of the server")
	}
	var event store.Event // none for a task of a case
	if t.Event != "" {
		event, err = w.Store.Event(ctx, t.Event)
	}
	if fault.KindOf(err) == fault.NotFound { // planned while the event was removed
		return store.Task{}, event, w.giveUp(ctx, t, err)
	}
	if err != nil || event.State == store.EventPaused {
		return store.Task{}, event, err
	}
	t, err = w.Store.StartTask(ctx, id, w.at())
	if err != nil || t.State != store.TaskOpen || t.Attempts <= maxStarts {
		return t, event, err
	}
	abandoned := fault.New(fault.Internal, "worker_lost", "the program ended %d times while it worked on this", maxStarts)
	return store.Task{}, event, w.giveUp(ctx, t, abandoned)
}

// failed decides what happens to a task whose work failed. It returns the error for the queue.
func (w Worker) failed(ctx context.Context, t store.Task, cause, err error) error {
	at := w.at()
	switch {
	case errors.Is(cause, queue.ErrTimeout):
		err = fault.Wrap(err, fault.Unavailable, "timeout", "this took longer than it may")
	case errors.Is(cause, queue.ErrRemoved): // cancelled or paused
		return w.Store.ReturnTask(ctx, t.ID, store.TaskFailure{}, at)
	case cause != nil, errors.Is(err, errNotYet):
		return cmp.Or(w.Store.ReturnTask(ctx, t.ID, store.TaskFailure{}, at), err)
	}
	reason := reasonOf(err)
	switch {
	case queue.FateOf(err) == queue.Park, counts(reason) && lastAttempt(t):
		return w.giveUp(ctx, t, err)
	case counts(reason):
		err = cmp.Or(w.Store.FailTask(ctx, t.ID, reason, false, at), err)
	default:
		err = cmp.Or(w.Store.ReturnTask(ctx, t.ID, reason, at), err)
	}
	w.counters.outcome(t.Kind, Failed)
	w.log().WarnContext(ctx, "task failed and will be tried again", append(attributes(t), slog.Any("error", err))...)
	return err
}

// lastAttempt reports whether a task that fails now by its own fault has done so often enough.
// Attempts that ended with their worker left no reason behind.
func lastAttempt(t store.Task) bool {
	return t.Attempts >= maxAttempts && counts(t.Reason) || t.Attempts >= maxStarts
}

// counts reports whether a fault may be the task's own, so that retrying for ever would be useless.
func counts(r store.TaskFailure) bool {
	switch r.Code {
	case uci.PositionFailed, "engine_unreliable", "timeout", otherEngine:
		return true
	}
	return r != (store.TaskFailure{}) && (r.Kind == fault.Internal || r.Kind == fault.Conflict)
}

// giveUp ends a task as dead. The queue is not told.
func (w Worker) giveUp(ctx context.Context, t store.Task, err error) error {
	reason := reasonOf(err)
	if t.Kind == Import {
		if err := w.Store.FailBatch(ctx, t.Subject, reason.Text); err != nil {
			return err
		}
	}
	if err := w.Store.FailTask(ctx, t.ID, reason, true, w.at()); err != nil {
		return err
	}
	w.counters.outcome(t.Kind, Dead)
	w.log().ErrorContext(ctx, "task given up", append(attributes(t), slog.Any("error", err))...)
	w.wake(ctx)
	return nil
}

// reasonOf returns why a task failed. Its text is only the part that users may read.
func reasonOf(err error) store.TaskFailure {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return store.TaskFailure{Kind: e.Kind, Code: e.Code, Text: e.Msg}
	}
	return store.TaskFailure{Kind: fault.Internal, Code: "internal", Text: "something went wrong inside the program; its log says what"}
}

// attributes returns what the log may say about a task.
func attributes(t store.Task) []any {
	of := slog.String("event", t.Event)
	if t.Kind == Claim {
		of = slog.String("case", t.Subject)
	}
	return []any{slog.String("task", t.ID), slog.String("kind", string(t.Kind)), of, slog.Int("attempt", t.Attempts)}
}

func (p *Service) log() *slog.Logger {
	if p.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return p.Log
}
