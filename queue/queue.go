package queue

import (
	"context"
	"log/slog"
	"time"
)

// Options of a queue.
type Options struct {
	// Kinds are all kinds of task there are, the same in every process that
	// shares a Redis.
	Kinds []Kind
	// Logger gets warnings of what goes on in the background; nil discards them.
	Logger *slog.Logger
}

// Queue is the way to the list. It is safe for concurrent use. Its errors are
// Unavailable where Redis does not answer.
type Queue struct{}

// Open connects to Redis, or starts one inside this process.
func Open(ctx context.Context, a Address, o Options) (*Queue, error) { return &Queue{}, nil }

// Close ends the connections, and the Redis inside this process with all that
// is in it. Serve must have returned.
func (q *Queue) Close() error { return nil }

// Ping asks Redis whether it is there.
func (q *Queue) Ping(ctx context.Context) error { return nil }

// Enqueue puts a task into the list. False says that it is there already,
// waiting, running or in back-off, which is an answer and not an error.
func (q *Queue) Enqueue(ctx context.Context, t Task) (bool, error) { return false, nil }

// EnqueueAll is Enqueue for many tasks with few journeys to Redis. It returns
// how many were not there yet.
func (q *Queue) EnqueueAll(ctx context.Context, tasks []Task) (int, error) { return 0, nil }

// Remove takes tasks out of the list. Where one is being worked on, the context
// of its handler ends with ErrRemoved, on whichever machine it runs. Unknown
// ids are no error.
func (q *Queue) Remove(ctx context.Context, ids ...string) error { return nil }

// Known returns what is in the list now.
func (q *Queue) Known(ctx context.Context) (map[string]State, error) { return nil, nil }

// Depth counts entries by list; a list's name is priority:kind.
func (q *Queue) Depth(ctx context.Context) (map[string]Depth, error) { return nil, nil }

// Pause keeps tasks of that priority waiting, on every machine, until Resume.
func (q *Queue) Pause(ctx context.Context, p Priority) error { return nil }

// Resume ends a Pause.
func (q *Queue) Resume(ctx context.Context, p Priority) error { return nil }

// Counts returns what this process has done so far.
func (q *Queue) Counts() Counts { return Counts{} }

// Counts are sums since the queue was opened.
type Counts struct {
	Enqueued, Known                                                         int64
	Started, Done, Retried, Parked, Removed, Returned, Abandoned, Reclaimed int64
}

// Handler does the work of one task. nil, and a fault of a kind that is not
// retried, end the entry; other errors bring it back after a pause. The context
// ends with ErrTimeout, ErrStopping or ErrRemoved as its cause.
type Handler func(ctx context.Context, id string) error

// Work is what a process offers to do.
type Work struct {
	// Concurrency is how many handlers run at once.
	Concurrency int
	// Handlers by kind. Tasks of other kinds are left to other processes.
	Handlers map[Kind]Handler
	// Grace is how long handlers may still work after Serve was told to end.
	Grace time.Duration
	Retry RetryPolicy
}

// RetryPolicy is the pause before a task is tried again.
type RetryPolicy struct {
	First, Last time.Duration
	Jitter      func() float64
}

// Serve works on tasks until ctx ends.
func (q *Queue) Serve(ctx context.Context, w Work) error { return nil }
