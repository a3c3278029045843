package api

import (
	"errors"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"fairplay/analysis/fault"
)

// limiter allows each key (a token, an address) a number of requests a second, and a burst of
// more after a rest.
type limiter struct {
	rate  rate.Limit
	burst int
	who   string // name of what a key stands for

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// mostKeys is how many keys are remembered before those at rest are dropped.
const mostKeys = 10_000

func newLimiter(perSecond float64, burst int, who string) *limiter {
	return &limiter{rate: rate.Limit(perSecond), burst: burst, who: who, keys: map[string]*rate.Limiter{}}
}

// tooMany is a refusal with the time to wait.
type tooMany struct {
	refusal *fault.Error
	wait    time.Duration
}

func (t *tooMany) Error() string { return t.refusal.Error() }

// Unwrap returns the fault.
func (t *tooMany) Unwrap() error { return t.refusal }

// take counts a request of a key, and refuses it if there were too many.
func (l *limiter) take(key string, now time.Time) error {
	of := l.of(key, now)
	if of.AllowN(now, 1) {
		return nil
	}
	wait := time.Duration((1 - of.TokensAt(now)) / float64(l.rate) * float64(time.Second))
	return &tooMany{wait: wait, refusal: fault.New(fault.TooLarge, codeRate,
		"%s has made too many requests; wait %d seconds", l.who, seconds(wait))}
}

// of returns the limiter of a key.
func (l *limiter) of(key string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	of, ok := l.keys[key]
	if !ok {
		if len(l.keys) >= mostKeys {
			l.forget(now)
		}
		of = rate.NewLimiter(l.rate, l.burst)
		l.keys[key] = of
	}
	return of
}

// forget drops the keys at rest, because a new limiter is the same as theirs. If none is at
// rest, all are dropped, which errs in favour of the clients.
func (l *limiter) forget(now time.Time) {
	for key, of := range l.keys {
		if of.TokensAt(now) >= float64(l.burst) {
			delete(l.keys, key)
		}
	}
	if len(l.keys) >= mostKeys {
		clear(l.keys)
	}
}

// quota counts what each key has under way, up to a limit.
type quota struct {
	most int
	what string // in messages

	mu sync.Mutex
	of map[string]int
}

func newQuota(most int, what string) *quota {
	return &quota{most: most, what: what, of: map[string]int{}}
}

// begin counts one more for a key until end is called, and refuses it if there are too many.
func (q *quota) begin(key string) (end func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.of[key] == q.most {
		return nil, &tooMany{wait: retrySeconds * time.Second, refusal: fault.New(fault.TooLarge, codeRate,
			"this token has %d %s under way, and may have no more; wait until one has ended", q.most, q.what)}
	}
	q.of[key]++
	return func() { q.end(key) }, nil
}

func (q *quota) end(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.of[key]--; q.of[key] == 0 {
		delete(q.of, key)
	}
}

// retryLater says in the answer when to try again.
func retryLater(c echo.Context, err error) error {
	if refused, ok := errors.AsType[*tooMany](err); ok {
		c.Response().Header().Set("Retry-After", strconv.Itoa(seconds(refused.wait)))
	}
	return err
}

// seconds rounds up to whole seconds, at least one.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
