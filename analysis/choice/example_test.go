package choice_test

import (
	"fmt"
	"log"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/pgn"
)

// A model with two terms: how much worse a move looks than the best, and how much more that
// weighs for a player rated 400 points higher.
func Example() {
	position, err := pgn.NewPosition("7k/8/8/8/8/8/6PP/7K w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	// What an engine says: the values of all moves, best first.
	values := []int{250, 240, 180, 120, 60, 0}
	table := analysis.DepthTable{Depth: 12}
	for i, move := range position.Legal {
		table.Lines = append(table.Lines, analysis.Line{Move: move, Value: analysis.Centipawns(values[min(i, 5)])})
	}
	best := table.Lines[0]
	p, err := choice.NewPosition(&analysis.MoveRecord{
		Position: position.Key, Played: best.Move,
		Evaluation: &analysis.Evaluation{
			Deep: []analysis.DepthLine{{Depth: 16, Line: best}}, BestMove: best.Move, Wide: []analysis.DepthTable{table},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	terms, err := choice.Terms("delta", "delta*r")
	if err != nil {
		log.Fatal(err)
	}
	model, err := choice.NewModel(terms, []float64{-4, -2}, 12)
	if err != nil {
		log.Fatal(err)
	}
	for _, rating := range []float64{1700, 2100, 2500} {
		fmt.Printf("%.0f: %.2f\n", rating, model.Probabilities(p, rating, nil))
	}
	// Output:
	// 1700: [0.31 0.30 0.20 0.12 0.07]
	// 2100: [0.40 0.36 0.16 0.06 0.02]
	// 2500: [0.46 0.39 0.12 0.03 0.00]
}

// A pawn matters less the further the game is from balance.
func ExampleScale() {
	for _, pawns := range []float64{0, 1, 5} {
		fmt.Printf("from %g to %g: %.2f on the scale, %.2f of a point\n", pawns, pawns+1, choice.Scale(pawns+1)-choice.Scale(pawns), choice.WinExpectation(pawns+1)-choice.WinExpectation(pawns))
	}
	// Output:
	// from 0 to 1: 0.69 on the scale, 0.09 of a point
	// from 1 to 2: 0.41 on the scale, 0.09 of a point
	// from 5 to 6: 0.15 on the scale, 0.04 of a point
}
