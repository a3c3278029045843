package score

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Published boundaries of the spending function of O'Brien-Fleming type at
// one-sided 0.025 and equally spaced looks, as programs of the field print them
// (Reboussin, DeMets, Kim, Lan, LD98; R packages ldbounds and gsDesign); the
// last case is unequally spaced (gsDesign, timing 0.5, 0.75, 1). They agree among
// themselves to a unit of the last digit.
func TestBoundary(t *testing.T) {
	for _, c := range []struct{ looks, want []float64 }{
		{[]float64{1}, []float64{1.959964}},
		{[]float64{.5, 1}, []float64{2.9626, 1.9686}},
		{[]float64{1. / 3, 2. / 3, 1}, []float64{3.7103, 2.5114, 1.9930}},
		{[]float64{.25, .5, .75, 1}, []float64{4.3326, 2.9631, 2.3590, 2.0141}},
		{[]float64{.2, .4, .6, .8, 1}, []float64{4.8769, 3.3569, 2.6803, 2.2898, 2.0310}},
		{[]float64{.5, .75, 1}, []float64{2.9626, 2.3590, 2.0141}},
	} {
		got, err := Boundary(0.025, c.looks)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1.5e-4 {
				t.Errorf("looks %v: %.4f, want %v", c.looks, got, c.want)
				break
			}
		}
	}
}

// An independent computation: random walks of nine steps against the boundary.
func TestBoundaryHoldsTheError(t *testing.T) {
	const walks, alpha = 100_000, 0.02
	looks := []float64{.05, .2, .3, .31, .5, .65, .8, .9, 1}
	bounds, err := Boundary(alpha, looks)
	if err != nil {
		t.Fatal(err)
	}
	random, crossed := source(1), 0
	for range walks {
		x, at := 0.0, 0.0
		for i, t := range looks {
			x += random.NormFloat64() * math.Sqrt(t-at)
			at = t
			if x/math.Sqrt(t) >= bounds[i] {
				crossed++
				break
			}
		}
	}
	share, sd := float64(crossed)/walks, math.Sqrt(alpha*(1-alpha)/walks)
	if math.Abs(share-alpha) > 4*sd {
		t.Errorf("crossed by %v, want %v +- %v", share, alpha, sd)
	}
}

// One look has the line that it is meant for, however far out.
func TestBoundaryOfOneLook(t *testing.T) {
	for _, line := range []float64{0.5, 2, 3, 4.25, 5, 8, 20} {
		got, err := Boundary(Tail(line), []float64{1})
		if err != nil || math.Abs(got[0]-line) > 1e-6 {
			t.Errorf("line %v: %v, %v", line, got, err)
		}
	}
}

func TestBoundaryRefuses(t *testing.T) {
	for _, c := range []struct {
		alpha float64
		looks []float64
	}{
		{0, []float64{1}}, {0.6, []float64{1}}, {math.NaN(), []float64{1}},
		{0.01, []float64{0}}, {0.01, []float64{0.5, 0.4}}, {0.01, []float64{0.5, 1.1}}, {0.01, []float64{math.NaN()}},
	} {
		if got, err := Boundary(c.alpha, c.looks); err == nil {
			t.Errorf("alpha %v, looks %v: %v", c.alpha, c.looks, got)
		}
	}
}

// Numbers everywhere, never below the value of a single look of the same error,
// and close to it at the end.
func TestBoundaryOfAnyLooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alpha := rapid.SampledFrom([]float64{0.025, 1.35e-3, 2.9e-7}).Draw(t, "alpha")
		looks := rapid.SliceOfN(rapid.Float64Range(1e-9, 1), 0, 5).Draw(t, "looks")
		slices.Sort(looks)
		bounds, err := Boundary(alpha, looks)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range bounds {
			if !(b >= -math.Sqrt2*math.Erfinv(2*alpha-1)-1e-6 && b <= farthest) {
				t.Fatalf("looks %v: boundary %d is %v", looks, i, b)
			}
		}
	})
}
