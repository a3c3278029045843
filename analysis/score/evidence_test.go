package score

import (
	"math"
	"math/rand/v2"
	"testing"
)

// In this world a move is right or wrong: right with probability 1/(1+exp(-x)) for a
// player of rating 2000 + 400 x beyond what is hard about it, and nearly always for
// one who follows an engine. Some games, and the moves of some players, are harder than
// others: what effects on losses are.
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
func (e evidenceWorld) move(difficulty float64, wasRight bool) Scored {
	likely := func(rating float64) (all [lossPoints]float64) {
		for l, effect := range LossEffects() {
			p := right(difficulty+e.effects.Losses.SD()*effect, rating)
			if !wasRight {
				p = 1 - p
			}
			all[l] = p
		}
		return all
	}
	s := Scored{Honest: HonestOf(likely, 2000), Chance: Chance{Helped: []float64{1 - engineRight}}}
	if wasRight {
		s.Helped = []float64{engineRight}
	}
	return s
}

// honest is how likely a move was in a game that is harder by so much, for a strength
// beyond the rating.
type honest func(hard, strength float64) float64

// play draws games of a player who follows the engine at a share of his moves, and says
// how likely each move was.
func (e evidenceWorld) play(random *rand.Rand, games, moves int, share float64) (p *Performance, likely [][]honest) {
	p = &Performance{Rating: 2000, RatingSD: e.ratingSD, Field: e.field}
	strength := 2000 + e.field.Draw(e.effects, random) + random.NormFloat64()*e.ratingSD
	own := e.effects.Losses.Player * random.NormFloat64()
	for range games {
		rating, hard := strength+random.NormFloat64()*e.effects.Game, own+e.effects.Losses.Game*random.NormFloat64()
		var g Game
		var of []honest
		for range moves {
			difficulty := 2 * random.NormFloat64()
			chance := right(difficulty+hard, rating)
			if random.Float64() < share {
				chance = engineRight
			}
			wasRight := random.Float64() < chance
			g.Moves = append(g.Moves, e.move(difficulty, wasRight))
			of = append(of, func(hard, strength float64) float64 {
				p := right(difficulty+hard, 2000+strength)
				if !wasRight {
					p = 1 - p
				}
				return p
			})
		}
		p.Games = append(p.Games, g)
		likely = append(likely, of)
	}
	return p, likely
}

func newEvidenceWorld() evidenceWorld {
	e := Effects{Game: 160, Event: Mixture{Ordinary: 40, Outlying: 300, Share: 0.08}, Losses: LossEffect{Game: 0.5, Player: 0.3}}
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
		p, likely := w.play(random, 4, 12, 0.3)
		got := w.effects.Evidence(p)
		parts := []struct{ weight, mean, sd float64 }{{1, 40, 35}}
		if !field.OK {
			parts = []struct{ weight, mean, sd float64 }{{0.92, 0, 40}, {0.08, 0, 300}}
		}
		density := func(x, sd float64) float64 { return math.Exp(-x*x/2/sd/sd) / sd }
		const step, most, hardStep, hardest = 20.0, 1600.0, 0.1, 3.0
		integral := func(share float64) float64 {
			// The likelihood of each game, by strength and by what makes it hard.
			var games [][][]float64
			for i, g := range p.Games {
				var game [][]float64
				for hard := -hardest; hard <= hardest; hard += hardStep {
					var at []float64
					for x := -most; x <= most; x += step {
						l := 1.0
						for k, m := range g.Moves {
							l *= (1-share)*likely[i][k](hard, x) + share*m.Helped[0]
						}
						at = append(at, l)
					}
					game = append(game, at)
				}
				games = append(games, game)
			}
			total := 0.0
			for own := -1.2; own <= 1.2; own += hardStep {
				mixed := make([][]float64, len(games))
				for i, game := range games {
					mixed[i] = make([]float64, len(game[0]))
					norm := 0.0
					for h, at := range game {
						d := density(-hardest+hardStep*float64(h)-own, 0.5)
						norm += d
						for j, l := range at {
							mixed[i][j] += d * l
						}
					}
					for j := range mixed[i] {
						mixed[i][j] /= norm
					}
				}
				for u := -most / 2; u <= most/2; u += step {
					weight := 0.0
					for _, part := range parts {
						weight += part.weight * density(u-part.mean, math.Sqrt(part.sd*part.sd+50*50+30*30))
					}
					product := density(own, 0.3)
					for _, at := range mixed {
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

// Of honest players the mean odds are 1, and few ever reach 20, whenever one looks;
// those who are helped do. A mean hangs on few players; but as odds are a ratio of
// probabilities, those of honest players below a line have the mean that helped players
// have the chance of lying below it, whatever the line.
func TestEvidenceOfHonestPlayers(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	w := newEvidenceWorld()
	const trials, games, moves = 1000, 4, 8
	const line = 3.0
	var odds, below, chance Mean
	ever, helped := 0, 0
	for trial := range trials {
		p, _ := w.play(random, games, moves, 0)
		reached := false
		for k := 1; k <= games; k++ {
			some := *p
			some.Games = p.Games[:k]
			e := w.effects.Evidence(&some)
			reached = reached || e.Log >= math.Log(20)
			if k == games {
				bf := math.Exp(e.Log)
				odds.Add(bf)
				below.Add(bf * indicator(bf < line))
			}
		}
		if reached {
			ever++
		}
		like, _ := w.play(random, games, moves, shares()[trial%len(shares())])
		chance.Add(indicator(w.effects.Evidence(like).Log < math.Log(line)))
		if trial%10 > 0 {
			continue
		}
		assisted, _ := w.play(random, 10*games, moves, 0.9)
		if w.effects.Evidence(assisted).Log >= math.Log(20) {
			helped++
		}
	}
	mean, _ := odds.Actual()
	if se, _ := odds.StandardError(); math.Abs(mean-1) > 4*se {
		t.Errorf("mean odds %.3f +- %.3f, want 1", mean, se)
	}
	honest, _ := below.Actual()
	helpedBelow, _ := chance.Actual()
	seHonest, _ := below.StandardError()
	seHelped, _ := chance.StandardError()
	if se := math.Hypot(seHonest, seHelped); math.Abs(honest-helpedBelow) > 3*se || se > 0.03 {
		t.Errorf("mean odds below %v are %.3f, the chance of helped players to be there %.3f, +- %.3f", line, honest, helpedBelow, se)
	}
	if share := float64(ever) / trials; share > 0.05 {
		t.Errorf("%.3f of honest players ever reach odds of 20, at most .05 may", share)
	}
	if share := float64(helped) / (trials / 10); share < 0.5 {
		t.Errorf("%.3f of those who are helped reach odds of 20", share)
	}
}

// A rating of which next to nothing is known leaves nothing to weigh; below that the grid is
// wide enough for honest players who are far stronger than rated.
func TestEvidenceOfUncertainRatings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	w := newEvidenceWorld()
	high := 0
	for range 60 {
		w.ratingSD = 0
		w.field.Mean = 600 // two standard deviations of the rating above it
		w.field.belief = belief{{weight: 1, mean: 600, variance: 1}, {}}
		p, _ := w.play(random, 6, 12, 0)
		p.RatingSD, p.Field = MaxRatingSD, newEvidenceWorld().field
		e := w.effects.Evidence(p)
		if !e.OK {
			t.Fatal("no e-value")
		}
		if e.Log > math.Log(20) {
			high++
		}
		p.RatingSD++
		if e := w.effects.Evidence(p); e.OK {
			t.Fatalf("a rating uncertain by %v gives %+v", p.RatingSD, e)
		}
	}
	if high > 3 {
		t.Errorf("%d of 60 honest players reach odds of 20", high)
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

// The offsets of two events are integrated out event by event: where both are known to be 0 the odds are
// those of one event; where they are unknown, two events that both play above their ratings speak less for
// help than one event that does.
func TestEvidenceOfSeveralEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	e := Effects{Game: 160, Event: Mixture{Ordinary: 40, Outlying: 300, Share: 0.08}}
	known := Offset{OK: true, SD: 20, belief: belief{{weight: 1, variance: 400}, {}}}
	w := evidenceWorld{effects: e, ratingSD: 60, field: known}
	for range 6 {
		p, _ := w.play(random, 6, 25, 0.2)
		one := e.Evidence(p)
		for i := range p.Games {
			p.Games[i].Event = []string{"a", "b"}[i/3]
		}
		p.Field = Offset{OK: true, Events: &map[string]Offset{"a": known, "b": known}}
		two := e.Evidence(p)
		if !one.OK || !two.OK || math.Abs(one.Log-two.Log) > 0.3 {
			t.Errorf("ln BF %v of one event, %v of two", one, two)
		}
	}
}
