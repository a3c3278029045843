package reports_test

import (
	"fmt"

	"fairplay/reports"
)

// Rounds are chosen as people write them.
func ExampleParseRounds() {
	rounds, err := reports.ParseRounds("1-3,7")
	fmt.Println(rounds, err)
	_, err = reports.ParseRounds("3-1")
	fmt.Println(err)
	// Output:
	// 1-3,7 <nil>
	// "3-1" is not a round or a range of rounds; write 3, 1-4 or 1-3,7
}

// A line of a report that somebody copies into his shell does what it says.
func ExampleShellWord() {
	fmt.Println("fairplay verify", reports.ShellWord("round 8.pgn"), reports.ShellWord("o'kelly.pgn"))
	// Output:
	// fairplay verify 'round 8.pgn' 'o'\''kelly.pgn'
}
