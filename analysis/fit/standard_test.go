package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// biased adds a bias per move to residuals and widens the chance of their moves.
func biased(random *rand.Rand, all []family, bias, factor float64) []family {
	for _, f := range all {
		for _, player := range f {
			for i := range player {
				player[i].excess += bias*player[i].n + math.Sqrt((factor-1)*player[i].variance)*random.NormFloat64()
			}
		}
	}
	return all
}

func TestStandardIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	effects := calibration.Effects{Player: 0.02, Event: 0.04}
	for _, want := range []struct{ bias, factor float64 }{{0, 1}, {0.03, 1.4}, {-0.02, 1.1}} {
		families := biased(random, simulated(random, effects, 50, 120, 6, 5), want.bias, want.factor)
		e, s := estimateStandard(families, 50)
		if math.Abs(s.Scale-want.factor) > 0.07 || math.Abs(e.Event-effects.Event) > 0.012 || math.Abs(e.Player-effects.Player) > 0.012 {
			t.Errorf("%+v: factor %v, effects %+v", want, s.Scale, e)
		}
		if !s.Bias.Bounded || s.Bias.Low > want.bias || want.bias > s.Bias.High || s.Bias.High-s.Bias.Low > 0.02 {
			t.Errorf("%+v: bias %+v", want, s.Bias)
		}
	}
	if _, s := estimateStandard(nil, 50); s.Scale != 1 || s.Bias.Value != 0 {
		t.Errorf("of nothing: %+v", s)
	}
}

// The interval of the bias must hold it in 95 of 100 worlds, though whole events
// are shifted.
func TestIntervalOfTheBias(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	const worlds, bias = 120, 0.01
	held := 0
	for range worlds {
		families := biased(random, simulated(random, calibration.Effects{Event: 0.04}, 50, 40, 3, 2), bias, 1)
		if _, s := estimateStandard(families, 50); s.Bias.Low <= bias && bias <= s.Bias.High {
			held++
		}
	}
	if held < 105 { // 114 are expected; fewer than 105 happen in one of a thousand runs
		t.Errorf("%d of %d intervals hold the bias", held, worlds)
	}
}

// With few events, bias and scale are borrowed as the effects are.
func TestBorrowedStandard(t *testing.T) {
	prior := &calibration.Calibration{Ratio: calibration.Standard{Bias: figure(0.01, 0.002), Scale: 1.2}}
	e, s := standardise(&cast{}, calibration.Effects{Event: 0.02, Borrowed: true}, prior)
	if !s.Borrowed || s.Bias != prior.Ratio.Bias || s.Scale != 1.2 || e.Event != 0.02 {
		t.Errorf("%+v, %+v", e, s)
	}
	if _, s := standardise(&cast{}, calibration.Effects{Borrowed: true}, &calibration.Calibration{}); s.Scale != 1 {
		t.Errorf("from a calibration that has none: %+v", s)
	}
}

// z of honest performances, standardised with what was found, has mean 0 and
// standard deviation 1.
func TestStandardisedRatioIsNormal(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	effects := calibration.Effects{Player: 0.02, Event: 0.04}
	e, s := estimateStandard(biased(random, simulated(random, effects, 50, 120, 6, 5), 0.03, 1.4), 50)
	spread := score.Spread{Player: e.Common(), Bias: s.Bias.Value, Scale: math.Sqrt(s.Scale)}
	var z []float64
	for _, f := range biased(random, simulated(random, effects, 50, 800, 1, 6), 0.03, 1.4) {
		var n, excess, variance, slope float64
		for _, r := range f[0] {
			n, excess, variance, slope = n+r.n, excess+r.excess, variance+r.variance, slope+r.slope
		}
		v := spread.Scale*spread.Scale*variance + n*n*spread.Player*spread.Player + slope*slope*50*50
		z = append(z, (excess-n*spread.Bias)/math.Sqrt(v))
	}
	mean, sd, _ := moments(z)
	near(t, "mean", mean, 0, 0.2)
	near(t, "standard deviation", sd, 1, 0.08)
}
