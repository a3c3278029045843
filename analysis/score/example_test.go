package score_test

import (
	"fmt"

	"fairplay/analysis/score"
)

// In a game of twenty moves, half the players of that rating find the engine's choice on
// each. This player found it fifteen times. Moves of one game are not independent: players
// vary from game to game by 80 points, one standard deviation.
func Example() {
	var game score.Game
	for i := range 20 {
		var m score.Scored
		m.Match = i < 15
		m.MM = score.Indicator(0.5, 0.0005) // the probability, and how much it rises by Elo point
		game.Moves = append(game.Moves, m)
	}
	performance := &score.Performance{Rating: 2400, RatingSD: 30, Games: []score.Game{game}}
	parameters := &score.Parameters{Effects: score.Effects{Game: 80}}
	parameters.Spread.MM.Scale = 1
	r := parameters.Assess(performance).Tests.MM
	fmt.Printf("%.0f of %d moves, expected %.1f ± %.1f\n", r.Actual, r.N, r.Expected, r.SD)
	fmt.Printf("z = %.2f, which one honest performance in %.0f reaches\n", r.Z, score.OneIn(r.Z))
	// Output:
	// 15 of 20 moves, expected 10.0 ± 2.4
	// z = 2.09, which one honest performance in 54 reaches
}
