package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// By hand: odds of 1 000 and 1 player in 10 000 before: 0.1/(0.9999 + 0.1) = 0.0909;
// 1 in 100 before: 10/(0.99 + 10) = 0.910.
func TestPosteriorByHand(t *testing.T) {
	for _, c := range []struct{ prior, odds, want float64 }{
		{BoardPriors().Low, 1000, 0.09092}, {OnlinePriors().Low, 1000, 0.90992}, {0.02, 1, 0.02}, {0, 1e300, 0}, {1, 1e-300, 1}, {0.1, math.Inf(1), 1},
	} {
		if got := Posterior(c.prior, c.odds); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestPosteriorIsAProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prior := rapid.Float64Range(0, 1).Draw(t, "prior")
		low := rapid.Float64Range(0, 1e12).Draw(t, "odds")
		high := low * rapid.Float64Range(1, 1e6).Draw(t, "times")
		a, b := Posterior(prior, low), Posterior(prior, high)
		if !(a >= 0 && a <= b*(1+1e-9) && b <= 1) {
			t.Fatalf("prior %v, odds %v: %v; odds %v: %v", prior, low, a, high, b)
		}
	})
}
