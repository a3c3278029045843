package work

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
)

// BenchmarkImport takes in a week of chess as one upload: receive, store, read,
// decide what counts, plan, and put into the queue. It reports the seconds that
// 1100 games take.
func BenchmarkImport(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		folder := b.TempDir()
		n := 0
		benchmarkImport(b, func() string {
			n++
			return filepath.Join(folder, strings.Repeat("x", n)+".db")
		})
	})
	b.Run("postgres", func(b *testing.B) {
		server := storetest.Start(b, "fsync=on")
		benchmarkImport(b, func() string { return server.Fresh(b) })
	})
}

func benchmarkImport(b *testing.B, fresh func() string) {
	file := fileText(b, "../../testdata/pgn/twic1599_whole.pgn.zst")
	games := 0
	for b.Loop() {
		b.StopTimer()
		source := fresh()
		if err := store.Migrate(context.Background(), source); err != nil {
			b.Fatal(err)
		}
		s := reopen(b, source)
		s.create(b, store.Event{ID: eventID})
		s.Queue = embedded(b, s)
		b.StartTimer()

		batch := s.accept(b, file)
		imports, err := s.all(b.Context(), store.TasksQuery{Event: eventID, Kind: Import})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.doing(Import)(b.Context(), imports[0].ID); err != nil {
			b.Fatal(err)
		}

		b.StopTimer()
		batch, err = s.Store.Batch(b.Context(), batch.ID)
		if n, failed := s.Store.CountOpen(b.Context(), eventID, EvaluateQuick); err != nil || failed != nil || n < batch.Counts.New*9/10 {
			b.Fatalf("%d tasks of %d games, %v, %v", n, batch.Counts.New, err, failed)
		}
		games += batch.Counts.Read
		b.StartTimer()
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(games)*1100, "s/1100games")
}
