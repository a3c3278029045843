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

// What a z says by chance alone: one honest performance in so many, the odds against it, and how many of 200 honest players reach it.
func ExampleOneIn() {
	for _, z := range []float64{2, 3, 4.25} {
		fmt.Printf("z %.2f: 1 in %.0f, odds %.0f to 1, %.3f of 200, ROI %.2f\n", z, score.OneIn(z), score.Odds(z), score.ExpectedAtOrAbove(200, z), score.ROI(z))
	}
	// Output:
	// z 2.00: 1 in 44, odds 43 to 1, 4.550 of 200, ROI 60.00
	// z 3.00: 1 in 741, odds 740 to 1, 0.270 of 200, ROI 65.00
	// z 4.25: 1 in 93558, odds 93557 to 1, 0.002 of 200, ROI 71.25
}

// Three players were looked at because they stood out among fifty.
func ExampleHolm() {
	for _, p := range score.Holm([]float64{0.0001, 0.004, 0.03}, 50) {
		fmt.Printf("%.3f\n", p)
	}
	// Output:
	// 0.005
	// 0.196
	// 1.000
}

// Odds of 90 to 1 mean little where one player in a thousand is assisted.
func ExamplePosterior() {
	fmt.Printf("%.3f %.3f\n", score.Posterior(0.001, 90), score.Posterior(0.001, 100_000))
	// Output:
	// 0.083 0.990
}

// Eleven of twenty moves match: the share, with its interval.
func ExampleWilson() {
	low, high := score.Wilson(11.0/20, 20)
	fmt.Printf("%.2f to %.2f\n", low, high)
	// Output:
	// 0.34 to 0.74
}

// Looking after rounds 3, 6 and 9 of nine keeps one false alarm in a thousand only if each look asks for more than one alone would.
func ExampleBoundary() {
	lines, err := score.Boundary(0.001, []float64{3. / 9, 6. / 9, 1}, []float64{90, 180, 270})
	fmt.Printf("%.2f %v\n", lines, err)
	// Output:
	// [5.58 3.86 3.10] <nil>
}

// A claim names the moves that it is about.
func ExampleParseSubset() {
	moves, err := score.ParseSubset("R3:17-24,R5:31")
	fmt.Println(moves.Holds("3", 20), moves.Holds("3", 25), moves.Holds("5", 31), err)
	_, err = score.ParseSubset("R3:24-17")
	fmt.Println(err)
	// Output:
	// true false true <nil>
	// "R3:24-17" does not name moves: the turns run backwards; write R3:17-24 for turns 17 to 24 of round 3, or R5:31 for one turn
}

// The best five moves in sequence.
func ExampleMostIn() {
	fmt.Println(score.MostIn([]bool{true, false, true, true, true, true, false, true}, 5))
	// Output:
	// 4
}

// Reports give nine significant digits, so that the same figure is the same text.
func ExamplePublished() {
	fmt.Println(score.Published(1.0 / 3))
	// Output:
	// 0.333333333
}
