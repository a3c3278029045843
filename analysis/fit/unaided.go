package fit

import (
	"math"

	"fairplay/analysis/score"
)

// unaided returns the share of moves that honest players make as assistants do, beyond
// what the models know: the one that makes the games of a sample, predicted by models
// that have not seen them, most likely,
//
//	sum over moves of ln((1-e) p + e q)
//
// with p and q the likelihoods of move and loss for the player, as strong as his event
// plays, and for the mean of the assistants. At its maximum the mean of the likelihood
// ratio of one help more against this is 1: the derivative is the sum of q/p' - 1. The
// sum is concave in e.
func (c *sample) unaided(e score.Effects) float64 {
	shifts := c.shifts(e)
	slope := func(share float64) (sum float64) {
		for i := range c.sides {
			s := &c.sides[i]
			for k := range s.game.Moves {
				m := &s.game.Moves[k]
				q := 0.0
				for _, likely := range m.Helped {
					q += likely / float64(len(m.Helped))
				}
				p := m.Honest.At(shifts[s.event].Mean)
				mixed := p + float64(share*(q-p))
				sum += (q - p) / mixed
			}
		}
		return sum
	}
	low, high := 0.0, mostUnaided
	if !(slope(low) > 0) {
		return 0
	}
	for high-low > 1e-6 {
		if middle := (low + high) / 2; slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return searched(math.Max(low, 0))
}

// mostUnaided bounds the share: a model that leaves more is useless.
const mostUnaided = 0.2
