package score

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// world is a simulation that shares no code with the tests under proof: moves
// of four options each, chosen by a softmax whose sharpness differs by player
// and game, which makes the moves of one player, and of one game, alike.
type world struct {
	positions   [][]choices  // by game
	performance *Performance // chances filled in, nothing played
	effects     Effects
	ratingSD    float64 // error of the ratings
}

// perPoint is what a point of rating adds to the logarithm of the sharpness.
const perPoint = 0.001

// choices are four options with what each loses; the first is the engine's.
type choices struct{ loss [4]float64 }

// probabilities at sharpness exp(effect).
func (c choices) probabilities(effect float64) (ps [4]float64) {
	total := 0.0
	for i, l := range c.loss {
		ps[i] = math.Exp(-6 * math.Exp(effect) * l)
		total += ps[i]
	}
	for i := range ps {
		ps[i] /= total
	}
	return ps
}

func newWorld(random *rand.Rand, games, moves int) *world {
	w := &world{performance: &Performance{Rating: 2000, RatingSD: 100}, ratingSD: 100, effects: Effects{Game: 150, Event: Mixture{Ordinary: 40, Outlying: 300, Share: 0.05}}}
	for range games {
		var positions []choices
		g := Game{}
		for i := range moves {
			p := choices{}
			for k := 1; k < 4; k++ {
				p.loss[k] = random.ExpFloat64() * 0.3
			}
			positions = append(positions, p)
			s := Scored{Figures: Figures{Ply: 16 + 2*i, HasLoss: true}}
			s.Each = p.moments()
			g.Moves = append(g.Moves, s)
		}
		w.positions = append(w.positions, positions)
		w.performance.Games = append(w.performance.Games, g)
	}
	return w
}

// moments at the average player: the first option matches, the first two are of
// equal value, the first three are the top three. Slopes are differences.
func (c choices) moments() Each[Moment] {
	const h = 0.01
	m, low, high := c.at(0), c.at(-h), c.at(h)
	for _, q := range Quantities() {
		m.At(q).Slope = perPoint * (high.At(q).Mean - low.At(q).Mean) / (2 * h)
	}
	return m
}

// at returns the moments of a player whom an effect moves from the average.
func (c choices) at(effect float64) (m Each[Moment]) {
	ps := c.probabilities(effect)
	m.MM, m.EV, m.T3 = Indicator(ps[0], 0), Indicator(ps[0]+ps[1], 0), Indicator(ps[0]+ps[1]+ps[2], 0)
	mean, square := 0.0, 0.0
	for i, l := range c.loss {
		mean += ps[i] * l
		square += ps[i] * l * l
	}
	m.ASD = Moment{Mean: mean, Var: square - mean*mean}
	m.AE, m.Wide = m.ASD, m.ASD
	return m
}

// play returns the performance of one player drawn at random.
func (w *world) play(random *rand.Rand) *Performance { return w.playAs(random, []string{"one"}) }

// playAs returns the performance of players drawn at random who have the games
// in turn.
func (w *world) playAs(random *rand.Rand, players []string) *Performance {
	perf := &Performance{Rating: 2000, RatingSD: w.ratingSD}
	sd := w.effects.Event.Ordinary
	if random.Float64() < w.effects.Event.Share {
		sd = w.effects.Event.Outlying
	}
	event := random.NormFloat64() * sd
	effects := map[string]float64{}
	for _, p := range players {
		effects[p] = event + random.NormFloat64()*w.ratingSD
	}
	for i, positions := range w.positions {
		player := players[i%len(players)]
		effect := perPoint * (effects[player] + random.NormFloat64()*w.effects.Game)
		g := Game{Player: player, Moves: append([]Scored(nil), w.performance.Games[i].Moves...)}
		for j, p := range positions {
			g.Moves[j].choose(p, p.probabilities(effect), random.Float64())
		}
		perf.Games = append(perf.Games, g)
	}
	return perf
}

// choose plays the option on which u falls.
func (s *Scored) choose(p choices, ps [4]float64, u float64) {
	k := 0
	for k < 3 && u >= ps[k] {
		u -= ps[k]
		k++
	}
	s.Match, s.Equal, s.TopThree = k == 0, k <= 1, k <= 2
	s.Delta, s.Loss, s.ScaledLoss, s.HasLoss = p.loss[k], p.loss[k], p.loss[k], true
}

// parameters are those of the world, with correlations measured on simulated
// performances.
func (w *world) parameters(random *rand.Rand, trials int) Parameters {
	p := plain()
	p.Effects = w.effects
	ordinary := *w
	ordinary.effects.Event.Share = 0 // correlations are those of ordinary events
	performances := make([]*Performance, trials)
	for i := range performances {
		performances[i] = ordinary.play(random)
	}
	p.Triple.Correlation = correlations(performances, func(perf *Performance) [3]TestResult {
		all := testsOf(&p, perf)
		return combinedParts(&all)
	})
	return p
}

func correlations(performances []*Performance, parts func(*Performance) [3]TestResult) [3][3]float64 {
	var zs [3][]float64
	for _, perf := range performances {
		for i, r := range parts(perf) {
			zs[i] = append(zs[i], r.Z)
		}
	}
	s := independent()
	for i := range s {
		for j := range i {
			s[i][j] = stat.Correlation(zs[i], zs[j], nil)
			s[j][i] = s[i][j]
		}
	}
	return s
}

// spread are parameters with everything that can widen a variance.
func spread() Parameters {
	p := plain()
	p.Triple.Correlation = alike()
	p.ROI.Correlation = alike()
	p.Effects = Effects{Game: 150, Rating: 40, Event: Mixture{Ordinary: 50, Outlying: 300, Share: 0.1}}
	for _, q := range Quantities() {
		*p.Spread.At(q) = Spread{Scale: 1.1}
	}
	p.Spread.LR.Bias = 0.01
	return p
}

// anyEffects draws effects, some of them none.
func anyEffects() *rapid.Generator[Effects] {
	sd := func(t *rapid.T, name string) float64 { return rapid.SampledFrom([]float64{0, 30, 200}).Draw(t, name) }
	return rapid.Custom(func(t *rapid.T) Effects {
		e := Effects{Game: sd(t, "game"), Rating: sd(t, "rating")}
		e.Event = Mixture{Ordinary: sd(t, "ordinary"), Share: rapid.Float64Range(0, 0.5).Draw(t, "share")}
		e.Event.Outlying = e.Event.Ordinary + sd(t, "outlying")
		return e
	})
}

// anyPerformance draws performances that may be empty, sure, impossible or
// ordinary.
func anyPerformance() *rapid.Generator[*Performance] {
	return rapid.Custom(func(t *rapid.T) *Performance {
		perf := &Performance{
			Rating:   rapid.Float64Range(1000, 3200).Draw(t, "rating"),
			RatingSD: rapid.SampledFrom([]float64{0, 50, 400}).Draw(t, "sd"),
		}
		for range rapid.IntRange(0, 5).Draw(t, "games") {
			g := Game{
				Round:  rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "round"),
				Player: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "player"),
			}
			for i := range rapid.IntRange(0, 20).Draw(t, "moves") {
				g.Moves = append(g.Moves, anyMove(16+2*i).Draw(t, "move"))
			}
			perf.Games = append(perf.Games, g)
		}
		return perf
	})
}

func anyMove(ply int) *rapid.Generator[Scored] {
	probability := rapid.OneOf(rapid.Just(0.0), rapid.Just(1.0), rapid.Float64Range(0, 1))
	moment := rapid.Custom(func(t *rapid.T) Moment {
		return Moment{
			Mean:  rapid.Float64Range(0, 2).Draw(t, "mean"),
			Var:   rapid.SampledFrom([]float64{0, 0.01, 1}).Draw(t, "var"),
			Slope: rapid.Float64Range(-1e-3, 1e-3).Draw(t, "slope"),
		}
	})
	return rapid.Custom(func(t *rapid.T) Scored {
		s := Scored{Figures: Figures{
			Ply: ply, Match: rapid.Bool().Draw(t, "match"), Equal: rapid.Bool().Draw(t, "equal"),
			TopThree: rapid.Bool().Draw(t, "top"), Delta: rapid.Float64Range(0, 4).Draw(t, "delta"),
			Loss: rapid.Float64Range(0, 10).Draw(t, "loss"), HasLoss: rapid.Bool().Draw(t, "has"),
		}}
		for _, q := range []Quantity{MM, EV, T3} {
			*s.At(q) = Indicator(probability.Draw(t, "p"), rapid.Float64Range(0, 1e-3).Draw(t, "slope"))
		}
		for _, q := range []Quantity{ASD, AE, Close, Root, Wide, LR} {
			*s.At(q) = moment.Draw(t, "moment")
		}
		s.Ratio = rapid.Float64Range(math.Log(0.8), 3).Draw(t, "ratio")
		return s
	})
}

// testOf computes one test of a performance.
func testOf(p *Performance, q Quantity, spread Spread, e Effects) TestResult {
	var s sums
	s.all(p.Games, q)
	r, _ := s.test(q, spread, e, p.RatingSD, p.Field)
	return r
}
