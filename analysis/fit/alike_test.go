package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
)

// Effects of games on losses that are put in are found, whatever the moves are, and what
// they make of whole performances. Players whose strength differs from their ratings, as
// much as usual, change nothing: what that adds is taken out.
func TestLossesOfAGameAreAlike(t *testing.T) {
	// A position of two equal moves, whose chances no rating changes.
	even := &choice.Position{Values: []float64{0, 0}, Delta: []float64{0, 0}}
	middle := choice.PlayerTermsOf(even, 2100, []float64{0.5, 0.5}, []float64{0, 0})
	rating := slices.Index(choice.LossTerms(), "r")
	for _, x := range []struct{ effect, strength float64 }{{0, 0}, {0.4, 0}, {0, 1}} {
		effect, l := x.effect, truth()
		l.Something[rating], l.HowMuch[rating] = -0.8*x.strength, -0.6*x.strength
		steps := l.Steps()
		random := rand.New(rand.NewPCG(6, 6))
		var part []graded
		for event := range 100 {
			for player := range 4 {
				own := effect / 2 * random.NormFloat64()
				all := x.strength * math.Sqrt(usualInEvent) * random.NormFloat64()
				for range 6 {
					s := &Side{Event: fmt.Sprint(event), Player: fmt.Sprint(player)}
					wild := own + effect*random.NormFloat64()
					played := choice.PlayerTermsOf(even, 2100+all+x.strength*usualGame*random.NormFloat64(), []float64{0.5, 0.5}, nil)
					better, _ := l.PlayerIndex(played)
					for range 14 {
						row := even.LossRow(0, middle)
						row[0], row[1], row[2] = 2*random.NormFloat64(), random.Float64(), random.Float64()
						var ps, slopes [choice.LossClasses]float64
						steps.Classes(l.Index(&row).Add(better).Add(choice.LossIndex{wild, wild}), choice.LossIndex{}, &ps, &slopes)
						u, class := random.Float64(), 0
						for u -= ps[0]; u > 0 && class < choice.LossClasses-1; u -= ps[class] {
							class++
						}
						part = append(part, graded{row: row[:], weight: 1, loss: levels(nil)[class].Loss, side: s, player: middle})
					}
				}
			}
		}
		scores := lossScores(&l, part)
		if len(scores) != 100*4*6 {
			t.Fatalf("%d sides", len(scores))
		}
		information := 0.0
		for _, s := range scores {
			information += s.information / float64(len(scores))
		}
		got := likenessOf(scores)
		if effect > 0 {
			near(t, "effect of a game", got.game.Value, effect, 0.05)
			near(t, "effect of a player", got.player.Value, effect/2, 0.06)
			near(t, "dispersion", got.dispersion.Value, 1+information*effect*effect*(1+6.0/4), 0.4)
			if g, p := got.game, got.player; !(g.Low < effect && effect < g.High && p.Low < effect/2 && effect/2 < p.High) {
				t.Errorf("effects %+v, %+v", g, p)
			}
		} else if got.game.Value > 0.12 || got.player.Value > 0.12 || math.Abs(got.dispersion.Value-1) > 0.25 {
			t.Errorf("no effect is %+v", got)
		}
		if share := calibration.LossShareFor(got.dispersion.Value); share != map[bool]float64{true: 0.25, false: 1}[effect > 0] {
			t.Errorf("dispersion %v gives the share %v", got.dispersion.Value, share)
		}
	}
}
