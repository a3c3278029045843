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
func (p Worker) evaluateGame(ctx context.Context, t store.Task, e store.Event) error {
	terms, err := p.terms(t.Kind, e)
	if err != nil {
		return err
	}
	if t.ID != taskID(t.Kind, e.ID, t.Subject, terms.Recipe.Fingerprint()) { // planned before tasks named their recipe
		if _, err := p.Store.CancelTasks(ctx, store.Cancellation{IDs: []string{t.ID}, Code: overtaken}, p.at()); err != nil {
			return err
		}
		return p.planAgain(ctx, e)
	}
	g, wanted, err := p.wanted(ctx, t, e)
	if err != nil {
		return err
	}
	if wanted {
		if err := p.evaluate(ctx, t, &terms.Evaluator, g); err != nil {
			return err
		}
	}
	return p.Store.FinishTask(ctx, t.ID, p.at())
}

// wanted returns the game of a task, and whether the event still has this version of it: it may
// have been corrected since.
func (p Worker) wanted(ctx context.Context, t store.Task, e store.Event) (*analysis.Game, bool, error) {
	stored, err := p.Store.Game(ctx, t.Subject)
	if err != nil {
		return nil, false, err
	}
	today, err := p.Store.EventGame(ctx, e.ID, stored.ID)
	if err != nil {
		return nil, false, err
	}
	g, err := decodeGame(stored.Body, today.Source())
	return g, today.SHA256 == stored.SHA256, err
}

// evaluate fills the cache. Positions on which the engine fails are tried again in later attempts;
// after the last attempt they are left to the report, which lists them. An attempt that made
// progress does not count: the next one has less to do.
func (p Worker) evaluate(ctx context.Context, t store.Task, e *pipeline.Evaluator, g *analysis.Game) error {
	meter := &taskMeter{Service: p.Service, ctx: ctx, task: t}
	e.Progress = meter.note
	failed, err := e.Run(ctx, []*analysis.Game{g}, func(int, []analysis.MoveRecord) error { return nil })
	now := meter.last
	p.counters.positions(now.Evaluated-len(failed), now.PositionsDone-now.Evaluated)
	if flushed := p.Cache.Flush(); err == nil {
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
	return p.Store.NoteProgress(ctx, t.ID, now.Positions, now.PositionsDone, p.at())
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

func (m *taskMeter) note(now pipeline.RunProgress) {
	m.last = now
	at := m.at()
	if since := at.Sub(m.noted); since >= 0 && since < time.Second {
		return
	}
	m.noted = at
	err := m.Cache.Flush()
	if err == nil {
		err = m.Store.NoteProgress(m.ctx, m.task.ID, now.Positions, now.PositionsDone, at)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		m.log().WarnContext(m.ctx, "progress is not noted", append(attributes(m.task), slog.Any("error", err))...)
	}
}
