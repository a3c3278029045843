package work

import (
	"os"
	"testing"
)

// BenchmarkGameMoves looks at the moves of one game of an event whose evaluations are stored.
func BenchmarkGameMoves(b *testing.B) {
	path := os.Getenv("GAMES")
	if path == "" {
		path = "../../testdata/pgn/begonia.pgn"
	}
	s := serve(b)
	calibrated(b, s)
	s.accept(b, fileText(b, path))
	s.work(b)
	longest := s.games(b)[0]
	for _, g := range s.games(b) {
		if g.Plies > longest.Plies && g.Plies <= 200 {
			longest = g
		}
	}
	b.ReportMetric(float64(longest.Plies), "plies")
	for b.Loop() {
		if moves := s.moves(b, longest.ID, "", ""); len(moves.Moves) != longest.Plies {
			b.Fatalf("%d moves", len(moves.Moves))
		}
	}
}
