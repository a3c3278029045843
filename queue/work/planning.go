package work

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// terms returns the terms on which tasks of a kind evaluate games of an event.
func (p *Service) terms(kind store.TaskKind, e store.Event) (pipeline.Terms, error) {
	t := p.Quick
	switch kind {
	case EvaluateFull:
		t = p.Full
	case EvaluateSecond:
		t = *p.Second
	}
	t.Cache, t.Progress, t.Left = p.Cache, nil, nil
	if t.Engines == nil { // positions that could not be evaluated are for processes with engines
		t.Engines = pipeline.NoEngine{}
	}
	t.Assume, t.Starts = cmp.Or(e.TimeClass, analysis.StandardTime), e.Stated().Start
	return t, t.Under(e.RuleSet)
}

// screeningInput returns the terms of the screening of an event and its games.
func (p *Service) screeningInput(ctx context.Context, e store.Event) (pipeline.Terms, *eventInput, error) {
	terms, err := p.terms(EvaluateQuick, e)
	if err != nil {
		return terms, nil, err
	}
	in, err := p.input(ctx, e.ID)
	return terms, in, err
}

// fitNames names the calibrations of one test, which do not change.
type fitNames struct {
	once  sync.Once
	names []string
}

// identity names everything in terms that the figures of a report depend on.
func (f *fitNames) identity(t *pipeline.Terms) []string {
	f.once.Do(func() {
		for _, class := range analysis.TimeClasses() {
			name := "none"
			if fit, err := t.Fits.Find(t.Recipe, t.Policy, class); err == nil && fit != nil {
				name = fit.Source.SHA256
			}
			f.names = append(f.names, name)
		}
	})
	return append([]string{
		t.Recipe.Fingerprint(), t.Policy.Fingerprint(), string(t.RuleSet), string(t.Assume), t.Starts.Format(time.DateOnly), t.Provenance.Program, t.Provenance.Version,
		t.Provenance.Commit, strconv.FormatBool(t.Provenance.Modified),
	}, f.names...)
}

// plan returns the new tasks that follow from the games of an event: to evaluate each game that
// counts for the screening and, last, to compile the screening. Tasks that were cancelled before
// are reopened and included.
func (w Worker) plan(ctx context.Context, e store.Event) ([]store.Task, error) {
	terms, in, err := w.screeningInput(ctx, e)
	if err != nil || len(in.Games) == 0 {
		return nil, err
	}
	chosen := (&pipeline.EventScreening{Terms: terms}).Choose(in.Input)
	tasks, err := w.undone(ctx, e, &terms, chosen.Games, in.digests)
	if err != nil {
		return nil, err
	}
	report, err := w.screeningTask(ctx, e)
	w.chosen.keep(report.key, &choice{terms, in, chosen}, 1)
	return append(tasks, report.Task), err
}

// choice is what a screening is made of, once it is decided which games count. That of the event planned last is kept by
// the key of the screening, which changes with everything that the choice depends on: a screening of known evaluations,
// which follows at once, does not choose again.
type choice struct {
	terms  pipeline.Terms
	in     *eventInput
	chosen *tournament.Selection
}

// choose decides which games of an event are screened, all but those whose evaluation was given up.
func (p *Service) choose(ctx context.Context, e store.Event, today screeningTask) (*choice, error) {
	if c := p.chosen.take(today.key); c != nil && len(today.dead) == 0 {
		return c, nil
	}
	terms, in, err := p.screeningInput(ctx, e)
	if err != nil {
		return nil, err
	}
	in.leave(&terms, today.dead)
	s := pipeline.EventScreening{Terms: terms}
	return &choice{terms, in, s.Choose(in.Input)}, nil
}

// Replan ends evaluations that were planned for engines that this service no longer has, given-up ones too, and plans them for
// those that it has. All processes on one database have the same, so that none is left that could do them.
func (w Worker) Replan(ctx context.Context) error {
	for _, kind := range []store.TaskKind{EvaluateQuick, EvaluateFull, EvaluateSecond} {
		recipe := w.recipe(kind)
		if recipe == "" {
			continue
		}
		events, err := w.Store.OtherRecipes(ctx, kind, recipe)
		if err != nil {
			return err
		}
		for _, event := range events {
			if err := w.replan(ctx, kind, event, recipe); err != nil {
				return err
			}
		}
	}
	w.wake(ctx)
	return nil
}

// replan is Replan for the evaluations of one kind in one event.
func (w Worker) replan(ctx context.Context, kind store.TaskKind, event, recipe string) error {
	_, err := w.Store.CancelTasks(ctx, store.Cancellation{Event: event, Kind: kind, Recipe: recipe, Code: overtaken}, w.at())
	if err != nil || kind != EvaluateQuick {
		return err
	}
	e, err := w.Store.Event(ctx, event)
	if err == nil {
		err = w.planAgain(ctx, e)
	}
	return err
}

// planAgain records what follows from the games of an event.
func (w Worker) planAgain(ctx context.Context, e store.Event) error {
	follows, err := w.plan(ctx, e)
	if err == nil {
		_, err = w.Store.AddTasks(ctx, follows)
	}
	return err
}

// undone returns the tasks to evaluate games for the screening that are unknown or open, after it has opened those that were
// cancelled. What is done stays done, so nobody is asked about it twice.
func (w Worker) undone(ctx context.Context, e store.Event, terms *pipeline.Terms, games []*analysis.Game, digests map[string]string) ([]store.Task, error) {
	key := contentID("done", e.ID, terms.Recipe.Fingerprint())
	done := cmp.Or(w.done.get(key), new(sync.Map))
	w.done.keep(key, done, mostDone)
	games = slices.DeleteFunc(slices.Clone(games), func(g *analysis.Game) bool {
		_, known := done.Load(digests[g.ID])
		return known
	})
	tasks := w.evaluations(EvaluateQuick, e, terms, games, digests)
	if err := w.reopen(ctx, e, EvaluateQuick, tasks); err != nil {
		return nil, err
	}
	there, err := w.Store.TasksOf(ctx, idsOf(tasks))
	ended := map[string]bool{}
	for _, t := range there {
		if ended[t.ID] = t.State != store.TaskOpen; t.State == store.TaskDone {
			done.Store(t.Subject, true)
		}
	}
	return slices.DeleteFunc(tasks, func(t store.Task) bool { return ended[t.ID] }), err
}

// mostDone is the number of events of which it is known which evaluations are done, each some 1 MB for 10 000 games.
const mostDone = 16

// evaluations returns the tasks to evaluate games. A game is named by the digest of its body, so
// that a corrected game has its own task (unchanged positions are in the cache); another engine or
// recipe makes another task.
func (p *Service) evaluations(kind store.TaskKind, e store.Event, terms *pipeline.Terms, games []*analysis.Game, digests map[string]string) []store.Task {
	recipe := terms.Recipe.Fingerprint()
	tasks, at := make([]store.Task, len(games)), p.at()
	for i, g := range games {
		tasks[i] = newTask(at, kind, e, digests[g.ID], recipe)
		tasks[i].Recipe = recipe
		tasks[i].Positions = pipeline.ExpectedPositions(terms.Policy, g)
	}
	return tasks
}

// reopen opens those among tasks that were cancelled: they are wanted again.
func (p *Service) reopen(ctx context.Context, e store.Event, kind store.TaskKind, tasks []store.Task) error {
	again := store.Revival{Event: e.ID, State: store.TaskCancelled, Kinds: []store.TaskKind{kind}, IDs: idsOf(tasks)}
	_, err := p.Store.ReviveTasks(ctx, again, p.at())
	return err
}

// all returns the tasks of a query, page by page.
func (p *Service) all(ctx context.Context, q store.TasksQuery) ([]store.Task, error) {
	var tasks []store.Task
	q.Limit = page
	for {
		some, err := p.Store.Tasks(ctx, q)
		tasks = append(tasks, some...)
		if err != nil || len(some) < page {
			return tasks, err
		}
		q.After = some[len(some)-1].ID
	}
}
