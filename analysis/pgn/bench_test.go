package pgn_test

import (
	"bytes"
	"runtime"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// BenchmarkRead reads forty games of an event, all plies with positions, keys
// and repetitions, and reports games and plies per second.
func BenchmarkRead(b *testing.B) {
	text := sample(b, "twic1599.pgn")
	games, plies := 0, 0
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for g, err := range pgn.Games(bytes.NewReader(text), "twic1599.pgn", pgn.Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			games++
			plies += len(g.Plies)
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

// BenchmarkKeep keeps forty games of an event, 96 plies each on average, and reports the memory
// that one of them takes.
func BenchmarkKeep(b *testing.B) {
	text := sample(b, "twic1599.pgn")
	var kept []*analysis.Game
	var before, after runtime.MemStats
	for b.Loop() {
		kept = nil
		runtime.GC()
		runtime.ReadMemStats(&before)
		for g, err := range pgn.Games(bytes.NewReader(text), "twic1599.pgn", pgn.Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			kept = append(kept, g)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(kept)), "B/game")
	b.ReportMetric(float64(after.HeapObjects-before.HeapObjects)/float64(len(kept)), "objects/game")
}

// BenchmarkNewPosition lists the legal moves of the positions of one game.
func BenchmarkNewPosition(b *testing.B) {
	g := only(b, string(sample(b, "hard/checks.pgn")))
	for i := 0; b.Loop(); i++ {
		if _, err := pgn.NewPosition(g.Plies[i%len(g.Plies)].Key); err != nil {
			b.Fatal(err)
		}
	}
}
