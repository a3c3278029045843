package ipr_test

import (
	"fmt"
	"math"

	"fairplay/analysis/ipr"
)

// Of 100 moves, 60 were the engine's choice. Players rated R find it with probability 1/(1 +
// exp(-(R - 2100)/400)), so the most likely R is 2100 + 400 ln 1.5 = 2262.
func Example() {
	logLikelihood := func(rating float64) float64 {
		p := 1 / (1 + math.Exp(-(rating-2100)/400))
		return 60*math.Log(p) + 40*math.Log(1-p)
	}
	const dispersion = 1.2 // moves of one game are alike
	e := ipr.Of(logLikelihood, dispersion, ipr.Everybody())
	fmt.Printf("%.0f, 95 %% interval %.0f to %.0f\n", e.Rating, e.Low, e.High)
	// Output:
	// 2262, 95 % interval 2089 to 2441
}

// The rating at which the moves are likeliest, here by a likelihood that peaks at 2510 with a standard error of 100 points; honest
// players vary by a factor of 1.5 more than their moves alone would.
func ExampleOf() {
	e := ipr.Of(func(rating float64) float64 { d := (rating - 2510) / 100; return -d * d / 2 }, 1.5, ipr.Everybody())
	fmt.Printf("%.0f, %.0f to %.0f\n", e.Rating, e.Low, e.High)
	// Output:
	// 2510, 2270 to 2750
}
