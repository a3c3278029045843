package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fairplay/analysis/fault"
)

func TestEveryTaskOnceOnTwoMachines(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		a, b := open(), open()
		var tasks []Item
		for i := range 100 {
			tasks = append(tasks, Item{ID: fmt.Sprint(i), Kind: game, Priority: Priority(i % 2)})
		}
		enqueue(t, a, tasks...)
		done := make(chan string)
		work := Duties{Handlers: map[ItemKind]Handler{game: each(done)}}
		stopA, stopB := serve(t, a, work), serve(t, b, work)
		seen := map[string]bool{}
		for range tasks {
			id := receive(t, done)
			if seen[id] {
				t.Fatalf("task %s twice", id)
			}
			seen[id] = true
		}
		stopA()
		stopB()
		wantKnown(t, a, nil)
	})
}

// A server without engines leaves games to servers that have some.
func TestOtherKindsAreLeftToOthers(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "g", Kind: game}, Item{ID: "r", Kind: report})
		done := make(chan string)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{report: each(done)}})
		if id := receive(t, done); id != "r" {
			t.Errorf("served %s", id)
		}
		stop()
		wantKnown(t, q, map[string]ItemState{"g": Waiting})
	})
}

// A place that is kept for live work is free for it while others work on something long, and
// takes nothing else.
func TestPlaceForLiveWork(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "long", Kind: game})
		begun, end, done := make(chan string), make(chan struct{}), make(chan string)
		stop := serve(t, q, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: func(_ context.Context, id string) error {
			begun <- id
			<-end
			return nil
		}}})
		if id := receive(t, begun); id != "long" {
			t.Errorf("begun %s", id)
		}
		enqueue(t, q, Item{ID: "usual", Kind: game}, Item{ID: "live", Kind: game, Priority: Live})
		stopLive := serve(t, q, Duties{Only: []Priority{Live}, Handlers: map[ItemKind]Handler{game: each(done)}})
		if id := receive(t, done); id != "live" {
			t.Errorf("the place is taken by %s", id)
		}
		stopLive()
		wantKnown(t, q, map[string]ItemState{"long": Active, "usual": Waiting})
		close(end)
		receive(t, begun)
		stop()
	})
}

// Trap: asynq's archive forgets beyond 10 000 tasks and after 90 days. Nothing
// ever gets there.
func TestParkedTasksLeaveNothingBehind(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		var tasks []Item
		for i := range 30 {
			tasks = append(tasks, Item{ID: fmt.Sprint(i), Kind: game})
		}
		enqueue(t, q, tasks...)
		seen := make(chan string, len(tasks))
		handlers := map[ItemKind]Handler{game: func(_ context.Context, id string) error {
			seen <- id
			return fmt.Errorf("game %s: %w", id, fault.New(fault.Invalid, "bad_game", "no such move"))
		}}
		stop := serve(t, q, Duties{Handlers: handlers, Grace: time.Minute}) // the last of them are still returning
		for range tasks {
			receive(t, seen)
		}
		stop()
		wantKnown(t, q, nil)
		if c := q.Counts(); c.Parked != 30 || c.Retried != 0 {
			t.Errorf("counts %+v, want 30 parked", c)
		}
		wantEnqueue(t, q, tasks[0], true)
	})
}

func TestRemoveEndsWhatRuns(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		worker, other := open(), open()
		enqueue(t, other, Item{ID: "1", Kind: game})
		began, ended := make(chan bool), make(chan error)
		stop := serve(t, worker, Duties{Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began <- true
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return ctx.Err()
		}}})
		receive(t, began)
		wantKnown(t, other, map[string]ItemState{"1": Active})
		wantEnqueue(t, other, Item{ID: "1", Kind: game, Priority: Live}, false)
		if err := other.Remove(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		if cause := receive(t, ended); !errors.Is(cause, ErrRemoved) {
			t.Errorf("the context ended because %v", cause)
		}
		stop()
		wantKnown(t, other, nil)
		if c := worker.Counts(); c.Removed != 1 {
			t.Errorf("counts %+v, want one removed", c)
		}
	})
}

func TestPauseHoldsOnePriority(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q, other := open(), open()
		enqueue(t, q, Item{ID: "usual", Kind: game}, Item{ID: "live", Kind: game, Priority: Live})
		for range 2 { // pausing twice is no error
			if err := other.Pause(t.Context(), Usual); err != nil {
				t.Fatal(err)
			}
		}
		done := make(chan string, 2)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
		if id := receive(t, done); id != "live" {
			t.Errorf("served %s", id)
		}
		stop()
		wantKnown(t, q, map[string]ItemState{"usual": Waiting})
		if err := other.Resume(t.Context(), Usual); err != nil {
			t.Fatal(err)
		}
		serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
		if id := receive(t, done); id != "usual" {
			t.Errorf("served %s", id)
		}
	})
}

func TestStopLetsHandlersFinishWithinGrace(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "1", Kind: game})
		began, goOn := make(chan bool), make(chan bool)
		stop := serve(t, q, Duties{Grace: time.Minute, Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began <- true
			<-goOn
			return ctx.Err()
		}}})
		receive(t, began)
		time.AfterFunc(50*time.Millisecond, func() { close(goOn) })
		stop()
		wantKnown(t, q, nil)
		if c := q.Counts(); c.Done != 1 {
			t.Errorf("counts %+v, want one done", c)
		}
	})
}

// Another process soon does what one leaves unfinished when it stops, and this does not count
// as a failure.
func TestStopPutsBack(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		a, b := open(), open()
		enqueue(t, a, Item{ID: "1", Kind: game})
		began, ended := make(chan bool), make(chan error, 1)
		stop := serve(t, a, Duties{Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began <- true
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return ctx.Err()
		}}})
		receive(t, began)
		stop()
		if cause := receive(t, ended); !errors.Is(cause, ErrStopping) {
			t.Errorf("the context ended because %v", cause)
		}
		wantKnown(t, a, map[string]ItemState{"1": Retry})
		task, err := a.inspector.GetTaskInfo("usual:game", "1")
		if err != nil || task.Retried != 0 {
			t.Errorf("asynq counts %+v, %v", task, err)
		}
		done := make(chan string)
		serve(t, b, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
		receive(t, done)
	})
}

// After FLUSHALL the handler at work goes on, and so does Serve. All methods work again at
// once, although asynq's client believes that it has announced its queues.
func TestRedisEmptiedMeanwhile(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "running", Kind: game}, Item{ID: "lost", Kind: report})
		began, goOn := make(chan string), make(chan bool)
		stop := serve(t, q, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: func(_ context.Context, id string) error {
			began <- id
			<-goOn
			return nil
		}}})
		first := receive(t, began)
		if err := q.client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		wantKnown(t, q, nil)
		wantEnqueue(t, q, Item{ID: "new", Kind: game}, true)
		wantEnqueue(t, q, Item{ID: "waits", Kind: report}, true)
		goOn <- true
		if id := receive(t, began); id != "new" {
			t.Errorf("after %s came %s", first, id)
		}
		goOn <- true
		if err := q.Remove(t.Context(), "waits"); err != nil {
			t.Fatal(err)
		}
		stop()
		wantKnown(t, q, nil)
	})
}

// An idle process hardly asks the Redis inside it: no list exists, so no script runs.
func TestIdlenessIsCheap(t *testing.T) {
	inBubble(t, func(t *testing.T, q *Queue) {
		done := make(chan string)
		serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done), report: each(done)}})
		time.Sleep(5 * time.Second)
		before := q.embedded.server.CommandCount()
		time.Sleep(10 * time.Second)
		// The hundred polls of six lists would be 600 scripts of three commands.
		if n := q.embedded.server.CommandCount() - before; n > 400 {
			t.Errorf("%d commands in ten seconds", n)
		}
		enqueue(t, q, Item{ID: "1", Kind: game})
		start := time.Now()
		<-done
		if d := time.Since(start); d > 2*poll {
			t.Errorf("a task was taken up after %s", d)
		}
	})
}

// asynq panics if its connection is closed while it serves.
func TestCloseEndsServe(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "1", Kind: game})
		began := make(chan bool)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began <- true
			<-ctx.Done()
			return ctx.Err()
		}}})
		receive(t, began)
		if err := q.Close(); err != nil {
			t.Error(err)
		}
		stop()
		if c := q.Counts(); c.Returned != 1 {
			t.Errorf("counts %+v, want one returned", c)
		}
	})
}

func TestServeRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	q := open(t, "")
	h := map[ItemKind]Handler{game: each(nil)}
	for _, w := range []Duties{
		{Handlers: h}, {Concurrency: 1}, {Concurrency: 1, Handlers: h, Grace: -1},
		{Concurrency: 1, Handlers: map[ItemKind]Handler{"unknown": each(nil)}},
	} {
		if err := q.Serve(t.Context(), w); err == nil || fault.KindOf(err) != fault.Internal {
			t.Errorf("Serve(%+v): %v", w, err)
		}
	}
}
