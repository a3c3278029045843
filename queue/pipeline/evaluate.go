package pipeline

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/fault"
	"fairplay/analysis/record"
	"fairplay/uci"
)

// Engines evaluate positions, as a uci.Pool does. They must be safe for concurrent use.
type Engines interface {
	Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error)
}

// EvaluationCache keeps evaluations by recipe fingerprint and position key; store.Cache implements
// it. It must be safe for concurrent use.
type EvaluationCache interface {
	GetMany(ctx context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error)
	Put(ctx context.Context, recipe, key string, e analysis.Evaluation, legal []analysis.Move) error
}

// Evaluator evaluates the positions of games. All fields but Progress, Book, Whole and Missed must
// be set.
type Evaluator struct {
	Recipe   analysis.Recipe // including its engine
	Policy   analysis.Policy
	Book     *book.Book
	Engines  Engines
	Cache    EvaluationCache
	Workers  int               // positions evaluated at the same time, one by each engine
	Progress func(RunProgress) // called after every step, from one goroutine at a time

	// Whole returns the complete game for an outline: a game without position keys and notation,
	// which takes little memory. It must be safe for concurrent use. Nil means that games are
	// complete.
	Whole func(ctx context.Context, outline *analysis.Game) (*analysis.Game, error)

	// Missed is called for every position that no engine could evaluate, before
	// its game is delivered, from one goroutine at a time. Nil is allowed.
	Missed func(game int)
}

// PositionError is a position that no engine could evaluate.
type PositionError struct {
	Source analysis.Source
	Ply    int
	Err    error
}

// Run plans the games and evaluates what the cache lacks. It calls each once for every game, with
// its move records, in no particular order and from as many goroutines at a time as there are
// workers; no call may depend on another. each may keep the records. Nothing else holds their
// evaluations, so memory is bounded by the games in progress.
//
// An error of each ends the run. A position that makes engines fail again and again is left out and
// returned among the PositionErrors. Any other failure ends the run; what was evaluated so far is
// in the cache.
func (e *Evaluator) Run(ctx context.Context, games []*analysis.Game, each func(game int, records []analysis.MoveRecord) error) ([]PositionError, error) {
	group, ctx := errgroup.WithContext(ctx)
	r := &run{
		Evaluator: e, recipe: e.Recipe.Fingerprint(), games: games, each: each,
		jobs: make(chan job, 2*e.Workers), meter: newMeter(e.Policy, games, e.Progress),
	}
	planners, _ := errgroup.WithContext(ctx)
	for range e.Workers {
		planners.Go(func() error { return r.plan(ctx) })
		group.Go(func() error { return r.evaluate(ctx) })
	}
	group.Go(func() error {
		defer close(r.jobs)
		return planners.Wait()
	})
	err := group.Wait()
	slices.SortFunc(r.failed, comparePositionErrors)
	if done := r.meter.now.PositionsDone; err == nil && len(r.failed) > done/mostFailed {
		err = fault.Wrap(r.failed[0].Err, fault.Unavailable, "engine_unreliable",
			"the engine failed on %d of %d positions; figures from the others would say little", len(r.failed), done)
	}
	return r.failed, err
}

// mostFailed limits failures: a run fails if more than one in mostFailed positions fails.
const mostFailed = 20

// hopeless is the number of failures in a row after which a run gives up.
const hopeless = 10

// run is the state of one call of Run.
type run struct {
	*Evaluator
	recipe string // fingerprint
	games  []*analysis.Game
	each   func(game int, records []analysis.MoveRecord) error
	next   atomic.Int64 // index of the next game to plan
	jobs   chan job
	meter  *meter
	inRow  atomic.Int64 // positions that failed one after another

	mu     sync.Mutex // guards failed
	failed []PositionError
}

// task is one game being worked on. The planner and every job hold it; the last one to let go
// delivers it.
type task struct {
	game int
	plan *record.Plan
	open atomic.Int64

	mu    sync.Mutex
	evals map[string]analysis.Evaluation
}

// job is one position that the cache did not have in full.
type job struct {
	*task
	need record.Need
	have analysis.Evaluation
}

// plan takes games until none is left, and passes on the positions that the cache lacks.
func (r *run) plan(ctx context.Context) error {
	for ctx.Err() == nil {
		i := int(r.next.Add(1)) - 1
		if i >= len(r.games) {
			return nil
		}
		if err := r.planGame(ctx, i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (r *run) planGame(ctx context.Context, i int) error {
	plan, err := r.planOf(ctx, r.games[i])
	if err != nil {
		return err
	}
	keys := make([]string, len(plan.Positions))
	for n, need := range plan.Positions {
		keys[n] = need.Key
	}
	known, err := r.Cache.GetMany(ctx, r.recipe, keys)
	if err != nil {
		return err
	}
	t := &task{game: i, plan: plan, evals: known}
	var missing []job
	for _, need := range plan.Positions {
		have := known[need.Key]
		if need.Unmet(r.Policy, have) {
			missing = append(missing, job{t, need, have})
		}
	}
	r.meter.planned(i, len(plan.Positions)-len(missing), len(missing))
	t.open.Store(int64(len(missing)) + 1)
	for _, j := range missing {
		select {
		case r.jobs <- j:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return r.done(t)
}

func (r *run) planOf(ctx context.Context, g *analysis.Game) (_ *record.Plan, err error) {
	if r.Whole != nil {
		if g, err = r.Whole(ctx, g); err != nil {
			return nil, err
		}
	}
	return record.New(g, r.Policy, r.Book)
}

// evaluate takes jobs until none is left.
func (r *run) evaluate(ctx context.Context) error {
	for j := range r.jobs {
		e, err := r.position(ctx, j)
		switch {
		case err == nil:
			r.inRow.Store(0)
			j.mu.Lock()
			j.evals[j.need.Key] = e
			j.mu.Unlock()
		case ctx.Err() != nil:
			return ctx.Err()
		case isPositionFault(err) && r.fail(j, err):
		default:
			return err
		}
		r.meter.evaluated()
		if err := r.done(j.task); err != nil {
			return err
		}
	}
	return nil
}

// fail notes a position that no engine could evaluate. It returns false after so many failures in a
// row that the engine must be at fault, not the positions.
func (r *run) fail(j job, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = append(r.failed, PositionError{r.games[j.game].Source, j.need.Ply, err})
	if r.Missed != nil {
		r.Missed(j.game)
	}
	return r.inRow.Add(1) < hopeless
}

// position runs the missing passes and puts them into the cache.
func (r *run) position(ctx context.Context, j job) (analysis.Evaluation, error) {
	e := j.have
	for _, pass := range []string{analysis.Deep, analysis.Wide} {
		if !j.need.Unmet(r.Policy, e) || pass == analysis.Deep && len(e.Deep) > 0 {
			continue
		}
		found, err := r.Engines.Evaluate(ctx, uci.Request{Position: j.need.Position, Recipe: r.Recipe, Passes: []string{pass}})
		if err != nil {
			return e, err
		}
		if pass == analysis.Deep {
			e.Deep, e.BestMove = found.Deep, found.BestMove
		} else {
			e.Wide = found.Wide
		}
	}
	if err := r.Cache.Put(ctx, r.recipe, j.need.Key, e, j.need.Legal); err != nil {
		return e, err
	}
	return e, nil
}

// done lets go of the task; the last one to let go delivers the game.
func (r *run) done(t *task) error {
	if t.open.Add(-1) > 0 {
		return nil
	}
	records := record.Build(t.plan, r.Policy, func(key string) *analysis.Evaluation {
		if e, ok := t.evals[key]; ok {
			return &e
		}
		return nil
	})
	if err := r.each(t.game, records); err != nil {
		return err
	}
	r.meter.finished()
	return nil
}

// isPositionFault tells an engine that fails on one position again and again from everything else
// that can go wrong.
func isPositionFault(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	return ok && e.Code == uci.PositionFailed
}

func comparePositionErrors(a, b PositionError) int {
	return cmp.Or(
		strings.Compare(a.Source.File, b.Source.File),
		cmp.Compare(a.Source.Game, b.Source.Game),
		cmp.Compare(a.Ply, b.Ply),
	)
}

// Unknown returns the share of positions, from 0 to 1, of which the cache has no evaluation; 0 if
// there are no positions.
func (e *Evaluator) Unknown(ctx context.Context, games []*analysis.Game) (float64, error) {
	all, unknown, recipe := 0, 0, e.Recipe.Fingerprint()
	for _, g := range games {
		plan, err := (&run{Evaluator: e}).planOf(ctx, g)
		if err != nil {
			return 0, err
		}
		keys := make([]string, len(plan.Positions))
		for i, need := range plan.Positions {
			keys[i] = need.Key
		}
		known, err := e.Cache.GetMany(ctx, recipe, keys)
		if err != nil {
			return 0, err
		}
		all += len(keys)
		for _, key := range keys {
			if _, ok := known[key]; !ok {
				unknown++
			}
		}
	}
	if all == 0 {
		return 0, nil
	}
	return float64(unknown) / float64(all), nil
}
