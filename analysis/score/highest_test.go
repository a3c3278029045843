package score

import (
	"math"
	"testing"

	"fairplay/analysis/exact"
)

// The highest of independent values, of equal ones, and of one.
func TestHighestByHand(t *testing.T) {
	apart, one := exact.Symmetric{{1}, {0, 1}, {0, 0, 1}}, exact.Symmetric{{1}, {1, 1}, {1, 1, 1}}
	for _, z := range []float64{-5, -1, 0, 0.3, 1, 2, 3.32, 5, 12} {
		below := 1 - Tail(z)
		want := Tail(z) * (1 + below + below*below)
		if got := Tail(highest(z, apart)); !near(got, want, 1e-10) && math.Abs(got/want-1) > 1e-10 {
			t.Errorf("three independent values at %v: %v, want %v", z, got, want)
		}
		if got := highest(z, one); math.Abs(got-z) > 1e-3 {
			t.Errorf("three equal values at %v: %v", z, got)
		}
		if got := highest(z, exact.Symmetric{{1}}); got != z {
			t.Errorf("one value at %v: %v", z, got)
		}
	}
	// At 0 the chance that none is above is 1/8 + (sum of arcsin rho) / 4 pi (Sheppard, 1898).
	r := exact.Symmetric{{1}, {0.6, 1}, {0.8, 0.3, 1}}
	want := 7.0/8 - (math.Asin(0.6)+math.Asin(0.8)+math.Asin(0.3))/(4*math.Pi)
	if got := Tail(highest(0, r)); math.Abs(got-want) > 1e-9 {
		t.Errorf("three correlated values at 0: %v, want %v", got, want)
	}
	if got := highest(60, apart); got != 60 {
		t.Errorf("beyond every tail: %v", got)
	}
}

// Correlated values against the integral, over the last of them, of the probability that both others are
// below given that one.
func TestHighestOfCorrelatedValues(t *testing.T) {
	for _, r := range []exact.Symmetric{
		{{1}, {0.6, 1}, {0.8, 0.7, 1}}, {{1}, {-0.3, 1}, {0.2, 0.4, 1}}, {{1}, {0.95, 1}, {0.9, 0.97, 1}}, {{1}, {0.9, 1}, {0.99, 0.93, 1}},
	} {
		before := math.Inf(-1)
		for _, z := range []float64{-1, 0.5, 2, 3} {
			const step = 0.001
			a, b := math.Sqrt(1-r[2][0]*r[2][0]), math.Sqrt(1-r[2][1]*r[2][1])
			all, sd := 0.0, a*b
			for x := z - step/2; x > -9; x -= step {
				all += step * exact.NormalDensity(x) * both((z-r[2][0]*x)/a, (z-r[2][1]*x)/b, (r[1][0]-r[2][0]*r[2][1])/sd)
			}
			got := highest(z, r)
			if !near(Tail(got), 1-all, 1e-7) || !(got < z && got > before) {
				t.Errorf("%v at %v: %v, Q %v, want %v", r, z, got, Tail(got), 1-all)
			}
			before = got
		}
	}
}
