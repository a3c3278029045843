package score

import (
	"math"
	"math/rand/v2"
	"testing"
)

// In this world a move is right or wrong: right with probability 1/(1+exp(-x)) for a
// player of rating 2000 + 400 x beyond what is hard about it, and nearly always for
// one who follows an engine.
type evidenceWorld struct {
	effects  Effects
	ratingSD float64
	field    Offset
}

const engineRight = 0.85

func right(difficulty, rating float64) float64 {
	return 1 / (1 + math.Exp(-(rating-2000)/400+difficulty))
}

// move is one move that was right or wrong.
func (w evidenceWorld) move(difficulty float64, wasRight bool) Scored {
	logP := func(rating float64) float64 {
		if wasRight {
			return math.Log(right(difficulty, rating))
		}
		return math.Log(1 - right(difficulty, rating))
	}
	s := Scored{Honest: HonestOf(logP, 2000), Chance: Chance{Helped: []float64{1 - engineRight}}}
	if wasRight {
		s.Helped = []float64{engineRight}
	}
	return s
}

// play draws games of a player who follows the engine at a share of his moves.
func (w evidenceWorld) play(random *rand.Rand, games, moves int, share float64) *Performance {
	p := &Performance{Rating: 2000, RatingSD: w.ratingSD, Field: w.field}
	strength := 2000 + w.field.Draw(w.effects, random) + random.NormFloat64()*math.Hypot(w.ratingSD, w.effects.Player)
	for range games {
		rating := strength + random.NormFloat64()*w.effects.Game
		var g Game
		for range moves {
			difficulty := 2 * random.NormFloat64()
			chance := right(difficulty, rating)
			if random.Float64() < share {
				chance = engineRight
			}
			g.Moves = append(g.Moves, w.move(difficulty, random.Float64() < chance))
		}
		p.Games = append(p.Games, g)
	}
	return p
}

func newEvidenceWorld() evidenceWorld {
	e := Effects{Game: 160, Player: 30, Event: Mixture{Ordinary: 40, Outlying: 300, Share: 0.08}}
	f := Offset{Mean: 40, SD: 35, OK: true, belief: belief{{weight: 1, mean: 40, variance: 35 * 35}, {}}}
	return evidenceWorld{e, 50, f}
}

// The definition, integrated by brute force over a grid twenty times as fine and
// without any cut.
func TestEvidenceByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	w := newEvidenceWorld()
	for _, field := range []Offset{w.field, {}} {
		w.field = field
		p := w.play(random, 4, 12, 0.3)
		got := w.effects.Evidence(p)
		var games [][]float64 // of each game, ln likelihood by story, strength by strength
		parts := []struct{ weight, mean, sd float64 }{{1, 40, 35}}
		if !field.OK {
			parts = []struct{ weight, mean, sd float64 }{{0.92, 0, 40}, {0.08, 0, 300}}
		}
		density := func(x, sd float64) float64 { return math.Exp(-x*x/2/sd/sd) / sd }
		const step, most = 10.0, 1600.0
		integral := func(share float64) float64 {
			games = nil
			for _, g := range p.Games {
				var at []float64
				for x := -most; x <= most; x += step {
					l := 1.0
					for _, m := range g.Moves {
						// The grid of the move itself, interpolated in between by its formula.
						honest := interpolate(m.Honest, x)
						l *= (1-share)*honest + share*m.Helped[0]
					}
					at = append(at, l)
				}
				games = append(games, at)
			}
			total := 0.0
			for u := -most / 2; u <= most/2; u += step {
				weight := 0.0
				for _, part := range parts {
					weight += part.weight * density(u-part.mean, math.Sqrt(part.sd*part.sd+50*50+30*30))
				}
				product := 1.0
				for _, at := range games {
					sum, norm := 0.0, 0.0
					for i, l := range at {
						d := density(-most+step*float64(i)-u, 160)
						sum += d * l
						norm += d
					}
					product *= sum / norm
				}
				total += weight * product
			}
			return total
		}
		mean := 0.0
		for _, f := range shares() {
			mean += integral(f) / float64(len(shares()))
		}
		if want := math.Log(mean / integral(0)); !got.OK || math.Abs(got.Log-want) > 0.03 {
			t.Errorf("field %v: ln BF %v, want %v", field.OK, got.Log, want)
		}
	}
}

// interpolate reads the likelihood between the points of the grid: ln is nearly
// parabolic there.
func interpolate(h *Honest, x float64) float64 {
	at := min(max(x/gridStep+gridMiddle, 1), gridPoints-2)
	i := int(math.Round(at))
	d := x/gridStep + gridMiddle - float64(i)
	a, b, c := math.Log(h[i-1]), math.Log(h[i]), math.Log(h[i+1])
	return math.Exp(b + d*(c-a)/2 + d*d*(a-2*b+c)/2)
}

// Of honest players the mean odds are 1, and few ever reach 20, whenever one looks;
// those who are helped do.
func TestEvidenceOfHonestPlayers(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	w := newEvidenceWorld()
	const trials, games, moves = 2500, 4, 8
	var odds Mean
	ever, helped := 0, 0
	for range trials {
		p := w.play(random, games, moves, 0)
		reached := false
		for k := 1; k <= games; k++ {
			some := *p
			some.Games = p.Games[:k]
			e := w.effects.Evidence(&some)
			reached = reached || e.Log >= math.Log(20)
			if k == games {
				odds.Add(math.Exp(e.Log))
			}
		}
		if reached {
			ever++
		}
		if w.effects.Evidence(w.play(random, 10*games, moves, 0.9)).Log >= math.Log(20) {
			helped++
		}
	}
	mean, _ := odds.Actual()
	if se, _ := odds.StandardError(); math.Abs(mean-1) > 4*se {
		t.Errorf("mean odds %.3f +- %.3f, want 1", mean, se)
	}
	if share := float64(ever) / trials; share > 0.05 {
		t.Errorf("%.3f of honest players ever reach odds of 20, at most .05 may", share)
	}
	if share := float64(helped) / trials; share < 0.5 {
		t.Errorf("%.3f of those who are helped reach odds of 20", share)
	}
}

func TestNoEvidence(t *testing.T) {
	for name, p := range map[string]*Performance{
		"no games": {}, "no moves": {Games: []Game{{}}}, "no likelihoods": {Games: []Game{{Moves: []Scored{{Chance: Chance{Helped: []float64{1}}}}}}},
	} {
		if e := newEvidenceWorld().effects.Evidence(p); e.OK || e.Log != 0 {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
