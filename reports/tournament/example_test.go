package tournament_test

import (
	"fmt"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// What nobody has stated may still raise the level.
func ExampleProtect() {
	rules := regulations.Shipped().Edition(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))
	average := 2412.0
	p := tournament.Protect(tournament.Facts{Official: tournament.No, Average: &average, Mode: regulations.OverTheBoard}, rules)
	fmt.Println(p.Level, p.Missing)
	// Output:
	// C [system women prize_fund titles championship]
}

// A player without a rating leaves no average.
func ExampleAverageOf() {
	fmt.Println(*tournament.AverageOf([]int{2400, 2350}), tournament.AverageOf([]int{2400, 0}) == nil)
	// Output:
	// 2375 true
}

func ExampleYearsLater() {
	fmt.Println(tournament.YearsLater(time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC), 1).Format(time.DateOnly))
	// Output:
	// 2025-02-28
}
