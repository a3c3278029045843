package norm_test

import (
	"fmt"
	"slices"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/norm"
)

// Examples of the manual for rating changes: differences beyond 400 count as 400 once,
// for the largest; a win then gives .08, and .06 where it is the second such game
// (447 and 440 points weaker). Sum 1.43 with K = 40 is 57.2 points, 0.54 with K = 10 is 5.4.
func TestRatingChange(t *testing.T) {
	e := rules(2022)
	for _, tt := range []struct {
		games [][2]int // difference, half points
		want  int
	}{
		{[][2]int{{447, 2}}, 8},
		{[][2]int{{440, 2}}, 8},
		{[][2]int{{440, 2}, {447, 2}}, 14},
		{[][2]int{{447, 2}, {440, 2}}, 14},
		{[][2]int{{-447, 2}, {-900, 2}}, 184}, // the weaker player's differences all count as 400
		{[][2]int{{0, 1}, {3, 1}, {4, 1}, {-4, 1}}, 0},
		{[][2]int{{100, 0}}, -64},
	} {
		var games []regulations.Played
		for _, g := range tt.games {
			games = append(games, regulations.Played{Difference: g[0], HalfPoints: g[1]})
		}
		if got := e.RatingChange(games); got != tt.want {
			t.Errorf("%v: %d hundredths, want %d", tt.games, got, tt.want)
		}
	}
	for difference, want := range map[int]int{0: 50, 3: 50, 4: 51, 735: 99, 736: 100, -735: 1, -736: 0, 391: 91, 392: 92} {
		if got := e.Expected(difference); got != want {
			t.Errorf("expected score for %d: %d, want %d", difference, got, want)
		}
	}
	// 3 of 7 against 1566: 43 %, dp -50, a first rating of 1516.
	r := e.Titles()
	if got := 1566 + r.Difference(6, 7); got != 1516 {
		t.Errorf("first rating %d, want 1516", got)
	}
}

func TestClaims(t *testing.T) {
	won := spread(titles("", 9), mixed, 2250, 9*2250, 14) // 7 of 9 against equals: 2.5 points more than expected
	tests := []struct {
		player norm.Player
		want   []string
	}{
		{norm.Player{Rating: 2300}, []string{"FM rating 2300"}},
		{norm.Player{Rating: 2299, Title: "CM"}, []string{"FM interim 2300 K1"}},
		{norm.Player{Rating: 2251}, []string{"FM interim 2300 K14"}},
		{norm.Player{Rating: 2150}, []string{"FM interim 2300 K34"}},
		{norm.Player{Rating: 2200, Title: "FM"}, nil},
		{norm.Player{Rating: 2400, Title: "FM"}, nil},
		{norm.Player{Rating: 2210, Sex: norm.Woman}, []string{"FM interim 2300 K23", "WFM rating 2100"}},
		{norm.Player{Rating: 2210, Sex: norm.Woman, Title: "WIM"}, []string{"FM interim 2300 K23"}},
		{norm.Player{}, nil},
	}
	for _, tt := range tests {
		claims, _ := norm.Claims(against(tt.player, won), nil, rules(2022))
		var got []string
		for _, c := range claims {
			text := fmt.Sprintf("%s %s %d", c.Title, c.Ground, c.Bound)
			if c.LeastK > 0 {
				text += fmt.Sprintf(" K%d", c.LeastK)
			}
			if c.Number == 1 {
				got = append(got, text)
			}
			if c.Source.Citation == "" {
				t.Errorf("%s has no citation", text)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %q, want %q", tt.player, got, tt.want)
		}
	}
}

func TestDirectTitles(t *testing.T) {
	e := against(norm.Player{Rating: 2150, Sex: norm.Man}, strong())
	claims, err := norm.Claims(e, []norm.Named{{Number: 1, Title: "IM"}, {Number: 1, Title: "FM"}, {Number: 2, Title: "CM"}}, rules(2022))
	if err != nil {
		t.Error(err)
	}
	claims = slices.DeleteFunc(claims, func(c norm.TitleWithoutNorms) bool { return c.Ground == norm.ByRating || c.Ground == norm.Interim })
	want := []norm.ClaimKind{norm.Conditional, norm.Direct, norm.Direct}
	for i, c := range claims {
		if c.Ground != want[i] {
			t.Errorf("%s for %d: %s, want %s", c.Title, c.Number, c.Ground, want[i])
		}
	}
	for _, n := range []norm.Named{{Number: 99, Title: "FM"}, {Number: 1, Title: "XM"}, {Number: 1, Title: "WGM"}} {
		if _, err := norm.Claims(e, []norm.Named{n}, rules(2022)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: accepted", n)
		}
	}
}
