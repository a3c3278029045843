package pipeline

import (
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/regulations"
)

// A player none of whose games counts is told why: the rule set, or what was asked
// for.
func TestATestWithoutGamesSaysWhy(t *testing.T) {
	game := &analysis.Game{ID: "1", White: analysis.Player{Name: "Adams, Michael", Rating: 2700}, Black: analysis.Player{Name: "Bondar, Iryna", Rating: 2300}, Round: "1", Variant: analysis.Standard, Played: true, Plies: make([]analysis.Ply, 60)}
	for _, tt := range []struct {
		name string
		test PlayerTest
		says string
	}{
		{"rule set", PlayerTest{Terms: Terms{RuleSet: regulations.OtherRules}, TestRequest: reports.TestRequest{Player: "Adams"}}, "(1 under the rule set other, for which there is no baseline"},
		{"games asked for", PlayerTest{TestRequest: reports.TestRequest{Player: "Adams", GameIDs: []string{"2"}}}, "(1 outside the rounds or games asked for)"},
	} {
		_, _, _, err := tt.test.Choose(Input{Games: []*analysis.Game{game}})
		if fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), "Adams, Michael") {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
	}
	for _, e := range analysis.Exclusions()[9:] {
		if leftOut(e) == "" {
			t.Errorf("no words for %s", e)
		}
	}
}
