package work

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// evaluateGame makes sure that the cache holds every evaluation that one game needs.
func (w Worker) evaluateGame(ctx context.Context, t store.Task, e store.Event) error {
	terms, err := w.terms(t.Kind, e)
	if err != nil {
		return err
	}
	if t.ID != taskID(t.Kind, e.ID, t.Subject, terms.Recipe.Fingerprint()) { // planned before tasks named their recipe
		if _, err := w.Store.CancelTasks(ctx, store.Cancellation{IDs: []string{t.ID}, Code: overtaken}, w.at()); err != nil {
			return err
		}
		return w.planAgain(ctx, e)
	}
	g, wanted, err := w.wanted(ctx, t, e)
	if err != nil {
		return err
	}
	if wanted {
		if err := w.evaluate(ctx, t, &terms.Evaluator, g); err != nil {
			return err
		}
	}
	return w.Store.FinishTask(ctx, t.ID, w.at())
}

// wanted returns the game of a task, and whether the event still has this version of it: it may
// have been corrected since.
func (w Worker) wanted(ctx context.Context, t store.Task, e store.Event) (*analysis.Game, bool, error) {
	stored, err := w.Store.Game(ctx, t.Subject)
	if err != nil {
		return nil, false, err
	}
	today, err := w.Store.EventGame(ctx, e.ID, stored.ID)
	if err != nil {
		return nil, false, err
	}
	g, err := decodeGame(stored.Body, today.Source())
	return g, today.SHA256 == stored.SHA256, err
}

// evaluate fills the cache. Positions on which the engine fails are tried again in later attempts;
// after the last attempt they are left to the report, which lists them. An attempt that made
// progress does not count: the next one has less to do.
func (w Worker) evaluate(ctx context.Context, t store.Task, e *pipeline.Evaluator, g *analysis.Game) error {
	meter := &taskMeter{Service: w.Service, ctx: ctx, task: t}
	e.Progress = meter.note
	failed, err := e.Run(ctx, []*analysis.Game{g}, func(int, []analysis.MoveRecord) error { return nil })
	now := meter.last
	w.counters.positions(now.Evaluated-len(failed), now.PositionsDone-now.Evaluated)
	if flushed := w.Cache.Flush(); err == nil {
		err = flushed
	}
	if err == nil && len(failed) > 0 && !lastAttempt(t) {
		err = failed[0].Err
	}
	if err != nil && counts(reasonOf(err)) && now.Evaluated > len(failed) && ctx.Err() == nil {
		return fault.Wrap(err, fault.Unavailable, "engine_trouble", "the engine failed, and the rest of the game is tried again")
	}
	if err != nil {
		return err
	}
	return w.Store.NoteProgress(ctx, t.ID, now.Positions, now.PositionsDone, w.at())
}

// taskMeter notes in the database how far a task is, at most once a second. The note is written to
// disk: progress lost with its process would hide that the next attempt gets further
// (store.DB.NoteProgress).
type taskMeter struct {
	*Service
	ctx   context.Context
	task  store.Task
	last  pipeline.RunProgress
	noted time.Time
}

func (t *taskMeter) note(now pipeline.RunProgress) {
	t.last = now
	at := t.at()
	if since := at.Sub(t.noted); since >= 0 && since < time.Second {
		return
	}
	t.noted = at
	err := t.Cache.Flush()
	if err == nil {
		err = t.Store.NoteProgress(t.ctx, t.task.ID, now.Positions, now.PositionsDone, at)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		t.log().WarnContext(t.ctx, "progress is not noted", append(attributes(t.task), slog.Any("error", err))...)
	}
}
