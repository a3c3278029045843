package uci

import (
	"context"
	"time"
)

// Backoff says how long to wait before a failed engine is restarted: First, then twice as long
// each time up to Last. Each pause is drawn between half of that and all of it. After a success
// it starts over.
type Backoff struct {
	First, Last time.Duration
	// Jitter draws from [0, 1); nil always waits the whole time.
	Jitter func() float64
	// Wait waits for that long or until the context ends, whose cause it then
	// returns.
	Wait func(ctx context.Context, d time.Duration) error
}

// StandardBackoff waits by the clock, from a tenth of a second to ten seconds. Several machines
// with the same engine should not restart in step, so pass a source of jitter there.
func StandardBackoff(jitter func() float64) Backoff {
	return Backoff{First: 100 * time.Millisecond, Last: 10 * time.Second, Jitter: jitter, Wait: wait}
}

// delay returns the waiting time after a number of failures in a row, at least 1.
func (b Backoff) delay(failures int) time.Duration {
	d := b.First
	for range failures - 1 {
		if d = min(2*d, b.Last); d == b.Last {
			break
		}
	}
	if b.Jitter == nil {
		return d
	}
	return d/2 + time.Duration(b.Jitter()*float64(d/2))
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
