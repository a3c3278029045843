package fit

import (
	"math/rand/v2"
	"testing"

	"fairplay/analysis/score"
)

// Players who play like an engine at a share of their moves, beyond what is known of them,
// are found to; others not.
func TestUnaidedShare(t *testing.T) {
	for _, share := range []float64{0, 0.06} {
		random := rand.New(rand.NewPCG(2, 2))
		c := &sample{events: 1, inEvent: [][]int{{}}}
		for range 400 {
			s := side{scored: &scored{Side: &Side{Rating: 2000}}}
			for range 30 {
				// The engine is right at nine moves of ten, the player at as many as he finds easy.
				easy := 0.2 + 0.6*random.Float64()
				chance := easy
				if random.Float64() < share {
					chance = 0.9
				}
				p, q := easy, 0.9
				if random.Float64() >= chance {
					p, q = 1-easy, 0.1
				}
				honest := score.HonestOf(func(float64) (all [len(score.Honest{})]float64) {
					for l := range all {
						all[l] = p
					}
					return all
				}, 2000)
				s.game.Moves = append(s.game.Moves, score.Scored{Honest: honest, Chance: score.Chance{Alike: q}})
			}
			c.sides = append(c.sides, s)
		}
		near(t, "share", c.unaided(score.Effects{Game: 100, Rating: 50}), share, 0.02)
	}
}
