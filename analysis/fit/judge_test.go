package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// testModels are models that need no fit.
func testModels(t testing.TB, w *world) *calibration.Models {
	t.Helper()
	return &calibration.Models{
		Choice:   w.model,
		Loss:     loss(-1, -0.5),
		Scaled:   loss(-1.5, -1),
		Assisted: assisted(),
	}
}

func testRuler() ruler {
	params, effects := &score.Parameters{ASD: score.Wide}, &score.Each[calibration.Effects]{}
	for _, q := range score.Quantities() {
		*effects.At(q) = calibration.Effects{Game: 0.01, Player: 0.03, Event: 0.04}
		*params.Spread.At(q) = score.Spread{Game: 0.01, Player: 0.05, Scale: 1.1}
	}
	params.Spread.LR.Bias = 0.002
	s := [3][3]float64{{1, 0.8, 0.4}, {0.8, 1, 0.5}, {0.4, 0.5, 1}}
	params.Combined = score.Triple{Weights: weights(), Correlation: s}
	params.ROI = score.Triple{Weights: roiWeights(), Correlation: s}
	params.Dispersion = score.Dispersion{Move: 1}
	return ruler{params: params, effects: effects}
}

// For one player in one event, resampling must judge as package score does.
func TestJudgedAsByPackageScore(t *testing.T) {
	w := newWorld(t, 21, modelTerms(), modelCoefficients())
	c := corpusOf(t, w.event("a", Train, 2100, 15)...)
	cast := newCast(InOrder, predict(InOrder, testModels(t, w), c.Part(Train)))
	by := testRuler()
	for player, sides := range cast.players {
		p := performance(sides)
		perf := &score.Performance{Rating: cast.rating[player], RatingSD: RatingSD}
		for _, i := range p {
			perf.Games = append(perf.Games, cast.sides[i].game)
		}
		want := by.params.Assess(perf)
		got := cast.judge(p, by, nil)
		for _, q := range score.Quantities() {
			a, b := got.z.At(q), want.Tests.At(q)
			if math.Abs(a.Z-b.Z) > 1e-9 || math.Abs(a.RawZ-b.RawZ) > 1e-9 || a.N != b.N {
				t.Errorf("%v: %v of %d, want %v of %d", q, a.Z, a.N, b.Z, b.N)
			}
		}
		if math.Abs(got.combined-want.Combined.Z) > 1e-9 || math.Abs(got.roi-want.ROI.Z) > 1e-9 {
			t.Errorf("combined %v and %v, want %v and %v", got.combined, got.roi, want.Combined.Z, want.ROI.Z)
		}
	}
}

// Two players of two events, by hand: nothing is in common between them.
func TestMixedPerformancesShareNothing(t *testing.T) {
	by := testRuler()
	c := &cast{sides: make([]side, 3)}
	for i := range c.sides {
		s := &c.sides[i]
		s.player, s.event = i, i
		s.scored = &scored{Side: &Side{Rating: 2000, Moves: make([]Move, 30)}}
		s.residuals[score.MM] = residual{n: 30, excess: 2, variance: 5, slope: 0.006}
	}
	c.sides[2].player, c.sides[2].event = 1, 1
	got := c.test(performance{0, 1, 2}, score.MM, by, 1)
	variance := 1.1*1.1*15 + 3*900*1e-4 + (900+3600)*(9e-4+16e-4) + 2500*(0.006*0.006+0.012*0.012)
	near(t, "z", got.Z, 7/math.Sqrt(variance), 1e-12)
}

func TestResampling(t *testing.T) {
	w := newWorld(t, 22, modelTerms(), modelCoefficients())
	var games []*Game
	for _, name := range []string{"a", "b", "c"} {
		games = append(games, w.event(name, Test, 2000, 41)...)
	}
	c := newCast(InOrder, predict(InOrder, testModels(t, w), corpusOf(t, games...).Part(Test)))
	type drawn struct {
		rating  float64
		players map[int]int
	}
	draw := func(run Runner) []drawn {
		return resample(run, c, 300, 5, func(p performance, _ *rand.Rand) drawn {
			d := drawn{c.meanRating(p), map[int]int{}}
			for _, i := range p {
				d.players[c.sides[i].player]++
			}
			if len(p) != 5 {
				t.Errorf("a performance of %d games", len(p))
			}
			return d
		})
	}
	first, second := draw(InOrder), draw(atOnce)
	if len(first) != 300 || len(second) != 300 {
		t.Fatalf("%d and %d performances", len(first), len(second))
	}
	for i, d := range first {
		if d.rating != second[i].rating {
			t.Fatal("the draws depend on the order of the work")
		}
		most := 0
		for _, n := range d.players {
			most = max(most, n)
		}
		if most != 3 {
			t.Errorf("a player of three games gives %d of them", most)
		}
	}
	if whole := c.whole(3); len(whole) != 12 {
		t.Errorf("%d whole performances of 3 games, want 12", len(whole))
	}
}
