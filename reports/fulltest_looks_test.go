package reports

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// playedGame is a game of a tournament: its round as PGN has it, its day, how many
// moves count, and how many of ten match.
type playedGame struct {
	round            string
	day, moves, hits int
}

// eventTest tests the player of these games.
func eventTest(t rapid.TB, played []playedGame, change func(*FullTestInput)) *FullTest {
	t.Helper()
	games := eventGames(played)
	var all []*analysis.Game
	for i := range games {
		all = append(all, games[i].Game)
	}
	roster := roster.Identify(all)
	in := FullTestInput{
		Person: roster.Of(all[0], analysis.White), TestRequest: TestRequest{Rating: 2400, RatingSD: 50, EventPlan: EventPlan{Planned: 9, Players: 20}}, Games: games, Found: 5,
		Parameters: testParameters(), Roster: roster, Edition: regulations.Shipped().Edition(tournament.Start(all)), Event: tournament.Describe(all, tournament.Options{}),
		Provenance: Provenance{Basis: Basis{Recipe: analysis.Full(), Calibration: &UsedCalibration{}}},
	}
	change(&in)
	report, err := CompileFullTest(in)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// eventGames are those games, of Anna with White.
func eventGames(played []playedGame) (games []TestedGame) {
	for i, p := range played {
		g := &analysis.Game{
			ID: fmt.Sprint("game ", i), White: analysis.Player{Name: "Anna", Rating: 2400}, Black: analysis.Player{Name: fmt.Sprint("Boris ", i), Rating: 2300},
			Date: fmt.Sprintf("2024.05.%02d", p.day), Round: p.round, Variant: analysis.Standard, Played: true,
		}
		tested := TestedGame{Game: g, Ratings: [2]float64{float64(g.White.Rating), float64(g.Black.Rating)}}
		for turn := range p.moves {
			tested.Moves = append(tested.Moves, expectedMove(analysis.White, turn, turn%10 < p.hits, true))
		}
		games = append(games, tested)
	}
	return games
}

func rowsOf(t rapid.TB, r *FullTest) []string {
	t.Helper()
	rows := make([]string, len(r.Rounds))
	for i := range r.Rounds {
		text, err := json.Marshal(r.Rounds[i])
		if err != nil {
			t.Fatal(err)
		}
		rows[i] = string(text)
	}
	return rows
}

// A look that was taken stays as it was: after any round, the rows are those of
// the report that was made after it, byte for byte. Rounds are missed, doubled
// and postponed, games differ in length, and some do not say their round.
func TestALookThatWasTakenStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var played []playedGame
		ends := []int{} // games so far, after each round
		day, last := 0, ""
		for round := 1; round <= 4; round++ {
			games := rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(t, "games")
			if games > 0 {
				day++
			}
			name := fmt.Sprint(round)
			if rapid.IntRange(0, 9).Draw(t, "unusual") == 0 {
				name = rapid.SampledFrom([]string{"?", "-", fmt.Sprint(max(1, round-2)), "11"}).Draw(t, "round")
			}
			if name == last { // a round that goes on is one look
				name = fmt.Sprint(round)
			}
			if games > 0 {
				last = name
			}
			for board := range games {
				played = append(played, playedGame{fmt.Sprint(name, ".", board+1), day,
					rapid.IntRange(0, 60).Draw(t, "moves"), rapid.IntRange(3, 9).Draw(t, "hits")})
			}
			if games > 0 {
				ends = append(ends, len(played))
			}
		}
		if len(played) == 0 {
			return
		}
		planned := rapid.SampledFrom([]int{0, 4, 9}).Draw(t, "planned")
		singled := rapid.Bool().Draw(t, "singled")
		plan := func(in *FullTestInput) { in.Planned, in.SingledOut = planned, singled }
		whole := rowsOf(t, eventTest(t, played, plan))
		for _, end := range ends {
			for i, row := range rowsOf(t, eventTest(t, played[:end], plan)) {
				if whole[i] != row {
					t.Fatalf("after %d games row %d was %s, later %s", end, i+1, row, whole[i])
				}
			}
		}
	})
}

func regular(rounds, hits int) []playedGame {
	var played []playedGame
	for k := range rounds {
		played = append(played, playedGame{fmt.Sprint(k + 1), k + 1, 40, hits})
	}
	return played
}

// While the number of rounds is unknown there is no boundary, which would move,
// and nothing follows from a Z that might not pass it.
func TestNoBoundaryWithoutAPlan(t *testing.T) {
	r := eventTest(t, regular(4, 8), func(in *FullTestInput) { in.Planned = 0 })
	if r.Boundary != nil || r.BoundaryMissing != NoPlan {
		t.Errorf("boundary %+v, %q", r.Boundary, r.BoundaryMissing)
	}
	for _, row := range r.Rounds {
		if row.Boundary != nil || row.BoundaryMissing != NoPlan || row.Z == nil {
			t.Errorf("%+v", row)
		}
	}
	if r.Held != string(regulations.BoundaryUnknown) || has(r.Actions, regulations.IntrusiveWarranted) {
		t.Errorf("held %q, actions %+v", r.Held, r.Actions)
	}
}

func TestRowsWithoutABoundarySayWhy(t *testing.T) {
	played := []playedGame{{"1", 1, 0, 0}, {"2", 2, 40, 8}, {"4", 3, 40, 8}, {"3", 4, 40, 8}, {"?", 5, 40, 8}, {"5", 6, 40, 8}, {"10", 7, 40, 8}}
	r := eventTest(t, played, func(*FullTestInput) {})
	want := []Reason{NoMoves, "", "", EarlierRound, NoRound, "", BeyondPlan}
	for i, row := range r.Rounds {
		if row.BoundaryMissing != want[i] || (row.Boundary == nil) != (want[i] != "") {
			t.Errorf("round %s: %+v, want %q", row.Round, row, want[i])
		}
	}
	if r.Rounds[0].Z != nil || r.Rounds[0].ZMissing != NoMoves {
		t.Errorf("no moves: %+v", r.Rounds[0])
	}
}

// After round 3 of 9 a third of the plan is done, whoever had a bye before:
// Spent(Q(3), 1/3) = 2 Q(q sqrt 3), q the upper point of Q(3)/2.
func TestTheFirstLookByHand(t *testing.T) {
	r := eventTest(t, []playedGame{{"3", 3, 40, 5}}, func(*FullTestInput) {})
	alpha := math.Erfc(3/math.Sqrt2) / 2
	q := math.Sqrt2 * math.Erfcinv(alpha)
	want := math.Sqrt2 * math.Erfcinv(2*math.Erfc(q*math.Sqrt(3)/math.Sqrt2))
	if got := *r.Rounds[0].Boundary; math.Abs(got-want) > 1e-6 {
		t.Errorf("boundary %v, want %v", got, want)
	}
}

// The line is that of the event's size: 3.30 for 151 players, 2.00 for one who
// was singled out before.
func TestTheLineIsThatOfTheEvent(t *testing.T) {
	for _, tt := range []struct {
		players int
		singled bool
		line    float64
	}{{0, false, 3}, {150, false, 3}, {151, false, 3.3}, {151, true, 2}, {0, true, 2}} {
		r := eventTest(t, regular(9, 5), func(in *FullTestInput) { in.Players, in.SingledOut = tt.players, tt.singled })
		if last := *r.Rounds[8].Boundary; r.Boundary.Threshold != tt.line || last < tt.line || last > tt.line+.15 {
			t.Errorf("%+v: line %v, last boundary %v", tt, r.Boundary.Threshold, last)
		}
	}
}
