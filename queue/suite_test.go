package queue

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"fairplay/queue/queuetest"
)

const (
	game   ItemKind = "game"
	report ItemKind = "report"
)

// onEach runs a test on the Redis inside the process and on a real one. open returns another
// queue on the same Redis, as another process would have.
func onEach(t *testing.T, test func(t *testing.T, open func() *Queue)) {
	t.Helper()
	t.Parallel()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		q := open(t, "")
		test(t, func() *Queue { return q })
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		r := queuetest.Start(t)
		test(t, func() *Queue { return open(t, r.Address()) })
	})
}

// inBubble runs a test on the Redis inside the process, in a synctest bubble: time passes as
// soon as everybody waits.
func inBubble(t *testing.T, test func(t *testing.T, q *Queue)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := open(t, "")
		test(t, q)
	})
}

func open(t *testing.T, address string) *Queue {
	t.Helper()
	q, err := Open(t.Context(), mustParse(t, address), Options{Kinds: []ItemKind{game, report}, Logger: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	return q
}

func mustParse(t *testing.T, address string) Address {
	t.Helper()
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func testLog(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// serve serves in the background. The function returned ends it, waits for its
// end and fails the test on an error; it may be called twice.
func serve(t *testing.T, q *Queue, w Duties) (stop func()) {
	t.Helper()
	if w.Concurrency == 0 {
		w.Concurrency = 4
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := q.Serve(ctx, w); err != nil {
			t.Errorf("Serve: %v", err)
		}
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

// each makes a handler that reports the ids that it gets.
func each(to chan<- string) Handler {
	return func(_ context.Context, id string) error {
		to <- id
		return nil
	}
}

func enqueue(t *testing.T, q *Queue, tasks ...Item) {
	t.Helper()
	n, err := q.Enqueue(t.Context(), tasks...)
	if err != nil || n != len(tasks) {
		t.Fatalf("Enqueue put in %d of %d: %v", n, len(tasks), err)
	}
}

func wantEnqueue(t *testing.T, q *Queue, task Item, want bool) {
	t.Helper()
	if n, err := q.Enqueue(t.Context(), task); err != nil || (n == 1) != want {
		t.Fatalf("Enqueue(%v) = %d, %v, want %v", task, n, err, want)
	}
}

func wantKnown(t *testing.T, q *Queue, want map[string]ItemState) {
	t.Helper()
	got, err := q.Known(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("known: %v, want %v", got, want)
	}
	for id, state := range want {
		if got[id] != state {
			t.Fatalf("known: %v, want %v", got, want)
		}
	}
}

// receive waits for a value, for a minute at the most.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	var v T
	select {
	case v = <-from:
	case <-time.After(time.Minute):
		t.Fatal("nothing came for a minute")
	}
	return v
}
