package api

import (
	"context"
	"sync"
)

// slots bound how much of the machine goes into making views of reports: all
// cores but one, so that one is always left for the work on events. Who waits
// takes turns: each token makes one view at a time, however many it asks for.
type slots struct {
	free chan struct{}

	mu    sync.Mutex
	turns map[string]*turn // by token
}

// turn is held by the one request of a token that makes a view.
type turn struct {
	held    chan struct{}
	waiting int // guarded by slots.mu
}

func newSlots(n int) *slots {
	return &slots{free: make(chan struct{}, max(1, n)), turns: map[string]*turn{}}
}

// take waits for the token's turn and for a slot. Release gives both back.
func (s *slots) take(ctx context.Context, token string) (release func(), err error) {
	t := s.join(token)
	select {
	case t.held <- struct{}{}:
	case <-ctx.Done():
		s.leave(token, t)
		return nil, ctx.Err()
	}
	select {
	case s.free <- struct{}{}:
		return func() {
			<-s.free
			<-t.held
			s.leave(token, t)
		}, nil
	case <-ctx.Done():
		<-t.held
		s.leave(token, t)
		return nil, ctx.Err()
	}
}

func (s *slots) join(token string) *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turns[token]
	if t == nil {
		t = &turn{held: make(chan struct{}, 1)}
		s.turns[token] = t
	}
	t.waiting++
	return t
}

func (s *slots) leave(token string, t *turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.waiting--; t.waiting == 0 {
		delete(s.turns, token)
	}
}
