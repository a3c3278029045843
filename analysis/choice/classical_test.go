package choice

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Two moves: with q = p_0, q + q^a = 1. For a = 2 that is the golden section, for
// a = 3 the real root of q³ + q = 1.
func TestClassicalOfTwoMoves(t *testing.T) {
	for _, c := range []struct{ exponent, p0 float64 }{
		{1, 0.5}, {2, (math.Sqrt(5) - 1) / 2}, {3, 0.6823278038280193},
	} {
		delta := 0.2 * math.Sqrt(math.Log(c.exponent))
		p := &Position{Delta: []float64{0, delta}}
		form := Classical{S: RatingLine{Middle: 0.2}, C: RatingLine{Middle: 2}}
		if got := form.Probabilities(p, 2100, nil); math.Abs(got[0]-c.p0) > 1e-12 || math.Abs(got[1]-math.Pow(c.p0, c.exponent)) > 1e-12 {
			t.Errorf("exponent %v: %v, want %v", c.exponent, got, c.p0)
		}
	}
}

// power returns x^y. math.Pow takes a logarithm that is wrong by up to 35 for
// subnormal x on amd64; here it sees a fraction of at least a half.
func power(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	fraction, exponent := math.Frexp(x)
	return math.Exp(y * (math.Log(fraction) + float64(exponent)*math.Ln2))
}

// p_i = p_0^(a_i) must hold between any two moves, and the sum must be one.
func TestClassicalForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Position{Delta: []float64{0}}
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			p.Delta = append(p.Delta, rapid.Float64Range(0, 5).Draw(t, "delta"))
		}
		form := Classical{
			S: RatingLine{rapid.Float64Range(0.01, 1).Draw(t, "s"), rapid.Float64Range(-0.1, 0.1).Draw(t, "s slope")},
			C: RatingLine{rapid.Float64Range(0.1, 2).Draw(t, "c"), rapid.Float64Range(-0.1, 0.1).Draw(t, "c slope")},
		}
		rating := rapid.Float64Range(0, 4000).Draw(t, "rating")
		ps := form.Probabilities(p, rating, nil)
		sum := 0.0
		for i, q := range ps {
			sum += q
			a := math.Exp(power(p.Delta[i]/form.S.At(rating), form.C.At(rating)))
			if want := a * math.Log(ps[0]); a < greatestExponent && want > -600 && math.Abs(math.Log(q)-want) > 1e-6*(1-want) {
				t.Fatalf("move %d: ln p = %v, want %v", i, math.Log(q), want)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("sum %v", sum)
		}
	})
}

func TestClassicalLineStaysPositive(t *testing.T) {
	l := RatingLine{Middle: 0.1, PerUnit: -0.05}
	if got := l.At(2500); math.Abs(got-0.05) > 1e-15 {
		t.Errorf("at 2500: %v", got)
	}
	if got := l.At(4000); got != 0.005 {
		t.Errorf("at 4000: %v", got)
	}
}
