package work

import (
	"context"
	"sync"
	"time"

	"fairplay/reports/store"
)

// A new screening is made only after a rest: a multiple of the time that the last one took, at most
// longestRest, and none if it would be less than shortRest. Games that are handed in one by one are
// thus screened together.
const (
	restTimes   = 4
	shortRest   = time.Second
	longestRest = 10 * time.Second
)

// rests holds the events whose screenings this process has just made.
type rests struct {
	after func(time.Duration, func()) // replaces time.AfterFunc in tests; otherwise nil

	mu     sync.Mutex
	events map[string]bool
}

func (r *rests) then(length time.Duration, do func()) {
	if r.after != nil {
		r.after(length, do)
		return
	}
	time.AfterFunc(length, do)
}

func (r *rests) has(event string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.events[event]
}

func (r *rests) set(event string, resting bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.events == nil {
		r.events = map[string]bool{}
	}
	if r.events[event] = resting; !resting {
		delete(r.events, event)
	}
}

// rest lets the screening of an event rest after one that took this long, and then wakes the next.
func (w Worker) rest(ctx context.Context, e store.Event, took time.Duration) {
	length := min(restTimes*took, longestRest)
	if length < shortRest {
		return
	}
	w.rests.set(e.ID, true)
	ctx = context.WithoutCancel(ctx)
	w.rests.then(length, func() {
		w.rests.set(e.ID, false)
		w.wake(ctx)
	})
}
