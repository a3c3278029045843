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
