package api

import (
	"context"
	"sync"
	"time"

	"fairplay/reports/store"
)

// lastUses notes when tokens were used, to the minute, in the background: no request waits for
// this writing, and none fails with it. A use that is lost, because the process dies or the
// database is busy for long, is noted with the next use.
type lastUses struct {
	write func(ctx context.Context, token string, at time.Time) error
	used  chan use
	ctx   context.Context // ends with close
	end   context.CancelFunc
	done  chan struct{}

	mu    sync.Mutex
	noted map[string]time.Time // by token: when a use was last passed on
}

type use struct {
	token string
	at    time.Time
}

const (
	usesWaiting  = 1024             // further ones wait for the next use
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

// due reports whether no use of the token was passed on within the last minute.
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

// keep writes one use. A use that cannot be written becomes due again.
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

// close stops the writing and returns when it has stopped.
func (u *lastUses) close() {
	u.end()
	<-u.done
}
