package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/score"
)

// TestCareersOf measures what players of a known world share over events.
func TestCareersOf(t *testing.T) {
	for _, sd := range []float64{0, 80} {
		t.Run(fmt.Sprintf("players share %.0f points", sd), func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 9))
			var all []scored
			const events, players, games, n = 8, 120, 6, 30
			for p := range players {
				own := sd * random.NormFloat64()
				for e := range events {
					for k := range games {
						s := scored{Side: &Side{Event: fmt.Sprint(e), Player: fmt.Sprint(p), Game: fmt.Sprint(e, "-", p, "-", k), Rating: 2400, Moves: make([]Move, n)}}
						gradient := information*own + math.Sqrt(information/n)*random.NormFloat64()
						for range n {
							s.game.Moves = append(s.game.Moves, score.Scored{Chance: score.Chance{Gradient: gradient, Information: information}})
						}
						all = append(all, s)
					}
				}
			}
			e := score.Effects{Game: 1, Rating: 50, Event: score.Mixture{Ordinary: 1, Outlying: 1}}
			r := careersOf(newSample(InOrder, all), e)
			if r.Players != players || r.Pairs != players*events*(events-1)/2 {
				t.Errorf("%d players, %d pairs", r.Players, r.Pairs)
			}
			if want := sd * sd; r.Shared.Low > want || r.Shared.High < want || r.Shared.High-r.Shared.Low > 6000 {
				t.Errorf("they share %+v, want %.0f", r.Shared, want)
			}
		})
	}
}
