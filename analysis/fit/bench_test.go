package fit

import (
	"testing"
)

// BenchmarkFit fits the whole model, with offsets of events, and reports moves
// per second of one core.
func BenchmarkFit(b *testing.B) {
	w := newWorld(b, 1, modelTerms(), modelCoefficients())
	sides := corpusOf(b, w.events(12, 20)...).Part(Train)
	start, err := blank(shipped(), 7)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := fitChoice(InOrder, start, sides, ridge(start.Terms)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(moves(sides)*b.N)/b.Elapsed().Seconds(), "moves/s")
}
