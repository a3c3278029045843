package api

import (
	"context"
	"sync"
	"time"

	"fairplay/reports/store"
)

// lastUses notes when tokens were used, to the minute, behind the back of those
// who use them: no reading waits for this writing, and none fails with it. What
// is not written because the process dies or the database is busy for long is
// noted with the next use.
type lastUses struct {
	write func(ctx context.Context, token string, at time.Time) error
	used  chan use
	ctx   context.Context // ends with close
	end   context.CancelFunc
	done  chan struct{}

	mu    sync.Mutex
	noted map[string]time.Time // by token: when it was last handed on
}

type use struct {
	token string
	at    time.Time
}

const (
	usesWaiting  = 1024             // more are left to the next use
	usesPatience = 10 * time.Second // with a database that does not answer
	usesEvery    = time.Minute
)

func newLastUses(write func(context.Context, string, time.Time) error) *lastUses {
	u := &lastUses{write: write, used: make(chan use, usesWaiting), done: make(chan struct{}), noted: map[string]time.Time{}}
	u.ctx, u.end = context.WithCancel(context.Background())
	go u.run()
	return u
}

// note notes that a token is used now. It never waits.
func (u *lastUses) note(t store.Token, now time.Time) {
	if now.Sub(t.LastUsed) < usesEvery || !u.due(t.ID, now) {
		return
	}
	select {
	case u.used <- use{t.ID, now}:
	default:
	}
}

// due tells whether a use was not handed on within the last minute.
func (u *lastUses) due(token string, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if before, ok := u.noted[token]; ok && now.Sub(before) < usesEvery {
		return false
	}
	if len(u.noted) >= mostKeys {
		clear(u.noted)
	}
	u.noted[token] = now
	return true
}

func (u *lastUses) run() {
	defer close(u.done)
	for {
		select {
		case one := <-u.used:
			u.keep(one)
		case <-u.ctx.Done():
			return
		}
	}
}

// keep writes one use. One that cannot be written comes again.
func (u *lastUses) keep(one use) {
	ctx, cancel := context.WithTimeout(u.ctx, usesPatience)
	defer cancel()
	if u.write(ctx, one.token, one.at) == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.noted, one.token)
}

// close ends the writing and returns when it has ended.
func (u *lastUses) close() {
	u.end()
	<-u.done
}
