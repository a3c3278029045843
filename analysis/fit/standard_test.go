package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// ratioWorld draws sides whose likelihood ratio has a bias and is wider than the
// model says, in events that play unlike their ratings: spread is the standard
// deviation of that, in Elo points.
type ratioWorld struct{ bias, factor, spread float64 }

// The slope of the ratio by the rating, per move; the information of a move about
// the rating; the variance of the ratio.
const (
	ratioSlope    = 8e-5
	ratioVariance = 0.05
	information   = 3e-6
)

func (w ratioWorld) draw(random *rand.Rand, events, players, games int) *cast {
	var all []scored
	var sums []residual
	for e := range events {
		above := w.spread * random.NormFloat64()
		for p := range players {
			for range games {
				n := 20 + random.IntN(25)
				m := float64(n)
				gradient := information*m*above + math.Sqrt(information*m)*random.NormFloat64()
				all = append(all, scored{
					Side: &Side{Event: string(rune('a' + e)), Player: string(rune('a'+e)) + string(rune('a'+p)), Rating: 2000, Moves: make([]Move, n)},
					logP: func(r float64) float64 { return gradient*(r-2000) - information*m*(r-2000)*(r-2000)/2 },
				})
				r := residual{n: m, variance: ratioVariance * m, slope: ratioSlope * m}
				r.excess = m*w.bias + r.slope*above + math.Sqrt(w.factor*r.variance)*random.NormFloat64()
				sums = append(sums, r)
			}
		}
	}
	c := newCast(InOrder, all)
	for i := range c.sides {
		c.sides[i].residuals[score.LR] = sums[i]
	}
	return c
}

// Bias, factor and effect are found, and the z of new performances of the same
// world has mean 0 and standard deviation 1.
func TestRatioIsStandardised(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, w := range []ratioWorld{{0, 1, 170}, {0.02, 1.4, 170}, {-0.01, 1.1, 50}} {
		e, s := standardise(InOrder, w.draw(random, 150, 6, 5), 170, calibration.Effects{Slope: ratioSlope}, nil)
		near(t, "factor", s.Scale, w.factor, 0.08)
		near(t, "effect of events", e.Event, w.spread*ratioSlope, 0.003)
		if !s.Bias.Bounded || math.Abs(s.Bias.Value-w.bias) > 0.003 || s.Bias.High-s.Bias.Low > 0.006 || s.Borrowed {
			t.Errorf("%+v: bias %+v", w, s.Bias)
		}
		fresh := w.draw(random, 600, 1, 8)
		by := ruler{params: &score.Parameters{}, effects: &score.Each[calibration.Effects]{LR: e}}
		by.params.Spread.LR = score.Spread{Bias: s.Bias.Value, Scale: math.Sqrt(max(s.Scale, 1))}
		var z []float64
		for p := range fresh.players {
			z = append(z, fresh.test(fresh.players[p], score.LR, by, 0).Z)
		}
		mean, sd, _ := moments(z)
		near(t, "mean of z", mean, 0, 0.15)
		near(t, "standard deviation of z", sd, 1, 0.1)
	}
}

// Events that play above their ratings are no bias, even if they are the larger
// ones.
func TestBiasIsGivenTheOffsetsOfEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	w := ratioWorld{factor: 1}
	ordinary := w.draw(random, 40, 4, 4)
	w.spread = 170
	for i := range ordinary.sides {
		s := &ordinary.sides[i]
		if s.event < 4 {
			r := &s.residuals[score.LR]
			r.excess += r.slope * 350
			before := s.logP
			s.scored.logP = func(r float64) float64 { return before(r - 350) }
		}
	}
	b := ordinary.bias(score.LR, ordinary.shifts(InOrder, 170))
	if b.Low > 0 || b.High < 0 || b.High-b.Low > 0.02 {
		t.Errorf("bias %+v", b)
	}
	if naive := ordinary.bias(score.LR, make([]float64, ordinary.events)); naive.Value < b.Value+0.001 {
		t.Errorf("without the offsets the bias would be %v", naive.Value)
	}
}

// With few events, bias and factor are borrowed as the effects are.
func TestBorrowedStandard(t *testing.T) {
	prior := &calibration.Calibration{Ratio: calibration.Standard{Bias: figure(0.01, 0.002), Scale: 1.2}}
	e, s := standardise(InOrder, &cast{}, 170, calibration.Effects{Event: 0.02, Borrowed: true}, prior)
	if !s.Borrowed || s.Bias != prior.Ratio.Bias || s.Scale != 1.2 || e.Event != 0.02 {
		t.Errorf("%+v, %+v", e, s)
	}
	if _, s := standardise(InOrder, &cast{}, 170, calibration.Effects{Borrowed: true}, &calibration.Calibration{}); s.Scale != 1 {
		t.Errorf("from a calibration that has none: %+v", s)
	}
}
