package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports/store/storetest"
)

// onEach runs a benchmark on both databases.
func onEach(b *testing.B, bench func(*testing.B, *DB)) {
	server := storetest.Start(b, "fsync=on")
	b.Run("SQLite", func(b *testing.B) { timed(b, openFresh(b, cacheFile(b)), bench) })
	b.Run("PostgreSQL", func(b *testing.B) { timed(b, openFresh(b, server.Fresh(b)), bench) })
}

func timed(b *testing.B, db *DB, bench func(*testing.B, *DB)) {
	b.ResetTimer()
	bench(b, db)
}

// wholeGame is a game of 80 plies, with the size that one has in JSON.
func wholeGame(i int) StoredGame {
	var plies []map[string]any
	for ply := range 80 {
		plies = append(plies, map[string]any{"Move": (i*31 + ply*977) % 4096, "SAN": fmt.Sprintf("N%c%d", 'a'+(i+ply)%8, 1+ply%8), "Clock": 5400 - i - 7*ply,
			"Key": fmt.Sprintf("r1bq%dk1/pp%dn1ppp/2n1p3/%dp1p4/3P4/%dPN1PN2/P1QB1PPP/R3KB1R w KQ - 2 %d", ply%8, i%8, (i+ply)%8, (i*ply)%8, ply)})
	}
	text, _ := json.Marshal(map[string]any{"ID": i, "Plies": plies})
	g := newGame(fmt.Sprint(i), "", i)
	g.Body = text
	g.SHA256 = hexDigest(text)
	return g
}

// BenchmarkImport stores 1 100 games of one batch with their tasks.
func BenchmarkImport(b *testing.B) {
	const n = 1100
	var games []StoredGame
	var tasks []Task
	for i := range n {
		games = append(games, wholeGame(i))
		tasks = append(tasks, newTask(fmt.Sprintf("%032d", i), "a"))
	}
	onEach(b, func(b *testing.B, db *DB) {
		for i := range b.N {
			event := fmt.Sprint("event", i)
			makeEvent(b, db, event)
			makeBatch(b, db, event, fmt.Sprint("batch", i))
			for j := range games {
				games[j].ID = fmt.Sprint(i, "/", j)
				games[j].Body = append(games[j].Body, ' ') // another game
				games[j].SHA256 = hexDigest(games[j].Body)
				tasks[j].ID = fmt.Sprintf("%d %s", i, tasks[j].ID)
			}
			finish(b, db, resultOf(fmt.Sprint("batch", i), games...))
			must[int](b)(db.AddTasks(b.Context(), tasks))
		}
	})
}

// BenchmarkReport reads a report of 200 players.
func BenchmarkReport(b *testing.B) {
	onEach(b, func(b *testing.B, db *DB) {
		makeEvent(b, db, "a")
		r := newReport("key", "a", strings.Repeat(`{"player":"Somebody","roi":"52.25","z":"-0.3175","games":9},`, 5000))
		ok(b, db.PutReport(b.Context(), r, nil))
		b.SetBytes(int64(len(r.Body)))
		for b.Loop() {
			must[Report](b)(db.Report(b.Context(), r.ID))
		}
	})
}

// BenchmarkAuditEntry appends one entry after the other.
func BenchmarkAuditEntry(b *testing.B) {
	onEach(b, func(b *testing.B, db *DB) {
		for b.Loop() {
			ok(b, db.Audit(b.Context(), []AuditEntry{newEntry("x")}))
		}
	})
}

// BenchmarkAudit appends 200 entries a second from 50 callers and reports the 99th percentile
// of the waiting time.
func BenchmarkAudit(b *testing.B) {
	onEach(b, func(b *testing.B, db *DB) {
		a := NewAuditor(db)
		defer a.Close()
		waits := make(chan time.Duration, b.N)
		tick := time.NewTicker(time.Second / 200)
		defer tick.Stop()
		for range b.N {
			<-tick.C
			go func() {
				begun := time.Now()
				if err := a.Append(b.Context(), newEntry("x")); err != nil {
					b.Error(err)
				}
				waits <- time.Since(begun)
			}()
		}
		reportPercentiles(b, waits)
	})
}

func reportPercentiles(b *testing.B, waits <-chan time.Duration) {
	var all []time.Duration
	for range b.N {
		all = append(all, <-waits)
	}
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(all[len(all)*99/100].Seconds()*1e3, "p99-ms")
}

// BenchmarkTask starts and ends a task.
func BenchmarkTask(b *testing.B) {
	onEach(b, func(b *testing.B, db *DB) {
		for i := range b.N {
			id := fmt.Sprint(i)
			addTasks(b, db, newTask(id, "a"))
			must[Task](b)(db.StartTask(b.Context(), id, minute))
			ok(b, db.FinishTask(b.Context(), id, minute))
		}
	})
}

// BenchmarkProgress reads the progress of an event of 10 000 games.
func BenchmarkProgress(b *testing.B) {
	var tasks []Task
	for i := range 10_000 {
		tasks = append(tasks, newTask(fmt.Sprint(i), "a"))
	}
	onEach(b, func(b *testing.B, db *DB) {
		addTasks(b, db, tasks...)
		for b.Loop() {
			must[EventProgress](b)(db.Progress(b.Context(), "a"))
		}
	})
}
