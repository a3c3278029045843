package score

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// shared returns the same games as those of several players, one each, or of one.
func shared(perf *Performance, several bool) *Performance {
	out := *perf
	out.Games = slices.Clone(perf.Games)
	for i := range out.Games {
		out.Games[i].Player = ""
		if several {
			out.Games[i].Player = fmt.Sprint(i)
		}
	}
	return &out
}

// Against k opponents with a game each, their strengths and the errors of their
// ratings average out, as those of one opponent with k games do not. What the
// event has in common does not either.
func TestSeveralPlayersAverageOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		spread := Spread{Player: rapid.Float64Range(0, 0.1).Draw(t, "tau_p"), Scale: 1}
		spread.Own = spread.Player * rapid.Float64Range(0, 1).Draw(t, "own")
		one, several := Test(shared(perf, false), MM, spread), Test(shared(perf, true), MM, spread)

		n, squares := 0.0, 0.0
		for _, g := range perf.Games {
			n += float64(len(g.Moves))
			squares += float64(len(g.Moves) * len(g.Moves))
		}
		fewer := spread.Own * spread.Own * (n*n - squares)
		if !near(one.Variance.Player-several.Variance.Player, fewer, 1e-9) {
			t.Fatalf("%v and %v, a difference of %v is due", one.Variance, several.Variance, fewer)
		}
		if several.Variance.Rating > one.Variance.Rating*(1+1e-9) || several.SD > one.SD*(1+1e-9) || several.SD < several.RawSD {
			t.Fatalf("%+v and %+v", one, several)
		}
		if one.Z*several.Z < 0 || math.Abs(several.Z) < math.Abs(one.Z)*(1-1e-9) {
			t.Fatalf("z %v of one, %v of several", one.Z, several.Z)
		}
	})
}

// k games alike of n moves each, the slope of each S: as one player's
// (kn)² tau_p² and (kS sigma)², as k players' k² n² tau_e² + k n² tau_own² and
// k S² sigma².
func TestOneOpponentAndSeveralByHand(t *testing.T) {
	const k, n, slope, sigma = 5, 20, 0.0002, 50.0
	perf := &Performance{RatingSD: sigma}
	for range k {
		g := Game{}
		for range n {
			s := Scored{}
			s.MM = Indicator(0.5, slope)
			g.Moves = append(g.Moves, s)
		}
		perf.Games = append(perf.Games, g)
	}
	spread := Spread{Player: 0.05, Own: 0.04, Scale: 1} // 0.03 is the event's
	one, several := Test(shared(perf, false), MM, spread).Variance, Test(shared(perf, true), MM, spread).Variance
	if !near(one.Player, 100*100*0.0025, 1e-12) || !near(one.Rating, 1, 1e-12) {
		t.Errorf("one player: %+v, want 25 and 1", one)
	}
	if !near(several.Player, 100*100*0.0009+5*400*0.0016, 1e-12) || !near(several.Rating, 0.2, 1e-12) {
		t.Errorf("five players: %+v, want 12.2 and 0.2", several)
	}
}

// Nine honest opponents, a game each, in events that differ, with ratings that
// err: their z has standard deviation 1 if they are taken as nine and less if
// they are taken as one.
func TestHonestOpponentsAreStandardNormal(t *testing.T) {
	const trials = 1500
	random := source(11)
	w := newWorld(random, 9, 30)
	w.player, w.event, w.perPoint, w.ratingSD = 0.2, 0.1, 0.002, 50
	w.slopes()
	nine := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	p := plain()
	p.Spread.MM, p.Spread.ASD = w.told(nine, MM), w.told(nine, ASD)

	zs := map[string][]float64{}
	for range trials {
		opponents := w.playAs(random, nine)
		for name, perf := range map[string]*Performance{"one": shared(opponents, false), "nine": opponents} {
			for _, q := range []Quantity{MM, ASD} {
				zs[name+" "+q.String()] = append(zs[name+" "+q.String()], Test(perf, q, *p.Spread.At(q)).Z)
			}
		}
	}
	for _, q := range []Quantity{MM, ASD} {
		mean, sd := stat.MeanStdDev(zs["nine "+q.String()], nil)
		if math.Abs(mean) > 4*math.Sqrt(2.0/trials) || math.Abs(sd-1) > 4*math.Sqrt(1.0/trials) {
			t.Errorf("%v of nine players: mean %.3f, sd %.3f", q, mean, sd)
		}
		if _, sd := stat.MeanStdDev(zs["one "+q.String()], nil); sd > 0.8 {
			t.Errorf("%v as of one player: sd %.3f; the simulation shows no difference", q, sd)
		}
	}
}

// slopes gives the expected figures their derivatives by the rating.
func (w *world) slopes() {
	const h = 0.01
	for i, positions := range w.positions {
		for j, p := range positions {
			low, high, m := p.at(-h), p.at(h), &w.performance.Games[i].Moves[j]
			for _, q := range []Quantity{MM, ASD} {
				m.At(q).Slope = w.perPoint * (high.At(q).Mean - low.At(q).Mean) / (2 * h)
			}
		}
	}
}

// told measures the effects of game, player and event on players whose ratings do
// not err: those of one player in an event tell what is common to his games,
// those of many what is common to the event.
func (w *world) told(players []string, q Quantity) Spread {
	exact := *w
	exact.ratingSD = 0
	random := source(12)
	var alone, together []*Performance
	for range 1500 {
		alone = append(alone, exact.play(random))
		together = append(together, exact.playAs(random, players))
	}
	s := measured(alone, q)
	event := measured(together, q).Player
	s.Own = math.Sqrt(max(s.Player*s.Player-event*event, 0))
	return s
}
