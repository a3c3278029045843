package roster

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
)

// ofKind returns the caveats of one kind in words.
func ofKind(r *Roster, kind CaveatKind) []string {
	var out []string
	for _, c := range r.Caveats() {
		if c.Kind == kind {
			out = append(out, c.String())
		}
	}
	return out
}

func TestRate(t *testing.T) {
	rated := func(date string, white int) *analysis.Game {
		return rostertest.Pairing("A", "B", rostertest.At(date, "1"), rostertest.Ratings(white, 0))
	}
	first, last := rated("2025.04.12", 2450), rated("2025.05.12", 2440)
	tests := []struct {
		name    string
		counted []*analysis.Game
		rating  int
		all     []int
		caveats []string
	}{
		{"one rating", []*analysis.Game{first}, 2450, []int{2450}, nil},
		{"the last in the order of play", []*analysis.Game{last, first}, 2440, []int{2440, 2450}, nil},
		{"not the last that gives none", []*analysis.Game{first, rated("2025.06.12", 0)}, 2450, []int{2450}, nil},
		{"none", []*analysis.Game{rated("2025.04.12", 0)}, 0, nil, nil},
		{"no game counts", nil, 0, nil, nil},
		{"50 points apart", []*analysis.Game{first, rated("2025.06.12", 2500)}, 2500, []int{2450, 2500}, nil},
		{
			"51 points apart",
			[]*analysis.Game{rated("2025.03.01", 2440), first, rated("2025.03.12", 2491)}, 2450, []int{2440, 2450, 2491},
			[]string{`"A" is rated from 2440 to 2491 in the games that count; each game is judged at the rating that it gives`},
		},
	}
	for _, tt := range tests {
		rapidGame := rostertest.Pairing("A", "B", rostertest.At("2025.06.30", "9"), rostertest.Ratings(2200, 2100))
		r := Identify(append(slices.Clone(tt.counted), rapidGame))
		for range 2 { // again changes nothing
			r.Rate(tt.counted)
			p := r.Of(rapidGame, analysis.White)
			if p.Rating != tt.rating || !slices.Equal(p.Ratings, tt.all) {
				t.Errorf("%s: rating %d of %v, want %d of %v", tt.name, p.Rating, p.Ratings, tt.rating, tt.all)
			}
			if got := ofKind(r, SeveralRatings); !slices.Equal(got, tt.caveats) {
				t.Errorf("%s: caveats %q, want %q", tt.name, got, tt.caveats)
			}
		}
		if p := r.Of(rapidGame, analysis.Black); p.Rating != 0 {
			t.Errorf("%s: B keeps the rating %d of a game that does not count", tt.name, p.Rating)
		}
	}
}

func TestRateReplacesEarlierCaveats(t *testing.T) {
	games := []*analysis.Game{rostertest.Pairing("A", "B", rostertest.Ratings(2000, 0)), rostertest.Pairing("A", "?", rostertest.Ratings(2300, 0))}
	r := Identify(games)
	r.Rate(games)
	if got := kinds(r); !slices.Equal(got, []CaveatKind{SeveralRatings, Unnamed}) {
		t.Fatalf("caveats %q", got)
	}
	r.Rate(games[:1])
	if got := kinds(r); !slices.Equal(got, []CaveatKind{Unnamed}) {
		t.Errorf("caveats %q after one game was left out", got)
	}
}

// Rating by all games is what Identify does, rating by some uses no rating of
// the others, and what was counted is all that matters, in whatever order.
func TestRateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		all, rated := Identify(games), Identify(games)
		rated.Rate(games)
		for i, p := range all.Persons() {
			if q := rated.Persons()[i]; p.Rating != q.Rating || !slices.Equal(p.Ratings, q.Ratings) {
				t.Fatalf("%+v rated by all games is %+v", p, q)
			}
		}
		counted := games[:rapid.IntRange(0, len(games)).Draw(t, "counted")]
		rated.Rate(counted)
		again := Identify(games)
		again.Rate(rostertest.Shuffled(counted, rapid.Uint64().Draw(t, "shuffle")))
		if rosterText(rated) != rosterText(again) {
			t.Fatalf("another order, another roster:\n%s\nand\n%s", rosterText(rated), rosterText(again))
		}
		for _, p := range rated.Persons() {
			for _, rating := range p.Ratings {
				if !slices.ContainsFunc(counted, func(g *analysis.Game) bool {
					return rated.Of(g, analysis.White) == p && g.White.Rating == rating || rated.Of(g, analysis.Black) == p && g.Black.Rating == rating
				}) {
					t.Fatalf("no game that counts rates %s at %d", p.Name, rating)
				}
			}
		}
	})
}

// Each game is judged at its own rating: that of the list on its day, that of the game, or that of the
// nearest game that has one.
func TestRatingInAGame(t *testing.T) {
	rated := func(date string, white int) *analysis.Game {
		return rostertest.Pairing("A", "B", rostertest.At(date, ""), rostertest.Ratings(white, 0))
	}
	games := []*analysis.Game{rated("2020.01.10", 2481), rated("2022.03.10", 0), rated("2022.04.10", 2550), rated("2026.01.10", 2632)}
	r := Identify(games)
	r.Rate(rostertest.Shuffled(games, 3))
	for i, want := range []int{2481, 2481, 2550, 2632} {
		if got := r.RatingIn(games[i], analysis.White); got != want {
			t.Errorf("game %d: %d, want %d", i, got, want)
		}
	}
	if got := r.RatingIn(games[0], analysis.Black); got != 0 {
		t.Errorf("B has the rating %d of nobody", got)
	}
	listed := Identify(games, Entry{Name: "A", InForce: Rating{Rating: 2500, Basis: ByList}, Later: []MonthRating{{Month: "2022-04", InForce: Rating{Rating: 2560, Basis: ByList}}}})
	listed.Rate(games)
	for i, want := range []int{2500, 2500, 2560, 2560} {
		if got := listed.RatingIn(games[i], analysis.White); got != want {
			t.Errorf("by the list, game %d: %d, want %d", i, got, want)
		}
	}
}
