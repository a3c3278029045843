package uci

import (
	"context"

	"fairplay/analysis"
)

// Engine is one engine process. One goroutine owns it; the methods may be
// called from any, and Evaluate takes one request after the other.
type Engine struct {
	requests
	done chan struct{} // closed when the process is gone
	id   plate
}

// Start starts the engine that Find finds by that name, and shakes hands with it. ctx bounds
// the start only; the engine runs until Close or until it fails.
//
// Errors: fault.Invalid for a script; fault.Unavailable if the program cannot be started or
// does not speak UCI, with a TerminatedError in the chain where it ran; the context's own error
// where the context ended first.
func Start(ctx context.Context, path string, o ...Setting) (*Engine, error) {
	s, err := start(ctx, path, settled(o))
	if err != nil {
		return nil, err
	}
	return newEngine(s), nil
}

// newEngine starts the goroutine that owns a session.
func newEngine(s *conversation) *Engine {
	e := &Engine{requests: newRequests(), done: make(chan struct{})}
	e.id.write(s.id)
	go e.own(s)
	return e
}

// own serves requests until Close or until the engine fails.
func (e *Engine) own(s *conversation) {
	defer close(e.done)
	for s.dead == nil && e.serve(func(ctx context.Context, req Request) (analysis.Evaluation, error) {
		defer func() { e.id.write(s.identity()) }()
		return s.evaluate(ctx, req)
	}) {
	}
	s.quit()
	if s.dead != nil {
		e.end(failure(s.dead, "engine_gone", "the engine has ended"))
	}
}

// Evaluate asks the engine about one position. It may be called from several
// goroutines; requests wait for each other.
//
// Errors: fault.Invalid for positions without a legal move and impossible recipes;
// fault.Unprocessable if the engine cannot or does not follow the recipe; fault.Unavailable
// with a TerminatedError in the chain where the engine failed, after which it is useless; the
// context's own error where the context ended first. No error leaves a process behind.
func (e *Engine) Evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	return e.evaluate(ctx, req)
}

// Identity tells which engine this is and which options are set.
func (e *Engine) Identity() Identity { return e.id.read() }

// Close asks the engine to quit and, after limits.Grace, kills it with everything that it
// started. A request under way ends with an error. Close returns when the process is gone; it
// never fails and may be called more than once.
func (e *Engine) Close() error {
	e.end(errClosed)
	<-e.done
	return nil
}
