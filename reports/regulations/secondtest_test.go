package regulations

import (
	"slices"
	"testing"
	"time"
)

// Both sides of each condition: what is one step short of it is not independent, and says why.
func TestSecondTest(t *testing.T) {
	ended := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	first := TestMaking{Player: "p", Games: "g", By: "a", At: ended.Add(-time.Hour), GamesBy: []string{"a"}, Recipe: "r", Anew: 1, Judged: true, Z: 4.6}
	edition := Shipped().Edition(ended)
	for _, tt := range []struct {
		name    string
		change  func(first, second *TestMaking, ended *time.Time)
		kind    SecondTestKind
		depends []Dependence
	}{
		{"independent", func(_, _ *TestMaking, _ *time.Time) {}, IndependentTest, nil},
		{"under another recipe", func(_, s *TestMaking, _ *time.Time) { s.Recipe = "other" }, IndependentTest, nil},
		{"of another player", func(_, s *TestMaking, _ *time.Time) { s.Player = "q" }, FurtherTest, []Dependence{OtherSubject}},
		{"of other games", func(_, s *TestMaking, _ *time.Time) { s.Games = "h" }, FurtherTest, []Dependence{OtherSubject}},
		{"by the same person", func(_, s *TestMaking, _ *time.Time) { s.By, s.GamesBy = "a", []string{"a"} }, RepeatedTest, []Dependence{SamePerson, OthersGames}},
		{"by nobody known", func(f, _ *TestMaking, _ *time.Time) { f.By = "" }, RepeatedTest, []Dependence{SamePerson}},
		{"on the first one's games", func(_, s *TestMaking, _ *time.Time) { s.GamesBy = []string{"a"} }, RepeatedTest, []Dependence{OthersGames}},
		{"on games of both", func(_, s *TestMaking, _ *time.Time) { s.GamesBy = []string{"a", "b"} }, RepeatedTest, []Dependence{OthersGames}},
		{"the first one on games of the second", func(f, _ *TestMaking, _ *time.Time) { f.GamesBy = []string{"a", "b"} }, RepeatedTest, []Dependence{OthersGames}},
		{"at the end", func(_, s *TestMaking, ended *time.Time) { s.At = *ended }, RepeatedTest, []Dependence{BeforeTheEnd}},
		{"a nanosecond after it", func(_, s *TestMaking, ended *time.Time) { s.At = ended.Add(1) }, IndependentTest, nil},
		{"nobody knows the end", func(_, _ *TestMaking, ended *time.Time) { *ended = time.Time{} }, RepeatedTest, []Dependence{BeforeTheEnd}},
		{"one evaluation of a thousand was known", func(_, s *TestMaking, _ *time.Time) { s.Anew = .999 }, FurtherTest, []Dependence{TakenEvaluation}},
		{"all were known", func(_, s *TestMaking, _ *time.Time) { s.Anew = 0 }, FurtherTest, []Dependence{TakenEvaluation}},
	} {
		one, other, end := first, first, ended
		other.By, other.GamesBy, other.At = "b", []string{"b"}, ended.Add(time.Hour)
		tt.change(&one, &other, &end)
		kind, depends := SecondTest(one, other, end)
		if kind != tt.kind || !slices.Equal(depends, tt.depends) {
			t.Errorf("%s: %s, %v; want %s, %v", tt.name, kind, depends, tt.kind, tt.depends)
		}
		if k, d := SecondTest(other, one, end); k != kind || !slices.Equal(d, depends) {
			t.Errorf("%s: %s, %v in the other order", tt.name, k, d)
		}
		if got := edition.Confirmed([]TestMaking{one, other}, end); got != (tt.kind == IndependentTest) {
			t.Errorf("%s: confirmed is %v", tt.name, got)
		}
	}
}

// Two independent tests confirm each other above 4.50, and not at it (R-V).
func TestConfirmed(t *testing.T) {
	ended := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	edition := Shipped().Edition(ended)
	of := func(z float64, judged bool) []TestMaking {
		return []TestMaking{
			{Player: "p", Games: "g", By: "a", At: ended.Add(1), GamesBy: []string{"a"}, Anew: 1, Judged: true, Z: 4.6},
			{Player: "p", Games: "g", By: "b", At: ended.Add(2), GamesBy: []string{"b"}, Anew: 1, Judged: judged, Z: z},
		}
	}
	for _, tt := range []struct {
		tests []TestMaking
		want  bool
	}{{of(4.51, true), true}, {of(4.5, true), false}, {of(5, false), false}, {of(5, true)[:1], false}, {nil, false}} {
		if got := edition.Confirmed(tt.tests, ended); got != tt.want {
			t.Errorf("%+v: %v", tt.tests, got)
		}
	}
}
