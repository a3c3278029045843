package uci

import (
	"context"
	"errors"
	"maps"
	"os/exec"
	"slices"
	"sync"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Engine is one engine process. One goroutine owns it; the methods may be
// called from any, and Evaluate takes one request after the other.
type Engine struct {
	jobs   chan job
	life   context.Context // ends with Close
	end    context.CancelFunc
	done   chan struct{} // closed when the process is gone
	mu     sync.Mutex
	id     Identity
	closed error // why no more requests are taken, set before done is closed
}

type job struct {
	ctx    context.Context
	req    Request
	answer chan<- answer
}

type answer struct {
	evaluation analysis.Evaluation
	err        error
}

// errClosed is the answer to requests after Close.
var errClosed = fault.New(fault.Unavailable, "engine_closed", "the engine has been closed")

// Start starts the engine at path, a file or the name of a program in PATH, and
// shakes hands with it. ctx bounds the start only; the engine lives until Close
// or until it fails.
//
// Errors: fault.Unavailable where the program cannot be started or does not
// speak UCI, with a TerminatedError in the chain where it ran; the context's
// own error where that ended first.
func Start(ctx context.Context, path string, o ...Setting) (*Engine, error) {
	file, err := exec.LookPath(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "engine_missing", "there is no chess engine at %q", path)
	}
	sum, err := digest(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "engine_missing", "the chess engine at %q cannot be read", file)
	}
	with := settled(o)
	p, err := launch(file, with.args)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "engine_start", "the chess engine at %q cannot be started", file)
	}
	return open(ctx, p, Identity{Path: file, SHA256: sum}, with.limits)
}

// open shakes hands over a connection and hands it to a goroutine of its own.
func open(ctx context.Context, c conn, id Identity, l Limits) (*Engine, error) {
	s := newSession(c, l)
	s.id = id
	err := s.handshake(ctx)
	if err == nil {
		err = s.ready(ctx)
	}
	if err != nil {
		if s.dead == nil {
			s.quit()
		}
		return nil, failure(err, "engine_start", "the chess engine at %q does not speak UCI as it should", id.Path)
	}
	e := &Engine{jobs: make(chan job), done: make(chan struct{}), id: s.id}
	e.life, e.end = context.WithCancel(context.Background())
	go e.own(s)
	return e, nil
}

// failure makes a fault of the end of an engine and leaves other errors alone.
func failure(err error, code, format string, args ...any) error {
	if _, ok := errors.AsType[*TerminatedError](err); ok {
		return fault.Wrap(err, fault.Unavailable, code, format, args...)
	}
	return err
}

// own serves requests until Close or until the engine fails.
func (e *Engine) own(s *session) {
	for {
		select {
		case <-e.life.Done():
			s.quit()
			e.closed = errClosed
			close(e.done)
			return
		case j := <-e.jobs:
			a := e.serve(s, j)
			if s.dead != nil {
				e.closed = failure(s.dead, "engine_gone", "the chess engine has ended")
				close(e.done) // before the answer, so that whoever gets it sees the engine gone
				j.answer <- a
				return
			}
			j.answer <- a
		}
	}
}

// gone tells whether the engine has ended and takes no more requests.
func (e *Engine) gone() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// serve answers one request. Close ends it early.
func (e *Engine) serve(s *session, j job) answer {
	ctx, cancel := context.WithCancelCause(j.ctx)
	defer cancel(nil)
	defer context.AfterFunc(e.life, func() { cancel(errClosed) })()
	ev, err := s.evaluate(ctx, j.req)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.id.Set = options(s.set)
	return answer{ev, failure(err, "engine_failed", "the chess engine failed on the position %s", j.req.Position.Key)}
}

// Evaluate asks the engine about one position. It may be called from several
// goroutines; requests wait for each other.
//
// Errors: fault.Invalid for positions without a legal move and impossible
// recipes, fault.Unprocessable where the engine cannot follow the recipe,
// fault.Unavailable with a TerminatedError in the chain where the engine
// failed, after which it is of no more use; the context's own error where that
// ended first. No error leaves a process behind.
func (e *Engine) Evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	if err := req.check(); err != nil {
		return analysis.Evaluation{}, err
	}
	reply := make(chan answer, 1)
	select {
	case e.jobs <- job{ctx, req, reply}:
		a := <-reply
		return a.evaluation, a.err
	case <-ctx.Done():
		return analysis.Evaluation{}, context.Cause(ctx)
	case <-e.done:
		return analysis.Evaluation{}, e.closed
	}
}

// Identity tells which engine this is and which options are set.
func (e *Engine) Identity() Identity {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.id
}

// Close ends the engine: it is asked to quit and, after Limits.Grace, killed
// with everything that it started. A request that is being served ends with an
// error. Close returns when the process is gone; it never fails and may be
// called more than once.
func (e *Engine) Close() error {
	e.end()
	<-e.done
	return nil
}

// options lists what is set, by name.
func options(set map[string]string) []analysis.Option {
	all := []analysis.Option{}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if name != multiPVOption {
			all = append(all, analysis.Option{Name: name, Value: set[name]})
		}
	}
	return all
}
