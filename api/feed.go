package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"fairplay/api/wire"
)

// feeds watch the progress of events for streams. One goroutine reads the progress of an event,
// however many listen to it, and none when nobody does; with and without the work on tests
// count as two.
type feeds struct {
	every time.Duration
	look  func(ctx context.Context, of watched) (wire.Progress, error)
	ctx   context.Context // ends with close
	close context.CancelFunc

	mu   sync.Mutex
	open map[watched]*feed
}

func newFeeds(every time.Duration, look func(context.Context, watched) (wire.Progress, error)) *feeds {
	ctx, cancel := context.WithCancel(context.Background())
	return &feeds{every: every, look: look, ctx: ctx, close: cancel, open: map[watched]*feed{}}
}

// feed is the latest progress of one event.
type feed struct {
	stop      context.CancelFunc
	listeners int // guarded by feeds.mu

	mu      sync.Mutex
	latest  news
	changed chan struct{} // closed when latest is replaced
}

// news is one state of an event, as a stream sends it.
type news struct {
	id   string // digest of the content: the same on every server
	data []byte // JSON
	last string // the name of the event, if nothing more comes: done or given_up
}

func newsOf(p wire.Progress) (news, error) {
	data, err := json.Marshal(p)
	sum := sha256.Sum256(data)
	now := news{id: hex.EncodeToString(sum[:8]), data: data}
	switch {
	case p.Done:
		now.last = "done"
	case p.Idle:
		now.last = "given_up"
	}
	return now, err
}

// join begins to listen to an event; leave ends it.
func (f *feeds) join(of watched) (one *feed, leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	one = f.open[of]
	if one == nil {
		ctx, stop := context.WithCancel(f.ctx)
		one = &feed{stop: stop, changed: make(chan struct{})}
		f.open[of] = one
		go f.watch(ctx, of, one)
	}
	one.listeners++
	return one, sync.OnceFunc(func() { f.leave(of, one) })
}

func (f *feeds) leave(of watched, one *feed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one.listeners--; one.listeners == 0 {
		one.stop()
		delete(f.open, of)
	}
}

// listening returns the number of listeners to all events.
func (f *feeds) listening() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, one := range f.open {
		n += one.listeners
	}
	return n
}

// watch reads the progress of an event again and again. A read that fails gives no news; the
// next one may succeed.
func (f *feeds) watch(ctx context.Context, of watched, one *feed) {
	tick := time.NewTicker(f.every)
	defer tick.Stop()
	for {
		if progress, err := f.look(ctx, of); err == nil {
			if now, err := newsOf(progress); err == nil {
				one.tell(now)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// tell replaces the latest news, if it differs.
func (f *feed) tell(now news) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.id == f.latest.id {
		return
	}
	f.latest = now
	close(f.changed)
	f.changed = make(chan struct{})
}

// hear returns the latest news, and a channel that is closed when there is a newer one.
func (f *feed) hear() (news, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.latest, f.changed
}
