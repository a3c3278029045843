package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// bankModels are models of three assistants: one of each kind.
func bankModels(w *world) *score.Models {
	m := worldModels(w)
	loss := choice.Loss{Cuts: [8]float64{1, 1.5, 2, 3, 4, 5, 6, 7}, HowMuch: [13]float64{0.2}, Something: [13]float64{0.2}}
	m.LossShare, m.Assisted.Unaided = 0.5, 0.04
	m.Assisted.Assistants = []choice.Assistant{
		{Kind: choice.OwnKind, Best: 0.85, Choice: [choice.AssistantTermCount]float64{3: -10}, Loss: loss},
		{Kind: choice.OlderKind, Choice: [choice.AssistantTermCount]float64{2: 1, 3: -2}, Loss: loss},
		{Kind: choice.ModernKind, Choice: [choice.AssistantTermCount]float64{2: 2, 3: -4}, Loss: loss},
	}
	return m
}

// bankParameters have a spread of their own for each quantity of the bank.
func bankParameters() *score.Parameters {
	p := worldParameters(60)
	p.Effects.Rating = 30
	p.Bank = &score.Bank{Helpers: []string{choice.OwnKind, choice.OlderKind, choice.ModernKind}, Ratio: score.Spread{Scale: 1}}
	return p
}

// bankWhole returns the whole performances of a simulated event.
func bankWhole(t *testing.T, p *score.Parameters) (c *sample, models *score.Models, whole []performance) {
	t.Helper()
	w := newWorld(t, 57, modelTerms(), modelCoefficients())
	models = bankModels(w)
	var games []*Game
	for _, name := range []string{"a", "b"} {
		games = append(games, w.event(name, Test, 2000, 26)...)
	}
	c = newSample(atOnce, predict(atOnce, models, corpusOf(t, games...).Sides))
	return c, models, c.whole(wholeGames, score.MinMoves, p.Effects)
}

// The bank as MODEL 5d defines it, with the whole covariance matrix of all sums at once: ten
// performances, to 1e-6.
func TestBankByDefinition(t *testing.T) {
	p := bankParameters()
	p.Spread.Close, p.Spread.Root = score.Spread{Bias: 0.01, Scale: 1.1}, score.Spread{Bias: -0.01, Scale: 1.2}
	p.Bank.Ratio = score.Spread{Bias: 0.002, Scale: 1.3}
	c, _, whole := bankWhole(t, p)
	for i := range whole[:10] {
		perf := &whole[i]
		got := c.assess(perf, p, nil).Bank
		z, games := bankAgain(c, perf, p)
		for h, d := range got.Detectors {
			near(t, "z of "+d.Kind, d.Z, z[h], 1e-6)
			sum := 0.0
			for g, x := range d.Games {
				near(t, "part of a game", x, games[h][g], 1e-6)
				sum += x
			}
			if len(d.Games) != len(perf.sides) || !(math.Abs(sum-d.Z) < 1) {
				t.Errorf("games add %v, z is %v", d.Games, d.Z)
			}
		}
	}
}

// bankAgain computes the z of each detector, and what each game adds.
func bankAgain(c *sample, perf *performance, p *score.Parameters) (z []float64, games [][]float64) {
	const k = 4
	spreads := [k]score.Spread{p.Spread.MM, p.Spread.Close, p.Spread.Root, p.Bank.Ratio}
	sides := append(append([]int{}, perf.sides...), perf.opponents...)
	n := k * len(sides)
	cov, d, s, shift := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), [3]*mat.VecDense{}
	for h := range shift {
		shift[h] = mat.NewVecDense(n, nil)
	}
	for at, i := range sides {
		for _, m := range c.sides[i].game.Moves {
			for a := range k {
				row := at*k + a
				s.SetVec(row, s.AtVec(row)+m.Joint.Slope[a])
				d.SetVec(row, d.AtVec(row)+m.Joint.Actual[a]-m.Joint.Mean[a])
				if m.HasLoss || a != 1 && a != 2 {
					d.SetVec(row, d.AtVec(row)-spreads[a].Bias)
				}
				for b := range a + 1 {
					x := m.Joint.Cov[a][b] * spreads[a].Scale * spreads[b].Scale
					cov.SetSym(row, at*k+b, cov.At(row, at*k+b)+x)
				}
				for h := range shift {
					if at < len(perf.sides) {
						shift[h].SetVec(row, shift[h].AtVec(row)+m.Joint.Shift[h][a])
					}
				}
			}
		}
	}
	for row := range n {
		cov.SetSym(row, row, 1.01*cov.At(row, row)+1e-6)
	}
	own := mat.NewSymDense(n, nil) // without the offset of the event
	parts := perf.apart.Of("", p.Effects).Parts()
	field := perf.apart.Of("", p.Effects).SD
	for i := range n {
		for j := range i + 1 {
			a, b := &c.sides[sides[i/k]], &c.sides[sides[j/k]]
			tau := 0.0
			if a.Game == b.Game {
				tau += p.Effects.Game * p.Effects.Game
			}
			if a.Player == b.Player {
				tau += p.Effects.Rating * p.Effects.Rating
			}
			own.SetSym(i, j, cov.At(i, j)+s.AtVec(i)*s.AtVec(j)*tau)
			cov.SetSym(i, j, cov.At(i, j)+s.AtVec(i)*s.AtVec(j)*(tau+field*field))
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(cov); err != nil {
		panic(err)
	}
	for h := range shift {
		var w mat.VecDense
		w.MulVec(&inverse, shift[h])
		sd := math.Sqrt(mat.Inner(&w, own, &w))
		whole := math.Sqrt(mat.Inner(&w, cov, &w))
		upper, along := 0.0, mat.Dot(&w, s)
		for _, o := range parts {
			upper += o.Weight * math.Erfc((mat.Dot(&w, d)-o.Mean*along)/math.Sqrt(2*(sd*sd+o.SD*o.SD*along*along))) / 2
		}
		z = append(z, math.Sqrt2*math.Erfinv(1-2*upper))
		added := make([]float64, len(perf.sides))
		for row := range n {
			added[row/k%len(added)] += w.AtVec(row) * d.AtVec(row) / whole
		}
		games = append(games, added)
	}
	return z, games
}

// In a world that is as the models say, honest play gives every detector mean 0 and standard
// deviation 1, and the highest one the tail of a normal value. Who lets a helper make all moves shifts
// the detector for him by what was expected, and no other detector by more in standard deviations.
func TestBankInASimulatedWorld(t *testing.T) {
	p := bankParameters()
	c, models, whole := bankWhole(t, p)
	random, others := rand.New(rand.NewPCG(5, 5)), rand.New(rand.NewPCG(6, 6))
	honest, helped, alone := map[string]*score.Mean{}, map[string]*score.Mean{}, &score.Mean{}
	squares := map[string]float64{}
	add := func(to map[string]*score.Mean, name string, x float64) {
		if to[name] == nil {
			to[name] = &score.Mean{}
		}
		to[name].Add(x)
	}
	for i := range whole {
		player := c.honestPlayer(models, p.Effects, &whole[i])
		for range 40 {
			again := player.play(random, others)
			b := c.assess(&whole[i], p, &again).Bank
			add(honest, "bank", b.Z)
			squares["bank"] += b.Z * b.Z
			for _, d := range b.Detectors {
				add(honest, d.Kind, d.Z)
				squares[d.Kind] += d.Z * d.Z
			}
			a := c.assess(&whole[i], p, &play{games: again.games}).Bank
			alone.Add(b.Detectors[0].Shift - a.Detectors[0].Shift)
			for at := range again.games {
				for k := range again.games[at].Moves {
					again.games[at].Moves[k] = player.own[at].helper(models, 2, k, random)
				}
			}
			b = c.assess(&whole[i], p, &again).Bank
			for _, d := range b.Detectors {
				add(helped, d.Kind, d.Z-b.Detectors[2].Shift)
			}
		}
	}
	for name, m := range honest {
		mean, _ := m.Actual()
		near(t, name+": mean", mean, 0, 0.12)
		near(t, name+": standard deviation", math.Sqrt(squares[name]/float64(m.N)-mean*mean), 1, 0.12)
	}
	mean, _ := helped[choice.ModernKind].Actual()
	near(t, "shift by the modern helper", mean, 0, 0.5)
	for _, other := range []string{choice.OwnKind, choice.OlderKind} {
		if less, _ := helped[other].Actual(); !(less < mean+0.2) {
			t.Errorf("the modern helper shifts the detector for %s by %v more than his own by %v", other, less, mean)
		}
	}
	if gain, _ := alone.Actual(); !(gain > 0) {
		t.Errorf("opponents add %v", gain)
	}
}

// What Power says would be found with 80 % probability is found about as often where a helper makes so
// many moves. It is a little less with the engine itself, whose moves spread more than those of honest
// play: "less would not be seen" stays true.
func TestBankPowerInASimulatedWorld(t *testing.T) {
	const threshold, draws = 2.0, 30
	p := bankParameters()
	c, models, whole := bankWhole(t, p)
	random, others := rand.New(rand.NewPCG(7, 7)), rand.New(rand.NewPCG(8, 8))
	for helper, kind := range p.Bank.Helpers {
		var found score.Mean
		for i := range whole {
			w := &whole[i]
			power := p.Power(&score.Performance{Rating: w.rating, RatingSD: p.Effects.Rating, Field: w.field, Apart: w.apart,
				Games: c.games(w.sides), Opponents: c.games(w.opponents)}, threshold)
			if len(power) != len(p.Bank.Helpers) {
				t.Fatalf("%d helpers", len(power))
			}
			if !power[helper].Detectable {
				continue
			}
			player := c.honestPlayer(models, p.Effects, w)
			for range draws {
				again := player.play(random, others)
				for at := range again.games {
					for k := range again.games[at].Moves {
						if random.Float64() < power[helper].Share {
							again.games[at].Moves[k] = player.own[at].helper(models, helper, k, random)
						}
					}
				}
				found.Add(indicator(c.assess(w, p, &again).Bank.Z >= threshold))
			}
		}
		share, _ := found.Actual()
		if t.Logf("%s: %d performances", kind, found.N/draws); found.N == 0 {
			continue
		}
		near(t, "found with help by "+kind, share, 0.8, 0.1)
	}
}

// helper lets an assistant make a move.
func (r *replayed) helper(models *score.Models, assistant, move int, random *rand.Rand) score.Scored {
	position, h := r.Moves[move].Position, &models.Assisted.Assistants[assistant]
	u := random.Float64()
	made := len(position.Moves) - 1
	for i, q := range h.Probabilities(position, models.Choice.Utilities(position)) {
		if u -= q; u < 0 {
			made = i
			break
		}
	}
	class := 0
	if made != position.Best {
		row, u := position.LossRow(made, choice.PlayerTerms{}), random.Float64()
		steps := h.Loss.Steps()
		for ; class < choice.LossClasses-1; class++ {
			if u -= steps.Class(h.Loss.Index(&row), class); u < 0 {
				break
			}
		}
	}
	player := honestPlayer{models: models}
	return player.score(r, move, played{made, class, random.IntN(2) == 1})
}

// Few moves, no opponents, no field, no losses, nothing at all: a number or none.
func TestBankOfLittle(t *testing.T) {
	p := bankParameters()
	c, _, whole := bankWhole(t, p)
	games := c.games(whole[0].sides)
	for n := range 4 {
		for _, losses := range []bool{true, false} {
			few := &score.Performance{Rating: 2000, RatingSD: 50}
			for _, g := range games[:2] {
				g.Moves = append([]score.Scored{}, g.Moves[:n]...)
				for i := range g.Moves {
					g.Moves[i].HasLoss = g.Moves[i].HasLoss && losses
				}
				few.Games = append(few.Games, g)
			}
			b := p.Assess(few).Bank
			if n == 0 != (b == nil) {
				t.Errorf("%d moves: %+v", n, b)
			}
			if b != nil && !(math.Abs(b.Z) < 8) {
				t.Errorf("%d moves: Z %v of %+v", n, b.Z, b.Detectors)
			}
		}
	}
	p.Bank = nil
	if b := p.Assess(&score.Performance{Rating: 2000, Games: games}).Bank; b != nil {
		t.Errorf("no bank calibrated: %+v", b)
	}
}
