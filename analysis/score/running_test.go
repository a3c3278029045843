package score

import (
	"testing"

	"pgregory.net/rapid"
)

// testsOf returns all tests of a performance, whatever its rating.
func testsOf(p *Parameters, perf *Performance) Each[TestResult] {
	tests, _ := perf.running().sums.tests(p, perf.RatingSD, perf.Field)
	return tests
}

// What is added up game by game is what one pass over the moves for each quantity gives, to
// the last bit.
func TestRunningIsThePerformance(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		perf.Field = Offset{Mean: rapid.Float64Range(-200, 200).Draw(t, "field"), SD: 40, OK: true}
		all := testsOf(&p, perf)
		for _, q := range Quantities() {
			if got, want := *all.At(q), testOf(perf, q, *p.Spread.At(q), p.Effects); got != want {
				t.Fatalf("%v: %+v, not %+v", q, got, want)
			}
		}
	})
}
