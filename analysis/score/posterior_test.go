package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Sellke, Bayarri, Berger 2001, table 1: the bound of the Bayes factor for
// chance at p = 0.05, 0.01, 0.005, 0.001, with the z of those p from tables.
func TestEvidenceBound(t *testing.T) {
	for _, c := range []struct{ z, chance float64 }{
		{1.644854, 0.407}, {2.326348, 0.125}, {2.575829, 0.072}, {3.090232, 0.0188},
	} {
		if got := 1 / EvidenceBound(c.z); math.Abs(got-c.chance) > 6e-4 {
			t.Errorf("bound at z = %v: %.4f, want %.4f", c.z, got, c.chance)
		}
	}
	if EvidenceBound(0) != 1 || EvidenceBound(-5) != 1 {
		t.Error("an ordinary value weighs against chance")
	}
}

// By hand at z = 5: p = 2.8665e-7, -ln p = 15.0650, B = 1/(2.71828 * 2.8665e-7 *
// 15.0650) = 85 188; prior 1/10 000: 8.5197/(1 + 8.5197) = 0.895.
func TestPosteriorByHand(t *testing.T) {
	if got := Posterior(BoardPriors().Low, 5); math.Abs(got-0.895) > 5e-4 {
		t.Errorf("posterior %v, want 0.895", got)
	}
}

// By hand at z = 4.25: p = 1.0689e-5, -ln p = 11.4462, B = 3006.8; with 1 and 2
// in 100 before, 0.968 and 0.984.
func TestPosteriorOnline(t *testing.T) {
	low, high := Posterior(OnlinePriors().Low, 4.25), Posterior(OnlinePriors().High, 4.25)
	if math.Abs(low-0.9681) > 5e-4 || math.Abs(high-0.9840) > 5e-4 {
		t.Errorf("posterior %v and %v", low, high)
	}
}

func TestPosteriorIsAProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prior := rapid.Float64Range(0, 1).Draw(t, "prior")
		low := rapid.Float64Range(-50, 50).Draw(t, "z")
		high := low + rapid.Float64Range(0, 10).Draw(t, "more")
		a, b := Posterior(prior, low), Posterior(prior, high)
		if !(a >= prior-1e-12 && a <= b*(1+1e-9) && b <= 1) {
			t.Fatalf("prior %v, z %v: %v; z %v: %v", prior, low, a, high, b)
		}
	})
}
