package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// The two duties to send games are told apart: what each asks for, and what lacks for it.
func TestGamesDuties(t *testing.T) {
	// Of five games that were played the one of round 1 between Alpha and Beta is missing.
	whole := []string{
		record("1.2", "Gamma, Georg", "Иванов, Пётр", "0-1", "1. d4 d5"), record("2.1", "Beta, Boris", "Иванов, Пётр", "1/2-1/2", "1. c4 c5"),
		record("3.1", "Alpha, Anna", "Иванов, Пётр", "1-0", "1. e4"), record("3.2", "Gamma, Georg", "Beta, Boris", "1-0", "1. f4 f5"),
	}
	cover := tournament.Cover(listed(t, small), handedIn(t, strings.Join(whole, "")))
	alpha, gamma := &tournament.NormMakers{Made: []int{1}}, &tournament.NormMakers{Made: []int{3}}
	perhaps := &tournament.NormMakers{Made: []int{3}, Undecided: []int{1}}
	const lacks = " no 4/5 lacks 1 Alpha, Anna (1) - Beta, Boris (2)"
	for _, tt := range []struct {
		name   string
		change func(c *tournament.DutyCase)
		makers *tournament.NormMakers
		want   []string
	}{
		{"level C", func(*tournament.DutyCase) {}, alpha, []string{"games_screening recommended all" + lacks, "games_report none  yes 0/0"}},
		{"level B", func(c *tournament.DutyCase) { *c.PrizeFund = 30_000 }, alpha, []string{"games_screening recommended all" + lacks, "games_report none  yes 0/0"}},
		{"level A", func(c *tournament.DutyCase) { *c.PrizeFund = 300_000 }, alpha, []string{"games_screening mandatory all" + lacks, "games_report none  yes 0/0"}},
		{"level A, rapid", func(c *tournament.DutyCase) { *c.PrizeFund, c.Class = 300_000, analysis.Rapid }, alpha, []string{"games_screening recommended all" + lacks, "games_report none  yes 0/0"}},
		{"norms, made by one whose game lacks", func(c *tournament.DutyCase) { c.Titles = []string{"IM"} }, alpha, []string{"games_screening mandatory all" + lacks, "games_report mandatory norm_makers no 1/2 lacks 1 Alpha, Anna (1) - Beta, Boris (2)"}},
		{"norms, made by another", func(c *tournament.DutyCase) { c.Titles = []string{"IM"} }, gamma, []string{"games_screening mandatory all" + lacks, "games_report mandatory norm_makers yes 2/2"}},
		{"norms, undecided", func(c *tournament.DutyCase) { c.Titles = []string{"IM"} }, perhaps, []string{"games_screening mandatory all" + lacks, "games_report mandatory norm_makers no 3/4 lacks 1 Alpha, Anna (1) - Beta, Boris (2)"}},
		{"norms, nobody can say by whom", func(c *tournament.DutyCase) { c.Titles = []string{"IM"} }, nil, []string{"games_screening mandatory all" + lacks, "games_report mandatory norm_makers unknown 0/0"}},
		{"norms in a round robin", func(c *tournament.DutyCase) { c.Titles, c.System = []string{"GM"}, tournament.RoundRobin }, gamma, []string{"games_screening mandatory all" + lacks, "games_report mandatory all" + lacks}},
		{"norms of teams", func(c *tournament.DutyCase) {
			c.Titles, c.System, c.Team = []string{"GM"}, tournament.RoundRobin, tournament.Yes
		}, gamma, []string{"games_screening mandatory all" + lacks, "games_report mandatory norm_makers yes 2/2"}},
		{"hybrid", func(c *tournament.DutyCase) { c.Mode = regulations.Hybrid }, alpha, []string{"games_screening recommended all" + lacks, "games_report mandatory all" + lacks}},
		{"not rated", func(c *tournament.DutyCase) { c.Rated = tournament.No }, alpha, []string{"games_screening none  yes 0/0", "games_report none  yes 0/0"}},
		{"online, official", func(c *tournament.DutyCase) {
			c.Mode, c.Official, c.Rated = regulations.Online, tournament.Yes, tournament.No
		}, alpha, []string{"games_screening mandatory all" + lacks, "games_report none  yes 0/0"}},
	} {
		c := dutyCase(t)
		tt.change(&c)
		var got []string
		for _, g := range tournament.GamesDuties(c.Dues(), cover, tt.makers) {
			line := fmt.Sprintf("%s %s %s %s %d/%d", g.Duty, g.Demand, g.Games, g.Complete, g.Found, g.Expected)
			for _, l := range g.Lacking {
				line += fmt.Sprintf(" lacks %d %s (%d) - %s (%d)", l.Round, l.White, l.WhiteNumber, l.Black, l.BlackNumber)
			}
			got = append(got, line)
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
	// Without anything that tells which games there should be nobody says that they are there.
	for _, g := range tournament.GamesDuties(dutyCase(t).Dues(), nil, nil) {
		if g.Demand != regulations.NoDemand && g.Complete != "unknown" {
			t.Errorf("%+v", g)
		}
	}
}
