package work

import (
	"sync"
	"time"

	"fairplay/reports/store"
	"fairplay/uci"
)

// TaskOutcome is how an attempt at a task ended.
type TaskOutcome string

// The outcomes.
const (
	Done   TaskOutcome = "done"
	Failed TaskOutcome = "failed" // will be tried again
	Dead   TaskOutcome = "dead"   // given up
)

// Counts is what this process has done since it started.
type Counts struct {
	Evaluated      int64 // positions evaluated for tasks
	Cached         int64 // positions that tasks needed and the cache had
	EngineRestarts int64
	Tasks          map[store.TaskKind]map[TaskOutcome]int64
}

// counters keeps Counts.
type counters struct {
	mu    sync.Mutex
	now   Counts
	done  [windowBurst]time.Time // when the last tasks were done, in a ring
	place int                    // of the next one
}

func (c *counters) positions(evaluated, cached int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Evaluated += int64(evaluated)
	c.now.Cached += int64(cached)
}

func (c *counters) outcome(kind store.TaskKind, o TaskOutcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now.Tasks == nil {
		c.now.Tasks = map[store.TaskKind]map[TaskOutcome]int64{}
	}
	if c.now.Tasks[kind] == nil {
		c.now.Tasks[kind] = map[TaskOutcome]int64{}
	}
	c.now.Tasks[kind][o]++
}

// finished counts a task that is done.
func (c *counters) finished(kind store.TaskKind, at time.Time) {
	c.outcome(kind, Done)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done[c.place%windowBurst] = at
	c.place++
}

// since returns how many tasks were done after a moment, at most windowBurst.
func (c *counters) since(moment time.Time) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, at := range c.done {
		if at.After(moment) {
			n++
		}
	}
	return n
}

// Counts returns what this process has done so far. Every kind of task and
// every outcome is there.
func (w Worker) Counts() Counts {
	c := &w.counters
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now
	now.EngineRestarts = w.engineRestarts()
	now.Tasks = map[store.TaskKind]map[TaskOutcome]int64{}
	for _, kind := range taskKinds() {
		now.Tasks[kind] = map[TaskOutcome]int64{}
		for _, o := range []TaskOutcome{Done, Failed, Dead} {
			now.Tasks[kind][o] = c.now.Tasks[kind][o]
		}
	}
	return now
}

// counting is an Evaluator that counts how many times it restarted engines.
type counting interface{ Stats() uci.Stats }

// engineRestarts sums the restarts of all engines, once each: quick and full tests may share them.
func (w Worker) engineRestarts() (n int64) {
	if pool, ok := w.Quick.Engines.(counting); ok {
		n += pool.Stats().Restarts
	}
	if pool, ok := w.Full.Engines.(counting); ok && w.Full.Engines != w.Quick.Engines {
		n += pool.Stats().Restarts
	}
	if w.Second != nil {
		if pool, ok := w.Second.Engines.(counting); ok {
			n += pool.Stats().Restarts
		}
	}
	return n
}
