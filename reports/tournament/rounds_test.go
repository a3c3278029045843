package tournament

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/roster/rostertest"
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
		rostertest.Pairing("Adams, Ann", "Bruun, Bo", rostertest.At("2025.04.12", "1.1")), rostertest.Pairing("Cori, Cara", "Dahl, Dan", rostertest.At("2025.04.12", "1.2")),
		rostertest.Pairing("Evans, Eve", "Fuchs, Fritz", rostertest.At("2025.04.12", "1.3")),
		rostertest.Pairing("Bruun, Bo", "Cori, Cara", rostertest.At("2025.04.13", "2.1")), rostertest.Pairing("Fuchs, Fritz", "Adams, Ann", rostertest.At("2025.04.13", "2.2")),
		rostertest.Pairing("Dahl, Dan", "Evans, Eve", rostertest.At("2025.04.13", "2.3")),
	}, more...)
}

func TestCheckRounds(t *testing.T) {
	other := rostertest.Plies(40, 1)
	round1 := rostertest.At("2025.04.12", "1.1")
	match := func(games ...*analysis.Game) []*analysis.Game { return games }
	twice := `%q has 2 games in round %s, against %q; all of them count, and one game may be counted twice`
	tests := []struct {
		name  string
		games []*analysis.Game
		want  []string
	}{
		{"nothing odd", swiss(), nil},
		{"a move differs", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", round1, other)), []string{fmt.Sprintf(twice, "Adams, Ann", "1", "Bruun, Bo")}},
		{
			"date and a move differ", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", rostertest.At("2025.04.11", "1"), other)),
			[]string{fmt.Sprintf(twice, "Adams, Ann", "1", "Bruun, Bo")},
		},
		{
			"a name misspelt", swiss(rostertest.Pairing("Adams, Ann", "Brunn, Bo", round1)),
			[]string{`"Adams, Ann" has 2 games in round 1, against "Brunn, Bo" and "Bruun, Bo"; all of them count, and one game may be counted twice`},
		},
		{
			"a name misspelt, from another source",
			swiss(rostertest.Pairing("Adams, Ann", "Brunn, Bo", round1, named("Riga Open"))),
			[]string{`"Adams, Ann" has 2 games in round 1, against "Brunn, Bo" and "Bruun, Bo"; all of them count, and one game may be counted twice`},
		},
		{"only the date differs", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", rostertest.At("2025.04.11", "1.1"))), nil},
		{"only the round differs", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", rostertest.At("2025.04.12", "2.1"))), nil},
		{
			"played again", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", rostertest.At("2025.04.15", "3"))),
			[]string{`"Adams, Ann" and "Bruun, Bo" have 2 games of the same moves, in rounds 1.1, 3; all of them count`},
		},
		{"round 1 of another event", swiss(rostertest.Pairing("Adams, Ann", "Gall, Guy", rostertest.At("2025.07.01", "1.1"), named("Riga Open"))), nil},
		{"a game left out", swiss(rostertest.Pairing("Adams, Ann", "Bruun, Bo", round1, rostertest.Plies(4, 1))), nil},
		{"against nobody known", swiss(rostertest.Pairing("Adams, Ann", "?", round1)), []string{
			`"Adams, Ann" has 2 games in round 1, against "Bruun, Bo"; all of them count, and one game may be counted twice`,
		}},
		{"rounds unknown", match(rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "?")), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "?"), other)), nil},
		{"one game alone, a move differs", match(rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", round1, other)), []string{fmt.Sprintf(twice, "A", "1", "B")}},
		{
			"knock-out",
			match(
				rostertest.Pairing("A", "B", round1), rostertest.Pairing("B", "A", rostertest.At("2025.04.13", "1.2"), other), rostertest.Pairing("A", "B", rostertest.At("2025.04.14", "1.3"), rostertest.Plies(40, 2)),
				rostertest.Pairing("C", "D", round1), rostertest.Pairing("D", "C", rostertest.At("2025.04.13", "1.2"), other),
			),
			nil,
		},
		{
			"knock-out, a move differs",
			match(
				rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", round1, rostertest.Plies(40, 3)), rostertest.Pairing("B", "A", rostertest.At("2025.04.13", "1.2"), other),
				rostertest.Pairing("C", "D", round1), rostertest.Pairing("D", "C", rostertest.At("2025.04.13", "1.2"), other),
			),
			[]string{fmt.Sprintf(twice, "A", "1", "B")},
		},
		{"match on one day", match(rostertest.Pairing("A", "B", round1), rostertest.Pairing("B", "A", round1, other)), nil},
	}
	for _, tt := range tests {
		for seed := range uint64(3) {
			games := rostertest.Shuffled(tt.games, seed)
			r := roster.Identify(games)
			for range 2 { // again changes nothing
				r.CheckRounds(counted(games))
			}
			if got := append(ofKind(r, roster.SameMoves), ofKind(r, roster.TwoGamesInRound)...); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
	}
}

// ofKind returns what the caveats of a kind say.
func ofKind(r *roster.Roster, kind roster.CaveatKind) []string {
	var out []string
	for _, c := range r.Caveats() {
		if c.Kind == kind {
			out = append(out, c.String())
		}
	}
	return out
}

func TestCheckRoundsFields(t *testing.T) {
	games := swiss(rostertest.Pairing("Adams, Ann", "Brunn, Bo", rostertest.At("2025.04.12", "1.1"), rostertest.FideIDs("7", "8")))
	r := roster.Identify(games)
	r.CheckRounds(games)
	c := r.Caveats()[0]
	if c.Kind != roster.TwoGamesInRound || c.Round != "1" || c.Count != 2 || !slices.Equal(c.FideIDs, []string{"7", "8"}) ||
		!slices.Equal(c.Names, []string{"Adams, Ann", "Brunn, Bo", "Bruun, Bo"}) {
		t.Errorf("%+v", c)
	}
}

// Two real events have one game a round and nothing to remark; one game put in
// once more with a name misspelt is found.
func TestCheckRoundsOfEvents(t *testing.T) {
	for _, event := range []string{"grand_swiss_2021", "pedro_lezcano_2025"} {
		games := headers(t, event)
		r := roster.Identify(games)
		r.CheckRounds(games)
		r.Rate(games)
		if len(r.Caveats()) != 0 {
			t.Errorf("%s: %v", event, r.Caveats())
		}
		again := *games[100]
		again.White.FideID, again.White.Name = "", again.White.Name+"e"
		games = append(games, &again)
		r = roster.Identify(games)
		r.CheckRounds(games)
		if got := r.Caveats(); len(got) != 1 || got[0].Kind != roster.TwoGamesInRound {
			t.Errorf("%s with a name misspelt: %v", event, r.Caveats())
		}
	}
}

// The caveats do not depend on the order, and whoever has two games of one
// pairing, colour, date and round that both count is named.
func TestCheckRoundsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		left := counted(games)
		r, again := roster.Identify(games), roster.Identify(games)
		r.CheckRounds(left)
		again.CheckRounds(rostertest.Shuffled(left, rapid.Uint64().Draw(t, "shuffle")))
		if !reflect.DeepEqual(r.Caveats(), again.Caveats()) {
			t.Fatalf("another order, other caveats:\n%s\nand\n%s", r.Caveats(), again.Caveats())
		}
		for i, a := range left {
			for _, b := range left[i+1:] {
				white, black := r.Of(a, analysis.White), r.Of(a, analysis.Black)
				_, _, known := analysis.ParseRound(a.Round)
				if !known || r.Unnamed(white) || r.Unnamed(black) || a.Date != b.Date || a.Round != b.Round ||
					r.Of(b, analysis.White) != white || r.Of(b, analysis.Black) != black {
					continue
				}
				if !slices.ContainsFunc(r.Caveats(), func(c roster.Caveat) bool {
					return c.Kind == roster.TwoGamesInRound && slices.Contains(c.Names, white.Name) && slices.Contains(c.Names, black.Name)
				}) {
					t.Fatalf("%s and %s met twice in round %s, but the caveats are %v", white.Name, black.Name, a.Round, r.Caveats())
				}
			}
		}
	})
}
