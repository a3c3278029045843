package uci

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStockfishQuick evaluates all vectors under the quick recipe with the engine that made
// them.
func TestStockfishQuick(t *testing.T) { reproduce(t, some(vectors(t), "quick", 1), stockfish) }

// TestStockfishFull evaluates three vectors under the full recipe. The others
// are left to the slow suite.
func TestStockfishFull(t *testing.T) { reproduce(t, some(vectors(t), "full", 16), stockfish) }

// reproduce evaluates each vector with two real engines, in any order, and expects
// the recorded evaluation bit for bit.
func reproduce(t *testing.T, all []vector, engine string, args ...string) {
	p, err := NewPool(t.Context(), engine, 2, WithArgs(args...))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var wg sync.WaitGroup
	for _, v := range all {
		wg.Go(func() {
			got, err := p.Evaluate(t.Context(), Request{Position: v.position(t), Recipe: v.recipe()})
			if diff := cmp.Diff(v.evaluation(t), got, byInt); diff != "" || err != nil {
				t.Errorf("%s %s: %v (-want +got):\n%s", v.RecipeName, v.FEN, err, diff)
			}
		})
	}
	wg.Wait()
}
