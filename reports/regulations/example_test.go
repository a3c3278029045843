package regulations_test

import (
	"fmt"
	"time"

	"fairplay/reports/regulations"
)

// The rules of the day on a full test with z = 3.4, of one of 96 players, during the event. It
// is above the printed line but below the boundary for looking after every round.
func Example() {
	rules := regulations.Shipped().Edition(time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC))
	line := rules.ZThreshold(96)
	fmt.Printf("line: %.2f by %s\n", line.Z, line.Source.Article)
	ruling := rules.Gate(regulations.Evidence{
		Mode: regulations.OverTheBoard, Stage: regulations.During, Players: 96,
		Test: regulations.FullTest, Judged: true, Z: 3.4, HighestZ: 3.9, Boundary: 3.6,
	})
	for _, p := range ruling.Permitted {
		fmt.Println(p.Action, "by", p.Source.Article)
	}
	fmt.Println("held back:", ruling.Held)
	// Output:
	// line: 3.00 by R-IV-2
	// unobtrusive by R-IV-8
	// orange_alert by R-IV-4
	// held back: below_boundary
}

// Odds of 10 000 to 1 against chance are a z, which means less if the player is the most striking of 96.
func ExampleZForOdds() {
	z := regulations.ZForOdds(10_000)
	fmt.Printf("%.2f, adjusted p %.3f\n", z, regulations.AdjustedP(z, 96))
	// Output:
	// 3.72, adjusted p 0.010
}

// Rules are named in any case; a name that nobody knows is refused with those that are known.
func ExampleParseRuleSet() {
	fmt.Println(regulations.ParseRuleSet("fide"))
	_, err := regulations.ParseRuleSet("club")
	fmt.Println(err)
	// Output:
	// FIDE <nil>
	// no rule set is called "club"; known are FIDE, RU-2011, UA-2024, WEB-2000, WEB-2004, WEB-2008, other
}
