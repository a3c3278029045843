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
