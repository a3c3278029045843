package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// strengthWorld draws whole events whose effects are known: round robins of eight.
// Moves carry nothing but what they say of strength.
func strengthWorld(random *rand.Rand, e score.Effects, events int) *sample {
	const players, moves = 8, 25
	var all []scored
	for k := range events {
		sd := e.Event.Ordinary
		if random.Float64() < e.Event.Share {
			sd = e.Event.Outlying
		}
		common := sd * random.NormFloat64()
		var own [players]float64
		for p := range own {
			own[p] = common + e.Rating*random.NormFloat64()
		}
		for a := range players {
			for b := range a {
				day := e.Game * random.NormFloat64()
				for color, p := range []int{a, b} {
					information := 4e-5 / moves * (0.5 + random.Float64())
					gradient := information*(own[p]+day) + math.Sqrt(information/moves)*random.NormFloat64()
					s := scored{Side: &Side{
						Event: fmt.Sprintf("%03d", k), Game: fmt.Sprintf("%03d-%d-%d", k, a, b), Player: fmt.Sprintf("%03d-%d", k, p),
						Rating: 2000, Moves: make([]Move, moves),
					}}
					s.Color = 0
					if color == 1 {
						s.Color = 1
					}
					for range moves {
						s.game.Moves = append(s.game.Moves, score.Scored{Chance: score.Chance{Gradient: gradient, Information: information}})
					}
					all = append(all, s)
				}
			}
		}
	}
	return newSample(InOrder, all)
}

// Known components are recovered within their own intervals, four of five at least
// in every world.
func TestEffectsAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, want := range []score.Effects{
		{Game: 150, Rating: 60, Event: score.Mixture{Ordinary: 50, Outlying: 400, Share: 0.05}},
		{Game: 80, Rating: 120, Event: score.Mixture{Ordinary: 60, Outlying: 300, Share: 0.1}},
	} {
		got, found := effectsOf(atOnce, strengthWorld(random, want, 60))
		held := 0
		for name, c := range map[string]struct {
			f    calibration.Figure
			want float64
		}{
			"game": {found.Game, want.Game}, "rating": {found.Rating, want.Rating}, "ordinary": {found.Ordinary, want.Event.Ordinary},
			"outlying": {found.Outlying, want.Event.Outlying}, "share": {found.Share, want.Event.Share},
		} {
			if !c.f.Bounded || c.f.Low > c.f.Value || c.f.High < c.f.Value {
				t.Errorf("%s: %+v", name, c.f)
			}
			if c.f.Low <= c.want && c.want <= c.f.High {
				held++
			}
		}
		if held < 4 || math.Abs(got.Game-want.Game) > 20 || math.Abs(got.Rating-want.Rating) > 40 || len(found.Events) != 60 {
			t.Errorf("%+v of %d events, want %+v", got, len(found.Events), want)
		}
	}
}

// The surprise of an event is minus the logarithm of a mixture of two normal
// densities: here of one game, worked out by hand. With I = 1e-4 and 2e-4, d = 0.01
// and -0.02, tau = 100, T = 2500: C = [1e-4 + 1e-8 12500, 2e-8 1e4; ., 2e-4 + 4e-8 12500].
func TestSurpriseByHand(t *testing.T) {
	sides := []score.FieldSide{{Player: 0, Game: 0, Gradient: 0.01, Information: 1e-4}, {Player: 1, Game: 0, Gradient: -0.02, Information: 2e-4}}
	density := func(sd float64) float64 {
		a, b, c := 2.25e-4+1e-8*sd*sd, 2e-4+2e-8*sd*sd, 7e-4+4e-8*sd*sd
		det := a*c - b*b
		q := (c*0.01*0.01 + 2*b*0.01*0.02 + a*0.02*0.02) / det
		return math.Exp(-q/2) / math.Sqrt(det)
	}
	x := []float64{math.Log(100 / usualGame), 0, 0, 0, 0}
	want := -math.Log(0.95*density(50) + 0.05*density(400))
	near(t, "surprise", surpriseOf(InOrder, [][]score.FieldSide{sides}, x), want, 1e-9)
}

// z of whole performances in simulated events has mean 0 and standard deviation 1 in
// the field, also where events are far from their ratings, and the field is what
// makes it so.
func TestFieldsMakeZStandardNormal(t *testing.T) {
	e := score.Effects{Game: 150, Rating: 64, Event: score.Mixture{Ordinary: 50, Outlying: 400, Share: 0.3}}
	c := strengthWorld(rand.New(rand.NewPCG(3, 1)), e, 80)
	var z, alone []float64
	for _, p := range c.whole(wholeGames, 120, e) {
		gradient, information, squares := 0.0, 0.0, 0.0
		for _, i := range p.sides {
			d, n := score.Strength(c.sides[i].game.Moves)
			gradient, information, squares = gradient+d, information+n, squares+n*n
		}
		own := information + e.Game*e.Game*squares + e.Rating*e.Rating*information*information
		z = append(z, (gradient-p.field.Mean*information)/math.Sqrt(own+p.field.SD*p.field.SD*information*information))
		alone = append(alone, gradient/math.Sqrt(own))
	}
	mean, sd, _ := moments(z)
	near(t, "mean of z", mean, 0, 0.12)
	near(t, "standard deviation of z", sd, 1, 0.1)
	if _, sd, _ := moments(alone); sd < 1.3 {
		t.Errorf("against the ratings alone the standard deviation is %v: the simulation has no events", sd)
	}
}
