package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// The tables as FIDE prints them (C.05, Annex 1): White first, 0 is nobody.
func bergerTables() map[int]string {
	return map[int]string{
		4: "1-4 2-3|4-3 1-2|2-4 3-1",
		6: "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1",
		8: "1-8 2-7 3-6 4-5|8-5 6-4 7-3 1-2|2-8 3-1 4-7 5-6|8-6 7-5 1-4 2-3|3-8 4-2 5-1 6-7|8-7 1-6 2-5 3-4|4-8 5-3 6-2 7-1",
		10: "1-10 2-9 3-8 4-7 5-6|10-6 7-5 8-4 9-3 1-2|2-10 3-1 4-9 5-8 6-7|10-7 8-6 9-5 1-4 2-3|3-10 4-2 5-1 6-9 7-8|" +
			"10-8 9-7 1-6 2-5 3-4|4-10 5-3 6-2 7-1 8-9|10-9 1-8 2-7 3-6 4-5|5-10 6-4 7-3 8-2 9-1",
	}
}

// entered returns players 1 to n.
func entered(n int) []roster.Entry {
	all := make([]roster.Entry, n)
	for i := range all {
		all[i] = roster.Entry{Number: i + 1, Name: playerNamed(i + 1), FideID: fmt.Sprint(1000 + i)}
	}
	return all
}

// playerNamed gives every number a name that no other is like.
func playerNamed(number int) string {
	letter := string(rune('A' + number - 1))
	return strings.Repeat(letter+strings.ToLower(letter), 3) + ", " + letter
}

// met is a game that was played.
func met(round, white, black int) *analysis.Game {
	g := handedGame(fmt.Sprint(round), "1-0")
	g.White, g.Black = analysis.Player{Name: playerNamed(white), FideID: fmt.Sprint(999 + white)}, analysis.Player{Name: playerNamed(black), FideID: fmt.Sprint(999 + black)}
	g.ID = fmt.Sprintf("%d %d-%d", round, white, black)
	return g
}

func handedGame(round, result string) *analysis.Game {
	return &analysis.Game{Variant: analysis.Standard, Round: round, Awarded: result, Board: analysis.Result(result), Played: true, Plies: make([]analysis.Ply, 2)}
}

// The printed tables are complete by the games of their own.
func TestPrintedTables(t *testing.T) {
	for n, table := range bergerTables() {
		for _, players := range []int{n, n - 1} {
			var games []*analysis.Game
			for round, line := range strings.Split(table, "|") {
				for _, pair := range strings.Fields(line) {
					var white, black int
					fmt.Sscanf(pair, "%d-%d", &white, &black)
					if max(white, black) <= players {
						games = append(games, met(round+1, white, black))
					}
				}
			}
			for _, roster := range [][]roster.Entry{nil, entered(players)} {
				got, err := tournament.CoverTables(roster, tournament.RoundRobin, tournament.AllRounds, games)
				if players == 3 && roster == nil && err != nil {
					continue // three games leave more than one numbering
				}
				if err != nil || got.Found != players*(players-1)/2 || got.Expected != got.Found || len(got.Deviations) > 0 || len(got.Rounds) != n-1 {
					t.Errorf("%d players: %+v %v", players, got, err)
				}
			}
		}
	}
}

// roundRobin plays a whole event by the tables that the comparison itself asks for.
func roundRobin(t *testing.T, players int, system tournament.System) (games []*analysis.Game) {
	t.Helper()
	all, err := tournament.CoverTables(entered(players), system, tournament.AllRounds, nil)
	if err != nil {
		t.Fatal(err)
	}
	number := map[string]int{}
	for i := range players {
		number[playerNamed(i+1)] = i + 1
	}
	for _, d := range all.Deviations {
		games = append(games, met(d.Round, number[d.White], number[d.Black]))
	}
	return games
}

// Fields of 3 to 24 players: everybody meets everybody, once or twice, with each colour once
// in a double round robin, and has colours that differ by one at most in a single one.
func TestTablesAreWhole(t *testing.T) {
	for players := 3; players <= 24; players++ {
		for _, system := range []tournament.System{tournament.RoundRobin, tournament.DoubleRoundRobin} {
			games := roundRobin(t, players, system)
			met, whites := map[[2]string]int{}, map[string]int{}
			for _, g := range games {
				met[[2]string{g.White.Name, g.Black.Name}]++
				whites[g.White.Name]++
			}
			want := players * (players - 1) / 2
			if system == tournament.DoubleRoundRobin {
				want *= 2
			}
			if len(games) != want || len(met) != want {
				t.Errorf("%d players, %s: %d games, %d pairs", players, system, len(games), len(met))
			}
			for name, n := range whites {
				if d := 2*n - len(games)*2/players; d < -1 || d > 1 {
					t.Errorf("%d players, %s: %s has White %d times", players, system, name, n)
				}
			}
		}
	}
}

// What is done to a round robin is named, whether the roster gives the numbers or the games do.
func TestDamagedRoundRobin(t *testing.T) {
	for players := 6; players <= 24; players++ {
		for _, system := range []tournament.System{tournament.RoundRobin, tournament.DoubleRoundRobin} {
			games := roundRobin(t, players, system)
			random := rand.New(rand.NewPCG(uint64(players), 7))
			random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
			missing, reversed, doubled := games[0], games[1], games[2]
			reversed.White, reversed.Black = reversed.Black, reversed.White
			again := *doubled
			again.ID += " again"
			games = append(games[1:], &again)
			for _, list := range [][]roster.Entry{nil, entered(players)} {
				got, err := tournament.CoverTables(list, system, tournament.AllRounds, games)
				if err != nil {
					t.Errorf("%d players, %s, %d in the roster: %v", players, system, len(list), err)
					continue
				}
				named := map[tournament.DeviationKind]string{}
				for _, d := range got.Deviations {
					named[d.Kind] += fmt.Sprintf("%d %s-%s", d.Round, d.White, d.Black)
				}
				said := func(g *analysis.Game) string { return g.Round + " " + g.White.Name + "-" + g.Black.Name }
				want := map[tournament.DeviationKind]string{
					tournament.MissingGame: said(missing), tournament.OtherColors: said(reversed), tournament.DoubledGame: said(doubled),
				}
				if fmt.Sprint(named) != fmt.Sprint(want) || got.Expected-got.Found != 1 {
					t.Errorf("%d players, %s, %d in the roster: %v, want %v", players, system, len(list), named, want)
				}
			}
		}
	}
}

// Where nothing tells the numbers nobody guesses.
func TestNoNumbers(t *testing.T) {
	games := roundRobin(t, 8, tournament.RoundRobin)
	first := slices.DeleteFunc(slices.Clone(games), func(g *analysis.Game) bool { return g.Round != "1" })
	random := slices.Clone(games)
	for i, g := range random {
		moved := *g
		moved.Round = fmt.Sprint(i%7 + 1)
		random[i] = &moved
	}
	for name, c := range map[string]struct {
		system  tournament.System
		players []roster.Entry
		games   []*analysis.Game
	}{
		"one round alone": {tournament.RoundRobin, nil, first}, "other rounds": {tournament.RoundRobin, nil, random},
		"a Swiss": {tournament.Swiss, nil, games}, "two players": {tournament.RoundRobin, entered(2), games},
		"other rounds than the roster has": {tournament.RoundRobin, entered(8), random},
	} {
		if got, err := tournament.CoverTables(c.players, c.system, tournament.AllRounds, c.games); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	// The first round with the numbers of the roster, asked for after that round.
	got, err := tournament.CoverTables(entered(8), tournament.RoundRobin, 1, first)
	if err != nil || got.Basis != tournament.ByRoster || got.Found != 4 || got.Expected != 4 || len(got.Rounds) != 1 {
		t.Errorf("%+v %v", got, err)
	}
	// Before any round nothing is missing.
	if got, err := tournament.CoverTables(entered(8), tournament.RoundRobin, 0, nil); err != nil || got.Expected != 0 || len(got.Deviations)+len(got.Rounds) > 0 {
		t.Errorf("%+v %v", got, err)
	}
	// Numbers of the roster by rating, while the draw gave others: the games have the say.
	drawn := entered(8)
	for i := range drawn {
		drawn[i].Number = 8 - i
	}
	if got, err := tournament.CoverTables(drawn, tournament.RoundRobin, tournament.AllRounds, games); err != nil || got.Basis != tournament.ByGames || len(got.Deviations) > 0 {
		t.Errorf("%+v %v", got, err)
	}
}

// What the table cannot know: a forfeit needs no moves, a game does.
func TestTabledWithoutMoves(t *testing.T) {
	games := roundRobin(t, 6, tournament.RoundRobin)
	for i, result := range []string{"+/-", "1-0"} {
		games[i].Awarded, games[i].Played, games[i].Plies = result, false, nil
	}
	got, err := tournament.CoverTables(entered(6), tournament.RoundRobin, tournament.AllRounds, games)
	if err != nil || got.Expected != 14 || got.Found != 13 || kinds(got) != "map[no_moves:1]" || got.Rounds[0].Forfeits != 1 {
		t.Errorf("%+v %v", got, err)
	}
}

// A real round robin of ten (Barcelona 2025) follows the tables, and its games give the numbers.
func TestRealRoundRobin(t *testing.T) {
	text, err := os.ReadFile("../../testdata/tournament/barcelona_rr_2025_first_moves.pgn")
	if err != nil {
		t.Fatal(err)
	}
	games := handedIn(t, string(text))
	got, err := tournament.CoverTables(nil, tournament.RoundRobin, tournament.AllRounds, games)
	if err != nil || got.Basis != tournament.ByGames || got.Expected != 45 || got.Found != 45 || len(got.Rounds) != 9 || len(got.Deviations) > 0 {
		t.Errorf("%+v %v", got, err)
	}
	lost := games[17]
	got, err = tournament.CoverTables(nil, tournament.RoundRobin, tournament.AllRounds, slices.Delete(slices.Clone(games), 17, 18))
	if err != nil || got.Found != 44 || len(got.Deviations) != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	if d := got.Deviations[0]; d.Kind != tournament.MissingGame || d.White != lost.White.Name || d.Black != lost.Black.Name || fmt.Sprint(d.Round) != lost.Round[:1] {
		t.Errorf("%+v, want %s", d, lost.Round)
	}
}
