package fide_test

import (
	"fmt"

	"fairplay/reports/tournament/fide"
)

// The name of a list says which ratings of which month it holds.
func ExampleClassOf() {
	class, month := fide.ClassOf("rapid_mar26frl.txt")
	fmt.Println(class, month)
	// Output:
	// rapid 2026-03
}

func ExampleParseMonth() {
	fmt.Println(fide.ParseMonth("MAR26"))
	// Output:
	// 2026-03 true
}
