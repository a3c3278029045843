package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Two clusters of two: mean 2.5, sums of deviations -2 and 2, so that the
// variance of the mean is 2/1 * (4+4) / 16.
func TestClusterMeanByHand(t *testing.T) {
	mean, se := clusterMean([]float64{3, 7, 0}, []float64{2, 2, 0})
	near(t, "mean", mean, 2.5, 0)
	near(t, "standard error", se, 1, 1e-15)
	if mean, se := clusterMean(nil, nil); mean != 0 || !math.IsNaN(se) {
		t.Errorf("of nothing: %v +- %v", mean, se)
	}
}

// Clopper and Pearson for 10 of 100 is 4.90 to 17.62 %; for 0 of 10, 0 to 30.85 %
// (R: binom.test).
func TestShare(t *testing.T) {
	f := share(10, 100, 100)
	near(t, "low", f.Low, 0.0490047, 1e-6)
	near(t, "high", f.High, 0.1762226, 1e-6)
	f = share(0, 1000, 10)
	near(t, "low", f.Low, 0, 0)
	near(t, "high", f.High, 0.3084971, 1e-6)
	f = share(5, 5, 5)
	near(t, "high", f.High, 1, 0)
	if f := share(0, 0, 0); f.Low != 0 || f.High != 1 {
		t.Errorf("of nothing: %+v", f)
	}
}

// D'Agostino and Stephens, Goodness-of-Fit Techniques, 1986, table 4.2: the 90, 95
// and 99 % points of A² are 1.933, 2.492 and 3.857.
func TestPublishedPoints(t *testing.T) {
	near(t, "AD at 1.933", marsaglia(1.933), 0.9, 3e-4)
	near(t, "AD at 2.492", marsaglia(2.492), 0.95, 3e-4)
	near(t, "AD at 3.857", marsaglia(3.857), 0.99, 3e-4)
	// One value at the median: D = 0.5, and with m independent values t = 0.5 (sqrt m + ...).
	const m = 7.0
	root := math.Sqrt(m)
	want := 0.0
	for j := 1.0; j < 20; j++ {
		want -= 2 * math.Pow(-1, j) * math.Exp(-2*j*j*math.Pow(0.5*(root+0.12+0.11/root), 2))
	}
	near(t, "KS", kolmogorov([]float64{0}, m), want, 1e-12)
}

// Wilson's interval for 3 of 10 is 10.78 to 60.32 %, for 0 of 10 it is 0 to 27.75 %
// (Brown, Cai and DasGupta, Statistical Science 16, 2001, p. 101).
func TestProportion(t *testing.T) {
	f := proportion(0.3, math.Sqrt(0.3*0.7/10), 1000)
	near(t, "low", f.Low, 0.1078, 5e-5)
	near(t, "high", f.High, 0.6032, 5e-5)
	f = proportion(0, 0, 10)
	near(t, "low", f.Low, 0, 0)
	near(t, "high", f.High, 0.2775, 5e-5)
	if f, g := proportion(0.3, 0.001, 10), proportion(0.3, math.Sqrt(0.021), 10); f != g {
		t.Errorf("no standard error makes more of ten trials: %+v and %+v", f, g)
	}
}

// 24 moves, of which 20 were among the first three where 0.82 of them should be:
// the share cannot be above 1, however uncertain it is.
func TestGapEndsWhereTheShareDoes(t *testing.T) {
	f := gap(20.0/24, 0.82, 0.1, 24)
	near(t, "value", f.Value, 20.0/24-0.82, 1e-12)
	if !f.Bounded || f.High > 0.18 || f.Low > -0.2 {
		t.Errorf("%+v", f)
	}
	if f := gap(1, 0.9, 0.05, 30); f.High != 0.1 && math.Abs(f.High-0.1) > 1e-12 || f.Low > 0 {
		t.Errorf("all of thirty: %+v", f)
	}
	if f := gap(0.5, 0.4, 0.01, 3000); math.Abs(f.Low-(0.1-exact.Normal95*0.01)) > 1e-4 || math.Abs(f.High-(0.1+exact.Normal95*0.01)) > 1e-4 {
		t.Errorf("many moves: %+v", f)
	}
}

// Whatever is estimated, no interval of a share holds what cannot be, and all hold
// their value.
func TestIntervalsStayWithinWhatCanBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		share := proportion(p, rapid.Float64Range(0, 2).Draw(t, "se"), rapid.Float64Range(1, 1e4).Draw(t, "most"))
		if share.Bounded && !(0 <= share.Low && share.Low <= p+1e-9 && p-1e-9 <= share.High && share.High <= 1) {
			t.Errorf("share %+v", share)
		}
	})
}

// p-values of normal samples must be uniform, those of shifted samples small.
func TestNormalityOfSamples(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	sample := func(n int, mean, sd float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = mean + sd*random.NormFloat64()
		}
		return x
	}
	low := 0
	for range 400 {
		x := sample(60, 0, 1)
		if anderson(x, 60) < 0.1 {
			low++
		}
		if kolmogorov(x, 60) < 0.1 {
			low++
		}
	}
	if low < 40 || low > 120 {
		t.Errorf("%d of 800 p-values are below 0.1", low)
	}
	for _, x := range [][]float64{sample(100, 0.7, 1), sample(100, 0, 2)} {
		if anderson(x, 100) > 0.01 {
			t.Errorf("Anderson and Darling do not see it: %v", anderson(x, 100))
		}
	}
}

// The interval of a mean of groups is that of their standard error, here of forty
// groups of three items each, and a group counts as one however large it is.
func TestBootstrapOfAMean(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var x []float64
	for range 40 {
		x = append(x, random.NormFloat64())
	}
	mean, sd := stat.MeanStdDev(x, nil)
	f := bootstrap(120, func(i int) int { return i % 40 }, func(items []int) []float64 {
		sum := 0.0
		for _, i := range items {
			sum += x[i%40]
		}
		return []float64{sum / float64(len(items))}
	})[0]
	near(t, "mean", f.Value, mean, 1e-12)
	near(t, "half interval", (f.High-f.Low)/2, exact.Normal95*sd/math.Sqrt(40), 0.05)
	if !f.Bounded || f.Low > mean || f.High < mean {
		t.Errorf("%+v", f)
	}
	one := bootstrap(9, func(int) int { return 1 }, func([]int) []float64 { return []float64{2} })[0]
	if one.Bounded || one.Value != 2 {
		t.Errorf("of one group: %+v", one)
	}
}

func TestFiguresWithoutInterval(t *testing.T) {
	for _, f := range []calibration.Figure{
		figure(math.NaN(), 1), figure(3, 0), figure(3, math.NaN()), figure(math.Inf(1), 1),
		proportion(0.5, math.NaN(), 10), proportion(math.NaN(), 0.1, 10),
	} {
		if f.Bounded || f.Low != 0 || f.High != 0 || math.IsNaN(f.Value) || math.IsInf(f.Value, 0) {
			t.Errorf("%+v", f)
		}
	}
	if v := judgeDemand(calibration.Verdict{Figure: figure(0, 0), Within: [2]float64{-1, 1}}); v.Answer != calibration.Undecided {
		t.Errorf("a figure without interval is %s", v.Answer)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		value, se float64
		want      calibration.Finding
		needed    float64
	}{
		{0.02, 0.01, calibration.Met, 0}, {0.2, 0.01, calibration.NotMet, 0}, {-0.2, 0.01, calibration.NotMet, 0},
		{0.04, 0.05, calibration.Undecided, 9604},
		{0, 1 / exact.Normal95, calibration.Undecided, 0}, // 40 000 would, and nobody has them
	} {
		v := judgeDemand(calibration.Verdict{Figure: figure(c.value, c.se), Within: [2]float64{-0.05, 0.05}, N: 100})
		if v.Answer != c.want || v.Needed != c.needed {
			t.Errorf("%v +- %v: %s, %v needed; want %s, %v", c.value, c.se, v.Answer, v.Needed, c.want, c.needed)
		}
	}
}

// Of 130 performances 2.96 are expected above 2. Seven or more have a probability
// of 0.033, nine or more of 0.0045: the second is below a third of 0.05.
func TestTailsAreCounted(t *testing.T) {
	near(t, "seven or more", atLeast(7, 130, 0.02275), 0.0312, 0.002)
	near(t, "none or more", atLeast(0, 130, 0.02275), 1, 0)
	for hits, want := range map[int]calibration.Finding{0: calibration.Met, 3: calibration.Met, 7: calibration.Met, 9: calibration.NotMet} {
		tail := calibration.Tail{Line: 2, Nominal: 0.02275, Hits: hits, Share: share(hits, 130, 130)}
		if v := tailVerdict(calibration.Verdict{}, tail, 130); v.Answer != want {
			t.Errorf("%d above 2 of 130: %s, want %s", hits, v.Answer, want)
		}
	}
}

func TestRounding(t *testing.T) {
	v := struct {
		A float64
		B []struct{ C [2]float64 }
		D *float64
	}{A: 1.23456789012, B: []struct{ C [2]float64 }{{[2]float64{math.Copysign(0, -1), -9.876543219e-7}}}}
	d := 0.1 + 0.2
	v.D = &d
	roundAll(&v)
	if v.A != 1.23456789 || math.Signbit(v.B[0].C[0]) || v.B[0].C[1] != -9.87654322e-7 || *v.D != 0.3 {
		t.Errorf("%+v, %v", v, *v.D)
	}
}

func TestSearchedNumbersAreCoarse(t *testing.T) {
	for x, want := range map[float64]float64{0.0323093811: 0.03231, 0: 0, -1.23456: -1.235} {
		if got := searched(x); got != want {
			t.Errorf("%v becomes %v, want %v", x, got, want)
		}
	}
}

// Whatever lies beyond the bins is counted in the outermost ones.
func TestHistogram(t *testing.T) {
	bins := histogram([]float64{-99, -5, -4.76, -0.01, 0, 0.2499, 0.25, 4.99, 5, 99})
	want := map[int]int{0: 3, 19: 1, 20: 2, 21: 1, 39: 3}
	if len(bins) != calibration.HistogramBins {
		t.Fatalf("%d bins", len(bins))
	}
	for i, n := range bins {
		if n != want[i] {
			t.Errorf("bin %d holds %d, want %d", i, n, want[i])
		}
	}
}

func TestMomentsOfEqualValues(t *testing.T) {
	third := 1.0 / 3
	mean, sd, skew := moments([]float64{third, third, third, third + 1e-17, third})
	if math.Abs(mean-third) > 1e-12 || sd > flat || skew != 0 {
		t.Errorf("mean %v, sd %v, skewness %v", mean, sd, skew)
	}
}
