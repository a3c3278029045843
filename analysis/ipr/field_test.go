package ipr

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Players whose log-likelihoods are parabolas with maxima m and standard error s:
// û = (sum m/s²)/H with H = P/s² + 1/sigma². Five players, s = 50, sigma = 100:
// H = 0.0020 + 0.0001. Of m = 100, 200, 300, 400, 500 û is 0.6/0.0021 = 285.714;
// the sum of (m-û)²/s⁴ is 0.01616327, so that the variance is
// (5/4 0.01616327 + 0.0001)/0.0021² = 4604.1 and half the interval 2.776445
// times its root, 188.39.
func TestFieldInClosedForm(t *testing.T) {
	var players []Curve
	for _, m := range []float64{100, 200, 300, 400, 500} {
		players = append(players, Offsets(parabola(m, 50)))
	}
	f := OfField(players, 100)
	if !f.OK || math.Abs(f.Offset-285.714) > 0.05 || math.Abs(f.High-f.Offset-188.39) > 0.05 || math.Abs(f.Offset-f.Low-188.39) > 0.05 {
		t.Errorf("%+v, want 285.71 with an interval of ±188.39", f)
	}
	// Players who do not differ: 1/H is what is left, and t is as before.
	alike := []Curve{players[1], players[1], players[1], players[1], players[1]}
	f = OfField(alike, 1e9)
	if half := 2.776445 * 50 / math.Sqrt(5); math.Abs(f.Offset-200) > 0.05 || math.Abs(f.High-f.Offset-half) > 0.05 {
		t.Errorf("%+v, want 200 ± %.2f", f, half)
	}
}

func TestFieldsThatSayNothing(t *testing.T) {
	flat := Offsets(func(float64) float64 { return -12 })
	for name, players := range map[string][]Curve{"nobody": nil, "four players": slices.Repeat([]Curve{Offsets(parabola(0, 50))}, 4), "moves that say nothing": slices.Repeat([]Curve{flat}, 9)} {
		if f := OfField(players, 150); f != (Field{}) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// entrant is a player of a simulated field, who matches in k of n moves where
// the probability is that of matches at his rating + u.
func entrant(random *rand.Rand, offset float64) Curve {
	rating, n := 1700+600*random.Float64(), 60+random.IntN(200)
	p := 1 / (1 + math.Exp(-(rating+offset-2000)/200))
	k := 0.0
	for range n {
		if random.Float64() < p {
			k++
		}
	}
	l := matches(k, float64(n))
	return Offsets(func(u float64) float64 { return l(rating + u) })
}

// Events that play above or below their ratings, of players who do so each in his
// own way: the interval holds the event's offset 95 times of 100, and one
// that takes all moves as independent holds it far less often.
func TestFieldCoverage(t *testing.T) {
	const trials, players = 1500, 16
	random := rand.New(rand.NewPCG(7, 7))
	held, bias, naive := 0, 0.0, 0
	for range trials {
		event := 150 * random.NormFloat64()
		field := make([]Curve, players)
		for i := range field {
			field[i] = entrant(random, event+90*random.NormFloat64())
		}
		f := OfField(field, 150)
		bias += (f.Offset - event) / trials
		if f.Low <= event && event <= f.High {
			held++
		}
		_, curvature := Sum(field...).bend(f.Offset)
		if math.Abs(f.Offset-event) < 1.96/math.Sqrt(-curvature) {
			naive++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.97 {
		t.Errorf("the interval holds the offset in %.3f of fields", share)
	}
	if share := float64(naive) / trials; share > 0.8 {
		t.Errorf("independent moves would hold it in %.3f: the simulation has no players who differ", share)
	}
	if math.Abs(bias) > 4 {
		t.Errorf("bias %.1f", bias)
	}
}

func TestFieldOfAnyPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var players []Curve
		for range rapid.IntRange(leastField, 12).Draw(t, "players") {
			n := rapid.IntRange(1, 300).Draw(t, "n")
			l := matches(float64(rapid.IntRange(0, n).Draw(t, "k")), float64(n))
			rating := rapid.Float64Range(1400, 2800).Draw(t, "rating")
			players = append(players, Offsets(func(u float64) float64 { return l(rating + u) }))
		}
		spread := rapid.Float64Range(20, 300).Draw(t, "spread")
		f := OfField(players, spread)
		if !f.OK || !(f.Low < f.Offset && f.Offset < f.High) || math.Abs(f.Offset) > farthest || math.IsInf(f.High-f.Low, 0) {
			t.Fatalf("%+v", f)
		}
		slices.Reverse(players)
		if back := OfField(players, spread); math.Abs(back.Offset-f.Offset) > precision || math.Abs(back.High-f.High) > 0.1 {
			t.Fatalf("%+v, in another order %+v", f, back)
		}
		if wide := OfField(players, 2*spread); math.Abs(wide.Offset) < math.Abs(f.Offset)-2*precision {
			t.Fatalf("%+v, with a wider prior %+v", f, wide)
		}
	})
}
