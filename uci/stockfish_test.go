package uci

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStockfishQuick evaluates all vectors under the quick recipe with the
// engine that they were made with.
func TestStockfishQuick(t *testing.T) { reproduce(t, some(vectors(t), "quick", 1)) }

// TestStockfishFull evaluates four vectors under the full recipe. The others
// are left to the slow suite.
func TestStockfishFull(t *testing.T) { reproduce(t, some(vectors(t), "full", 10)) }

// reproduce evaluates each vector with a real engine and expects the recorded
// evaluation bit for bit.
func reproduce(t *testing.T, all []vector) {
	e, err := Start(t.Context(), stockfish)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, v := range all {
		got, err := e.Evaluate(t.Context(), Request{Position: v.position(t), Recipe: v.recipe()})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v.evaluation(t), got, byInt); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", v.RecipeName, v.FEN, diff)
		}
	}
}
