package score

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/exact"
)

// surest is the distance from 0 or 1 within which the probability of a match no longer changes with
// the strength of the player.
const surest = 1e-9

// DrawMatches draws at random, the given number of times, which counted moves of a performance are
// the engine's choice. It passes each draw to each: for every game, in order, whether its moves
// match. each must not keep the slice. The same performance, effects and source give the same
// draws.
//
// In a draw the player is x points stronger than rated. x is the sum of an offset of the event, of
// the player and of the game (MODEL 5a): from the field or the effects' prior, N(0, sigma_R²) and
// N(0, tau_game²). A move with probability p and slope s = dp/dR then matches with
// probability
//
//	p' = 1/(1 + exp(-(logit p + x s/(p(1-p)))))
//
// which is p + s x to first order and stays within (0, 1). Given x, moves are independent. They are
// independent throughout if there are no effects, the rating is exact and the field is known to be
// 0.
func DrawMatches(p *Performance, e Effects, random *rand.Rand, draws int, each func(matches [][]bool)) {
	games := make([][]drawnMove, len(p.Games))
	matches := make([][]bool, len(p.Games))
	for i := range p.Games {
		games[i], matches[i] = drawnMoves(p.Games[i].Moves), make([]bool, len(p.Games[i].Moves))
	}
	for range draws {
		events := map[string]float64{}
		for i := range p.Games {
			if event := p.Games[i].Event; i == 0 || event != p.Games[i-1].Event {
				if _, known := events[event]; !known {
					events[event] = p.Field.Of(event, e).belief.draw(random)
				}
			}
		}
		player := float64(p.RatingSD * random.NormFloat64())
		for i, moves := range games {
			x := events[p.Games[i].Event] + player + float64(e.Game*random.NormFloat64())
			for k, m := range moves {
				matches[i][k] = random.Float64() < m.at(x)
			}
		}
		each(matches)
	}
}

// drawnMove is the probability that a move matches, as a logistic function of the player's
// strength.
type drawnMove struct{ p, logit, slope float64 } // slope 0: the probability is p whatever the strength

func drawnMoves(moves []Scored) []drawnMove {
	out := make([]drawnMove, len(moves))
	for i := range moves {
		p, slope := moves[i].MM.Mean, moves[i].MM.Slope
		out[i].p = p
		if p > surest && p < 1-surest {
			out[i].logit, out[i].slope = exact.Log(p/(1-p)), slope/(p*(1-p))
		}
	}
	return out
}

func (d drawnMove) at(x float64) float64 {
	if d.slope == 0 {
		return d.p
	}
	return 1 / (1 + exact.Exp(-(d.logit + float64(d.slope*x))))
}

// MostIn returns the greatest number of matches among length moves in sequence. If there are fewer
// moves, it counts the matches among all of them.
func MostIn(matches []bool, length int) int {
	most, now := 0, 0
	for i, hit := range matches {
		if hit {
			now++
		}
		if i >= length && matches[i-length] {
			now--
		}
		most = max(most, now)
	}
	return most
}

// Drawn counts how often draws came to each whole number from 0.
type Drawn struct {
	Draws  int
	counts []int
}

// Add counts one draw that came to k.
func (d *Drawn) Add(k int) {
	for len(d.counts) <= k {
		d.counts = append(d.counts, 0)
	}
	d.counts[k]++
	d.Draws++
}

// AtLeast estimates the probability of k or more, with the standard error of the estimate. The
// estimate is (1 + count)/(1 + draws), which cannot be 0 (Davison, Hinkley, Bootstrap Methods, 1997,
// section 4.3).
func (d *Drawn) AtLeast(k int) (p, se float64) {
	count := 0
	for i := max(k, 0); i < len(d.counts); i++ {
		count += d.counts[i]
	}
	p = float64(1+count) / float64(1+d.Draws)
	return p, math.Sqrt(p * (1 - p) / float64(max(d.Draws, 1)))
}

// Within returns the narrowest range around the middle that leaves at most half of the rest on
// either side: with level 0.95, at most 2.5 % lie below low and at most 2.5 % above high. Without
// draws it is 0 to 0.
func (d *Drawn) Within(level float64) (low, high int) {
	outside := float64((1-level)/2) * float64(d.Draws)
	for below := 0; low < len(d.counts); low++ {
		if below += d.counts[low]; float64(below) > outside {
			break
		}
	}
	high = max(len(d.counts)-1, 0)
	for above := 0; high > low; high-- {
		if above += d.counts[high]; float64(above) > outside {
			break
		}
	}
	return low, high
}
