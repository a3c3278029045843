package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fairplay/analysis/calibration"
)

// simulated draws residuals with known effects and unknown ratings.
func simulated(random *rand.Rand, e calibration.Effects, ratingSD float64, events, players, games int) []family {
	all := make([]family, events)
	for i := range all {
		common := e.Event * random.NormFloat64()
		for range players {
			own := common + e.Player*random.NormFloat64()
			rating := ratingSD * random.NormFloat64()
			var sides []residual
			for range games {
				n := 20 + float64(random.IntN(25))
				r := residual{n: n, variance: 0.18 * n, slope: 2e-4 * n}
				r.excess = n*(own+e.Game*random.NormFloat64()) + r.slope*rating + math.Sqrt(r.variance)*random.NormFloat64()
				sides = append(sides, r)
			}
			all[i] = append(all[i], sides)
		}
	}
	return all
}

func TestEffectsAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, want := range []calibration.Effects{
		{Game: 0.05, Player: 0.04, Event: 0.06}, {Player: 0.05}, {Event: 0.05}, {},
	} {
		got := estimate(simulated(random, want, 50, 120, 6, 5), 50)
		for name, pair := range map[string][2]float64{
			"game": {got.Game, want.Game}, "player": {got.Player, want.Player}, "event": {got.Event, want.Event},
		} {
			if math.Abs(pair[0]-pair[1]) > 0.012 {
				t.Errorf("%+v: %s effect %.4f", want, name, pair[0])
			}
		}
	}
	if got := estimate(nil, 50); got.Common() != 0 || got.Game != 0 {
		t.Errorf("effects of nothing: %+v", got)
	}
}

// outlying draws ordinary events, and a few whose whole field plays far above its
// ratings, with so many players.
func outlying(random *rand.Rand, ordinary calibration.Effects, events, outliers, players int, above float64) []family {
	all := simulated(random, ordinary, 50, events-outliers, 5, 4)
	for _, f := range simulated(random, ordinary, 50, outliers, players, 4) {
		for _, player := range f {
			for i := range player {
				player[i].excess += above * player[i].n
			}
		}
		all = append(all, f)
	}
	return all
}

// Events are what the effects are estimated over. Two national championships
// among sixty events that play 350 points above their ratings (0.07 per move)
// count as two of sixty, however many players they have; the effect of events that
// comes out is that of all sixty together,
//
//	tau² = (58 · 0.02² + 2 · (0.02² + 0.07²)) / 60 = 0.0237²,
//
// so that they are not hidden, and honest performances of the fifty-eight others
// have a z that is narrower than 1, but not by much.
func TestOutlyingEventsCountAsEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	ordinary := calibration.Effects{Player: 0.01, Event: 0.02}
	const worlds = 5
	var small, large, narrow float64
	for range worlds {
		a := estimate(outlying(random, ordinary, 60, 2, 6, 0.07), 50)
		b := estimate(outlying(random, ordinary, 60, 2, 25, 0.07), 50)
		small, large = small+a.Event/worlds, large+b.Event/worlds
		const n, v = 250.0, 250 * 0.18
		narrow += math.Sqrt((v+n*n*(ordinary.Common()*ordinary.Common()))/(v+n*n*b.Common()*b.Common())) / worlds
	}
	near(t, "effect of events with two small outliers", small, 0.0237, 0.004)
	near(t, "effect of events with two large outliers", large, 0.0237, 0.004)
	near(t, "standard deviation of z in ordinary events", narrow, 0.94, 0.05)
}

// The reference builds the covariance matrix of an event and factorises it.
func TestSurpriseIsThatOfTheMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const ratingSD = 50
	e := calibration.Effects{Game: 0.03, Player: 0.05, Event: 0.04}
	for range 20 {
		f := simulated(random, e, ratingSD, 1, 3, 4)
		var flat []residual
		var owner []int
		for p, player := range f[0] {
			for _, r := range player {
				flat, owner = append(flat, r), append(owner, p)
			}
		}
		c := mat.NewSymDense(len(flat), nil)
		for i, a := range flat {
			for j, b := range flat[:i+1] {
				v := a.n * b.n * e.Event * e.Event
				if owner[i] == owner[j] {
					v += a.n*b.n*e.Player*e.Player + a.slope*b.slope*ratingSD*ratingSD
				}
				if i == j {
					v += a.variance + a.n*a.n*e.Game*e.Game
				}
				c.SetSym(i, j, v)
			}
		}
		var factor mat.Cholesky
		if !factor.Factorize(c) {
			t.Fatal("not positive definite")
		}
		d := mat.NewVecDense(len(flat), nil)
		for i, r := range flat {
			d.SetVec(i, r.excess)
		}
		var solved mat.VecDense
		if err := factor.SolveVecTo(&solved, d); err != nil {
			t.Fatal(err)
		}
		want := (factor.LogDet() + mat.Dot(d, &solved)) / 2
		if got := surprise(f, e, ratingSD); math.Abs(got-want) > 1e-8*math.Abs(want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestBorrowedEffects(t *testing.T) {
	from := calibration.Effects{Game: 0.01, Player: 0.02, Event: 0.03, Slope: 2e-4}
	got := borrow(from, 1e-4)
	want := calibration.Effects{Game: 0.005, Player: 0.01, Event: 0.015, Slope: 1e-4, Borrowed: true}
	if math.Abs(got.Event-want.Event) > 1e-15 || math.Abs(got.Player-want.Player) > 1e-15 || !got.Borrowed {
		t.Errorf("%+v, want %+v", got, want)
	}
}
