package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// adrift is fairplay with a clock that is off by the amount in the file $CLOCK_OFFSET at that
// moment.
const adrift = "fairplay-adrift"

// driftingClock is the clock of adrift.
func driftingClock() time.Time {
	text, err := os.ReadFile(os.Getenv("CLOCK_OFFSET"))
	if err != nil {
		return time.Now()
	}
	off, err := time.ParseDuration(string(text))
	if err != nil {
		panic(err)
	}
	return time.Now().Round(0).Add(off) // Round(0) drops the monotonic clock, which no jump would change
}

// jumpClocks makes clocks jump forwards and backwards by more than the longest pause and lease.
// The time of the machine itself cannot be changed for some of its processes: a time namespace
// of Linux does not include it, and Go calls no library that could be replaced. So the clock
// jumps in the two places where a time outlives the moment in which it is read:
//
//   - What the program writes and compares itself, in the database and in
//     answers, goes by the clock that it is given; the programs here are given
//     one that jumps.
//   - What asynq has written into Redis (ends of leases, times of retries) is
//     changed there to what clocks ahead or behind would have written.
//
// What jumps within a process do to timers is not covered; Go's timers and
// deadlines go by the steady clock.
func jumpClocks(t *testing.T, tr *trial) {
	v := tr.together(t)
	offset := filepath.Join(t.TempDir(), "offset")
	jump := func(d time.Duration) {
		whole := offset + ".whole"
		if err := os.WriteFile(whole, []byte(d.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(whole, offset); err != nil {
			t.Fatal(err)
		}
	}
	v.program, v.variables = adrift, []string{"CLOCK_OFFSET=" + offset}
	s := v.serve(quickly("--engines", "0")...)
	v.open(s)
	v.handIn(s)

	// The leases of a worker whose clock is behind have ended by everybody else's clock, so
	// another worker takes its tasks and does them as well.
	behind := v.work("--engines", "1")
	behind.awaitSearch(10)
	if leases, _ := v.redisServer.Shift(-2 * time.Hour); leases == 0 {
		t.Error("no lease was shortened")
	}
	jump(-2 * time.Hour)
	other := v.work("--engines", "1", "--grace", "0s")
	other.awaitSearch(10)

	// A worker whose clock is ahead gives its tasks back and thereby puts them off for hours.
	behind.die()
	other.stop()
	if _, due := v.redisServer.Shift(2 * time.Hour); due == 0 {
		t.Error("no task was put off")
	}
	ahead := v.work("--engines", "1")
	ahead.awaitSearch(5)

	// A worker that dies leaves leases that end in hours.
	ahead.die()
	if leases, _ := v.redisServer.Shift(2 * time.Hour); leases == 0 {
		t.Error("no lease was lengthened")
	}
	jump(36 * time.Hour)
	v.work(quickly("--engines", "2")...)
	v.settled(s)
}
