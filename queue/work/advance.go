package work

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Advance fills the window: the database is the list of work, and the queue holds only what is done next. What comes next
// is chosen anew each time: first what is live, then the tokens that handed in events in turn, and the events of a token in
// turn (see queueWindow). Every process calls Advance at the start and every second; it is cheap if nothing is open, and
// simultaneous calls do no harm.
func (w Worker) Advance(ctx context.Context) error {
	w.filling.Lock()
	defer w.filling.Unlock()
	return w.fill(ctx)
}

// wake fills the window after something has changed. Who comes while another fills it leaves the work to him. An error
// only means a delay, since Advance does the same within a second.
func (p *Service) wake(ctx context.Context) {
	p.stirred.Store(true)
	for p.stirred.Load() && p.filling.TryLock() {
		p.stirred.Store(false)
		err := p.fill(context.WithoutCancel(ctx))
		p.filling.Unlock()
		if err != nil {
			p.log().WarnContext(ctx, "tasks wait for the next round", "error", err)
			return
		}
	}
}

// fill puts into the queue what comes next, until the window is full. p.filling is held.
func (p *Service) fill(ctx context.Context) error {
	there, known, err := p.inQueue(ctx)
	if err != nil {
		return err
	}
	for _, kinds := range p.classes() {
		w := &queueWindow{Service: p, kinds: kinds, known: slices.Sorted(maps.Keys(known))}
		if err := w.look(ctx, there, known); err != nil {
			return err
		}
		if err := w.fill(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inQueue returns the tasks that are in the queue, and the state of each of its entries.
func (p *Service) inQueue(ctx context.Context) ([]store.Task, map[string]queue.ItemState, error) {
	known, err := p.Queue.Known(ctx)
	if err != nil || len(known) == 0 {
		return nil, known, err
	}
	there, err := p.Store.TasksOf(ctx, slices.Sorted(maps.Keys(known)))
	return there, known, err
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
		if open, err := p.Store.IsOpen(ctx, t.Event, Import, EvaluateQuick); err != nil || open {
			return cmp.Or(err, error(errNotYet))
		}
		return nil
	case Test:
		return p.testReady(ctx, t)
	}
	return nil
}

// isReady reports whether a task waits for no other. A task whose readiness is unknown because its data is damaged counts
// as ready; its handler then fails it.
func (p *Service) isReady(ctx context.Context, t store.Task) (bool, error) {
	err := p.ready(ctx, t)
	if err == nil || queue.FateOf(err) == queue.Park {
		return true, nil
	}
	if errors.Is(err, errNotYet) {
		err = nil
	}
	return false, err
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
	needs, err := p.Store.TasksOf(ctx, order.Needs)
	if err == nil && slices.ContainsFunc(needs, func(t store.Task) bool { return t.State == store.TaskOpen }) {
		err = errNotYet
	}
	return err
}
