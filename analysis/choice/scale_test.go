package choice

import (
	"math"
	"testing"
)

// The reference integrates dz/(1+|z|) numerically, which is how [RH11] defines
// the scale, and does not know the closed form.
func TestScaleIsTheIntegral(t *testing.T) {
	for _, v := range []float64{-10, -3, -0.35, 0, 0.01, 0.5, 1, 2.2, 10} {
		const steps = 200_000
		h, sum := v/steps, 0.0
		for i := range steps {
			z := (float64(i) + 0.5) * h
			sum += h / (1 + math.Abs(z))
		}
		if got := Scale(v); math.Abs(got-sum) > 1e-8 {
			t.Errorf("Scale(%v) = %v, the integral is %v", v, got, sum)
		}
	}
}

func TestWinExpectation(t *testing.T) {
	// 100 centipawns are 59.1 % and 300 are 75.1 % by Lichess' table of accuracy.
	for _, c := range []struct{ pawns, want float64 }{{0, 0.5}, {1, 0.591}, {3, 0.7511}, {-3, 0.2489}} {
		if got := WinExpectation(c.pawns); math.Abs(got-c.want) > 5e-4 {
			t.Errorf("WinExpectation(%v) = %.4f, want %.4f", c.pawns, got, c.want)
		}
	}
}
