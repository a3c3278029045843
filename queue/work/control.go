package work

import (
	"context"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Cancel ends all open work for an event, also the import of received files. What was evaluated
// stays in the cache. Resume opens it again; so do later games, but for the import, and the same files for theirs.
func (c Control) Cancel(ctx context.Context, event string) error {
	if _, err := c.Store.Event(ctx, event); err != nil {
		return err
	}
	if _, err := c.Store.CancelTasks(ctx, store.Cancellation{Event: event}, c.at()); err != nil {
		return err
	}
	c.withdraw(ctx, func(t store.Task) bool { return t.Event == event })
	imports, err := c.all(ctx, store.TasksQuery{Event: event, Kind: Import, State: store.TaskCancelled})
	for _, t := range imports {
		if err == nil {
			err = c.Store.FailBatch(ctx, t.Subject, "the work on this event was cancelled before this was read; resume it, or hand the files in again")
		}
	}
	return err
}

// Remove removes an event that was made by mistake, as store.DB.RemoveEvent does, and ends the work on it.
func (c Control) Remove(ctx context.Context, event string, reads []string, entry store.AuditEntry) error {
	there, listed := c.queued(ctx, func(t store.Task) bool { return t.Event == event })
	if err := c.Store.RemoveEvent(ctx, event, reads, entry); err != nil {
		return err
	}
	c.drop(context.WithoutCancel(ctx), there, listed)
	return nil
}

// queued returns the IDs of some of the tasks in the window.
func (p *Service) queued(ctx context.Context, which func(store.Task) bool) ([]string, error) {
	there, _, err := p.inQueue(ctx)
	return idsOf(slices.DeleteFunc(there, func(t store.Task) bool { return !which(t) })), err
}

// withdraw takes tasks out of the window, and ends those that are worked on.
func (p *Service) withdraw(ctx context.Context, which func(store.Task) bool) {
	ctx = context.WithoutCancel(ctx)
	ids, err := p.queued(ctx, which)
	p.drop(ctx, ids, err)
}

// drop takes tasks out of the window, unless they could not be found. Their rows say already what became of them,
// so that an error only means that what is under way goes on to its end, in vain.
func (p *Service) drop(ctx context.Context, ids []string, err error) {
	if err == nil {
		err = p.Queue.Remove(ctx, ids...)
	}
	if err != nil {
		p.log().WarnContext(ctx, "work that was cancelled or paused goes on to the end of its games", "error", err)
	}
	p.wake(ctx) // for others
}

// CancelTest ends a test, and those of its evaluations for which no other test of the event waits.
func (p Tests) CancelTest(ctx context.Context, test string) error {
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
	ids := idsOf(tasks)
	if _, err := p.Store.CancelTasks(ctx, store.Cancellation{IDs: ids}, p.at()); err != nil {
		return err
	}
	p.withdraw(ctx, func(t store.Task) bool { return slices.Contains(ids, t.ID) })
	return nil
}

// Pause keeps the tasks of an event, but lets nobody work on them until Resume. Running work ends;
// what it has evaluated is in the cache.
func (c Control) Pause(ctx context.Context, event string) error {
	if _, err := c.setState(ctx, event, store.EventPaused); err != nil {
		return err
	}
	c.withdraw(ctx, func(t store.Task) bool { return t.Event == event })
	return nil
}

// Resume ends a Pause, and reopens what Cancel ended: imports and the screening. Tests must be requested again.
func (c Control) Resume(ctx context.Context, event string) error {
	if _, err := c.setState(ctx, event, store.EventOpen); err != nil {
		return err
	}
	again := store.Revival{Event: event, State: store.TaskCancelled, Kinds: []store.TaskKind{Import, EvaluateQuick, Report}, Except: overtaken}
	if _, err := c.Store.ReviveTasks(ctx, again, c.at()); err != nil {
		return err
	}
	c.wake(ctx)
	return nil
}

// setState changes an event between open and paused. A closed event stays closed, and pausing it is
// a Conflict.
func (c Control) setState(ctx context.Context, event string, state store.EventState) (store.Event, error) {
	e, err := c.Store.Event(ctx, event)
	if err != nil || e.State == state || e.State == store.EventClosed && state == store.EventOpen {
		return e, err
	}
	return c.Store.ChangeEvent(ctx, event, 0, func(e *store.Event) error {
		if err := e.NotClosed(); err != nil {
			return err
		}
		e.State = state
		return nil
	})
}

// Retry reopens a task that was given up or cancelled. If the task is a game that could not be
// evaluated, it also reopens the screening that was made without it.
func (c Control) Retry(ctx context.Context, task string) (store.Task, error) {
	t, err := c.Store.Task(ctx, task)
	if err != nil || t.State == store.TaskOpen {
		return t, err
	}
	if t.State == store.TaskDone {
		return t, fault.New(fault.Conflict, "task_done", "this is done, and need not be tried again")
	}
	if t, err = c.Store.ReviveTask(ctx, task, c.at()); err != nil {
		return t, err
	}
	c.wake(ctx)
	if t.Kind == EvaluateQuick {
		_, _, err = Screenings(c).Screening(ctx, t.Event)
	}
	return t, err
}

// RetryAll reopens the tasks of an event that were given up for the reason with a code, those of some kinds, and returns how
// many. If games are among them that could not be evaluated, it also reopens the screening that was made without them.
func (c Control) RetryAll(ctx context.Context, event, code string, kinds ...store.TaskKind) (int, error) {
	e, err := c.Store.Event(ctx, event)
	if err != nil {
		return 0, err
	}
	n, err := c.Store.ReviveTasks(ctx, store.Revival{Event: event, State: store.TaskDead, Kinds: kinds, Code: code}, c.at())
	if err != nil || n == 0 {
		return n, err
	}
	c.wake(ctx)
	if !slices.Contains(kinds, EvaluateQuick) {
		return n, nil
	}
	today, err := c.screeningTask(ctx, e)
	if err == nil {
		err = c.screenAgain(ctx, today)
	}
	return n, err
}
