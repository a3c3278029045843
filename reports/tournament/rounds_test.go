package tournament

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
)

// counted returns the games that Select leaves.
func counted(games []*analysis.Game) []*analysis.Game {
	var out []*analysis.Game
	for _, s := range Select(games, standardOptions()) {
		if s.Excluded == analysis.Counted {
			out = append(out, s.Game)
		}
	}
	return out
}

// swiss is an event of six players in which everybody has one game a round.
func swiss(more ...*analysis.Game) []*analysis.Game {
	return append([]*analysis.Game{
		pairing("Adams, Ann", "Bruun, Bo", at("2025.04.12", "1.1")), pairing("Cori, Cara", "Dahl, Dan", at("2025.04.12", "1.2")),
		pairing("Evans, Eve", "Fuchs, Fritz", at("2025.04.12", "1.3")),
		pairing("Bruun, Bo", "Cori, Cara", at("2025.04.13", "2.1")), pairing("Fuchs, Fritz", "Adams, Ann", at("2025.04.13", "2.2")),
		pairing("Dahl, Dan", "Evans, Eve", at("2025.04.13", "2.3")),
	}, more...)
}

func TestCheckRounds(t *testing.T) {
	other := plies(40, 1)
	round1 := at("2025.04.12", "1.1")
	match := func(games ...*analysis.Game) []*analysis.Game { return games }
	twice := `%q has 2 games in round %s, against %q; all of them count, and one game may be counted twice`
	tests := []struct {
		name  string
		games []*analysis.Game
		want  []string
	}{
		{"nothing odd", swiss(), nil},
		{"a move differs", swiss(pairing("Adams, Ann", "Bruun, Bo", round1, other)), []string{fmt.Sprintf(twice, "Adams, Ann", "1", "Bruun, Bo")}},
		{
			"date and a move differ", swiss(pairing("Adams, Ann", "Bruun, Bo", at("2025.04.11", "1"), other)),
			[]string{fmt.Sprintf(twice, "Adams, Ann", "1", "Bruun, Bo")},
		},
		{
			"a name misspelt", swiss(pairing("Adams, Ann", "Brunn, Bo", round1)),
			[]string{`"Adams, Ann" has 2 games in round 1, against "Brunn, Bo" and "Bruun, Bo"; all of them count, and one game may be counted twice`},
		},
		{
			"a name misspelt, from another source",
			swiss(pairing("Adams, Ann", "Brunn, Bo", round1, named("Riga Open"))),
			[]string{`"Adams, Ann" has 2 games in round 1, against "Brunn, Bo" and "Bruun, Bo"; all of them count, and one game may be counted twice`},
		},
		{"only the date differs", swiss(pairing("Adams, Ann", "Bruun, Bo", at("2025.04.11", "1.1"))), nil},
		{"only the round differs", swiss(pairing("Adams, Ann", "Bruun, Bo", at("2025.04.12", "2.1"))), nil},
		{
			"played again", swiss(pairing("Adams, Ann", "Bruun, Bo", at("2025.04.15", "3"))),
			[]string{`"Adams, Ann" and "Bruun, Bo" have 2 games of the same moves, in rounds 1.1, 3; all of them count`},
		},
		{"round 1 of another event", swiss(pairing("Adams, Ann", "Gall, Guy", at("2025.07.01", "1.1"), named("Riga Open"))), nil},
		{"a game left out", swiss(pairing("Adams, Ann", "Bruun, Bo", round1, plies(4, 1))), nil},
		{"against nobody known", swiss(pairing("Adams, Ann", "?", round1)), []string{
			`"Adams, Ann" has 2 games in round 1, against "Bruun, Bo"; all of them count, and one game may be counted twice`,
		}},
		{"rounds unknown", match(pairing("A", "B", at("2025.04.12", "?")), pairing("A", "B", at("2025.04.12", "?"), other)), nil},
		{"one game alone, a move differs", match(pairing("A", "B", round1), pairing("A", "B", round1, other)), []string{fmt.Sprintf(twice, "A", "1", "B")}},
		{
			"knock-out",
			match(
				pairing("A", "B", round1), pairing("B", "A", at("2025.04.13", "1.2"), other), pairing("A", "B", at("2025.04.14", "1.3"), plies(40, 2)),
				pairing("C", "D", round1), pairing("D", "C", at("2025.04.13", "1.2"), other),
			),
			nil,
		},
		{
			"knock-out, a move differs",
			match(
				pairing("A", "B", round1), pairing("A", "B", round1, plies(40, 3)), pairing("B", "A", at("2025.04.13", "1.2"), other),
				pairing("C", "D", round1), pairing("D", "C", at("2025.04.13", "1.2"), other),
			),
			[]string{fmt.Sprintf(twice, "A", "1", "B")},
		},
		{"match on one day", match(pairing("A", "B", round1), pairing("B", "A", round1, other)), nil},
	}
	for _, tt := range tests {
		for seed := range uint64(3) {
			games := shuffled(tt.games, seed)
			r := Identify(games)
			for range 2 { // again changes nothing
				r.CheckRounds(counted(games))
			}
			if got := append(ofKind(r, SameMoves), ofKind(r, TwoGamesInRound)...); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
	}
}

func TestCheckRoundsFields(t *testing.T) {
	games := swiss(pairing("Adams, Ann", "Brunn, Bo", at("2025.04.12", "1.1"), fideIDs("7", "8")))
	r := Identify(games)
	r.CheckRounds(games)
	c := r.Caveats()[0]
	if c.Kind != TwoGamesInRound || c.Round != "1" || c.Count != 2 || !slices.Equal(c.FideIDs, []string{"7", "8"}) ||
		!slices.Equal(c.Names, []string{"Adams, Ann", "Brunn, Bo", "Bruun, Bo"}) {
		t.Errorf("%+v", c)
	}
}

// Two real events have one game a round and nothing to remark; one game put in
// once more with a name misspelt is found.
func TestCheckRoundsOfEvents(t *testing.T) {
	for _, event := range []string{"grand_swiss_2021", "pedro_lezcano_2025"} {
		games := headers(t, event)
		r := Identify(games)
		r.CheckRounds(games)
		r.Rate(games)
		if len(r.Caveats()) != 0 {
			t.Errorf("%s: %v", event, r.Caveats())
		}
		again := *games[100]
		again.White.FideID, again.White.Name = "", again.White.Name+"e"
		games = append(games, &again)
		r = Identify(games)
		r.CheckRounds(games)
		if got := kinds(r); !slices.Equal(got, []CaveatKind{TwoGamesInRound}) {
			t.Errorf("%s with a name misspelt: %v", event, r.Caveats())
		}
	}
}

// The caveats do not depend on the order, and whoever has two games of one
// pairing, colour, date and round that both count is named.
func TestCheckRoundsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := drawGames(t)
		left := counted(games)
		r, again := Identify(games), Identify(games)
		r.CheckRounds(left)
		again.CheckRounds(shuffled(left, rapid.Uint64().Draw(t, "shuffle")))
		if rosterText(r) != rosterText(again) {
			t.Fatalf("another order, other caveats:\n%s\nand\n%s", rosterText(r), rosterText(again))
		}
		for i, a := range left {
			for _, b := range left[i+1:] {
				white, black := r.Of(a, analysis.White), r.Of(a, analysis.Black)
				_, _, known := ParseRound(a.Round)
				if !known || white == r.unnamed || black == r.unnamed || a.Date != b.Date || a.Round != b.Round ||
					r.Of(b, analysis.White) != white || r.Of(b, analysis.Black) != black {
					continue
				}
				if !slices.ContainsFunc(r.Caveats(), func(c Caveat) bool {
					return c.Kind == TwoGamesInRound && slices.Contains(c.Names, white.Name) && slices.Contains(c.Names, black.Name)
				}) {
					t.Fatalf("%s and %s met twice in round %s, but the caveats are %v", white.Name, black.Name, a.Round, r.Caveats())
				}
			}
		}
	})
}
