package queue

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/hibiken/asynq"

	"fairplay/analysis/fault"
)

// call is one call of a handler.
type call struct {
	ctx   context.Context
	end   context.CancelCauseFunc
	stuck bool // did not return although its context had ended
}

// busyPause is the time after which a task is offered again to a process that is still working
// on it. This happens when Redis was emptied meanwhile.
const busyPause = 5 * time.Second

// again tells asynq to bring a task back. Its text is kept in Redis, so it says nothing about
// the task.
type again struct {
	reason  string
	counted bool // as a failure, which lengthens the next pause
	after   time.Duration
}

func (a *again) Error() string { return a.reason }

// pause implements asynq's RetryDelayFunc: the time after which a task comes back.
func (s *server) pause(before int, err error, _ *asynq.Task) time.Duration {
	if a, ok := errors.AsType[*again](err); ok && !a.counted {
		return a.after
	}
	return s.work.Retry.Pause(before)
}

// failed tells asynq whether an error counts as a failure of the task.
func failed(err error) bool {
	a, ok := errors.AsType[*again](err)
	return !ok || a.counted
}

// ProcessTask implements asynq.Handler. It returns when the handler has returned, or has not
// done so for too long.
func (s *server) ProcessTask(ctx context.Context, t *asynq.Task) error {
	id := string(t.Payload())
	r := s.begin(ctx, id)
	if r == nil {
		return &again{reason: "this process is still working on it", after: busyPause}
	}
	defer s.finish(id, r)
	defer context.AfterFunc(s.stopping, func() { r.end(ErrStopping) })()
	if deadline, ok := ctx.Deadline(); ok {
		defer time.AfterFunc(time.Until(deadline)-reserve, func() { r.end(ErrTimeout) }).Stop()
	}
	s.queue.counts.started.Add(1)
	err := s.call(r, s.work.Handlers[ItemKind(t.Type())], id)
	return s.settle(r, t, err)
}

// begin notes a run, unless there is one for id already.
func (s *server) begin(ctx context.Context, id string) *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs[id] != nil {
		return nil
	}
	r := &call{}
	r.ctx, r.end = context.WithCancelCause(ctx)
	s.runs[id] = r
	return r
}

func (s *server) finish(id string, r *call) {
	s.mu.Lock()
	delete(s.runs, id)
	s.mu.Unlock()
	r.end(nil)
}

func (s *server) running(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs[id] != nil
}

// call calls the handler and waits for it, but not for ever once its context has ended.
func (s *server) call(r *call, h Handler, id string) error {
	returned := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				s.queue.log.Error("a handler panicked", "task", id, "stack", string(debug.Stack()))
				returned <- fault.Wrap(fmt.Errorf("panic: %v", p), fault.Internal, "panic", "an internal error")
			}
		}()
		returned <- h(r.ctx, id)
	}()
	select {
	case err := <-returned:
		return err
	case <-r.ctx.Done():
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case err := <-returned:
		return err
	case <-late.C:
		r.stuck = true
		return context.Cause(r.ctx)
	}
}

// settle counts how a run ended, and translates it for asynq.
func (s *server) settle(r *call, t *asynq.Task, err error) error {
	c, log := &s.queue.counts, s.queue.log.With("task", string(t.Payload()), "kind", t.Type())
	if r.stuck {
		c.stuck.Add(1)
		log.Error("a handler did not return after its context had ended; it is left behind", "cause", context.Cause(r.ctx))
	}
	if err == nil {
		c.done.Add(1)
		return nil
	}
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, ErrRemoved):
		c.removed.Add(1)
		return asynq.RevokeTask
	case errors.Is(cause, ErrStopping):
		c.returned.Add(1)
		return &again{reason: "the process that worked on it stopped"}
	case errors.Is(cause, ErrTimeout):
		log.Warn("a task took longer than it may")
		c.retried.Add(1)
		return &again{reason: "timeout", counted: true}
	}
	what, code := fault.KindOf(err), codeOf(err)
	if FateOf(err) == Park {
		c.parked.Add(1)
		log.Warn("a task failed and is not tried again", "fault", what, "code", code)
		return asynq.RevokeTask
	}
	c.retried.Add(1)
	log.Info("a task failed and is tried again", "fault", what, "code", code)
	return &again{reason: what.String() + " " + code, counted: true}
}

func codeOf(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Code
	}
	return ""
}
