package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// even returns games of moves that match with probability one half each.
func even(games, moves int) *Performance {
	perf := &Performance{Rating: 2000}
	for range games {
		g := Game{}
		for i := range moves {
			s := Scored{Figures: Figures{Ply: 16 + 2*i}}
			s.MM = Indicator(0.5, 0)
			g.Moves = append(g.Moves, s)
		}
		perf.Games = append(perf.Games, g)
	}
	return perf
}

// ownPower is the power against the engine that evaluates, whose moves match and lose nothing.
func ownPower(p *Parameters, perf *Performance, threshold float64) Power {
	own := Each[Moment]{MM: Moment{Mean: 1}, EV: Moment{Mean: 1}}
	for i := range perf.Games {
		for j := range perf.Games[i].Moves {
			perf.Games[i].Moves[j].Aided = []Each[Moment]{own}
		}
	}
	if all := p.Power(perf, threshold); len(all) == 1 {
		return all[0]
	}
	return Power{Share: 1}
}

// With p = 1/2 and n moves, mean = f sqrt n and sd = sqrt((1-f)(1+f)), as the
// share of matches is (1+f)/2. f solves f sqrt n - 0.8416 sqrt(1-f²) = 3, a
// quadratic: (n + k²) f² - 6 sqrt n f + 9 - k² = 0, k = 0.8416.
func TestPowerByHand(t *testing.T) {
	p := plain()
	for _, n := range []int{25, 100, 400} {
		const k = 0.8416212335729143
		a, b, c := float64(n)+k*k, 6*math.Sqrt(float64(n)), 9-k*k
		want := (b + math.Sqrt(b*b-4*a*c)) / (2 * a)
		if got := ownPower(&p, even(1, n), 3); !got.Detectable || math.Abs(got.Share-want) > 1e-6 {
			t.Errorf("%d moves: %+v, want %v", n, got, want)
		}
	}
}

// ASD counts where the loss is known. One indicator left
// out, the other two of correlation 0: n = 100 moves of p = 1/2 in MM, and 50 of
// them with loss of mean 0.4 and variance 0.16. At f = 0.3 by hand:
// mean = (0.3*100*0.5/5 + 0.3*50*0.4/sqrt 8) / sqrt 2 = 3.621320,
// var = (0.91 + (0.7*8 + 0.21*8)/8) / 2 = 0.91; threshold = mean - 0.8416 sd.
func TestPowerWithTheDeepLoss(t *testing.T) {
	p := plain()
	p.Triple.Weights = [3]float64{1, 0, 1}
	perf := even(2, 50)
	for i := range perf.Games[0].Moves {
		m := &perf.Games[0].Moves[i]
		m.HasLoss, m.ASD = true, Moment{Mean: 0.4, Var: 0.16}
	}
	threshold := 3.6213203436 - 0.8416212336*math.Sqrt(0.91)
	if got := ownPower(&p, perf, threshold); !got.Detectable || math.Abs(got.Share-0.3) > 1e-6 {
		t.Errorf("%+v, want 0.3", got)
	}
}

func TestPowerOfTooLittle(t *testing.T) {
	p := plain()
	for name, perf := range map[string]*Performance{
		"nothing":                  {},
		"all forced":               indicators(0, []hit{{true, 1, 0}, {true, 1, 0}}),
		"all moves are not enough": even(1, 8), // z of 8 matches is sqrt 8 < 3
	} {
		if got := ownPower(&p, perf, 3); got.Detectable || got.Share != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := ownPower(&p, even(1, 9), -2); !got.Detectable || got.Share != 0 {
		t.Errorf("a line that anybody reaches: %+v", got)
	}
}

func TestPowerIsMonotone(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		low := rapid.Float64Range(0, 6).Draw(t, "threshold")
		a, b := ownPower(&p, perf, low), ownPower(&p, perf, low+rapid.Float64Range(0, 3).Draw(t, "more"))
		if !(a.Share >= 0 && a.Share <= b.Share && b.Share <= 1) || b.Detectable && !a.Detectable {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

// A helper who matches in three of four moves: with p = 1/2 and n moves, the mean is f/2 sqrt n and the
// variance (1-f) + 3f/4 + f(1-f)/4. At f = 0.6 and n = 100: mean 3, variance 0.91.
func TestPowerAgainstAnotherEngine(t *testing.T) {
	p, perf := plain(), even(1, 100)
	for j := range perf.Games[0].Moves {
		perf.Games[0].Moves[j].Aided = []Each[Moment]{{MM: Moment{Mean: 1}, EV: Moment{Mean: 1}}, {MM: Indicator(0.75, 0)}, {MM: Indicator(0.5, 0)}}
	}
	threshold := 3 - 0.8416212336*math.Sqrt(0.91)
	all := p.Power(perf, threshold)
	if len(all) != 3 || !all[1].Detectable || math.Abs(all[1].Share-0.6) > 1e-6 || !(all[0].Share < all[1].Share) {
		t.Errorf("%+v, want 0.6 of the second", all)
	}
	if all[2].Detectable || all[2].Assistant != 2 {
		t.Errorf("a helper who plays as the player does is found: %+v", all[2])
	}
}

// In an event about which nothing is known the line itself lies higher: one in 202 honest players, and
// not one in 741, is three standard deviations above what was expected.
func TestPowerInAnUnknownEvent(t *testing.T) {
	p, perf := plain(), even(1, 100)
	for j := range perf.Games[0].Moves {
		perf.Games[0].Moves[j].MM.Slope = 0.0002
	}
	p.Effects.Event = Mixture{Ordinary: 31, Outlying: 339, Share: 0.067}
	unknown := ownPower(&p, perf, 3)
	perf.Field = Offset{OK: true, SD: 10}
	if known := ownPower(&p, perf, 3); !(known.Share < unknown.Share-0.05) || !unknown.Detectable {
		t.Errorf("known %+v, unknown %+v", known, unknown)
	}
}

// Simulation: honest outcomes with effects of game and player, a share of moves
// replaced by the engine's choice, the combined Z computed by the tests
// themselves. Four of five performances must be found. The correlations are
// those that the simulation has, measured on its honest part.
func TestPowerAgreesWithSimulation(t *testing.T) {
	random := source(7)
	w := newWorld(random, 9, 30)
	p := w.parameters(random, 1500)
	for _, threshold := range []float64{3, 4} {
		power := ownPower(&p, w.performance, threshold)
		if !power.Detectable {
			t.Fatalf("%+v", power)
		}
		const trials = 1500
		found := 0
		for range trials {
			perf := w.play(random)
			assist(random, perf, power.Share)
			if a := p.Assess(perf); a.Combined.Z >= threshold {
				found++
			}
		}
		// 0.8 within four standard errors and what the approximation costs.
		share := float64(found) / trials
		if math.Abs(share-0.8) > 0.041+0.02 {
			t.Errorf("threshold %v: %.3f found at a share of %.3f, want 0.8", threshold, share, power.Share)
		}
	}
}

// assist replaces each move, with probability f, by the engine's choice.
func assist(random *rand.Rand, perf *Performance, f float64) {
	for i := range perf.Games {
		for j := range perf.Games[i].Moves {
			if m := &perf.Games[i].Moves[j]; random.Float64() < f {
				m.Match, m.Equal, m.TopThree = true, true, true
				m.Delta, m.Loss, m.ScaledLoss = 0, 0, 0
			}
		}
	}
}
