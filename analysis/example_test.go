package analysis_test

import (
	"fmt"

	"fairplay/analysis"
)

// Moves are read and written as engines write them.
func ExampleParseMove() {
	for _, text := range []string{"e2e4", "e7e8q", "0000"} {
		move, err := analysis.ParseMove(text)
		fmt.Println(move, err != nil)
	}
	// Output:
	// e2e4 false
	// e7e8q false
	// 0000 true
}

// A value is in centipawns or a mate. A mate is better than any number of pawns; as a number of pawns it counts as ten.
func ExampleScore() {
	queen, mate := analysis.Centipawns(900), analysis.MateIn(3)
	fmt.Println(queen, mate, queen.Compare(mate) < 0, mate.Pawns(), mate.Negate())
	// Output:
	// +9.00 #3 true 10 #-3
}

// PGN has the round and, if the event is written that way, the board.
func ExampleParseRound() {
	for _, text := range []string{"3", "3.12", "?"} {
		fmt.Println(analysis.ParseRound(text))
	}
	// Output:
	// 3 0 true
	// 3 12 true
	// 0 0 false
}

func ExampleIsFederation() {
	fmt.Println(analysis.IsFederation("UKR"), analysis.IsFederation("ua"))
	// Output:
	// true false
}
