package queue

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"fairplay/analysis/fault"
)

// Handler does the work of one task. Its error decides what becomes of the task: see FateOf.
// The context ends with ErrTimeout, ErrStopping or ErrRemoved as its cause; a handler then
// returns soon, with any error.
type Handler func(ctx context.Context, id string) error

// Duties says which tasks a process takes.
type Duties struct {
	// Concurrency is how many handlers run at once, at least 1.
	Concurrency int
	// Handlers by kind, at least one. Tasks of other kinds are left to other processes.
	Handlers map[ItemKind]Handler
	// Only names the priorities whose tasks are taken, so that capacity can be kept for some;
	// nil stands for all.
	Only []Priority
	// Grace is how long handlers may still work after Serve was told to end.
	Grace time.Duration
	Retry RetryPolicy
}

const (
	// patience is how long a handler may go on after its context has ended.
	patience = 5 * time.Second
	// reserve is how much later asynq's own deadlines are than ours, so that asynq never ends a
	// context.
	reserve = 2 * patience
	// poll is how often a process without work asks for some, on average.
	poll = 100 * time.Millisecond
	// farewell is how long the end of Serve waits for a Redis that is away.
	farewell = 10 * time.Second
)

// Serve works on tasks until ctx ends or Close is called. Then it takes no new ones, lets
// handlers go on for Grace, ends their contexts, and puts back unfinished tasks. It returns
// when the handlers have returned, some seconds after Grace at the latest; those that ignore
// their contexts are left behind.
//
// The error is Internal where w makes no sense, and Unavailable where Redis was away at the
// end, so that tasks come back late. While Redis is away, Serve waits for it.
func (q *Queue) Serve(ctx context.Context, w Duties) error {
	if err := q.checkWork(w); err != nil {
		return err
	}
	q.serving.Add(1)
	defer q.serving.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(q.closing, cancel)()
	w.Retry = w.Retry.withDefaults()
	s := &server{queue: q, work: w, runs: map[string]*call{}}
	s.stopping, s.stop = context.WithCancelCause(context.WithoutCancel(ctx))
	defer s.stop(ErrStopping)

	duties, end := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	defer background.Wait()
	defer end()
	heard := s.subscribe(duties)
	background.Go(func() { s.hear(duties, heard) })
	background.Go(func() { s.tend(duties) })

	a := asynq.NewServerFromRedisClient(q.client, s.config(ctx))
	if err := a.Start(s); err != nil {
		return fault.Wrap(err, fault.Internal, "queue_start", "the list of tasks cannot be served")
	}
	<-ctx.Done()
	return s.shutDown(a)
}

func (q *Queue) checkWork(w Duties) error {
	if w.Concurrency < 1 || len(w.Handlers) == 0 || w.Grace < 0 {
		return fault.New(fault.Internal, "queue_work", "serving the list of tasks needs handlers, places for them, and a grace that is not negative")
	}
	for kind := range w.Handlers {
		if len(q.listsOf(kind)) == 0 {
			return fault.New(fault.Internal, "task_kind", "tasks of kind %q are unknown to this queue", kind)
		}
	}
	return nil
}

// server is one call of Serve.
type server struct {
	queue    *Queue
	work     Duties
	stopping context.Context // ends when Grace is over
	stop     context.CancelCauseFunc

	mu   sync.Mutex
	runs map[string]*call // handlers at work, by id
}

func (s *server) config(ctx context.Context) asynq.Config {
	weights := map[string]int{}
	for kind := range s.work.Handlers {
		for _, l := range s.queue.listsOf(kind) {
			if len(s.work.Only) == 0 || slices.Contains(s.work.Only, l.priority) {
				weights[l.name()] = priorities()[l.priority]
			}
		}
	}
	return asynq.Config{
		Concurrency:              s.work.Concurrency,
		BaseContext:              func() context.Context { return context.WithoutCancel(ctx) },
		TaskCheckInterval:        poll,
		DelayedTaskCheckInterval: time.Second,
		JanitorInterval:          time.Hour, // for completed tasks, of which there are none
		Queues:                   weights,
		RetryDelayFunc:           s.pause,
		IsFailure:                failed,
		ShutdownTimeout:          s.work.Grace + reserve,
		Logger:                   asynqLog{s.queue.log},
		LogLevel:                 asynq.InfoLevel,
	}
}

// shutDown ends asynq's server.
func (s *server) shutDown(a *asynq.Server) error {
	ended := make(chan struct{})
	go func() {
		a.Shutdown()
		close(ended)
	}()
	grace := time.AfterFunc(s.work.Grace, func() { s.stop(ErrStopping) })
	defer grace.Stop()
	late := time.NewTimer(s.work.Grace + reserve + farewell)
	defer late.Stop()
	select {
	case <-ended:
		return nil
	case <-late.C:
		s.queue.left.Store(true)
		return unavailable(errors.New("asynq did not end in time"))
	}
}

// subscribe subscribes to removals. If Redis is away, hear waits for it later.
func (s *server) subscribe(ctx context.Context) *redis.PubSub {
	heard := s.queue.client.Subscribe(ctx, removals)
	first, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := heard.Receive(first); err != nil {
		s.queue.log.Warn("removals of tasks are not heard yet", "error", err)
	}
	return heard
}

// hear ends the contexts of tasks that were removed.
func (s *server) hear(ctx context.Context, heard *redis.PubSub) {
	defer heard.Close()
	messages := heard.Channel()
	for {
		select {
		case m := <-messages:
			s.mu.Lock()
			if r := s.runs[m.Payload]; r != nil {
				r.end(ErrRemoved)
			}
			s.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}
