package fit

import (
	"math"

	"fairplay/analysis/score"
)

// unaided returns the share e of moves that honest players make as assistants do, beyond what the
// models know. It is the share that makes the games of a sample most likely, with predictions by
// models that have not seen them:
//
//	sum over moves of ln((1-e) p + e q)
//
// p is the likelihood of move and loss for a player as strong as his event plays, q the mean over
// the assistants. The sum is concave in e, and its derivative is the sum of q/p' - 1 with p' =
// (1-e) p + e q. At the maximum the mean likelihood ratio of one more assisted move is therefore 1.
func (c *sample) unaided(e score.Effects) float64 {
	shifts := c.shifts(e)
	slope := func(share float64) (sum float64) {
		for i := range c.sides {
			s := &c.sides[i]
			for k := range s.game.Moves {
				m := &s.game.Moves[k]
				q := m.Alike
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

// mostUnaided bounds the share. A model that needs more is useless.
const mostUnaided = 0.2
