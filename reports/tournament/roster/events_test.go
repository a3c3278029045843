package roster

import (
	"fmt"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
)

// swiss returns the first rounds of an event of eight players.
func swiss(name string, month, rounds int, players ...string) (games []*analysis.Game) {
	for round := range rounds {
		for k := 0; k+1 < len(players); k += 2 {
			a, b := players[k], players[(k+1+2*round)%len(players)]
			g := rostertest.Pairing(a, b, rostertest.At(fmt.Sprintf("2024.%02d.%02d", month, 10+round), fmt.Sprint(round+1)))
			if g.Event = name; name == "%" {
				g.Event = fmt.Sprintf("Open 2024, Round %d", round+1)
			}
			games = append(games, g)
		}
	}
	return games
}

func TestEventsAreToldApart(t *testing.T) {
	eight := []string{"Aa, A", "Bb, B", "Cc, C", "Dd, D", "Ee, E", "Ff, F", "Gg, G", "Hh, H"}
	others := []string{"Ii, I", "Jj, J", "Kk, K", "Ll, L"}
	later := swiss("Open", 4, 1, eight...)
	for _, g := range later {
		g.Round = "5"
	}
	tests := []struct {
		name   string
		games  []*analysis.Game
		events []string
	}{
		{"one name", swiss("Open", 4, 3, eight...), []string{""}},
		{"no name", swiss("?", 4, 3, eight...), []string{""}},
		{"the round in the name", swiss("%", 4, 3, eight...), []string{""}},
		{"two spellings of one event", slices.Concat(swiss("The Open", 4, 3, eight...), later), []string{""}},
		{"games without a name", slices.Concat(swiss("Open", 4, 3, eight...), swiss("?", 4, 1, others...)), []string{""}},
		{"two sections", slices.Concat(swiss("Open A", 4, 3, eight...), swiss("Open B", 4, 3, others...)), []string{"Open A", "Open B"}},
		{"the same players in two events of a month", slices.Concat(swiss("Open", 4, 3, eight...), swiss("Cup", 5, 3, eight...)), []string{"Cup", "Open"}},
		{"an event of every year", slices.Concat(swiss("Open", 1, 3, eight...), swiss("Open", 12, 3, eight...)), []string{"Open", "Open, 2024.12.10"}},
	}
	for _, tt := range tests {
		r := Identify(tt.games)
		r.Rate(rostertest.Shuffled(tt.games, 5))
		found := map[string]bool{}
		for _, g := range tt.games {
			found[r.EventIn(g)] = true
		}
		var names []string
		for name := range found {
			names = append(names, name)
		}
		if slices.Sort(names); !slices.Equal(names, tt.events) {
			t.Errorf("%s: %q, want %q", tt.name, names, tt.events)
		}
	}
}
