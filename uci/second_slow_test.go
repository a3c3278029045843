//go:build slow

package uci

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/uci/ucitest"
)

// TestSecondEngineIsDeterministic shows that the second engine gives the same bits
// twice in a row, backwards in the same process, and in a fresh one.
func TestSecondEngineIsDeterministic(t *testing.T) {
	var positions []analysis.Position
	for i, v := range some(vectors(t), "second", 10) {
		positions = append(positions, v.position(t))
		if i%2 == 0 {
			positions = append(positions, v.position(t))
		}
	}
	program, argument := ucitest.Second(t)
	r, err := Check(t.Context(), program, positions, analysis.Second(), nil, WithArgs(argument))
	if err != nil || !r.Deterministic() || r.Evaluations != 3*len(positions) || len(r.Lacks) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	for i := range positions[1:] {
		if again := cmp.Equal(r.First[i], r.First[i+1], byInt); again != (positions[i].Key == positions[i+1].Key) {
			t.Errorf("%s and %s in a row: the same is %v", positions[i].Key, positions[i+1].Key, again)
		}
	}
}
