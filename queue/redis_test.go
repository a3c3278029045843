package queue

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/queuetest"
)

func TestCluster(t *testing.T) {
	t.Parallel()
	q := open(t, "redis-cluster://"+queuetest.StartCluster(t).HostPort())
	enqueue(t, q, Item{ID: "1", Kind: game}, Item{ID: "2", Kind: report}, Item{ID: "3", Kind: game})
	wantEnqueue(t, q, Item{ID: "1", Kind: game, Priority: Live}, true)
	if err := q.Remove(t.Context(), "3"); err != nil {
		t.Fatal(err)
	}
	wantKnown(t, q, map[string]ItemState{"1": Waiting, "2": Waiting})
	began, ended := make(chan string), make(chan error)
	stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{report: each(began), game: func(ctx context.Context, id string) error {
		began <- id
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return ctx.Err()
	}}})
	receive(t, began)
	receive(t, began)
	if err := q.Remove(t.Context(), "1"); err != nil {
		t.Fatal(err)
	}
	if cause := receive(t, ended); cause != ErrRemoved {
		t.Errorf("the context ended because %v", cause)
	}
	stop()
	wantKnown(t, q, nil)
}

func TestSentinel(t *testing.T) {
	t.Parallel()
	s := queuetest.StartSentinel(t, queuetest.Start(t))
	q := open(t, "redis-sentinel://"+s.HostPort()+"?master=games")
	enqueue(t, q, Item{ID: "1", Kind: game})
	done := make(chan string)
	stop := serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
	receive(t, done)
	stop()
	wantKnown(t, q, nil)
}

func TestRedisThatIsNotThere(t *testing.T) {
	t.Parallel()
	r := queuetest.Start(t)
	r.Stop()
	_, err := Open(t.Context(), mustParse(t, r.Address()), Options{Kinds: []ItemKind{game}})
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Open: %v, want Unavailable", err)
	}
}

// Trap: a Redis that evicts entries when its memory is full.
func TestEvictionPolicy(t *testing.T) {
	t.Parallel()
	for policy, refused := range map[string]bool{"noeviction": false, "volatile-ttl": false, "allkeys-lru": true} {
		r := queuetest.Start(t, "--maxmemory-policy", policy)
		q, err := Open(t.Context(), mustParse(t, r.Address()), Options{Kinds: []ItemKind{game}})
		if refused != (fault.KindOf(err) == fault.Invalid && err != nil) {
			t.Errorf("%s: %v", policy, err)
		}
		if q != nil {
			q.Close()
		}
	}
}

// Redis is killed, stays away, and comes back empty on the same port.
func TestRedisRestarted(t *testing.T) {
	t.Parallel()
	r := queuetest.Start(t)
	q := open(t, r.Address())
	enqueue(t, q, Item{ID: "before", Kind: game}, Item{ID: "lost", Kind: report})
	began, goOn := make(chan string), make(chan bool)
	stop := serve(t, q, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
		began <- ""
		<-goOn
		return nil
	}}})
	receive(t, began)
	r.Kill()
	if _, err := q.Enqueue(t.Context(), Item{ID: "away", Kind: game}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Enqueue: %v, want Unavailable", err)
	}
	if err := q.Ping(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Ping: %v, want Unavailable", err)
	}
	goOn <- true // its end cannot be noted anywhere
	r.Restart()
	for { // the connections notice within a second
		_, err := q.Enqueue(t.Context(), Item{ID: "after", Kind: game})
		if err == nil {
			break
		}
		if fault.KindOf(err) != fault.Unavailable {
			t.Fatal(err)
		}
	}
	receive(t, began)
	goOn <- true
	stop()
	wantKnown(t, q, nil)
}

// A Redis that keeps connections open and answers nothing counts as away, and nobody waits for
// it longer than he wants to.
func TestRedisFrozen(t *testing.T) {
	t.Parallel()
	r := queuetest.Start(t)
	q := open(t, r.Address())
	r.Freeze()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := q.Enqueue(ctx, Item{ID: "1", Kind: game}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Enqueue: %v, want Unavailable", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %s", d)
	}
	r.Thaw()
	if _, err := q.Enqueue(t.Context(), Item{ID: "1", Kind: game}); err != nil {
		t.Error(err)
	}
}

// Serve ends although Redis is gone.
func TestServeEndsWithoutRedis(t *testing.T) {
	t.Parallel()
	r := queuetest.Start(t)
	q := open(t, r.Address())
	enqueue(t, q, Item{ID: "1", Kind: game})
	began := make(chan bool)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- q.Serve(ctx, Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: func(ctx context.Context, _ string) error {
			began <- true
			<-ctx.Done()
			return ctx.Err()
		}}})
	}()
	receive(t, began)
	r.Kill()
	cancel()
	if err := receive(t, ended); err != nil && fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Serve: %v", err)
	}
}

// workerVariable holds the address of Redis when this program runs as a worker that will be
// killed.
const workerVariable = "QUEUE_TEST_WORKER"

func TestMain(m *testing.M) {
	if address := os.Getenv(workerVariable); address != "" {
		workUntilKilled(address)
	}
	os.Exit(m.Run())
}

func workUntilKilled(address string) {
	a, err := ParseAddress(address)
	if err != nil {
		panic(err)
	}
	q, err := Open(context.Background(), a, Options{Kinds: []ItemKind{game, report}})
	if err != nil {
		panic(err)
	}
	panic(q.Serve(context.Background(), Duties{Concurrency: 1, Handlers: map[ItemKind]Handler{game: func(context.Context, string) error {
		os.Stdout.WriteString("began\n")
		select {}
	}}}))
}

// A worker is killed in the middle of a task; another one gets it within 20 seconds.
func TestWorkerKilled(t *testing.T) {
	t.Parallel()
	r := queuetest.Start(t)
	q := open(t, r.Address())
	enqueue(t, q, Item{ID: "1", Kind: game})
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), workerVariable+"="+r.Address())
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	done := make(chan string)
	serve(t, q, Duties{Handlers: map[ItemKind]Handler{game: each(done)}})
	worker.Process.Kill()
	worker.Wait()
	killed := time.Now()
	receive(t, done)
	if d := time.Since(killed); d > 30*time.Second {
		t.Errorf("it took %s", d)
	} else {
		t.Logf("the task was back after %s", d)
	}
}
