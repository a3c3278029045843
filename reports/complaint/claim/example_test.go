package claim_test

import (
	"fmt"
	"strings"

	"fairplay/reports/complaint/claim"
)

// A claim is read as its author wrote it, and says what others would need to test it again.
func ExampleClaim_Lacks() {
	const file = `player: "1503014"
engine: {name: Stockfish}
games:
  - round: "7"
    ranges:
      - {first: 14, last: 23, reason: from the novelty to a decisive advantage, matches: 10, in_a_row: true}
`
	c, err := claim.Read("claim.yaml", strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, lack := range c.Lacks() {
		fmt.Println(lack, lack.Article())
	}
	// Output:
	// version R-VI-2a
	// hash_size R-VI-2a
	// lines R-VI-2a
	// interface R-VI-2a
	// platform R-VI-2a
	// procedure R-VI-2a
	// limit R-VI-2b
}
