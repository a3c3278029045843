package score

import (
	"testing"

	"pgregory.net/rapid"
)

// What is added up game by game is what a performance gives, to the last bit.
func TestRunningIsThePerformance(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		perf.Field = Offset{Mean: rapid.Float64Range(-200, 200).Draw(t, "field"), SD: 40, OK: true}
		var running Running
		for i := range perf.Games {
			running.Add(&perf.Games[i])
		}
		if got, want := running.Assess(&p, perf.Rating, perf.RatingSD, perf.Field), p.Assess(perf); got != want {
			t.Fatalf("%+v, not %+v", got, want)
		}
	})
}
