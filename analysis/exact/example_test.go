package exact_test

import (
	"fmt"

	"fairplay/analysis/exact"
)

// The same bits come out on every processor.
func ExampleNormalTail() {
	p := exact.NormalTail(4.25)
	fmt.Printf("%.3e %.2f\n", p, -exact.NormalQuantile(p))
	// Output:
	// 1.069e-05 4.25
}

func ExampleSolve() {
	x, ok := exact.Solve([][]float64{{2, 1}, {1, 3}}, []float64{5, 10})
	fmt.Println(x, ok)
	// Output:
	// [1 3] true
}
