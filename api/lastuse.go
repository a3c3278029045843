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
func (l *lastUses) note(t store.Token, now time.Time) {
	if now.Sub(t.LastUsed) < usesEvery || !l.due(t.ID, now) {
		return
	}
	select {
	case l.used <- use{t.ID, now}:
	default:
	}
}

// due reports whether no use of the token was passed on within the last minute.
func (l *lastUses) due(token string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if before, ok := l.noted[token]; ok && now.Sub(before) < usesEvery {
		return false
	}
	if len(l.noted) >= mostKeys {
		clear(l.noted)
	}
	l.noted[token] = now
	return true
}

func (l *lastUses) run() {
	defer close(l.done)
	for {
		select {
		case one := <-l.used:
			l.keep(one)
		case <-l.ctx.Done():
			return
		}
	}
}

// keep writes one use. A use that cannot be written becomes due again.
func (l *lastUses) keep(one use) {
	ctx, cancel := context.WithTimeout(l.ctx, usesPatience)
	defer cancel()
	if l.write(ctx, one.token, one.at) == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.noted, one.token)
}

// close stops the writing and returns when it has stopped.
func (l *lastUses) close() {
	l.end()
	<-l.done
}
