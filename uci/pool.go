package uci

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Pool is several processes of one engine. Whichever is free takes the request that has waited
// longest, so no engine is idle while positions wait. To keep all engines busy, have more
// requests under way than there are engines.
//
// A process that fails is replaced after a pause, and the position is tried again on the new
// one.
type Pool struct {
	requests
	start   func(context.Context) (*conversation, error)
	backoff Backoff
	workers sync.WaitGroup
	id      plate

	evaluations, restarts atomic.Int64
}

// PositionFailed is the fault code for a position on which engines failed, in a pool
// repeatedly. Where they could not even be started, the code is another.
const PositionFailed = "engine_failed"

// Stats counts what a pool has done.
type Stats struct {
	Evaluations int64 // requests answered with an evaluation
	Restarts    int64 // processes started to replace one that failed
}

// NewPool starts the first of size engines to learn its identity; the others start when there
// is work for them. Size 0 means one for each core. ctx bounds this start only. The errors are
// those of Start.
func NewPool(ctx context.Context, path string, size int, o ...Setting) (*Pool, error) {
	with := settled(o)
	return newPool(ctx, size, with, func(ctx context.Context) (*conversation, error) { return start(ctx, path, with) })
}

func newPool(ctx context.Context, size int, with settings, start func(context.Context) (*conversation, error)) (*Pool, error) {
	if size <= 0 {
		size = runtime.GOMAXPROCS(0)
	}
	first, err := start(ctx)
	if err != nil {
		return nil, err
	}
	p := &Pool{requests: newRequests(), start: start, backoff: with.backoff}
	p.id.write(first.id)
	for i := range size {
		w := &worker{pool: p}
		if i == 0 {
			w.engine = first
		}
		p.workers.Go(w.run)
	}
	return p, nil
}

// Evaluate asks a free engine about one position, waiting for one if necessary. It is safe for
// concurrent use. The errors are those of Engine.Evaluate, but an engine that fails is replaced
// and gives an error only after three attempts; after one, where the position before it has
// failed too.
func (p *Pool) Evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	return p.evaluate(ctx, req)
}

// Identity tells which engine the pool runs. All its processes are the same binary; a binary
// that has changed on disk is refused. The options set are those of the last evaluation.
func (p *Pool) Identity() Identity { return p.id.read() }

// Stats returns the counts so far.
func (p *Pool) Stats() Stats {
	return Stats{Evaluations: p.evaluations.Load(), Restarts: p.restarts.Load()}
}

// Close ends all engines and returns when they are gone. Requests under way end
// with an error. It never fails and may be called more than once.
func (p *Pool) Close() error {
	p.end(errClosed)
	p.workers.Wait()
	return nil
}

// worker owns one engine of a pool at a time.
type worker struct {
	pool     *Pool
	engine   *conversation // nil before the first request and after a failure
	failures int           // in a row
	givenUp  bool          // the last position has failed; until one succeeds, each has one attempt
}

// run takes requests until the pool is closed.
func (w *worker) run() {
	for w.pool.serve(w.evaluate) {
	}
	w.discard()
}

// evaluate tries a request until it is answered, refused, or out of attempts. An engine may
// fail on every position, not only on some. So after a position that has failed, each has one
// attempt until one succeeds.
func (w *worker) evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	most := attempts
	if w.givenUp {
		most = 1
	}
	for attempt := 1; ; attempt++ {
		ev, err := w.attempt(ctx, req)
		if err == nil {
			w.failures, w.givenUp = 0, false
			w.pool.evaluations.Add(1)
			w.pool.id.write(w.engine.identity())
			return ev, nil
		}
		if w.engine != nil && w.engine.dead != nil {
			w.discard()
		}
		if ctx.Err() != nil || fault.KindOf(err) != fault.Unavailable {
			return ev, err
		}
		w.failures++
		if attempt == most {
			w.givenUp = true
			return ev, exhausted(err, attempt, req.Position)
		}
	}
}

// exhausted is the error of a position after its last attempt. It keeps the code of the last
// failure.
func exhausted(err error, attempts int, p analysis.Position) error {
	code := PositionFailed
	if e, ok := errors.AsType[*fault.Error](err); ok {
		code = e.Code
	}
	return fault.Wrap(err, fault.Unavailable, code, "the position %s could not be evaluated in %d attempts", p.Key, attempts)
}

// attempt tries a request once, on a new process where the last one failed.
func (w *worker) attempt(ctx context.Context, req Request) (analysis.Evaluation, error) {
	if w.engine == nil {
		if err := w.restart(ctx); err != nil {
			return analysis.Evaluation{}, err
		}
	}
	return w.engine.evaluate(ctx, req)
}

// restart starts the worker's engine, after a pause where the last one failed.
func (w *worker) restart(ctx context.Context) error {
	if w.failures > 0 {
		if err := w.pool.backoff.Wait(ctx, w.pool.backoff.delay(w.failures)); err != nil {
			return err
		}
		w.pool.restarts.Add(1)
	}
	engine, err := w.pool.start(ctx)
	if err != nil {
		return err
	}
	if known := w.pool.Identity(); engine.id.SHA256 != known.SHA256 || engine.id.Name != known.Name {
		engine.quit()
		return fault.New(fault.Unavailable, "engine_changed",
			"the engine at %q has changed since the work began: it was %s and is now %s", engine.id.Path, known.Name, engine.id.Name)
	}
	w.engine = engine
	return nil
}

// discard ends the worker's engine, if it has one.
func (w *worker) discard() {
	if w.engine != nil {
		w.engine.quit()
		w.engine = nil
	}
}
