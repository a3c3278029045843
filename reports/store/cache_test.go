package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func TestPassesAreKeptApart(t *testing.T) {
	for _, written := range []bool{false, true} {
		t.Run(fmt.Sprintf("written=%v", written), func(t *testing.T) {
			c := openStill(t, cacheFile(t), start)
			step := func() {
				if written {
					flush(t, c)
				}
			}
			expect(t, c, "quick", position, analysis.Evaluation{})
			put(t, c, "quick", position, deepOnly(30))
			step()
			expect(t, c, "quick", position, deepOnly(30))
			put(t, c, "quick", position, wideOnly(30))
			step()
			expect(t, c, "quick", position, bothPasses(30))
			put(t, c, "quick", position, bothPasses(30))
			step()
			expect(t, c, "quick", position, bothPasses(30))
			expect(t, c, "full", position, analysis.Evaluation{})
			expect(t, c, "quick", other, analysis.Evaluation{})
		})
	}
}

func TestKeptAcrossOpening(t *testing.T) {
	path := cacheFile(t)
	c := openStill(t, path, start)
	put(t, c, "quick", position, bothPasses(30))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	err := c.Put(t.Context(), "quick", position, bothPasses(30), legal)
	expectFault(t, err, fault.Internal, "cache_closed")
	expect(t, openStill(t, path, start), "quick", position, bothPasses(30))
}

// Rows that the writer has written are in the file even if the cache is never closed, as after
// kill -9.
func TestTickWrites(t *testing.T) {
	path, ticks := cacheFile(t), make(chan time.Time)
	c, err := openCacheAt(t.Context(), path, clock{now: func() time.Time { return start }, ticks: ticks, stop: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	put(t, c, "quick", position, bothPasses(30))
	ticks <- start
	ticks <- start // taken only when the first tick's batch is on the disk
	expect(t, openStill(t, path, start), "quick", position, bothPasses(30))
}

func TestManyRowsWakeTheWriter(t *testing.T) {
	c := &Cache{pending: map[rowKey][]byte{}, full: make(chan struct{}, 1)}
	for i := range fullAt {
		if len(c.full) > 0 {
			t.Fatalf("woken by %d rows", i)
		}
		if err := c.enqueue(map[rowKey][]byte{{"quick", fmt.Sprint(i), analysis.Deep}: nil}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.full) == 0 {
		t.Errorf("not woken by %d rows", fullAt)
	}
}

func TestAnotherValueIsReported(t *testing.T) {
	for _, written := range []bool{false, true} {
		c := openStill(t, cacheFile(t), start)
		put(t, c, "quick", position, deepOnly(30))
		if written {
			flush(t, c)
		}
		err := c.Put(t.Context(), "quick", position, deepOnly(31), legal)
		expectFault(t, err, fault.Corrupt, "evaluation_differs")
		expect(t, c, "quick", position, deepOnly(30))
		put(t, c, "full", position, deepOnly(31))
	}
}

// Two processes may put different values before either has written: the later
// writer notices.
func TestConflictBetweenProcesses(t *testing.T) {
	path := cacheFile(t)
	a, b := openStill(t, path, start), openStill(t, path, start)
	put(t, a, "quick", position, deepOnly(30))
	put(t, b, "quick", position, deepOnly(31))
	put(t, b, "quick", other, deepOnly(40))
	flush(t, a)
	expectFault(t, b.Flush(), fault.Corrupt, "evaluation_differs")
	expectFault(t, b.Put(t.Context(), "quick", other, deepOnly(40), legal), fault.Corrupt, "evaluation_differs")
	expectFault(t, b.Close(), fault.Corrupt, "evaluation_differs")
	expect(t, a, "quick", position, deepOnly(30))
	expect(t, a, "quick", other, deepOnly(40)) // the rest of the batch was written
}

func TestTwoProcessesPutTheSame(t *testing.T) {
	path := cacheFile(t)
	a, b := openStill(t, path, start), openStill(t, path, start)
	put(t, a, "quick", position, bothPasses(30))
	put(t, b, "quick", position, bothPasses(30))
	flush(t, a)
	flush(t, b)
	expect(t, b, "quick", position, bothPasses(30))
}

func TestRefusals(t *testing.T) {
	c := openStill(t, cacheFile(t), start)
	err := c.Put(t.Context(), "quick", position, analysis.Evaluation{}, legal)
	expectFault(t, err, fault.Invalid, "evaluation_empty")
	err = c.Put(t.Context(), "quick", position, deepOnly(30), legal[:1])
	expectFault(t, err, fault.Invalid, "evaluation_move")
	err = c.Put(t.Context(), "quick", position, wideOnly(30), legal[:2])
	expectFault(t, err, fault.Invalid, "evaluation_move")
	unsound := deepOnly(30)
	unsound.BestMove = analysis.NewMove(0, 1, 0)
	err = c.Put(t.Context(), "quick", position, unsound, legal)
	expectFault(t, err, fault.Invalid, "evaluation_move")
}

func TestGetManyOfManyPositions(t *testing.T) {
	c := openStill(t, cacheFile(t), start)
	var positions []string
	for i := range 2*chunkLen + 7 {
		positions = append(positions, fmt.Sprintf("%s %d", position, i))
		if i%2 == 0 {
			put(t, c, "quick", positions[i], deepOnly(i))
		}
	}
	found, err := c.GetMany(t.Context(), "quick", positions)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range positions {
		e, ok := found[p]
		if ok != (i%2 == 0) {
			t.Fatalf("position %d: %v", i, ok)
		}
		if ok && e.Deep[1].Value != score(i) {
			t.Fatalf("position %d has the value of another", i)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	c, err := OpenCache(t.Context(), cacheFile(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 50 {
				p := fmt.Sprintf("%s %d", position, (i+10*worker)%50)
				if err := c.Put(t.Context(), "quick", p, bothPasses((i+10*worker)%50), legal); err != nil {
					t.Error(err)
				}
				if _, ok, err := c.Get(t.Context(), "quick", p); err != nil || !ok {
					t.Errorf("what was put is not there: %v", err)
				}
			}
		})
	}
	wg.Wait()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestCancelledContext(t *testing.T) {
	c := openStill(t, cacheFile(t), start)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.Get(ctx, "quick", position); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v", err)
	}
	put(t, c, "quick", position, deepOnly(30))
}
