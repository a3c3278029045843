package ipr

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// matches is the log-likelihood of k matches in n moves, each of probability
// 1/(1+exp(-(R-2000)/200)). It has its maximum at 2000 + 200 ln(k/(n-k)).
func matches(k, n float64) func(float64) float64 {
	return func(rating float64) float64 {
		x := (rating - 2000) / 200
		return -k*math.Log1p(math.Exp(-x)) - (n-k)*math.Log1p(math.Exp(x))
	}
}

// parabola has its maximum at the middle and standard error sd.
func parabola(middle, sd float64) func(float64) float64 {
	return func(rating float64) float64 { return -(rating - middle) * (rating - middle) / (2 * sd * sd) }
}

func TestMaximumInClosedForm(t *testing.T) {
	for _, c := range []struct{ k, n float64 }{{50, 100}, {30, 100}, {140, 200}, {1, 40}, {399, 400}} {
		e := Of(matches(c.k, c.n), 1, Everybody())
		want := 2000 + 200*math.Log(c.k/(c.n-c.k))
		if !e.OK || math.Abs(e.Rating-want) > 0.1 || e.AtLeast || e.AtMost || !(e.Low < want && want < e.High) {
			t.Errorf("%v of %v: %+v, want %.1f", c.k, c.n, e, want)
		}
	}
}

// The interval of a parabola is that of the normal distribution: 1.96 standard
// errors, times sqrt phi.
func TestIntervalInClosedForm(t *testing.T) {
	for _, c := range []struct{ middle, sd, phi, half float64 }{
		{2200, 80, 1, 1.959964 * 80},
		{2200, 80, 2.25, 1.959964 * 120},
		{1733.3, 3, 1, 1.959964 * 3},
		{2500, 100, 0.5, 1.959964 * 100}, // never narrower than independent moves
		{2500, 100, math.NaN(), 1.959964 * 100},
	} {
		e := Of(parabola(c.middle, c.sd), c.phi, Everybody())
		if math.Abs(e.Rating-c.middle) > 0.05 || math.Abs(e.Low-c.middle+c.half) > 0.05 || math.Abs(e.High-c.middle-c.half) > 0.05 || e.LowOpen || e.HighOpen {
			t.Errorf("%+v: %+v", c, e)
		}
	}
}

func TestEndsOfTheRange(t *testing.T) {
	r := Range{1000, 3000}
	for _, c := range []struct {
		name string
		l    func(float64) float64
		want Estimate
	}{
		{"all match", matches(20, 20), Estimate{Rating: 3000, High: 3000, AtLeast: true, HighOpen: true, OK: true}},
		{"none match", matches(0, 20), Estimate{Rating: 1000, Low: 1000, AtMost: true, LowOpen: true, OK: true}},
		{"interval beyond the end", parabola(2900, 100), Estimate{Rating: 2900, Low: 2704, High: 3000, HighOpen: true, OK: true}},
		{"interval beyond both ends", parabola(2000, 2000), Estimate{Rating: 2000, Low: 1000, High: 3000, LowOpen: true, HighOpen: true, OK: true}},
		{"good from 2000 on", func(r float64) float64 { return min(0, (r-2000)/10) }, Estimate{Rating: 3000, Low: 1980.8, High: 3000, AtLeast: true, HighOpen: true, OK: true}},
	} {
		e := Of(c.l, 1, r)
		flags := e
		flags.Rating, flags.Low, flags.High = c.want.Rating, c.want.Low, c.want.High
		if flags != c.want || math.Abs(e.Rating-c.want.Rating) > 0.05 ||
			c.want.Low != 0 && math.Abs(e.Low-c.want.Low) > 0.05 || c.want.High != 0 && math.Abs(e.High-c.want.High) > 0.05 {
			t.Errorf("%s: %+v, want %+v", c.name, e, c.want)
		}
	}
}

func TestMovesThatSayNothing(t *testing.T) {
	for name, l := range map[string]func(float64) float64{
		"no moves":     func(float64) float64 { return 0 },
		"forced moves": func(r float64) float64 { return -1e-12 * r },
		"impossible":   func(float64) float64 { return math.Inf(-1) },
		"no numbers":   func(float64) float64 { return math.NaN() },
		"infinite":     func(float64) float64 { return math.Inf(1) },
	} {
		if e := Of(l, 1, Everybody()); e != (Estimate{}) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// Two maxima: the higher one counts, however narrow, and the interval spans both
// where the lower one is not far below.
func TestSeveralMaxima(t *testing.T) {
	two := func(gap float64) func(float64) float64 {
		first, second := parabola(1500, 60), parabola(2600, 90)
		return func(r float64) float64 { return max(first(r), second(r)-gap) }
	}
	if e := Of(two(5), 1, Everybody()); math.Abs(e.Rating-1500) > 0.05 || math.Abs(e.High-1617.6) > 0.1 {
		t.Errorf("far below: %+v", e)
	}
	e := Of(two(1), 1, Everybody())
	// The second reaches the line where its parabola has fallen by 0.9207.
	if want := 2600 + 90*math.Sqrt(2*(1.920729-1)); math.Abs(e.Rating-1500) > 0.05 || math.Abs(e.High-want) > 0.1 {
		t.Errorf("near: %+v, want up to %.1f", e, want)
	}
}

// Simulated honest performances of 200 moves: the rating is found without bias and the interval
// holds it 95 times in 100.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	const trials, moves, rating = 1500, 200, 2150.0
	p := 1 / (1 + math.Exp(-(rating-2000)/200))
	held, sum := 0, 0.0
	for range trials {
		k := 0.0
		for range moves {
			if random.Float64() < p {
				k++
			}
		}
		e := Of(matches(k, moves), 1, Everybody())
		sum += e.Rating
		if e.Low <= rating && rating <= e.High {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.97 {
		t.Errorf("the interval holds the rating in %.3f of performances", share)
	}
	// The standard error of one estimate is 200/sqrt(n p q) = 30.3.
	if bias := sum/trials - rating; math.Abs(bias) > 5 {
		t.Errorf("bias %.1f", bias)
	}
}

func TestEstimateOfAnything(t *testing.T) {
	values := rapid.OneOf(rapid.Float64Range(-500, 0), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(-1), math.Inf(1), -1e300}))
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SliceOfN(values, 1, 20).Draw(t, "table")
		r := Range{Low: rapid.Float64Range(0, 2000).Draw(t, "low")}
		r.High = r.Low + rapid.Float64Range(1, 3000).Draw(t, "width")
		l := func(rating float64) float64 {
			at := int((rating - r.Low) / (r.High - r.Low) * float64(len(table)))
			return table[min(max(at, 0), len(table)-1)]
		}
		e := Of(l, rapid.Float64Range(0, 5).Draw(t, "phi"), r)
		if e.OK && !(r.Low <= e.Low && e.Low <= e.Rating && e.Rating <= e.High && e.High <= r.High) || !e.OK && e != (Estimate{}) {
			t.Fatalf("%+v in %+v", e, r)
		}
	})
}

func TestWiderWithDispersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		l := matches(float64(rapid.IntRange(0, n).Draw(t, "k")), float64(n))
		narrow, wide := Of(l, 1, Everybody()), Of(l, rapid.Float64Range(1, 6).Draw(t, "phi"), Everybody())
		if wide.Rating != narrow.Rating || wide.Low > narrow.Low+precision || wide.High < narrow.High-precision {
			t.Fatalf("%+v and %+v", narrow, wide)
		}
	})
}
