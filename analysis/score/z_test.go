package score

import (
	"math"
	"testing"
)

type hit = struct {
	hit      bool
	p, slope float64
}

// Worked by hand. Two games of two and one moves, p = 0.5, 0.2, 0.8:
// A = 3, E = 1.5, sum v = 0.25 + 0.16 + 0.16 = 0.57.
// Slopes 0.003 and -0.0005 of the games, 0.0025 in all. A game of 100 points:
// (9 + 0.25) 1e-6 1e4 = 0.0925. A rating that errs by 50:
// 6.25e-6 2500 = 0.015625. An event of .9 N(0, 40²) + .1 N(0, 200²):
// 6.25e-6 (1440 + 4000) = 0.034. V = 0.57 + 0.142125. Without the event V_0 = 0.678125, with an
// ordinary one 0.01 more, with an outlying one 0.25 more: p = .9 Q(1.5/sqrt .688125) + .1
// Q(1.5/sqrt .928125) = .0377292, by Python's statistics.NormalDist.
func TestByHand(t *testing.T) {
	perf := indicators(50, []hit{{true, 0.5, 0.001}, {true, 0.2, 0.002}}, []hit{{true, 0.8, -0.0005}})
	effects := Effects{Game: 100, Event: Mixture{Ordinary: 40, Outlying: 200, Share: 0.1}}
	r := testOf(perf, MM, Spread{Scale: 1}, effects)
	want := TestResult{
		N: 3, Actual: 3, Expected: 1.5, RawSD: math.Sqrt(0.57), RawZ: 1.5 / math.Sqrt(0.57),
		Variance: Variance{Moves: 0.57, Games: 0.0925, Players: 0.015625, Event: 0.034},
		SD:       math.Sqrt(0.712125), Z: 1.7776676654429482, OK: true,
	}
	if !same(r, want) {
		t.Errorf("%+v, want %+v", r, want)
	}

	// With a bias of 0.1 a move and a factor of 2: V = 2.28 + 0.142125, V_0 = 2.388125 and p = .9
	// Q(1.2/sqrt 2.398125) + .1 Q(1.2/sqrt 2.638125).
	r = testOf(perf, MM, Spread{Bias: 0.1, Scale: 2}, effects)
	if !near(r.Z, 0.7712456524273293, 1e-12) || !near(r.RawZ, want.RawZ, 1e-12) {
		t.Errorf("with bias and scale: %+v", r)
	}

	// In a field that plays 60 ± 20 points above its ratings 0.15 more is expected,
	// and 6.25e-6 400 = 0.0025 is what the event adds.
	perf.Field = Offset{Mean: 60, SD: 20, OK: true}
	r = testOf(perf, MM, Spread{Scale: 1}, effects)
	if !near(r.Expected, 1.65, 1e-12) || !near(r.Variance.Event, 0.0025, 1e-12) || !near(r.Z, 1.35/math.Sqrt(0.680625), 1e-12) || !near(r.RawZ, want.RawZ, 1e-12) {
		t.Errorf("in a field: %+v", r)
	}
}

func same(a, b TestResult) bool {
	numbers := func(r TestResult) []float64 {
		return []float64{float64(r.N), r.Actual, r.Expected, r.RawSD, r.RawZ, r.SD, r.Z,
			r.Variance.Moves, r.Variance.Games, r.Variance.Players, r.Variance.Event}
	}
	for i, x := range numbers(a) {
		if !near(x, numbers(b)[i], 1e-12) {
			return false
		}
	}
	return a.OK == b.OK
}

// One move, closer to the engine than expected in every quantity, gives a
// positive z everywhere.
func TestPositiveIsCloserToTheEngine(t *testing.T) {
	s := Scored{Figures: Figures{Match: true, Equal: true, TopThree: true, HasLoss: true}}
	s.MM, s.EV, s.T3 = Indicator(0.5, 0), Indicator(0.6, 0), Indicator(0.9, 0)
	s.Wide, s.AE, s.ASD = Moment{Mean: 0.1, Var: 0.04}, Moment{Mean: 0.2, Var: 0.1}, Moment{Mean: 0.1, Var: 0.05}
	s.Close, s.Root = Indicator(0.8, 0), Moment{Mean: 0.3, Var: 0.09}
	s.LR, s.Ratio = Moment{Mean: -0.02, Var: 0.04}, 0.3
	p := plain()
	all := testsOf(&p, &Performance{Games: []Game{{Moves: []Scored{s}}}})
	// MM 0.5/0.5, EV 0.4/sqrt 0.24, T3 0.1/0.3, ASD 0.1/sqrt 0.05, AE 0.2/sqrt 0.1, close 0.2/0.4, root 0.3/0.3,
	// wide 0.1/0.2, LR 0.32/0.2.
	want := Each[float64]{1, 0.4 / math.Sqrt(0.24), 1.0 / 3, 0.1 / math.Sqrt(0.05), 0.2 / math.Sqrt(0.1), 0.5, 1, 0.5, 1.6}
	for _, q := range Quantities() {
		if r := all.At(q); !r.OK || !near(r.Z, *want.At(q), 1e-9) {
			t.Errorf("%v: %+v, want z %v", q, r, *want.At(q))
		}
	}
}

func TestMovesWithoutLossDoNotCountInAE(t *testing.T) {
	lost, unknown := Scored{Figures: Figures{Loss: 1, HasLoss: true}}, Scored{}
	lost.AE, unknown.AE = Moment{Mean: 0.5, Var: 1}, Moment{Mean: 9, Var: 9}
	r := testOf(&Performance{Games: []Game{{Moves: []Scored{lost, unknown}}}}, AE, Spread{Scale: 1}, Effects{})
	if r.N != 1 || r.Expected != 0.5 || r.Z != -0.5 {
		t.Errorf("%+v", r)
	}
}

func TestNothingToJudge(t *testing.T) {
	for name, perf := range map[string]*Performance{
		"no games":              {},
		"no moves":              {Games: []Game{{}, {}}},
		"one forced move":       indicators(50, []hit{{true, 1, 0}}),
		"all impossible":        indicators(50, []hit{{false, 0, 0}, {false, 0, 0}}),
		"sure within rounding":  indicators(50, []hit{{true, 1 - 1e-16, 1e-9}}),
		"not a number":          indicators(50, []hit{{true, math.NaN(), 0}}),
		"rating not a number":   indicators(math.NaN(), []hit{{true, 0.5, 0.001}}),
		"infinite rating error": indicators(math.Inf(1), []hit{{true, 0.5, 0.001}}),
	} {
		r := testOf(perf, MM, Spread{Scale: 1}, Effects{Game: 100})
		if r.OK || r.Z != 0 || r.RawZ != 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Sums of exponential variables are skew: those that 1 in 1000 exceeds come out as the
// normal value of that share. Quantiles of chi-square with 40 and 200 degrees of
// freedom from tables: 73.402 and 267.541.
func TestUnskewed(t *testing.T) {
	for _, c := range []struct{ n, quantile float64 }{{40, 73.402}, {200, 267.541}} {
		z, skew := (c.quantile-c.n)/math.Sqrt(2*c.n), math.Sqrt(8/c.n)
		if got := unskewed(z, skew); !near(got, 3.0902, 0.03) {
			t.Errorf("%v degrees: z %v becomes %v, want 3.09", c.n, z, got)
		}
	}
	if unskewed(2.5, 0) != 2.5 || unskewed(-1e9, 0.5) >= 0 {
		t.Error("what is not skew changed, or what is far below is no longer below")
	}
}
