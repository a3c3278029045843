package score

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// covariance writes C out whole, with the gradients and the informations.
func covariance(sides []FieldSide, e Effects) (c *mat.SymDense, d, s *mat.VecDense) {
	n := len(sides)
	c, d, s = mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i, a := range sides {
		d.SetVec(i, a.Gradient)
		s.SetVec(i, a.Information)
		for j, b := range sides[:i+1] {
			v := 0.0
			if i == j {
				v = a.Information
			}
			if a.Game == b.Game {
				v += a.Information * b.Information * e.Game * e.Game
			}
			if a.Player == b.Player {
				v += a.Information * b.Information * e.Rating * e.Rating
			}
			c.SetSym(i, j, v)
		}
	}
	return c, d, s
}

// bruteField is the offset of a field by the definition: C written out whole and
// inverted, the posterior by integration.
func bruteField(sides []FieldSide, e Effects) (estimate, se, mean, sd float64) {
	c, d, s := covariance(sides, e)
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		panic(err)
	}
	ss, sd2 := mat.Inner(s, &inverse, s), mat.Inner(s, &inverse, d)
	estimate, se = sd2/ss, 1/math.Sqrt(ss)
	normal := func(x, sd float64) float64 { return math.Exp(-x*x/(2*sd*sd)) / sd }
	weight, first, second := 0.0, 0.0, 0.0
	for u := -3000.0; u <= 3000; u += 0.5 {
		prior := (1-e.Event.Share)*normal(u, e.Event.Ordinary) + e.Event.Share*normal(u, e.Event.Outlying)
		w := prior * normal(u-estimate, se)
		weight += w
		first += w * u
		second += w * u * u
	}
	mean = first / weight
	return estimate, se, mean, math.Sqrt(second/weight - mean*mean)
}

// anyEvent draws the sides of an event of so many players, paired at random.
func anyEvent(random *rand.Rand, players, rounds int, offset float64, e Effects) (sides []FieldSide) {
	strength := make([]float64, players)
	for p := range strength {
		strength[p] = offset + random.NormFloat64()*e.Rating
	}
	game := 0
	for range rounds {
		order := random.Perm(players)
		for k := 0; k+1 < players; k += 2 {
			game++
			day := random.NormFloat64() * e.Game
			for _, p := range order[k : k+2] {
				information := (0.5 + random.Float64()) * 4e-5
				side := FieldSide{Player: p, Game: game, Information: information}
				side.Gradient = information*(strength[p]+day) + math.Sqrt(information)*random.NormFloat64()
				sides = append(sides, side)
			}
		}
	}
	return sides
}

func usualEffects() Effects {
	return Effects{Game: 150, Rating: 64, Event: Mixture{Ordinary: 50, Outlying: 400, Share: 0.05}}
}

func TestFieldByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{6, 9, 20} {
		for _, offset := range []float64{0, -80, 380} {
			e := usualEffects()
			sides := anyEvent(random, n, 5, offset, e)
			check := func(name string, got Offset, of []FieldSide) {
				estimate, se, mean, sd := bruteField(of, e)
				if !got.OK || !near(got.Estimate, estimate, 1e-6) || !near(got.SE, se, 1e-6) || !near(got.Mean, mean, 1e-3) || !near(got.SD, sd, 1e-3) {
					t.Errorf("%d players, %s: %+v, want %v ± %v and %v ± %v", n, name, got, estimate, se, mean, sd)
				}
			}
			f := NewField(sides, e)
			check("all", f.All(), sides)
			var others []FieldSide
			for _, s := range sides {
				if s.Player != 3 {
					others = append(others, s)
				}
			}
			check("without one", f.Without(3), others)
		}
	}
}

// ln det C, d'C⁻¹d and the rest by the definition.
func TestQuadraticByDefinition(t *testing.T) {
	e := usualEffects()
	sides := anyEvent(rand.New(rand.NewPCG(2, 1)), 8, 4, 100, e)
	q, ok := NewField(sides, e).Quadratic()
	c, d, s := covariance(sides, e)
	var factor mat.Cholesky
	if !factor.Factorize(c) {
		t.Fatal("not positive definite")
	}
	var cd, cs mat.VecDense
	if err := factor.SolveVecTo(&cd, d); err != nil {
		t.Fatal(err)
	}
	if err := factor.SolveVecTo(&cs, s); err != nil {
		t.Fatal(err)
	}
	want := Quadratic{factor.LogDet(), mat.Dot(d, &cd), mat.Dot(d, &cs), mat.Dot(s, &cs)}
	if !ok || !near(q.LogDet, want.LogDet, 1e-8) || !near(q.DD, want.DD, 1e-8) || !near(q.DI/want.DI, 1, 1e-9) || !near(q.II/want.II, 1, 1e-9) {
		t.Errorf("%+v, want %+v", q, want)
	}
}

// Four others are no field, and nothing is known of the event then.
func TestASmallFieldIsNone(t *testing.T) {
	e := usualEffects()
	sides := anyEvent(rand.New(rand.NewPCG(3, 1)), 6, 5, 300, e)
	f := NewField(sides, e)
	if o := f.Without(0); !o.OK || o.Players != 5 {
		t.Errorf("five others: %+v", o)
	}
	var five []FieldSide
	for _, s := range sides {
		if s.Player < 5 {
			five = append(five, s)
		}
	}
	if o := NewField(five, e).Without(0); o.OK || o.Mean != 0 || !near(o.SD, math.Sqrt(0.95*2500+0.05*160000), 1e-9) {
		t.Errorf("four others: %+v", o)
	}
}

// Offsets computed together are those computed one by one, to the last bit.
func TestEachIsWithout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 8))
		players := rapid.IntRange(0, 30).Draw(t, "players")
		f := NewField(anyEvent(random, players, rapid.IntRange(1, 9).Draw(t, "rounds"), 50, usualEffects()), usualEffects())
		without, apart := f.Each()
		for p := range players + 1 { // the last one plays nowhere
			if got, want := without(p), f.Without(p); got != want {
				t.Fatalf("%d: %+v, want %+v", p, got, want)
			}
			if got, want := apart(p), f.Apart(p); got != want {
				t.Fatalf("apart from %d: %+v, want %+v", p, got, want)
			}
		}
	})
}

// The more a player's own moves stand out, the higher is his z: nobody hides
// himself in a field, however small. Nor does it depend on the order of the sides,
// or on how players are numbered.
func TestNobodyHidesInHisField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := usualEffects()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		sides := anyEvent(random, rapid.IntRange(6, 30).Draw(t, "players"), rapid.IntRange(1, 9).Draw(t, "rounds"), rapid.Float64Range(-300, 300).Draw(t, "offset"), e)
		before := NewField(sides, e).Without(0)
		changed := make([]FieldSide, len(sides))
		for i, s := range sides {
			if s.Player == 0 {
				s.Gradient += 0.02
			}
			s.Player, s.Game = 1000-s.Player, -s.Game
			changed[len(sides)-1-i] = s
		}
		after := NewField(changed, e).Without(1000)
		if before.OK != after.OK || !near(before.Mean, after.Mean, 1e-6) || !near(before.SD, after.SD, 1e-6) {
			t.Fatalf("%+v, and %+v where he stands out", before, after)
		}
	})
}

// The offset of an event lies within its interval 95 times of 100, for ordinary
// and outlying events together.
func TestFieldCoverage(t *testing.T) {
	const trials = 1500
	e := usualEffects()
	random := rand.New(rand.NewPCG(5, 1))
	held, squares := 0, 0.0
	for range trials {
		offset := random.NormFloat64() * e.Event.Ordinary
		if random.Float64() < e.Event.Share {
			offset = random.NormFloat64() * e.Event.Outlying
		}
		o := NewField(anyEvent(random, 12, 7, offset, e), e).All()
		z := (o.Mean - offset) / o.SD
		squares += z * z / trials
		if math.Abs(z) < 1.96 {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.97 || math.Abs(squares-1) > 0.15 {
		t.Errorf("intervals hold the offset in %.3f, mean square %.3f", share, squares)
	}
}

// Games of others who play as their ratings say, added to a field, raise nobody's z
// by more than the field's own uncertainty allows: the mean falls by no more than
// three of its standard deviations.
func TestMoreGamesOfOthersMoveTheFieldWithinItsUncertainty(t *testing.T) {
	e := usualEffects()
	random := rand.New(rand.NewPCG(6, 1))
	for range 200 {
		sides := anyEvent(random, 10, 9, 0, e)
		var few []FieldSide
		for _, s := range sides {
			if s.Game <= 20 {
				few = append(few, s)
			}
		}
		before, after := NewField(few, e).Without(0), NewField(sides, e).Without(0)
		if math.Abs(after.Mean-before.Mean) > 3.5*before.SD || after.SD > before.SD*1.5 {
			t.Errorf("%+v with few games, %+v with more", before, after)
		}
	}
}

// A screening of a large event asks for the field of everybody.
func BenchmarkField(b *testing.B) {
	for _, players := range []int{100, 350} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			sides := anyEvent(rand.New(rand.NewPCG(7, 1)), players, 9, 30, usualEffects())
			for b.Loop() {
				without, _ := NewField(sides, usualEffects()).Each()
				for p := range players {
					without(p)
				}
			}
		})
	}
}

// A field apart from a player is that of the games in which he has no part.
func TestFieldApart(t *testing.T) {
	random := source(77)
	e := spread().Effects
	var sides, rest []FieldSide
	for g := range 40 {
		a, b := g%8, (g+1+g/8)%8
		if g >= 36 { // two who play nobody but him
			a, b = 3, 8+g%2
		}
		for _, p := range [2]int{a, b} {
			s := FieldSide{Player: p, Game: g, Gradient: 0.01 * random.NormFloat64(), Information: 1e-4 * (1 + random.Float64())}
			sides = append(sides, s)
			if a != 3 && b != 3 {
				rest = append(rest, s)
			}
		}
	}
	got, want := NewField(sides, e).Apart(3), NewField(rest, e).All()
	if got.Players != want.Players || got.Games != want.Games || !near(got.Mean, want.Mean, 1e-9) || !near(got.SD, want.SD, 1e-9) {
		t.Errorf("%+v, want %+v", got, want)
	}
	var his []FieldSide
	for _, s := range sides {
		if s.Game < 8 {
			his = append(his, FieldSide{Player: s.Player, Game: s.Game, Gradient: s.Gradient, Information: s.Information})
		}
	}
	for i := range his { // everybody plays him alone
		his[i].Game = i / 2
		his[i].Player = []int{3, 10 + i/2}[i%2]
	}
	if o := NewField(his, e).Apart(3); o.OK {
		t.Errorf("nothing is left, and still %+v", o)
	}
}
