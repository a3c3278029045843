package work

import (
	"cmp"
	"context"
	"errors"

	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Advance compares what the database says should happen with what the queue holds, and enqueues
// what is missing. Every process calls it at the start and every minute. It is cheap if nothing is
// open, and simultaneous calls do no harm.
func (p *Service) Advance(ctx context.Context) error {
	for after := ""; ; {
		open, err := p.Store.OpenTasks(ctx, after, page)
		if err != nil {
			return err
		}
		ready, err := p.readyOf(ctx, open)
		if err != nil {
			return err
		}
		if err := p.enqueue(ctx, ready); err != nil {
			return err
		}
		if len(open) < page {
			return nil
		}
		after = open[len(open)-1].ID
	}
}

func (p *Service) enqueue(ctx context.Context, tasks []store.Task) error {
	if len(tasks) == 0 {
		return nil
	}
	entries := make([]queue.Item, len(tasks))
	for i, t := range tasks {
		entries[i] = entry(t)
	}
	_, err := p.Queue.Enqueue(ctx, entries...)
	return err
}

// readyOf returns the tasks that wait for no other. A task whose readiness is unknown because its
// data is damaged counts as ready; its handler then fails it.
func (p *Service) readyOf(ctx context.Context, tasks []store.Task) ([]store.Task, error) {
	var ready []store.Task
	for _, t := range tasks {
		switch err := p.ready(ctx, t); {
		case err == nil, queue.FateOf(err) == queue.Park:
			ready = append(ready, t)
		case !errors.Is(err, errNotYet):
			return nil, err
		}
	}
	return ready, nil
}

// ready returns errNotYet while something is open that the task waits for. A screening waits for
// all files and games of the event, and for a rest after the last screening, so that uploads in
// quick succession make one screening and not one each. A test waits for the games of the player.
func (p *Service) ready(ctx context.Context, t store.Task) error {
	switch t.Kind {
	case Report:
		if p.rests.has(t.Event) {
			return errNotYet
		}
		for _, kind := range []store.TaskKind{Import, EvaluateQuick} {
			if open, err := p.Store.CountOpen(ctx, group(kind, t.Event)); err != nil || open > 0 {
				return cmp.Or(err, error(errNotYet))
			}
		}
		return nil
	case Test:
		return p.testReady(ctx, t)
	}
	return nil
}

// wakeReady enqueues those of the tasks that wait for no other. An error only means a delay, since
// Advance does the same within a minute.
func (p *Service) wakeReady(ctx context.Context, tasks []store.Task) {
	ready, err := p.readyOf(ctx, tasks)
	if err == nil {
		err = p.enqueue(ctx, ready)
	}
	if err != nil {
		p.log().WarnContext(ctx, "tasks wait for the next round", "tasks", len(tasks), "error", err)
	}
}

// waiting wakes the reports and tests of an event that waited for the task just
// finished.
func (p *Service) waiting(ctx context.Context, e store.Event) {
	if e.ID == "" { // the task was of a case
		return
	}
	for _, kind := range []store.TaskKind{Report, Test} {
		open, err := p.all(ctx, store.TasksQuery{Event: e.ID, Kind: kind, State: store.TaskOpen})
		if err != nil {
			p.log().WarnContext(ctx, "reports wait for the next round", "event", e.ID, "error", err)
			return
		}
		p.wakeReady(ctx, open)
	}
}

// testReady returns errNotYet while a game of the test is being evaluated.
func (p *Service) testReady(ctx context.Context, t store.Task) error {
	test, err := p.Store.Test(ctx, t.Subject)
	if err != nil {
		return err
	}
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil {
		return err
	}
	for _, id := range order.Needs {
		need, err := p.Store.Task(ctx, id)
		if err != nil {
			return err
		}
		if need.State == store.TaskOpen {
			return errNotYet
		}
	}
	return nil
}
