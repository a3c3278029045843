package work

import (
	"context"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Cancel ends all open work for an event except the import of received files. What was evaluated
// stays in the cache. Resume, or later games, open it again.
func (p *Service) Cancel(ctx context.Context, event string) error {
	if _, err := p.Store.Event(ctx, event); err != nil {
		return err
	}
	open, err := p.all(ctx, store.TasksQuery{Event: event, State: store.TaskOpen})
	if err != nil {
		return err
	}
	return p.cancel(ctx, slices.DeleteFunc(open, func(t store.Task) bool { return t.Kind == Import }))
}

// CancelTest ends a test, and those of its evaluations for which no other test of the event waits.
func (p *Service) CancelTest(ctx context.Context, test string) error {
	asked, err := p.Store.Test(ctx, test)
	if err != nil {
		return err
	}
	tests, err := p.all(ctx, store.TasksQuery{Event: asked.Event, Kind: Test, State: store.TaskOpen})
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	var own []store.Task
	for _, t := range tests {
		if t.Subject == test {
			own = append(own, t)
			continue
		}
		other, err := p.Store.Test(ctx, t.Subject)
		if err != nil {
			return err
		}
		order, err := reports.ReadTestOrder(other.Request)
		if err != nil {
			return err
		}
		for _, id := range order.Needs {
			needed[id] = true
		}
	}
	games, err := p.games(ctx, asked, needed)
	if err != nil {
		return err
	}
	return p.cancel(ctx, append(own, games...))
}

// games returns the open evaluations of one test that only tests need, except those in needed. A
// quick test uses the screening's evaluations, which go on.
func (p *Service) games(ctx context.Context, test store.Test, needed map[string]bool) ([]store.Task, error) {
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil {
		return nil, err
	}
	var games []store.Task
	for _, id := range order.Needs {
		t, err := p.Store.Task(ctx, id)
		if err != nil {
			return nil, err
		}
		if slices.Contains(TestKinds(), t.Kind) && t.State == store.TaskOpen && !needed[id] {
			games = append(games, t)
		}
	}
	return games, nil
}

// cancel ends tasks: first in the database, so that a handler that the queue tells to stop finds
// its task cancelled there.
func (p *Service) cancel(ctx context.Context, tasks []store.Task) error {
	if len(tasks) == 0 {
		return nil
	}
	cancelled, err := p.Store.CancelTasks(ctx, store.Cancellation{IDs: idsOf(tasks)}, p.at())
	if err != nil {
		return err
	}
	return p.Queue.Remove(ctx, cancelled...)
}

// Pause keeps the tasks of an event, but lets nobody work on them until Resume. Running work ends;
// what it has evaluated is in the cache.
func (p *Service) Pause(ctx context.Context, event string) error {
	if _, err := p.setState(ctx, event, store.EventPaused); err != nil {
		return err
	}
	open, err := p.all(ctx, store.TasksQuery{Event: event, State: store.TaskOpen})
	if err != nil {
		return err
	}
	return p.Queue.Remove(ctx, idsOf(open)...)
}

// Resume ends a Pause, and reopens a screening that Cancel ended. Tests must be requested again.
func (p *Service) Resume(ctx context.Context, event string) error {
	if _, err := p.setState(ctx, event, store.EventOpen); err != nil {
		return err
	}
	cancelled, err := p.all(ctx, store.TasksQuery{Event: event, State: store.TaskCancelled})
	if err != nil {
		return err
	}
	for _, t := range cancelled {
		if t.Reason.Code == overtaken || t.Kind != EvaluateQuick && t.Kind != Report {
			continue
		}
		if _, err := p.Store.ReviveTask(ctx, t.ID, p.at()); err != nil {
			return err
		}
	}
	open, err := p.all(ctx, store.TasksQuery{Event: event, State: store.TaskOpen})
	if err != nil {
		return err
	}
	p.wakeReady(ctx, open)
	return nil
}

// setState changes an event between open and paused. A closed event stays closed, and pausing it is
// a Conflict.
func (p *Service) setState(ctx context.Context, event string, state store.EventState) (store.Event, error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil || e.State == state || e.State == store.EventClosed && state == store.EventOpen {
		return e, err
	}
	return p.Store.ChangeEvent(ctx, event, 0, func(e *store.Event) error {
		if err := e.NotClosed(); err != nil {
			return err
		}
		e.State = state
		return nil
	})
}

// Retry reopens a task that was given up or cancelled. If the task is a game that could not be
// evaluated, it also reopens the screening that was made without it.
func (p *Service) Retry(ctx context.Context, task string) (store.Task, error) {
	t, err := p.Store.Task(ctx, task)
	if err != nil || t.State == store.TaskOpen {
		return t, err
	}
	if t.State == store.TaskDone {
		return t, fault.New(fault.Conflict, "task_done", "this is done, and need not be tried again")
	}
	if t, err = p.Store.ReviveTask(ctx, task, p.at()); err != nil {
		return t, err
	}
	p.wakeReady(ctx, []store.Task{t})
	if t.Kind == EvaluateQuick {
		_, _, err = p.Screening(ctx, t.Event)
	}
	return t, err
}
