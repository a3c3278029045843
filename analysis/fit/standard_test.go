package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/score"
)

// ratioWorld draws sides whose likelihood ratio has a bias and is wider than the
// model says, in events that play unlike their ratings: spread is the standard
// deviation of that, in Elo points.
type ratioWorld struct{ bias, factor, spread float64 }

// The slope of the ratio by the rating, per move; the information of a move about
// the rating; the variance of the ratio.
const (
	ratioSlope    = 8e-5
	ratioVariance = 0.05
	information   = 3e-6
)

func (w ratioWorld) draw(random *rand.Rand, events, players, games int) *sample {
	var all []scored
	var sums []residual
	for e := range events {
		above := w.spread * random.NormFloat64()
		for p := range players {
			own := usualRating * random.NormFloat64()
			for k := range games {
				n := 20 + random.IntN(25)
				m := float64(n)
				s := scored{Side: &Side{
					Event: fmt.Sprint(e), Player: fmt.Sprint(e, "-", p), Game: fmt.Sprint(e, "-", p, "-", k), Rating: 2000, Moves: make([]Move, n),
				}}
				gradient := information*(above+own) + math.Sqrt(information/m)*random.NormFloat64()
				for range n {
					s.game.Moves = append(s.game.Moves, score.Scored{Chance: score.Chance{Gradient: gradient, Information: information}})
				}
				all = append(all, s)
				r := residual{n: m, variance: ratioVariance * m, slope: ratioSlope * m}
				r.excess = m*w.bias + r.slope*(above+own) + math.Sqrt(w.factor*r.variance)*random.NormFloat64()
				sums = append(sums, r)
			}
		}
	}
	c := newSample(InOrder, all)
	for i := range c.sides {
		c.sides[i].residuals[score.LR] = sums[i]
	}
	return c
}

// Bias and factor are found, whatever events do.
func TestRatioIsStandardised(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, w := range []ratioWorld{{0, 1, 170}, {0.02, 1.4, 170}, {-0.01, 1.1, 50}} {
		e := score.Effects{Rating: usualRating, Event: score.Mixture{Ordinary: w.spread, Outlying: w.spread}}
		s := standardise(w.draw(random, 150, 6, 5), e).LR
		near(t, "factor", s.Scale, w.factor, 0.1)
		if !s.Bias.Bounded || math.Abs(s.Bias.Value-w.bias) > 0.003 || s.Bias.High-s.Bias.Low > 0.006 || s.Borrowed {
			t.Errorf("%+v: bias %+v", w, s.Bias)
		}
	}
}
