package uci

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Pool is several processes of one engine. Whichever is free takes the request
// that has waited longest, so no engine is idle while positions wait; callers
// get the most of it with more requests under way than there are engines.
//
// A process that fails is replaced, after a pause, and the position tried again
// on the new one.
type Pool struct {
	jobs     chan job
	start    func(context.Context) (*Engine, error)
	id       Identity
	backoff  Backoff
	attempts int

	life    context.Context // ends with Close
	end     context.CancelFunc
	workers sync.WaitGroup

	evaluations, restarts atomic.Int64
}

// PositionFailed is the fault code of a position on which engines failed again
// and again.
const PositionFailed = "engine_failed"

// Stats counts what a pool has done.
type Stats struct {
	Evaluations int64 // requests answered with an evaluation
	Restarts    int64 // processes started to replace one that failed
}

// NewPool starts the first of size engines, to learn who it is; the others
// start when there is work for them. Size 0 means one for each core. ctx bounds
// that start only. The errors are those of Start.
func NewPool(ctx context.Context, path string, size int, o ...Setting) (*Pool, error) {
	with := settled(o)
	return newPool(ctx, size, with, func(ctx context.Context) (*Engine, error) { return Start(ctx, path, o...) })
}

func newPool(ctx context.Context, size int, with settings, start func(context.Context) (*Engine, error)) (*Pool, error) {
	if size <= 0 {
		size = runtime.GOMAXPROCS(0)
	}
	first, err := start(ctx)
	if err != nil {
		return nil, err
	}
	p := &Pool{jobs: make(chan job), start: start, id: first.Identity(), backoff: with.backoff, attempts: with.attempts}
	p.life, p.end = context.WithCancel(context.Background())
	for i := range size {
		w := &worker{pool: p}
		if i == 0 {
			w.engine = first
		}
		p.workers.Go(w.run)
	}
	return p, nil
}

// Evaluate asks a free engine about one position, waiting for one if need be.
// It is safe for concurrent use. The errors are those of Engine.Evaluate, but a
// failing engine is one only after the position was tried several times
// (WithAttempts).
func (p *Pool) Evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	if err := req.check(); err != nil {
		return analysis.Evaluation{}, err
	}
	reply := make(chan answer, 1)
	select {
	case p.jobs <- job{ctx, req, reply}:
		a := <-reply
		return a.evaluation, a.err
	case <-ctx.Done():
		return analysis.Evaluation{}, context.Cause(ctx)
	case <-p.life.Done():
		return analysis.Evaluation{}, errClosed
	}
}

// Identity tells which engine the pool runs. All its processes are the same
// binary: one that has changed on disk is refused.
func (p *Pool) Identity() Identity { return p.id }

// Stats returns what has been done so far.
func (p *Pool) Stats() Stats {
	return Stats{Evaluations: p.evaluations.Load(), Restarts: p.restarts.Load()}
}

// Close ends all engines and returns when they are gone. Requests under way end
// with an error. It never fails and may be called more than once.
func (p *Pool) Close() error {
	p.end()
	p.workers.Wait()
	return nil
}

// worker serves a pool's requests with one engine at a time.
type worker struct {
	pool     *Pool
	engine   *Engine // nil before the first request and after a failure
	failures int     // in a row
}

// run takes requests until the pool is closed.
func (w *worker) run() {
	defer w.discard()
	for {
		select {
		case <-w.pool.life.Done():
			return
		case j := <-w.pool.jobs:
			ctx, cancel := context.WithCancelCause(j.ctx)
			stop := context.AfterFunc(w.pool.life, func() { cancel(errClosed) })
			ev, err := w.serve(ctx, j.req)
			j.answer <- answer{ev, err}
			stop()
			cancel(nil)
		}
	}
}

// serve tries a request until it is answered, refused, or has used up its
// attempts.
func (w *worker) serve(ctx context.Context, req Request) (analysis.Evaluation, error) {
	for attempt := 1; ; attempt++ {
		ev, err := w.attempt(ctx, req)
		switch {
		case err == nil:
			w.failures = 0
			w.pool.evaluations.Add(1)
			return ev, nil
		case ctx.Err() != nil || fault.KindOf(err) != fault.Unavailable:
			if w.engine != nil && w.engine.gone() { // it had to be killed: no failure of its own
				w.discard()
			}
			return ev, err
		}
		w.discard()
		w.failures++
		if attempt == w.pool.attempts {
			return ev, fault.Wrap(err, fault.Unavailable, PositionFailed,
				"the position %s could not be evaluated in %d attempts", req.Position.Key, attempt)
		}
	}
}

// attempt tries a request once, on a new process where the last one failed.
func (w *worker) attempt(ctx context.Context, req Request) (analysis.Evaluation, error) {
	if w.engine == nil {
		if err := w.restart(ctx); err != nil {
			return analysis.Evaluation{}, err
		}
	}
	return w.engine.Evaluate(ctx, req)
}

// restart starts the worker's engine, after a pause where the last one failed.
func (w *worker) restart(ctx context.Context) error {
	if w.failures > 0 {
		if err := w.pool.backoff.Wait(ctx, w.pool.backoff.delay(w.failures)); err != nil {
			return err
		}
		w.pool.restarts.Add(1)
	}
	e, err := w.pool.start(ctx)
	if err != nil {
		return err
	}
	w.engine = e
	if id := e.Identity(); id.SHA256 != w.pool.id.SHA256 || id.Name != w.pool.id.Name {
		return fault.New(fault.Unavailable, "engine_changed",
			"the chess engine at %q has changed since the work began: it was %s and is now %s", id.Path, w.pool.id.Name, id.Name)
	}
	return nil
}

// discard ends the worker's engine, if it has one.
func (w *worker) discard() {
	if w.engine != nil {
		w.engine.Close()
		w.engine = nil
	}
}
