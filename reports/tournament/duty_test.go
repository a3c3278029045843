package tournament_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

var update = flag.Bool("update", false, "write testdata/golden/duties.txt anew; read the difference before you commit it")

const kyiv = "Europe/Kyiv"

// dutyCase is a rated event of three rounds, before it starts: level C, nothing else.
func dutyCase(t *testing.T) tournament.DutyCase {
	t.Helper()
	prizes, average := 5000, 2000.0
	start := time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC)
	return tournament.DutyCase{
		Facts: tournament.Facts{
			Start: start, End: start.AddDate(0, 0, 2), Rounds: 3, Mode: regulations.OverTheBoard, System: tournament.Swiss, Team: tournament.No,
			TimeZone: kyiv, Official: tournament.No, Rated: tournament.Yes, Championship: tournament.NoChampionship, Women: tournament.No,
			PrizeFund: &prizes, Titles: []string{}, Average: &average,
		},
		Edition: regulations.Shipped().Edition(start), RuleSet: regulations.FIDE, Class: analysis.StandardTime,
		Schedule: threeRounds(t), Now: at(t, "2026-03-20T12:00:00+02:00"),
	}
}

// dueLine writes one duty on a line.
func dueLine(d tournament.Due) string {
	by := "-"
	if d.By != nil {
		by = d.By.Format(time.RFC3339)
	}
	line := fmt.Sprintf("%-22s %-13s %-12s %-9s by %-26s %-10s", d.Duty, d.Who, d.Demand, d.From, by, d.State)
	if d.Least > 0 {
		line += fmt.Sprintf(" least %d", d.Least)
	}
	if d.Games != "" {
		line += " games " + d.Games
	}
	if d.WaivedBy != "" {
		line += " waived by " + d.WaivedBy
	}
	if len(d.Missing) > 0 {
		line += fmt.Sprintf(" missing %v", d.Missing)
	}
	if d.Breach != "" {
		line += " BREACH " + string(d.Breach)
	}
	return line + " [" + d.Rule.Citation + "]"
}

// The duties of one event of each level and mode, of norm events, of one under Russian rules, and
// of one of which nothing is known.
func TestDutiesGolden(t *testing.T) {
	var out strings.Builder
	for _, c := range []struct {
		name   string
		change func(c *tournament.DutyCase)
	}{
		{"level C over the board", func(*tournament.DutyCase) {}},
		{"level B over the board", func(c *tournament.DutyCase) { *c.PrizeFund = 20_001 }},
		{"level A over the board", func(c *tournament.DutyCase) { *c.PrizeFund = 100_001 }},
		{"level A over the board, rapid", func(c *tournament.DutyCase) { *c.PrizeFund, c.Class = 100_001, analysis.Rapid }},
		{"level C hybrid", func(c *tournament.DutyCase) { c.Mode = regulations.Hybrid }},
		{"level C hybrid, blitz", func(c *tournament.DutyCase) { c.Mode, c.Class = regulations.Hybrid, analysis.Blitz }},
		{"online, official", func(c *tournament.DutyCase) {
			c.Mode, c.Official, c.Rated = regulations.Online, tournament.Yes, tournament.No
		}},
		{"online, not official", func(c *tournament.DutyCase) { c.Mode, c.Rated = regulations.Online, tournament.No }},
		{"norms in a Swiss", func(c *tournament.DutyCase) { c.Titles = []string{"IM", "FM"} }},
		{"norms in a round robin", func(c *tournament.DutyCase) { c.Titles, c.System = []string{"GM"}, tournament.RoundRobin }},
		{"Russian rules", func(c *tournament.DutyCase) { c.RuleSet = regulations.RU2011 }},
		{"prize fund and titles unknown", func(c *tournament.DutyCase) { c.PrizeFund, c.Titles = nil, nil }},
		{"nothing known", func(c *tournament.DutyCase) { c.Facts, c.Schedule = tournament.Facts{}, tournament.Schedule{} }},
		{"level C, all over and nothing ticked", func(c *tournament.DutyCase) { c.Now = at(t, "2026-05-01T00:00:00Z") }},
	} {
		one := dutyCase(t)
		c.change(&one)
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, d := range one.Dues() {
			fmt.Fprintln(&out, dueLine(d))
		}
	}
	const name = "../../testdata/golden/duties.txt"
	if *update {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != out.String() {
		t.Errorf("the duties are not those of %s (%v); write it anew with -update and read the difference:\n%s", name, err, out.String())
	}
}

// find returns the first duty of that name and article.
func find(t *testing.T, all []tournament.Due, duty, article string) tournament.Due {
	t.Helper()
	for _, d := range all {
		if d.Duty == duty && d.Rule.Article == article {
			return d
		}
	}
	t.Fatalf("no duty %s by %s", duty, article)
	return tournament.Due{}
}

// Deadlines at the very instant and a second later, across both changes of the clocks and the
// 29th of February.
func TestDeadlines(t *testing.T) {
	online := func(c *tournament.DutyCase) { c.Mode, c.Official = regulations.Online, tournament.Yes }
	moved := func(text string) func(c *tournament.DutyCase) {
		return func(c *tournament.DutyCase) {
			start := at(t, text)
			c.Schedule = tournament.Schedule{Rounds: []tournament.RoundTimes{{Round: 1, Start: start, End: start.Add(4 * time.Hour)}}}
			c.Rounds = 1
		}
	}
	both := func(all ...func(c *tournament.DutyCase)) func(c *tournament.DutyCase) {
		return func(c *tournament.DutyCase) {
			for _, one := range all {
				one(c)
			}
		}
	}
	for _, tt := range []struct {
		name, duty, article, by string
		change                  func(c *tournament.DutyCase)
	}{
		{"3 days before", "registration", "B02-0.2", "2026-03-24T15:00:00+02:00", func(*tournament.DutyCase) {}},
		// Clocks go forward on 29 March 2026 and back on 25 October.
		{"3 days before, clocks forward", "registration", "B02-0.2", "2026-03-28T15:00:00+02:00", moved("2026-03-31T15:00:00+03:00")},
		{"3 days before, clocks back", "registration", "B02-0.2", "2026-10-24T15:00:00+03:00", moved("2026-10-27T15:00:00+02:00")},
		{"7 days after, clocks forward", "tournament_file", "B02-9.1", "2026-04-05T19:00:00+03:00", func(c *tournament.DutyCase) {
			c.Schedule.Rounds = c.Schedule.Rounds[:3]
			c.Schedule.Rounds[2].Start = at(t, "2026-03-29T15:00:00+03:00")
			c.Schedule.Rounds[2].End = at(t, "2026-03-29T19:00:00+03:00")
		}},
		{"7 days after, clocks back", "tournament_file", "B02-9.1", "2026-10-28T19:00:00+02:00", moved("2026-10-21T15:00:00+03:00")},
		{"4 weeks before, clocks forward", "waiver", "PM-3-waiver", "2026-03-03T15:00:00+02:00", moved("2026-03-31T15:00:00+03:00")},
		{"30 days before, in a leap year", "registration", "B01-1.1.1", "2028-02-01T15:00:00+02:00", both(moved("2028-03-02T15:00:00+02:00"), func(c *tournament.DutyCase) { c.Titles = []string{"GM"} })},
		{"30 days before, in another", "registration", "B01-1.1.1", "2027-01-31T15:00:00+02:00", both(moved("2027-03-02T15:00:00+02:00"), func(c *tournament.DutyCase) { c.Titles = []string{"GM"} })},
		{"7 days after 22 February", "tournament_file", "B02-9.1", "2028-02-29T19:00:00+02:00", moved("2028-02-22T15:00:00+02:00")},
		{"a week before, hybrid", "registration", "ON-hybrid", "2026-03-20T15:00:00+02:00", func(c *tournament.DutyCase) { c.Mode = regulations.Hybrid }},
		{"24 hours, clocks forward", "complaints", "ON-G2.1", "2026-03-29T20:00:00+03:00", both(moved("2026-03-28T15:00:00+02:00"), online)},
		{"24 hours, clocks back", "complaints", "ON-G2.1", "2026-10-25T18:00:00+02:00", both(moved("2026-10-24T15:00:00+03:00"), online)},
		{"10 days, Russian rules", "final_table", "RU-21.9", "2026-04-08T20:00:00+03:00", func(c *tournament.DutyCase) {
			c.RuleSet = regulations.RU2011
			c.Schedule.Rounds[2].Start, c.Schedule.Rounds[2].End = at(t, "2026-03-29T16:00:00+03:00"), at(t, "2026-03-29T20:00:00+03:00")
		}},
		{"one year", "video_deleted", "ON-A5", "2027-04-02T00:00:00+03:00", both(online, func(c *tournament.DutyCase) {
			c.Ticks = []tournament.DutyTick{{Duty: "results", State: tournament.DutyDone, Date: "2026-04-01"}}
		})},
		{"one year from 29 February", "video_deleted", "ON-A5", "2029-03-01T00:00:00+02:00", both(online, func(c *tournament.DutyCase) {
			c.Ticks = []tournament.DutyTick{{Duty: "results", State: tournament.DutyDone, Date: "2028-02-29"}}
		})},
		{"by days alone, before", "registration", "B02-0.2", "2026-03-24T00:00:00+02:00", func(c *tournament.DutyCase) { c.Schedule = tournament.Schedule{} }},
		{"by days alone, after", "tournament_file", "B02-9.1", "2026-04-06T00:00:00+03:00", func(c *tournament.DutyCase) { c.Schedule = tournament.Schedule{} }},
		{"of half a schedule the last day counts", "tournament_file", "B02-9.1", "2026-04-06T00:00:00+03:00", func(c *tournament.DutyCase) { c.Schedule.Rounds = c.Schedule.Rounds[:2] }},
	} {
		c := dutyCase(t)
		tt.change(&c)
		for seconds, want := range map[int]tournament.DutyState{0: tournament.DutyOpen, 1: tournament.DutyLate} {
			c.Now = at(t, tt.by).Add(time.Duration(seconds) * time.Second)
			d := find(t, c.Dues(), tt.duty, tt.article)
			if d.By == nil || d.By.Format(time.RFC3339) != tt.by || d.State != want {
				t.Errorf("%s, %d s after: by %v, %s, want %s, %s", tt.name, seconds, d.By, d.State, tt.by, want)
			}
			breach := want == tournament.DutyLate && d.Demand == regulations.Mandatory
			if (d.Breach == tournament.NotInTime) != breach {
				t.Errorf("%s, %d s after: %s breach %q", tt.name, seconds, d.Demand, d.Breach)
			}
		}
	}
}

// What comes after the event waits for its end, to the second; what nobody can foresee waits.
func TestNotYet(t *testing.T) {
	c := dutyCase(t)
	end := c.Schedule.Rounds[2].End
	for seconds, want := range map[time.Duration]tournament.DutyState{-1: tournament.DutyNotYet, 0: tournament.DutyOpen} {
		c.Now = end.Add(seconds * time.Second)
		if d := find(t, c.Dues(), "tournament_file", "B02-9.1"); d.State != want {
			t.Errorf("%d s after the end: %s, want %s", seconds, d.State, want)
		}
	}
	c.Now = end.AddDate(3, 0, 0)
	if d := find(t, c.Dues(), "appeal", "B02-0.4"); d.State != tournament.DutyNotYet || d.By != nil {
		t.Errorf("%+v", d)
	}
	c.Mode, c.Official = regulations.Online, tournament.Yes
	if d := find(t, c.Dues(), "video_deleted", "ON-A5"); d.State != tournament.DutyNotYet {
		t.Errorf("%+v", d)
	}
	c.Schedule = tournament.Schedule{}
	if d := find(t, c.Dues(), "complaints", "ON-G2.1"); d.State != tournament.DutyUndecided || fmt.Sprint(d.Missing) != "[times_of_rounds]" {
		t.Errorf("%+v", d)
	}
}

// Ticks: the latest governs; what was done too late, or waived where nobody may, is a breach.
func TestTicks(t *testing.T) {
	done := func(duty, date string) tournament.DutyTick {
		return tournament.DutyTick{Duty: duty, State: tournament.DutyDone, Date: date}
	}
	waived := tournament.DutyTick{Duty: "zones", State: tournament.DutyWaived, Date: "2026-02-20", Note: "the federation, letter 7"}
	for _, tt := range []struct {
		name, duty, article string
		prizes              int
		ticks               []tournament.DutyTick
		want                string
	}{
		{"done in time", "registration", "B02-0.2", 0, []tournament.DutyTick{done("registration", "2026-03-24")}, "done "},
		{"done a day late", "registration", "B02-0.2", 0, []tournament.DutyTick{done("registration", "2026-03-25")}, "done done_late"},
		{"taken back", "registration", "B02-0.2", 0, []tournament.DutyTick{done("registration", "2026-03-24"), {Duty: "registration", State: tournament.DutyOpen, Date: "2026-03-24"}}, "open "},
		{"corrected", "registration", "B02-0.2", 0, []tournament.DutyTick{done("registration", "2026-03-25"), done("registration", "2026-03-20")}, "done "},
		{"waived at C", "zones", "PM-3-zones", 0, []tournament.DutyTick{waived}, "waived "},
		{"waived at A", "zones", "PM-3-zones", 200_000, []tournament.DutyTick{waived}, "waived not_waivable"},
	} {
		c := dutyCase(t)
		*c.PrizeFund, c.Ticks = tt.prizes, tt.ticks
		if d := find(t, c.Dues(), tt.duty, tt.article); string(d.State)+" "+string(d.Breach) != tt.want {
			t.Errorf("%s: %s %s, want %s", tt.name, d.State, d.Breach, tt.want)
		}
	}
	for _, wrong := range []tournament.DutyTick{
		{}, {Duty: "zones", State: "never", Date: "2026-02-20"}, {Duty: "zones", State: tournament.DutyDone}, {Duty: "zones", State: tournament.DutyDone, Date: "30.2.2026"},
		{Duty: "zones", State: tournament.DutyWaived, Date: "2026-02-20"}, {Duty: "zones", State: tournament.DutyDone, Date: "2026-02-20", Note: "a\x00b"},
	} {
		if err := wrong.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	if err := waived.Validate(); err != nil {
		t.Error(err)
	}
}

// demanded returns the strongest demand for something.
func demanded(all []tournament.Due, duty string) regulations.Demand {
	strongest := regulations.NoDemand
	for _, d := range all {
		if d.Duty == duty && d.Demand.Stronger(strongest) {
			strongest = d.Demand
		}
	}
	return strongest
}

// No fact that is added makes a duty weaker that was sure before.
func TestFactsNeverWeaken(t *testing.T) {
	whole := dutyCase(t)
	whole.Titles, *whole.PrizeFund = []string{"GM"}, 30_000
	for name, forget := range map[string]func(c *tournament.DutyCase){
		"prize fund": func(c *tournament.DutyCase) { c.PrizeFund = nil }, "titles": func(c *tournament.DutyCase) { c.Titles = nil },
		"rated": func(c *tournament.DutyCase) { c.Rated = "" }, "mode": func(c *tournament.DutyCase) { c.Mode = "" },
		"official": func(c *tournament.DutyCase) { c.Official = "" }, "championship": func(c *tournament.DutyCase) { c.Championship = "" },
		"system": func(c *tournament.DutyCase) { c.System = "" },
	} {
		c := whole
		forget(&c)
		for _, d := range whole.Dues() {
			before, after := demanded(c.Dues(), d.Duty), demanded(whole.Dues(), d.Duty)
			if before.Stronger(after) {
				t.Errorf("without %s %s is %s, with it %s", name, d.Duty, before, after)
			}
		}
	}
}
