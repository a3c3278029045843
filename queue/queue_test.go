package queue

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/hibiken/asynq"

	"fairplay/analysis/fault"
)

func TestEnqueueTwiceIsAnAnswer(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		a, b := open(), open()
		wantEnqueue(t, a, Item{ID: "1", Kind: game}, true)
		wantEnqueue(t, b, Item{ID: "1", Kind: game}, false)
		if n, err := b.Enqueue(t.Context(), Item{ID: "1", Kind: game}, Item{ID: "2", Kind: game}, Item{ID: "2", Kind: game}); n != 1 || err != nil {
			t.Fatalf("Enqueue = %d, %v, want 1", n, err)
		}
		wantKnown(t, b, map[string]ItemState{"1": Waiting, "2": Waiting})
		if c := b.Counts(); a != b && (c.Enqueued != 1 || c.Known != 3) {
			t.Errorf("counts %+v, want 1 enqueued and 3 known", c)
		}
		depth, err := a.Depth(t.Context())
		if err != nil || depth["usual:game"] != (Depth{Waiting: 2}) || len(depth) != 4 {
			t.Errorf("depth %v, %v", depth, err)
		}
	})
}

func TestEnqueueRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	q := open(t, "")
	for _, task := range []Item{
		{Kind: game}, {ID: "1", Kind: "unknown"}, {ID: "1", Kind: game, Priority: 7}, {ID: "1", Kind: game, Timeout: -1},
	} {
		if _, err := q.Enqueue(t.Context(), task); fault.KindOf(err) != fault.Internal || err == nil {
			t.Errorf("Enqueue(%+v): %v", task, err)
		}
	}
	wantKnown(t, q, nil)
}

// A task that waits while its event becomes live is moved, not doubled: asynq
// knows ids only within one of its queues.
func TestOtherPriorityMoves(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		wantEnqueue(t, q, Item{ID: "1", Kind: game, Priority: Usual}, true)
		wantEnqueue(t, q, Item{ID: "1", Kind: game, Priority: Live}, true)
		wantEnqueue(t, q, Item{ID: "1", Kind: game, Priority: Live}, false)
		depth, err := q.Depth(t.Context())
		if err != nil || depth["usual:game"] != (Depth{}) || depth["live:game"] != (Depth{Waiting: 1}) {
			t.Errorf("depth %v, %v", depth, err)
		}
	})
}

// Trap: neither the id of an archived task nor that of a completed one can be used again.
func TestNamesakesAreTakenAway(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q, other := open(), open()
		l := list{game, Usual}
		enqueue(t, q, Item{ID: "archived", Kind: game})
		if err := q.inspector.ArchiveTask(l.name(), "archived"); err != nil {
			t.Fatal(err)
		}
		done := make(chan string, 3)
		stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
		if _, err := q.asynq.Enqueue(asynq.NewTask(string(game), []byte("completed")),
			asynq.TaskID("completed"), asynq.Queue(l.name()), asynq.Retention(DefaultTimeout)); err != nil {
			t.Fatal(err)
		}
		receive(t, done)
		stop()
		wantKnown(t, q, map[string]ItemState{"archived": Archived, "completed": Completed})

		wantEnqueue(t, other, Item{ID: "archived", Kind: game}, true)
		wantEnqueue(t, other, Item{ID: "completed", Kind: game, Priority: Live}, true)
		wantKnown(t, q, map[string]ItemState{"archived": Waiting, "completed": Waiting})
	})
}

func TestRemoveTakesOutWhatWaits(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		enqueue(t, q, Item{ID: "1", Kind: game}, Item{ID: "2", Kind: report, Priority: Live}, Item{ID: "3", Kind: game})
		if err := q.Remove(t.Context(), "1", "2", "nobody"); err != nil {
			t.Fatal(err)
		}
		wantKnown(t, q, map[string]ItemState{"3": Waiting})
		wantEnqueue(t, q, Item{ID: "1", Kind: game}, true)
	})
}

func TestManyTasksAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q := open()
		var tasks []Item
		var ids []string
		for i := range journey + 1 {
			ids = append(ids, fmt.Sprint(i))
			tasks = append(tasks, Item{ID: ids[i], Kind: game})
		}
		enqueue(t, q, tasks...)
		if err := q.Remove(t.Context(), ids[1:]...); err != nil {
			t.Fatal(err)
		}
		wantKnown(t, q, map[string]ItemState{"0": Waiting})
	})
}

// Entries that are read from Redis without asynq's Inspector are where the Inspector finds
// them.
func TestLayoutIsAsynqs(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q, l := open(), list{game, Live}
		enqueue(t, q, Item{ID: "w", Kind: game, Priority: Live}, Item{ID: "a", Kind: game, Priority: Live})
		if err := q.inspector.ArchiveTask(l.name(), "a"); err != nil {
			t.Fatal(err)
		}
		if _, err := q.asynq.Enqueue(asynq.NewTask("x", nil), asynq.TaskID("s"), asynq.Queue(l.name()), asynq.ProcessIn(DefaultTimeout)); err != nil {
			t.Fatal(err)
		}
		states := map[asynq.TaskState]ItemState{asynq.TaskStatePending: Waiting, asynq.TaskStateArchived: Archived, asynq.TaskStateScheduled: Retry}
		known, err := q.Known(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"w", "a", "s"} {
			task, err := q.inspector.GetTaskInfo(l.name(), id)
			if err != nil || states[task.State] != known[id] || known[id] == "" {
				t.Errorf("%s: asynq says %v, %v; known %v", id, task, err, known[id])
			}
			found, err := q.find(t.Context(), 1, func(int) (string, []list) { return id, q.lists })
			if err != nil || len(found[0]) != 1 || found[0][0] != (entryPlace{l, known[id]}) {
				t.Errorf("%s found at %v, %v", id, found, err)
			}
		}
		if err := q.Pause(t.Context(), Live); err != nil {
			t.Fatal(err)
		}
		info, err := q.inspector.GetQueueInfo(l.name())
		if err != nil || !info.Paused || info.Pending != 1 || info.Archived != 1 || info.Scheduled != 1 {
			t.Errorf("asynq says %+v, %v", info, err)
		}
	})
}

// A task that a real asynq worker has taken is where tend looks for it, and asynq finds it
// where tend puts it back.
func TestOrphansLieWhereAsynqPutsThem(t *testing.T) {
	onEach(t, func(t *testing.T, open func() *Queue) {
		q, orphan := open(), sighted{list{game, Usual}, "1"}
		enqueue(t, q, Item{ID: "1", Kind: game})
		taken, release := make(chan string, 2), make(chan bool)
		worker := asynq.NewServerFromRedisClient(q.client, asynq.Config{
			Concurrency: 2, Queues: map[string]int{orphan.list.name(): 1}, LogLevel: asynq.FatalLevel,
		})
		if err := worker.Start(asynq.HandlerFunc(func(_ context.Context, task *asynq.Task) error {
			taken <- string(task.Payload())
			<-release
			return nil
		})); err != nil {
			t.Fatal(err)
		}
		defer worker.Shutdown()
		defer close(release)
		<-taken

		s := &server{queue: q, work: Duties{Retry: RetryPolicy{}.withDefaults()}, runs: map[string]*call{}}
		leases, late, err := s.look(t.Context())
		if err != nil || len(leases) != 1 || len(late) != 0 {
			t.Fatalf("leases %v, late %v, %v", leases, late, err)
		}
		lease := leases[orphan]
		if left := time.Until(time.Unix(int64(lease), 0)); left < 15*time.Second || left > time.Minute {
			t.Errorf("the lease ends in %s", left)
		}
		if seen := s.reclaim(t.Context(), sightings{orphan: {lease, stillLooks - 1}}, leases); seen[orphan].looks != stillLooks {
			t.Errorf("before its time: %v", seen)
		}
		s.reclaim(t.Context(), sightings{orphan: {lease, stillLooks}}, leases)
		if n := q.Counts().Reclaimed; n != 1 {
			t.Fatalf("%d put back", n)
		}
		if id := <-taken; id != "1" {
			t.Errorf("asynq then takes %q", id)
		}
	})
}
