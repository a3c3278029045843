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

// Names are compared without marks, order and titles; initials stand for given names.
func ExampleSameName() {
	fmt.Println(roster.SameName("Müller, Karsten", "GM Karsten Muller"), roster.SameName("Polgar, J.", "Polgar, Judit"), roster.SameName("Polgar, Judit", "Polgar, Zsuzsa"))
	// Output:
	// true true false
}

// A misspelt name is alike enough to ask about.
func ExampleLikeness() {
	for _, other := range []string{"Carlson, Magnus", "Карлсен, Магнус", "Caruana, Fabiano"} {
		like, latin := roster.Likeness("Carlsen, Magnus", other)
		fmt.Printf("%.2f %v\n", like, latin)
	}
	// Output:
	// 0.93 false
	// 0.93 true
	// 0.33 false
}

func ExampleFold() {
	fmt.Printf("%q\n", roster.Fold("O'Kelly de Galway, Albéric"))
	// Output:
	// ["okelly" "de" "galway" "alberic"]
}
