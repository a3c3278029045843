package store

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func checkReminders(t *testing.T, db *DB) {
	r := Reminder{Case: "C-3F9A-07BD", What: "report", Due: start, Nearness: "soon", Sender: "mail"}
	var before []int
	pause := func(n int) time.Duration { before = append(before, n); return time.Duration(n+1) * time.Minute }
	claim := func(r Reminder, after time.Duration) bool {
		t.Helper()
		return must[bool](t)(db.ClaimReminder(t.Context(), r, start.Add(after), pause))
	}
	same(t, "the first claim", claim(r, 0), true)
	same(t, "while somebody sends it", claim(r, time.Minute-time.Second), false)
	same(t, "after the pause", claim(r, time.Minute), true)
	same(t, "after a longer pause", claim(r, 3*time.Minute-time.Second), false)
	same(t, "after a longer pause", claim(r, 3*time.Minute), true)
	same(t, "attempts before", before, []int{0, 1, 2})
	ok(t, db.ReminderSent(t.Context(), r))
	same(t, "once it is sent", claim(r, 1000*time.Hour), false)
	for _, other := range []Reminder{
		{"C-3F9A-07BE", "report", start, "soon", "mail"}, {"C-3F9A-07BD", "statement", start, "soon", "mail"},
		{"C-3F9A-07BD", "report", start.Add(time.Microsecond), "soon", "mail"}, {"C-3F9A-07BD", "report", start, "today", "mail"},
		{"C-3F9A-07BD", "report", start, "soon", "log"},
	} {
		same(t, "another", claim(other, 0), true)
	}

	var claims atomic.Int64
	var wg sync.WaitGroup
	r.Case = "C-0000-0001"
	for range 8 {
		wg.Go(func() {
			claimed, err := db.ClaimReminder(t.Context(), r, start, func(int) time.Duration { return time.Minute })
			if err != nil {
				t.Error(err)
			}
			if claimed {
				claims.Add(1)
			}
		})
	}
	wg.Wait()
	same(t, "claims of many at once", claims.Load(), 1)
}
