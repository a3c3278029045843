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
		got, err := Boundary(0.025, c.looks, c.looks)
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

// An independent computation: random walks of nine steps against the boundary,
// where rounds are as long as each other and where they are not.
func TestBoundaryHoldsTheError(t *testing.T) {
	const walks, alpha = 100_000, 0.02
	rounds := []float64{1. / 9, 2. / 9, 3. / 9, 4. / 9, 5. / 9, 6. / 9, 7. / 9, 8. / 9, 1}
	for _, information := range [][]float64{
		{.05, .2, .3, .31, .5, .65, .8, .9, 1},
		{40, 41, 43, 90, 91, 92, 93, 200, 201},
		{1, 2, 3, 4, 5, 6, 7, 8, 200},
	} {
		bounds, err := Boundary(alpha, rounds, information)
		if err != nil {
			t.Fatal(err)
		}
		random, crossed := source(1), 0
		for range walks {
			x, at := 0.0, 0.0
			for i, v := range information {
				x += random.NormFloat64() * math.Sqrt(v-at)
				at = v
				if x/math.Sqrt(v) >= bounds[i] {
					crossed++
					break
				}
			}
		}
		share, sd := float64(crossed)/walks, math.Sqrt(alpha*(1-alpha)/walks)
		if math.Abs(share-alpha) > 4*sd {
			t.Errorf("information %v: crossed by %v, want %v +- %v", information, share, alpha, sd)
		}
	}
}

// A look depends on nothing that comes later, bit for bit.
func TestBoundaryStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		planned := rapid.IntRange(1, 7).Draw(t, "planned")
		var done, information []float64
		sum := 0.0
		for k := range planned {
			if rapid.IntRange(0, 4).Draw(t, "bye") == 0 {
				continue
			}
			sum += float64(rapid.IntRange(0, 40).Draw(t, "moves"))
			done, information = append(done, float64(k+1)/float64(planned)), append(information, sum+1)
		}
		whole, err := Boundary(Tail(3), done, information)
		if err != nil {
			t.Fatal(err)
		}
		for n := range done {
			if part, err := Boundary(Tail(3), done[:n], information[:n]); err != nil || !slices.Equal(part, whole[:n]) {
				t.Fatalf("after %d looks %v, later %v, %v", n, part, whole, err)
			}
		}
	})
}

// Where the plan has not gone on, no value is enough, and the next look is as if
// this one had not been.
func TestBoundaryWithNothingToSpend(t *testing.T) {
	got, err := Boundary(0.025, []float64{0.5, 0.5, 1}, []float64{1, 1.5, 2})
	if err != nil || !math.IsInf(got[1], 1) {
		t.Fatalf("%v, %v", got, err)
	}
	without, err := Boundary(0.025, []float64{0.5, 1}, []float64{1, 2})
	if err != nil || !slices.Equal(without, []float64{got[0], got[2]}) {
		t.Errorf("%v, without the look %v, %v", got, without, err)
	}
}

// One look has the line that it is meant for, however far out.
func TestBoundaryOfOneLook(t *testing.T) {
	for _, line := range []float64{0.5, 2, 3, 4.25, 5, 8, 20} {
		got, err := Boundary(Tail(line), []float64{1}, []float64{212})
		if err != nil || math.Abs(got[0]-line) > 1e-6 {
			t.Errorf("line %v: %v, %v", line, got, err)
		}
	}
}

func TestBoundaryRefuses(t *testing.T) {
	for _, c := range []struct {
		alpha             float64
		done, information []float64
	}{
		{0, []float64{1}, []float64{1}}, {0.6, []float64{1}, []float64{1}}, {math.NaN(), []float64{1}, []float64{1}},
		{0.01, []float64{0}, []float64{1}}, {0.01, []float64{0.5, 0.4}, []float64{1, 2}}, {0.01, []float64{0.5, 1.1}, []float64{1, 2}},
		{0.01, []float64{math.NaN()}, []float64{1}}, {0.01, []float64{1}, []float64{0}}, {0.01, []float64{0.5, 1}, []float64{2, 1}},
		{0.01, []float64{1}, []float64{math.Inf(1)}}, {0.01, []float64{1}, []float64{math.NaN()}}, {0.01, []float64{1}, nil},
	} {
		if got, err := Boundary(c.alpha, c.done, c.information); err == nil {
			t.Errorf("alpha %v, shares %v, information %v: %v", c.alpha, c.done, c.information, got)
		}
	}
}

// Numbers everywhere, never below the value of a single look of the same error,
// and close to it at the end.
func TestBoundaryOfAnyLooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alpha := rapid.SampledFrom([]float64{0.025, 1.35e-3, 2.9e-7}).Draw(t, "alpha")
		done := rapid.SliceOfN(rapid.Float64Range(1e-9, 1), 0, 5).Draw(t, "plan")
		information := rapid.SliceOfN(rapid.Float64Range(1e-9, 400), len(done), len(done)).Draw(t, "information")
		slices.Sort(done)
		slices.Sort(information)
		bounds, err := Boundary(alpha, done, information)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range bounds {
			if !(b >= -math.Sqrt2*math.Erfinv(2*alpha-1)-1e-6 && (b <= farthest || math.IsInf(b, 1) && i > 0)) {
				t.Fatalf("shares %v, information %v: boundary %d is %v", done, information, i, b)
			}
		}
	})
}
