package calibration_test

import (
	"fmt"
	"log"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
)

// A calibration applies to one recipe, policy and time class, and to no other.
func Example() {
	library, err := calibration.Shipped()
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range library {
		found, err := library.Find(c.Recipe, c.Behaviour, c.Policy, c.TimeClass)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s, %s recipe, %s games\n", found.Recipe.Engine, found.Recipe.Name, found.TimeClass)
		_, err = library.Find(c.Recipe, c.Behaviour, c.Policy, analysis.Blitz)
		fmt.Println("blitz:", fault.KindOf(err))
	}
	// Output:
	// Stockfish 15.1, full recipe, standard games
	// blitz: unprocessable
	// Stockfish 17.1, modern recipe, standard games
	// blitz: unprocessable
	// Stockfish 15.1, quick recipe, standard games
	// blitz: unprocessable
	// Stockfish 19 WASM, second recipe, standard games
	// blitz: unprocessable
}
