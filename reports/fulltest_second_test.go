package reports

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fairplay/analysis"
)

// beside asks for a second test of the same games, of which so many of ten moves match
// under its engine. change, which may be nil, is made to what it rests on.
func beside(hits int, change func(*SecondInput)) func(*FullTestInput) {
	return func(in *FullTestInput) {
		s := &SecondInput{Basis: Basis{Recipe: analysis.Second(), Calibration: &UsedCalibration{}}, Parameters: testParameters()}
		for _, g := range in.Games {
			other := TestedGame{Game: g.Game, Color: g.Color, Ratings: g.Ratings}
			for turn := range g.Moves {
				other.Moves = append(other.Moves, expectedMove(analysis.White, turn, turn%10 < hits, true))
			}
			s.Games = append(s.Games, other)
		}
		if change != nil {
			change(s)
		}
		in.Second = s
	}
}

func unfittedSecond(s *SecondInput) {
	s.Parameters, s.Basis.Calibration, s.Basis.Uncalibrated, s.Basis.UncalibratedFor = nil, nil, "none fits", OtherRecipe
	for i := range s.Games {
		for k := range s.Games[i].Moves {
			s.Games[i].Moves[k].Rating, s.Games[i].Moves[k].Chances = 0, nil
		}
	}
}

// Both tests are held against the same threshold: 3.00 during an event of 20 players,
// above 4.00 after it. Five matches of ten are as expected.
func TestWhetherTwoTestsAgree(t *testing.T) {
	for _, tt := range []struct {
		first, second []playedGame
		finished      bool
		threshold     float64
		want          Agreement
	}{
		{regular(9, 9), regular(9, 9), false, 3, BothReach},
		{regular(9, 5), regular(9, 5), false, 3, NeitherReach},
		{regular(9, 9), regular(9, 5), false, 3, FirstReach},
		{regular(9, 5), regular(9, 9), false, 3, SecondReach},
		{regular(9, 9), lifted(9, 5), false, 3, BothReach}, // Z 3.49
		{regular(9, 9), lifted(9, 5), true, 4, FirstReach},
		{lifted(9, 5), lifted(9, 5), true, 4, NeitherReach},
	} {
		r := eventTest(t, tt.first, func(in *FullTestInput) {
			in.Finished = tt.finished
			other := eventGames(tt.second)
			in.Second = &SecondInput{Basis: Basis{Calibration: &UsedCalibration{}}, Parameters: testParameters(), Games: other}
		})
		if s := r.Second; s.Agreement != tt.want || s.Threshold != tt.threshold || s.AgreementMissing != "" {
			t.Errorf("Z %v and %v, finished %v: %q at %v (%q), want %q", *r.Combined.Z, *s.Combined.Z, tt.finished, s.Agreement, s.Threshold, s.AgreementMissing, tt.want)
		}
	}
}

// Where one of the two may not be judged, nothing is said of agreement, but why.
func TestTestsThatAreNotJudgedDoNotAgree(t *testing.T) {
	nobody := func(*FullTestInput) {}
	for name, tt := range map[string]struct {
		rounds int
		first  func(*FullTestInput)
		second func(*SecondInput)
		want   Reason
	}{
		"second without calibration": {4, nobody, unfittedSecond, OtherRecipe},
		"second beyond its ratings":  {4, nobody, func(s *SecondInput) { s.Parameters.Ratings.High = 2300 }, OutOfRange},
		"first without calibration":  {4, func(in *FullTestInput) { in.Parameters, in.Provenance.Calibration = nil, nil }, nil, NoCalibration},
		"too few moves":              {2, nobody, nil, FewMoves},
		"second without games":       {4, nobody, func(s *SecondInput) { s.Games = nil }, NoMoves},
	} {
		r := eventTest(t, regular(tt.rounds, 7), func(in *FullTestInput) { beside(7, tt.second)(in); tt.first(in) })
		if s := r.Second; s.Agreement != "" || s.AgreementMissing != tt.want {
			t.Errorf("%s: %q, %q, want %q", name, s.Agreement, s.AgreementMissing, tt.want)
		}
	}
	r := eventTest(t, regular(4, 7), beside(6, unfittedSecond)).Second
	if mm := testRow(t, r.Tests, "mm"); mm.N != 160 || *mm.Actual != .6 || mm.Expected != nil || mm.Missing != OtherRecipe || r.Combined.ZMissing != OtherRecipe || r.UncalibratedFor != OtherRecipe {
		t.Errorf("without a calibration: %+v, %+v", mm, r)
	}
}

// The second test is the first one on other evaluations: of the same ones it has every
// figure of it.
func TestTheSecondTestIsMadeLikeTheFirst(t *testing.T) {
	r := eventTest(t, regular(9, 7), func(in *FullTestInput) {
		in.Second = &SecondInput{Basis: in.Provenance.Basis, Games: in.Games, Parameters: in.Parameters}
	})
	s := r.Second
	for _, pair := range [][2]any{{s.Tests, r.Tests}, {s.Combined, r.Combined}, {s.Evidence, r.Evidence}, {s.Footing, r.Footing}, {s.Moves, r.Moves}, {s.Exclusions, r.Exclusions}} {
		if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
	}
}

// Whatever the second test says, everything else stands as it would without it, byte
// for byte: the figures of the first test, and what the regulations permit on them.
func TestASecondTestChangesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := rapid.IntRange(4, 10).Draw(t, "first"), rapid.IntRange(4, 10).Draw(t, "second")
		rounds, finished := rapid.IntRange(1, 9).Draw(t, "rounds"), rapid.Bool().Draw(t, "finished")
		players, singled := rapid.SampledFrom([]int{0, 20, 400, 3000}).Draw(t, "players"), rapid.Bool().Draw(t, "singled out")
		var change func(*SecondInput)
		if rapid.Bool().Draw(t, "unfitted") {
			change = unfittedSecond
		}
		report := func(ask func(*FullTestInput)) *FullTest {
			return eventTest(t, regular(rounds, first), func(in *FullTestInput) {
				in.Finished, in.Players, in.SingledOut = finished, players, singled
				ask(in)
			})
		}
		alone, both := report(func(*FullTestInput) {}), report(beside(second, change))
		if both.Second == nil {
			t.Fatal("there is no second test")
		}
		both.Second = nil
		if a, b := text(t, alone), text(t, both); a != b {
			t.Fatalf("without a second test:\n%s\nwith one:\n%s", a, b)
		}
	})
}

func text(t rapid.TB, report any) string {
	t.Helper()
	b, err := JSON(report)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The engine of the second test stands in the report beside its figures.
func TestASecondTestNamesItsBasis(t *testing.T) {
	r := eventTest(t, regular(4, 7), beside(7, func(s *SecondInput) {
		s.Basis.Engine, s.Basis.RecipeFingerprint = UsedEngine{Name: analysis.SecondEngine, SHA256: "e2"}, "f2"
		s.Errors = []InputError{{File: "b.pgn", Reason: "late"}, {File: "a.pgn", Reason: "early"}}
	}))
	var back struct {
		Second struct {
			Engine struct{ Name, SHA256 string }
			Print  string `json:"recipe_fingerprint"`
			Errors []InputError
		}
		Engine *UsedEngine // of the first, which stands in provenance
	}
	if err := json.Unmarshal([]byte(text(t, r)), &back); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(back.Second.Engine.Name, back.Second.Engine.SHA256, back.Second.Print, back.Engine, back.Second.Errors[0].File)
	if want := fmt.Sprint(analysis.SecondEngine, "e2", "f2", (*UsedEngine)(nil), "a.pgn"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
