package norm_test

import (
	"fmt"
	"os"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/norm"
	"fairplay/reports/tournament/trf"
)

// Norms are judged by the tournament file of an open. What the file does not show must be stated.
func Example() {
	file, err := os.Open("../../../testdata/trf/pedro_lezcano_2025.trf")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	t, err := trf.Read(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	facts := tournament.Facts{Championship: tournament.NoChampionship}.From(t)
	found := norm.Judge(norm.FromTRF(t, facts), regulations.Shipped().Edition(facts.Start))
	for _, player := range found.Entries[:2] {
		for _, n := range player.Norms {
			if n.Title != "IM" || n.State == norm.Missed {
				continue
			}
			fmt.Printf("%s: %s norm %s\n", player.Name, n.Title, n.State)
			for _, check := range n.Checks {
				if len(check.Missing) > 0 {
					fmt.Println("  not known:", check.Missing, "for", check.Requirement)
				}
			}
		}
	}
	// Output:
	// Kaczur, Florian: IM norm undecided
	//   not known: [federation] for federations
	//   not known: [federation] for own_federation
	//   not known: [federation] for one_federation
}
