package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/tournament"
)

// Every bound of B02 1.1 and 1.2 and B01 1.1.3 on both sides, and players with different times.
func TestRateOfPlay(t *testing.T) {
	rated := func(*tournament.DutyCase) {}
	norms := func(c *tournament.DutyCase) { c.Titles = []string{"IM"} }
	unstated := func(c *tournament.DutyCase) { c.Titles = nil }
	unrated := func(c *tournament.DutyCase) { c.Rated = tournament.No }
	rapid := func(c *tournament.DutyCase) { c.Class = analysis.Rapid }
	for _, tt := range []struct {
		control string
		highest int
		change  func(*tournament.DutyCase)
		want    string
	}{
		{"5400+30", 2400, rated, "120/120 standard; rated_minimum yes 120 of 120; equal_times yes; stated_class yes"},
		{"5400+29", 2400, rated, "119/119 standard; rated_minimum no 119 of 120; equal_times yes; stated_class yes"},
		{"5400", 2399, rated, "90/90 standard; rated_minimum yes 90 of 90; equal_times yes; stated_class yes"},
		{"5340", 1800, rated, "89/89 standard; rated_minimum no 89 of 90; equal_times yes; stated_class yes"},
		{"5340", 1799, rated, "89/89 standard; rated_minimum yes 89 of 60; equal_times yes; stated_class yes"},
		{"3600", 1799, rated, "60/60 standard; rated_minimum yes 60 of 60; equal_times yes; stated_class yes"},
		{"3540", 1799, rated, "59/59 rapid; rated_minimum no 59 of 60; equal_times yes; stated_class no"},
		{"5400+30", 0, rated, "120/120 standard; rated_minimum yes 120 of 120; equal_times yes; stated_class yes"},
		{"5400", 0, rated, "90/90 standard; rated_minimum unknown 90 of 120 [ratings]; equal_times yes; stated_class yes"},
		{"", 2500, rated, "0/0 ; rated_minimum unknown 0 of 120 [time_control]"},
		{"as usual", 2500, rated, "0/0 ; rated_minimum unknown 0 of 120 [time_control]"},
		{"30/5400:1800+30", 2000, rated, "135/135 standard; rated_minimum yes 135 of 90; first_period yes 30 of 30; equal_times yes; stated_class yes"},
		{"29/5400:1800+30", 2000, rated, "135.5/135.5 standard; rated_minimum yes 135.5 of 90; first_period no 29 of 30; equal_times yes; stated_class yes"},
		{"5400+30", 2000, norms, "120/120 standard; rated_minimum yes 120 of 90; norm_minimum yes 120 of 120; equal_times yes; stated_class yes"},
		{"5400+29", 2000, norms, "119/119 standard; rated_minimum yes 119 of 90; norm_minimum no 119 of 120; equal_times yes; stated_class yes"},
		{"5400+29", 2000, unstated, "119/119 standard; rated_minimum yes 119 of 90; norm_minimum unknown 119 of 120 [titles]; equal_times yes; stated_class yes"},
		{"W7200-B5400", 2000, rated, "120/90 ; rated_minimum yes 90 of 90; equal_times no"},
		{"900+10", 2000, rapid, "25/25 rapid; equal_times yes; stated_class yes"},
		{"W7200-B5400", 2000, unrated, "120/90 "},
	} {
		c := dutyCase(t)
		c.TimeControl = tt.control
		tt.change(&c)
		r := c.RateOf(tt.highest)
		got := fmt.Sprintf("%v/%v %s", r.White, r.Black, r.Class)
		for _, check := range r.Checks {
			got += fmt.Sprintf("; %s %s", check.Check, check.Met)
			if check.Need > 0 {
				got += fmt.Sprintf(" %v of %v", check.Have, check.Need)
			}
			if len(check.Missing) > 0 {
				got += fmt.Sprintf(" %v", check.Missing)
			}
			if check.Rule.Citation == "" || strings.Contains(check.Rule.Citation, "%") {
				t.Errorf("%s cites nothing", check.Check)
			}
		}
		if got != tt.want {
			t.Errorf("%q, highest rating %d:\n%s\nwant\n%s", tt.control, tt.highest, got, tt.want)
		}
	}
}
