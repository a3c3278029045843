package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// fitted are the offsets of events as fitted: of 1000 events 67 are spread by 339 points, and all
// others by 31.
func fitted() Mixture { return Mixture{Ordinary: 31, Outlying: 339, Share: 0.067} }

// MODEL 6a: without a field, and with a quarter of the variance from the event, 3 standard deviations
// are one in 202 and 4 are one in 617, not 741 and 31 574. By hand: Var(event) = .933 31² + .067 339²
// = 8596.4; with V = 1, S² = .25/8596.4, so that the parts have the variances .75 + 961 S² = .77795
// and .75 + 114921 S² = 4.09215. Q(3/.88202) = Q(3.4013) = 3.354e-4, Q(3/2.02291) = Q(1.48301) =
// .06904: p = .933 3.354e-4 + .067 .06904 = .004939, one in 202.5; Q(4.5350) = 2.88e-6, Q(1.97735) =
// .02400: p = .0016107, one in 620.8.
func TestTailOfAnUnknownEvent(t *testing.T) {
	e := Effects{Event: fitted()}
	slope := math.Sqrt(0.25 / e.Event.Variance())
	at := standing{known: 0.75, events: people{{"", slope}}}
	for _, c := range []struct{ x, oneIn float64 }{{3, 202.5}, {4, 620.8}} {
		at.excess = c.x
		if got := OneIn(at.z(Offset{}, e)); !near(got/c.oneIn, 1, 2e-3) {
			t.Errorf("%v standard deviations are one in %.1f, want %.1f", c.x, got, c.oneIn)
		}
	}
	// In a field known to 10 points nothing is left of that.
	known := Offset{OK: true, Mean: 20, SD: 10}
	at.excess = 3
	if got, want := at.z(known, e), (3-20*slope)/math.Sqrt(0.75+100*slope*slope); !near(got, want, 1e-12) {
		t.Errorf("in a known field z %v, want %v", got, want)
	}
}

// Both tails, a numerical integration of the mixture's density, and values beyond a float64.
func TestTailedFollowsTheMixture(t *testing.T) {
	shifts := []part{{0.9, 1, 0.5}, {0.1, -2, 30}}
	density := func(x float64) (sum float64) {
		for _, p := range shifts {
			v := 2 + p.variance
			sum += p.weight * math.Exp(-(x-p.mean)*(x-p.mean)/(2*v)) / math.Sqrt(2*math.Pi*v)
		}
		return sum
	}
	for _, x := range []float64{-30, -8, -1, 0, 0.4, 3, 9, 25} {
		const step = 1e-3
		above := 0.0
		for u := x + step/2; u < 120; u += step {
			above += density(u) * step
		}
		z := tailed(x, 2, 0, shifts)
		if got := Tail(z); math.Abs(got-above) > 1e-6+1e-4*min(above, 1-above) {
			t.Errorf("at %v: p %v, integrated %v", x, got, above)
		}
	}
	last := math.Inf(-1)
	for x := -600.0; x <= 600; x += 0.5 {
		z := tailed(x, 2, 0, shifts)
		if !(z > last) || math.IsInf(z, 0) {
			t.Fatalf("z %v at %v after %v", z, x, last)
		}
		last = z
	}
}

// The offsets of several events are independent: the sum of what they add has the variance of all,
// whatever is joined, and its tail lies between that of one event and a normal one.
func TestShiftsOfSeveralEvents(t *testing.T) {
	e := Effects{Event: fitted()}
	rapid.Check(t, func(t *rapid.T) {
		var slopes people
		variance, n := 0.0, rapid.IntRange(1, 40).Draw(t, "events")
		for i := range n {
			s := rapid.Float64Range(0.001, 0.01).Draw(t, "slope")
			slopes = append(slopes, namedSum{string(rune('a' + i)), s})
			variance += s * s * e.Event.Variance()
		}
		shifts := Offset{Events: &map[string]Offset{}}.shifts(slopes, e)
		weight, second := 0.0, 0.0
		for _, p := range shifts {
			weight += p.weight
			second += p.weight * (p.variance + p.mean*p.mean)
		}
		if len(shifts) > mostShifts || !near(weight, 1, 1e-9) || !near(second/variance, 1, 1e-9) {
			t.Fatalf("%d parts of weight %v and variance %v, want %v", len(shifts), weight, second, variance)
		}
	})
}

// Looking after each of nine rounds keeps the error of the boundary also where the event is unknown
// and may be far off its ratings.
func TestBoundaryInUnknownEvents(t *testing.T) {
	const looks, trials, alpha = 9, 40_000, 0.02275
	random := source(3)
	e := Effects{Game: 150, Event: fitted()}
	var done, information []float64
	for k := 1.0; k <= looks; k++ {
		done, information = append(done, k/looks), append(information, k)
	}
	bounds, err := Boundary(alpha, done, information)
	if err != nil {
		t.Fatal(err)
	}
	const slope, moves = 0.0012 * 25, 0.17 * 25 // of a game: dE/dR and variance
	crossed := 0
	for range trials {
		sd := e.Event.Ordinary
		if random.Float64() < e.Event.Share {
			sd = e.Event.Outlying
		}
		own := sd*random.NormFloat64() + 40*random.NormFloat64()
		at := standing{}
		for k := range looks {
			at.excess += slope*(own+e.Game*random.NormFloat64()) + math.Sqrt(moves)*random.NormFloat64()
			n := float64(k + 1)
			at.known = n*(moves+slope*slope*e.Game*e.Game) + n*n*slope*slope*1600
			at.events = people{{"", n * slope}}
			if at.z(Offset{}, e) >= bounds[k] {
				crossed++
				break
			}
		}
	}
	if share := float64(crossed) / trials; share > alpha+3*math.Sqrt(alpha/trials) {
		t.Errorf("%.4f of honest players cross, at most %.4f should", share, alpha)
	}
}
