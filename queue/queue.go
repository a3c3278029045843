package queue

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"fairplay/analysis/fault"
)

// Options of a queue.
type Options struct {
	// Kinds lists the kinds of task that this process enqueues, takes or counts. A kind that no other process
	// of a Redis names is left alone by all others.
	Kinds []ItemKind
	// Logger gets warnings from background work; nil discards them.
	Logger *slog.Logger
}

// Queue is the list of tasks. It is safe for concurrent use. Its errors are Unavailable where
// Redis does not answer.
type Queue struct {
	lists     []list
	client    redis.UniversalClient
	asynq     *asynq.Client
	inspector *asynq.Inspector
	embedded  *embedded // nil where Redis is elsewhere
	log       *slog.Logger
	counts    counts

	closing context.Context // ends with Close
	close   context.CancelFunc
	closed  sync.Once
	serving sync.WaitGroup
	left    atomic.Bool // asynq was left behind by a call of Serve
}

// Open connects to Redis, or starts one inside this process. The error is Unavailable where
// Redis does not answer, and Invalid where Redis is set to evict entries (maxmemory-policy).
func Open(ctx context.Context, a Address, o Options) (*Queue, error) {
	q := &Queue{log: o.Logger}
	q.closing, q.close = context.WithCancel(context.WithoutCancel(ctx))
	if q.log == nil {
		q.log = slog.New(slog.DiscardHandler)
	}
	if len(o.Kinds) == 0 {
		return nil, fault.New(fault.Internal, "task_kind", "a queue needs at least one kind of task")
	}
	for _, k := range o.Kinds {
		if !k.valid() {
			return nil, fault.New(fault.Internal, "task_kind", "%q cannot be a kind of task", k)
		}
		q.lists = append(q.lists, list{k, Live}, list{k, Usual})
	}
	if a.embedded() {
		q.embedded = startEmbedded()
		q.client = q.embedded.client()
	} else {
		q.client = connect(a)
	}
	q.asynq = asynq.NewClientFromRedisClient(q.client)
	q.inspector = asynq.NewInspectorFromRedisClient(q.client)
	if err := q.greet(ctx); err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

func (q *Queue) greet(ctx context.Context) error {
	if err := q.Ping(ctx); err != nil || q.embedded != nil {
		return err
	}
	return q.checkEviction(ctx)
}

// Ping returns an error unless Redis answers.
func (q *Queue) Ping(ctx context.Context) error {
	if err := q.client.Ping(ctx).Err(); err != nil {
		return unavailable(err)
	}
	return nil
}

// Close ends Serve, as the end of its context does, and waits for it. Then it closes the
// connections, and ends the Redis inside this process with all its entries. No other method may
// be called afterwards.
func (q *Queue) Close() error {
	var err error
	q.closed.Do(func() { err = q.hangUp() })
	return err
}

func (q *Queue) hangUp() error {
	q.close()
	q.serving.Wait()
	if q.left.Load() {
		// asynq's subscriber panics if its connection is closed under it.
		return nil
	}
	err := q.client.Close()
	if q.embedded != nil {
		q.embedded.close()
	}
	return err
}
