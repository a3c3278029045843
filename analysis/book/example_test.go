package book_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"fairplay/analysis/book"
	"fairplay/analysis/pgn"
)

// A book is built from two games, and asked what it knows about the initial position.
func Example() {
	const games = `[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 *

[White "C"]
[Black "D"]

1. d4 d5 *

[White "E"]
[Black "F"]

1. e4 c5 *
`
	var file bytes.Buffer
	built, err := book.Build(&file, pgn.Games(strings.NewReader(games), "games.pgn", pgn.Options{}), book.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d games, %d positions, %d moves, %d bytes\n", built.Games, built.Positions, built.Moves, file.Len())
	b, err := book.Read(&file)
	if err != nil {
		log.Fatal(err)
	}
	for _, entry := range b.Moves("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -") {
		fmt.Println(entry.Move, entry.Weight)
	}
	// Output:
	// 3 games, 4 positions, 6 moves, 96 bytes
	// e2e4 2
	// d2d4 1
}

// The key of the first position is the one of the Polyglot format.
func ExampleKey() {
	key, err := book.Key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Printf("%016x %v\n", key, err)
	// Output:
	// 463b96181691fc9c <nil>
}
