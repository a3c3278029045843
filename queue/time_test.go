package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"fairplay/analysis/fault"
)

func TestPausesBeforeRetries(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game})
		tried := make(chan time.Time)
		stop := serve(t, q, Duties{
			Retry: RetryPolicy{Last: 8 * time.Second, Jitter: func() float64 { return 0.5 }},
			Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
				tried <- time.Now()
				return fault.New(fault.Unavailable, "engine", "the engine does not answer")
			}},
		})
		last := <-tried
		for _, pause := range []time.Duration{1250, 2500, 5000, 10000, 10000} {
			now := <-tried
			// Scores are whole seconds, rounded down, and looked at each second.
			if d, want := now.Sub(last), pause*time.Millisecond; d < want-time.Second || d > want+2*time.Second {
				t.Errorf("tried again after %s, want about %s", d, want)
			}
			last = now
		}
		synctest.Wait() // until the last failure is written down
		stop()
		wantKnown(t, q, map[string]ItemState{"1": Retry})
		info, err := q.inspector.GetTaskInfo("usual:game", "1")
		if err != nil || info.LastErr != "unavailable engine" {
			t.Errorf("Redis is told %q, %v: nothing but kind and code should be there", info.LastErr, err)
		}
		wantEnqueue(t, q, Item{ID: "1", Kind: game, Priority: Live}, false)
	})
}

func TestPanicIsRetried(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game})
		tried := make(chan bool)
		first := true
		serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
			tried <- true
			if first {
				first = false
				panic("a handler's mistake")
			}
			return nil
		}}})
		<-tried
		<-tried
	})
}

func TestTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game, Timeout: 2500 * time.Millisecond})
		causes, took := make(chan error), make(chan time.Duration)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began := time.Now()
			<-ctx.Done()
			causes <- context.Cause(ctx)
			took <- time.Since(began)
			return fault.New(fault.Invalid, "mistaken", "not the task's fault")
		}}})
		if cause := <-causes; !errors.Is(cause, ErrTimeout) {
			t.Errorf("the context ended because %v", cause)
		}
		if d := <-took; d < 2500*time.Millisecond || d > 3100*time.Millisecond {
			t.Errorf("the context ended after %s, want 3s", d)
		}
		<-causes // it is tried again
		<-took
		stop()
	})
}

// Trap: a handler that ignores its context stays active for ever. It is left behind after a
// while, its place becomes free and the task comes back.
func TestHandlerThatIgnoresItsContext(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "stubborn", Kind: game, Timeout: 5 * time.Second})
		began, release := make(chan string), make(chan bool)
		defer close(release)
		stop := serve(t, q, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{
			game: func(context.Context, string) error {
				began <- "stubborn"
				<-release
				return nil
			},
			report: each(began),
		}})
		<-began
		start := time.Now()
		enqueue(t, q, Item{ID: "next", Kind: report, Priority: Live})
		if id := <-began; id != "next" {
			t.Errorf("%s came after the stubborn one", id)
		}
		if d := time.Since(start); d > 5*time.Second+patience+2*time.Second {
			t.Errorf("its place was free after %s", d)
		}
		if id := <-began; id != "stubborn" {
			t.Errorf("%s came last", id)
		}
		start = time.Now()
		stop()
		if d := time.Since(start); d > patience+2*time.Second {
			t.Errorf("Serve ended after %s", d)
		}
		wantKnown(t, q, map[string]ItemState{"stubborn": Retry})
		if c := q.Counts(); c.Abandoned != 2 {
			t.Errorf("counts %+v, want two left behind", c)
		}
	})
}

func TestRemovedHandlerThatIgnoresItsContext(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game})
		began, release := make(chan bool), make(chan bool)
		defer close(release)
		stop := serve(t, q, Duties{Grace: time.Hour, Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
			began <- true
			<-release
			return nil
		}}})
		<-began
		if err := q.Remove(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		stop()
		if d := time.Since(start); d > patience+2*time.Second {
			t.Errorf("Serve ended after %s", d)
		}
		wantKnown(t, q, nil)
	})
}

// takeAway takes a task like a worker that dies at once.
func takeAway(t *testing.T, q *Queue, l list, id string) {
	t.Helper()
	ctx := t.Context()
	_, err := q.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.LRem(ctx, l.pending(), 0, id)
		p.LPush(ctx, l.active(), id)
		p.HSet(ctx, l.task(id), "state", "active")
		p.ZAdd(ctx, l.lease(), redis.Z{Score: float64(time.Now().Add(30 * time.Second).Unix()), Member: id})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// asynq alone brings the task of a dead worker back after 60 to 120 seconds.
func TestTaskOfADeadWorkerComesBack(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "orphan", Kind: game}, Item{ID: "long", Kind: report})
		takeAway(t, q, list{game, Usual}, "orphan")
		if err := q.Remove(t.Context(), "orphan"); err != nil {
			t.Fatal(err)
		}
		wantKnown(t, q, map[string]ItemState{"orphan": Active, "long": Waiting})
		start, done := time.Now(), make(chan string)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done), report: func(context.Context, string) error {
			time.Sleep(40 * time.Second)
			done <- "long"
			return nil
		}}})
		if id := <-done; id != "orphan" {
			t.Errorf("%s came first", id)
		}
		if d := time.Since(start); d < 10*time.Second || d > 20*time.Second {
			t.Errorf("it came back after %s", d)
		}
		if id := <-done; id != "long" {
			t.Errorf("then %s", id)
		}
		stop()
		if c := q.Counts(); c.Reclaimed != 1 || c.Started != 2 {
			t.Errorf("counts %+v: a worker that lives keeps its task", c)
		}
		wantKnown(t, q, nil)
	})
}

// A task that a living worker of another process holds is left alone by a process that tends
// the lists.
func TestTaskOfALivingWorkerIsLeftAlone(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "long", Kind: game})
		done := make(chan bool)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
			time.Sleep(40 * time.Second)
			done <- true
			return nil
		}}})
		// Another server on the same Redis knows nothing about the runs of the first.
		other := &Queue{lists: q.lists, client: q.client, asynq: q.asynq, inspector: q.inspector, log: q.log, closing: q.closing}
		stopOther := serve(t, other, Duties{Handlers: map[ItemKind]Handler{report: each(nil)}})
		<-done
		stop()
		stopOther()
		if c := other.Counts(); c.Reclaimed != 0 {
			t.Errorf("counts %+v", c)
		}
	})
}

// Trap: an entry that Redis has evicted in part blocks its id.
func TestEntryWithoutItsMessageIsDropped(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		l := list{game, Usual}
		enqueue(t, q, Item{ID: "1", Kind: game})
		if err := q.client.Del(t.Context(), l.task("1")).Err(); err != nil {
			t.Fatal(err)
		}
		done := make(chan string)
		serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
		time.Sleep(5 * time.Second)
		wantKnown(t, q, map[string]ItemState{"1": Active})
		time.Sleep(20 * time.Second)
		wantKnown(t, q, nil)
		enqueue(t, q, Item{ID: "1", Kind: game})
		<-done
	})
}

// A retry was noted an hour ahead, and then the clock was set right.
func TestClockSetBackDoesNotPutOffRetries(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game})
		done, first := make(chan bool), true
		serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
			done <- true
			if first {
				first = false
				return errors.New("something")
			}
			return nil
		}}, Retry: RetryPolicy{First: 5 * time.Second}})
		<-done
		time.Sleep(time.Second)
		wantKnown(t, q, map[string]ItemState{"1": Retry})
		in := float64(time.Now().Add(time.Hour).Unix())
		if err := q.client.ZAddXX(t.Context(), list{game, Usual}.retry(), redis.Z{Score: in, Member: "1"}).Err(); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		<-done
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("tried again after %s", d)
		}
	})
}

// After Redis was emptied, a task may be enqueued on which this process still works. It waits
// for the run under way.
func TestOneProcessWorksOnATaskOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		enqueue(t, q, Item{ID: "1", Kind: game})
		began, goOn := make(chan bool), make(chan bool)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
			began <- true
			<-goOn
			return nil
		}}})
		<-began
		if err := q.client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		enqueue(t, q, Item{ID: "1", Kind: game})
		time.Sleep(20 * time.Second)
		if c := q.Counts(); c.Started != 1 {
			t.Errorf("counts %+v", c)
		}
		goOn <- true
		<-began
		goOn <- true
		stop()
		wantKnown(t, q, nil)
	})
}

// Keys of the Redis inside the process expire.
func TestEmbeddedKeysExpire(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		ctx := t.Context()
		if err := q.client.Set(ctx, "short", "", 10*time.Second).Err(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(8 * time.Second)
		if n := q.client.Exists(ctx, "short").Val(); n != 1 {
			t.Error("a key of ten seconds is gone after eight")
		}
		time.Sleep(4 * time.Second)
		if n := q.client.Exists(ctx, "short").Val(); n != 0 {
			t.Error("a key of ten seconds is there after twelve")
		}
		before := time.Now()
		at, err := q.client.Time(ctx).Result()
		if err != nil || at.Sub(before).Abs() > time.Second {
			t.Errorf("it is %s there and %s here: %v", at, before, err)
		}
	})
}

// While live tasks wait, one turn in ten still goes to usual ones. The chance that such a task
// comes last of 121 is 1 in 300 000.
func TestUsualIsNotStarved(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		tasks := []Item{{ID: "usual", Kind: game}}
		for i := range 120 {
			tasks = append(tasks, Item{ID: fmt.Sprint(i), Kind: game, Priority: Live})
		}
		enqueue(t, q, tasks...)
		done, place := make(chan string), 0
		serve(t, q, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: each(done)}})
		for i := range tasks {
			if <-done == "usual" {
				place = i
			}
		}
		if place == len(tasks)-1 {
			t.Error("the usual task came last")
		}
	})
}
