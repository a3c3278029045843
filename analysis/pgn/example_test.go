package pgn_test

import (
	"errors"
	"fmt"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// A game that cannot be read to its end is kept up to there, and harms no other.
func Example() {
	const text = `[White "Morphy, Paul"]
[Black "Duke of Brunswick"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 *

[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Qf1 *
`
	for game, err := range pgn.Games(strings.NewReader(text), "games.pgn", pgn.Options{}) {
		if bad, ok := errors.AsType[*analysis.GameError](err); ok {
			fmt.Println("no game:", bad)
			continue
		} else if err != nil {
			fmt.Println(err) // the text itself cannot be read further
			return
		}
		last := game.Plies[len(game.Plies)-1]
		fmt.Printf("%s against %s: %d plies, the last is %s\n", game.White.Name, game.Black.Name, len(game.Plies), last.SAN)
		if game.Cut != nil {
			fmt.Printf("line %d, %s: %s\n", game.Cut.Line, game.Cut.Token, game.Cut.Reason)
		}
	}
	// Output:
	// Morphy, Paul against Duke of Brunswick: 6 plies, the last is Bg4
	// Anderssen, Adolf against Kieseritzky, Lionel: 6 plies, the last is Qh4+
	// line 9, Qf1: the move is not legal in this position
}

// The key of a position names an en-passant square only where somebody may capture there, and counts no moves, so that the same
// position has the same key in every game.
func ExampleNewPosition() {
	p, err := pgn.NewPosition("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
	fmt.Println(p.Key, len(p.Legal), p.InCheck, err)
	_, err = pgn.NewPosition("8/8/8/8/8/8/8/K7 w - - 0 1")
	fmt.Println(err)
	// Output:
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 20 false <nil>
	// the position "8/8/8/8/8/8/8/K7 w - - 0 1" is not possible: there are 1 white and 0 black kings
}

// Time controls are read as the standard has them and as people write them.
func ExampleTimeControl() {
	for _, tag := range []string{"5400+30", "40/7200:3600", "90+30", "90 minutes + 30 seconds increment"} {
		control, err := pgn.TimeControl(tag)
		fmt.Println(tag, "|", control.Minutes(), err)
	}
	// Output:
	// 5400+30 | 120 <nil>
	// 40/7200:3600 | 180 <nil>
	// 90+30 | 120 <nil>
	// 90 minutes + 30 seconds increment | 120 <nil>
}

// A game is recognised by its first bytes, whatever the file is called.
func ExampleSniff() {
	fmt.Println(pgn.Sniff([]byte(`[Event "Club Open"]`)), pgn.Sniff([]byte("1. d4 Nf6 2. c4")), pgn.Sniff([]byte("Dear arbiter,")))
	// Output:
	// true true false
}
