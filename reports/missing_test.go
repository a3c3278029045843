package reports

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// unexplained returns the places of a report in JSON where a figure is null and
// nothing beside it, or beside what it belongs to, says why.
func unexplained(t *testing.T, report any) (places []string) {
	t.Helper()
	text, err := JSON(report)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	// No figures, or what its own reason names otherwise.
	elsewhere := map[string]string{
		"p_best": "p_missing", "p_played": "p_missing", "odds": "multiplicity_missing", "one_in": "multiplicity_missing",
		"calibration": "uncalibrated_for", "low": "missing", "high": "missing",
	}
	none := []string{"subset", "notes", "errors", "caveats", "rounds", "options", "passes"}
	var walk func(place string, node any)
	walk = func(place string, node any) {
		switch node := node.(type) {
		case []any:
			for i, v := range node {
				walk(fmt.Sprintf("%s[%d]", place, i), v)
			}
		case map[string]any:
			for k, v := range node {
				_, own := node[k+"_missing"]
				_, other := node[elsewhere[k]]
				_, whole := node["missing"]
				_, uncounted := node["excluded"]
				if v == nil && !own && !other && !whole && !uncounted && !slices.Contains(none, k) {
					places = append(places, place+"."+k)
				}
				walk(place+"."+k, v)
			}
		}
	}
	walk("", tree)
	slices.Sort(places)
	return places
}

// No null stands alone in JSON, whatever is missing.
func TestEveryNullHasItsReason(t *testing.T) {
	everything := func(*FullTestInput) {}
	unfitted := func(in *FullTestInput) {
		in.Parameters, in.Provenance.Calibration = nil, nil
		for i := range in.Games {
			for k := range in.Games[i].Moves {
				in.Games[i].Moves[k].Rating = 0
			}
		}
	}
	reports := map[string]any{
		"nobody rated":  compiled(t),
		"test":          eventTest(t, regular(4, 7), everything),
		"second":        eventTest(t, regular(4, 7), beside(7, nil)),
		"no second fit": eventTest(t, regular(4, 7), beside(7, unfittedSecond)),
		"without loss":  eventTest(t, regular(4, 7), withoutLoss),
		"unfitted":      eventTest(t, regular(4, 7), unfitted),
		"low rating":    eventTest(t, regular(4, 7), func(in *FullTestInput) { in.Rating = 1300 }),
		"few moves":     eventTest(t, regular(2, 7), everything),
		"no moves":      eventTest(t, []playedGame{{"1", 1, 0, 0}}, everything),
		"no plan":       eventTest(t, regular(4, 7), func(in *FullTestInput) { in.Planned = 0 }),
		"no size":       eventTest(t, regular(4, 9), func(in *FullTestInput) { in.Players = 0 }),
		"extrapolated":  eventTest(t, regular(4, 7), func(in *FullTestInput) { in.Parameters.Ratings.High = 2300 }),
		"no such field": CompileScreening(ScreeningInput{Count: counted(nil, nil), Event: tournament.Describe(nil, tournament.Options{})}),
	}
	for name, report := range reports {
		if places := unexplained(t, report); len(places) > 0 {
			t.Errorf("%s: null without a reason: %v", name, places)
		}
	}
}

func withoutLoss(in *FullTestInput) {
	for i := range in.Games {
		for k := range in.Games[i].Moves {
			in.Games[i].Moves[k].Scored.HasLoss = false
		}
	}
}

// compiledOf is the screening of one game in which Anna made these moves.
func compiledOf(moves []score.Figures) *Screening {
	s := sheet("a", analysis.Player{Name: "Anna", Rating: 2400}, analysis.Player{Name: "Boris", Rating: 2200}, moves, nil)
	games := []*analysis.Game{s.Game}
	return CompileScreening(ScreeningInput{Count: counted(games, []Sheet{s}), Event: tournament.Describe(games, tournament.Options{}), Edition: regulations.Shipped().Edition(tournament.Start(games))})
}

// The reasons are the right ones.
func TestReasonsOfQuantities(t *testing.T) {
	move := func(loss bool) score.Figures { return score.Figures{Match: true, HasLoss: loss} }
	tests := []struct {
		name    string
		moves   []score.Figures
		mm      Reason
		loss    Reason // of AE and ASD
		spreads bool
	}{
		{"none", nil, NoMoves, NoMoves, false},
		{"one", []score.Figures{move(true)}, "", OneMove, false},
		{"two", []score.Figures{move(true), move(true)}, "", "", true},
		{"two without loss", []score.Figures{move(false), move(false)}, "", NoLoss, false},
		{"one loss of two", []score.Figures{move(true), move(false)}, "", OneMove, false},
	}
	for _, tt := range tests {
		s := compiledOf(tt.moves)
		r := player(t, s, "Anna")
		if r.MM.Missing != tt.mm || r.AE.Missing != tt.loss || r.ASD.Missing != tt.loss || (r.ASD.SE != nil) != tt.spreads || (r.ASD.Interval != nil) != tt.spreads {
			t.Errorf("%s: MM %+v, AE %+v, ASD %+v", tt.name, r.MM, r.AE, r.ASD)
		}
		if s.FieldMissing != NoCalibration {
			t.Errorf("%s: no field because of %q", tt.name, s.FieldMissing)
		}
	}
	row := eventTest(t, regular(4, 7), withoutLoss).MoveRows[0]
	if row.Loss != nil || row.LossMissing != NoLoss || row.ExpectedMissing != "" {
		t.Errorf("%+v", row)
	}
}
