package uci

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// requests is the queue of positions that wait for an engine. Callers call evaluate; the
// goroutines that own engines call serve.
type requests struct {
	waiting chan queued
	life    context.Context // ends when no more requests are taken; its cause says why
	end     context.CancelCauseFunc
}

// queued is a Request on its way to the goroutine that owns an engine.
type queued struct {
	Request
	ctx    context.Context
	answer chan<- reply
}

type reply struct {
	evaluation analysis.Evaluation
	err        error
}

// errClosed is the answer to requests after Close.
var errClosed = fault.New(fault.Unavailable, "engine_closed", "the engine has been closed")

func newRequests() requests {
	life, end := context.WithCancelCause(context.Background())
	return requests{waiting: make(chan queued), life: life, end: end}
}

// evaluate waits for an engine and for its answer.
func (r requests) evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	if err := req.check(); err != nil {
		return analysis.Evaluation{}, err
	}
	replies := make(chan reply, 1)
	select {
	case r.waiting <- queued{req, ctx, replies}:
		a := <-replies
		return a.evaluation, a.err
	case <-ctx.Done():
		return analysis.Evaluation{}, context.Cause(ctx)
	case <-r.life.Done():
		return analysis.Evaluation{}, context.Cause(r.life)
	}
}

// serve answers the request that has waited longest. It returns false once no more are taken; a
// request under way at that moment is ended early.
func (r requests) serve(f func(context.Context, Request) (analysis.Evaluation, error)) bool {
	select {
	case <-r.life.Done():
		return false
	case next := <-r.waiting:
		ctx, cancel := context.WithCancelCause(next.ctx)
		defer cancel(nil)
		defer context.AfterFunc(r.life, func() { cancel(context.Cause(r.life)) })()
		ev, err := f(ctx, next.Request)
		next.answer <- reply{ev, err}
		return true
	}
}
