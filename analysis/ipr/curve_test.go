package ipr

import (
	"math"
	"testing"
)

// Games of 12 matches in 30 and 25 in 30 are 37 in 60 together, and the estimate
// from curves is that of the likelihood itself.
func TestCurvesAddUp(t *testing.T) {
	r := Everybody()
	sum := Sum(Tabulate(matches(12, 30), r), Tabulate(matches(25, 30), r))
	for rating := 0.0; rating <= 4000; rating += 7 {
		if got, want := sum.At(rating), matches(37, 60)(rating); math.Abs(got-want) > 2e-3 {
			t.Fatalf("at %v: %v, want %v", rating, got, want)
		}
	}
	got, want := Of(sum.At, 1.3, r), Of(matches(37, 60), 1.3, r)
	if math.Abs(got.Rating-want.Rating) > 0.5 || math.Abs(got.Low-want.Low) > 0.5 || math.Abs(got.High-want.High) > 0.5 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The interpolation is exact for cubics, in the middle and at the ends.
func TestCurveOfACubic(t *testing.T) {
	cubic := func(r float64) float64 { x := r / 1000; return 1 - 2*x + 3*x*x - 0.5*x*x*x }
	for _, r := range []Range{{0, 4000}, {1000, 1010}} {
		c := Tabulate(cubic, r)
		for _, share := range []float64{0, 0.001, 0.3, 0.77, 1} {
			rating := r.Low + share*(r.High-r.Low)
			if got := c.At(rating); math.Abs(got-cubic(rating)) > 1e-10 {
				t.Errorf("at %v: %v, want %v", rating, got, cubic(rating))
			}
		}
	}
}

func TestNoCurves(t *testing.T) {
	if e := Of(Sum().At, 1, Everybody()); e.OK {
		t.Errorf("%+v", e)
	}
}

func BenchmarkOfCurve(b *testing.B) {
	c := Tabulate(matches(150, 270), Everybody())
	games := []Curve{c, c, c, c, c, c, c, c, c}
	for b.Loop() {
		Of(Sum(games...).At, 1.5, Everybody())
	}
}
