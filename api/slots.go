package api

import (
	"context"
	"sync"
	"time"
)

// slots bounds how many views of reports are made at a time: one for each core but one, which
// is left for the work on events. Waiting requests take turns: each token gets one view at a
// time, however many it asks for. During live work a token rests after each view for a multiple
// of its time, so that a hundred views in a row take a tenth of one core.
type slots struct {
	free chan struct{}
	live func() bool // reports whether live work is under way

	mu    sync.Mutex
	turns map[string]*turn // by token
}

// turn is held by the one request of a token that is finding or making a view.
type turn struct {
	held    chan struct{}
	waiting int       // guarded by slots.mu
	begun   time.Time // when the holder began; waiting for a slot does not count
}

// How long a token rests during live work: restTimes the time of its view, but at most
// longestRest.
const (
	restTimes   = 9
	longestRest = 5 * time.Second
)

func newSlots(n int, live func() bool) *slots {
	return &slots{free: make(chan struct{}, max(1, n)), live: live, turns: map[string]*turn{}}
}

// turn waits for the token's turn. end gives it back.
func (s *slots) turn(ctx context.Context, token string) (t *turn, end func(), err error) {
	t = s.join(token)
	select {
	case t.held <- struct{}{}:
	case <-ctx.Done():
		s.leave(token, t)
		return nil, nil, ctx.Err()
	}
	t.begun = time.Now()
	return t, func() {
		s.rest(time.Since(t.begun), func() {
			<-t.held
			s.leave(token, t)
		})
	}, nil
}

// slot waits for a slot, in a turn. release gives it back.
func (s *slots) slot(ctx context.Context, t *turn) (release func(), err error) {
	asked := time.Now()
	select {
	case s.free <- struct{}{}:
		t.begun = t.begun.Add(time.Since(asked))
		return func() { <-s.free }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// rest ends a token's turn: at once, or after a rest during live work.
func (s *slots) rest(took time.Duration, end func()) {
	if !s.live() {
		end()
		return
	}
	time.AfterFunc(min(restTimes*took, longestRest), end)
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
