package corpus

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/uci"
)

// Stockfish 15.1 of Debian made the sample, and must make it again.
func TestVerifyWithStockfish(t *testing.T) {
	pool, err := uci.NewPool(t.Context(), "/usr/games/stockfish", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	sample := NewSample(3, rand.New(rand.NewPCG(3, 0)))
	reading := Import{Recipe: analysis.Quick(), Cache: &pipelinetest.Shelf{}, Sample: sample}
	if _, err := reading.Run(t.Context(), said(strings.NewReader(strings.Join(recording(t), "")))); err != nil {
		t.Fatal(err)
	}
	recipe, err := pool.Identity().Complete(analysis.Quick())
	if err != nil {
		t.Fatal(err)
	}
	sample.kept[1].Deep[0].Value = analysis.MateIn(3)
	want := Verified{Positions: 3, Differences: []string{sample.kept[1].Key}}
	for _, p := range sample.kept {
		want.Passes += len(passesOf(p.Evaluation))
	}
	got, err := sample.Verify(t.Context(), pool, recipe, 1, func(int, int) {})
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestVerifyHandsOnWhatAnEngineSays(t *testing.T) {
	sample := NewSample(2, rand.New(rand.NewPCG(1, 0)))
	reading := Import{Recipe: analysis.Quick(), Cache: &pipelinetest.Shelf{}, Sample: sample}
	if _, err := reading.Run(t.Context(), said(strings.NewReader(recording(t)[0]))); err != nil {
		t.Fatal(err)
	}
	broken := &pipelinetest.Oracle{Fail: func(string) error { return context.DeadlineExceeded }}
	if _, err := sample.Verify(t.Context(), broken, analysis.Quick(), 2, func(int, int) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Each of n positions is kept with probability k/n: over many samples, each
// about as often as any other (chi-square, 19 degrees of freedom, 43.8 is
// passed once in a thousand times).
func TestSamplesAreFair(t *testing.T) {
	const n, k, samples = 20, 5, 4000
	random := rand.New(rand.NewPCG(7, 7))
	var seen [n]float64
	for range samples {
		s := NewSample(k, random)
		for i := range n {
			s.add(evaluated{Position: analysis.Position{Key: string(rune(i))}})
		}
		if len(s.kept) != k {
			t.Fatalf("%d kept", len(s.kept))
		}
		for _, p := range s.kept {
			seen[[]rune(p.Key)[0]]++
		}
	}
	expected, chi := float64(samples*k)/n, 0.0
	for _, count := range seen {
		chi += (count - expected) * (count - expected) / expected
	}
	if chi > 43.8 {
		t.Errorf("chi-square %.1f over %v", chi, seen)
	}
}
