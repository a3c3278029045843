package roster_test

import (
	"fmt"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
)

// Two spellings of a name become one person with a FIDE id; a shortened one comes with a caveat.
func Example() {
	games := []*analysis.Game{
		{White: analysis.Player{Name: "Alpha, Anna", FideID: "14100000"}, Black: analysis.Player{Name: "Beta, Bohdan"}},
		{White: analysis.Player{Name: "Gamma, Georg"}, Black: analysis.Player{Name: "ALPHA,Anna"}},
		{White: analysis.Player{Name: "Alpha, A."}, Black: analysis.Player{Name: "Delta, Daria"}},
	}
	who := roster.Identify(games)
	for _, p := range who.Persons() {
		fmt.Printf("%s %s, also %q\n", p.Name, p.FideID, p.Aliases)
	}
	for _, c := range who.Caveats() {
		fmt.Println(c)
	}
	// Output:
	// Alpha, Anna 14100000, also ["ALPHA,Anna" "Alpha, A."]
	// Beta, Bohdan , also []
	// Delta, Daria , also []
	// Gamma, Georg , also []
	// "Alpha, A." and "Alpha, Anna" taken for one player, since the initials fit nobody else
}
