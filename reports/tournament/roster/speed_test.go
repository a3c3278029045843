package roster

import (
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis"
)

// crowds are endless lists of different names, made to be hard to tell apart.
func crowds() map[string]func(i int) string {
	return map[string]func(i int) string{
		"one initial fits all": func(i int) string {
			if i == 0 {
				return "Smith, J"
			}
			return fmt.Sprintf("Smith, John%d", i)
		},
		"initials on either side": func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf("Smith, John%d A", i)
			}
			return fmt.Sprintf("Smith, J Adam%d", i)
		},
		"blocks of a middling size": func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf("Smith%d, John%d A", i/100, i)
			}
			return fmt.Sprintf("Smith%d, J Adam%d", i/100, i)
		},
		"surnames": func(i int) string { return fmt.Sprintf("Smith%d", i) },
		"no comma": func(i int) string { return fmt.Sprintf("John%d Smith", i) },
		"bare surname of all": func(i int) string {
			if i == 0 {
				return "Smith"
			}
			return fmt.Sprintf("Smith, Ann%d", i)
		},
	}
}

// crowd lets as many players meet in pairs of neighbours.
func crowd(players int, name func(i int) string) []*analysis.Game {
	games := make([]*analysis.Game, players/2)
	for i := range games {
		games[i] = &analysis.Game{
			ID: fmt.Sprint(i), White: analysis.Player{Name: name(2 * i)}, Black: analysis.Player{Name: name(2*i + 1)},
			Date: "2025.04.12", Round: fmt.Sprintf("1.%d", i+1), Variant: analysis.Standard,
		}
	}
	return games
}

func BenchmarkIdentify(b *testing.B) {
	for name, player := range crowds() {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			games := crowd(20_000, player)
			for b.Loop() {
				Identify(games)
			}
		})
	}
}

// However many names are alike, nobody is lost and no caveat lists them all.
func TestIdentifyCrowds(t *testing.T) {
	for name, player := range crowds() {
		games := crowd(2_000, player)
		r := Identify(games)
		if n := len(r.Persons()); n < 2*len(games)-1 {
			t.Errorf("%s: %d persons", name, n)
		}
		for _, c := range r.Caveats() {
			if len(c.Names) > mostNames+1 || len(c.FideIDs) > mostNames+1 || len(c.String()) > 400 {
				t.Fatalf("%s: a long caveat: %s", name, c)
			}
		}
	}
}
