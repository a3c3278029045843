package norm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/norm"
	"fairplay/reports/tournament/roster"
)

func rules(year int) regulations.Edition {
	return regulations.Shipped().Edition(time.Date(year, 5, 1, 0, 0, 0, 0, time.UTC))
}

// Every bound that the tables print, 624 of them, is what the articles give.
func TestBoundsOfTheTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "tournament", "norm_bounds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	bounds := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var title string
		var games, want int
		var points float64
		if _, err := fmt.Sscan(line, &title, &games, &points, &want); err != nil {
			t.Fatal(line, err)
		}
		bounds++
		for _, year := range []int{2022, 2024} {
			e := rules(year).Titles()
			all := e.Norms
			rule := all[slices.IndexFunc(all, func(n regulations.NormRule) bool { return n.Title == title })]
			if got, ok := e.Average(rule, int(2*points), games); !ok || got != want {
				t.Errorf("%s, %v of %d: average %d, %v; the table has %d", title, points, games, got, ok, want)
			}
			if points >= 0.35*float64(games)+0.5 {
				continue
			}
			if _, ok := e.Average(rule, int(2*points)-1, games); ok && !(games == 17 && points == 6.5) {
				t.Errorf("%s: half a point less than %v of %d is enough; the table ends there", title, points, games)
			}
		}
	}
	if bounds != 624 {
		t.Errorf("%d bounds, want 624", bounds)
	}
}

// The composition that the tables print for each number of games; of double round
// robins in the second place. Federations of 7 and 8 games, for which they print
// nothing, follow the articles.
func TestCompositionOfTheTables(t *testing.T) {
	r := rules(2022).Titles()
	for _, row := range []struct{ games, same, titled, titledDouble, unrated, unratedDouble, one, oneDouble, own, ownDouble int }{
		{7, 3, 4, 0, 1, 0, 4, 0, 4, 0}, {8, 3, 4, 0, 1, 0, 5, 0, 4, 0}, {9, 3, 5, 0, 2, 0, 6, 0, 5, 0}, {10, 4, 5, 3, 2, 1, 6, 3, 6, 3},
		{11, 4, 6, 0, 2, 0, 7, 0, 6, 0}, {12, 4, 6, 3, 2, 1, 8, 4, 7, 3}, {13, 5, 7, 0, 2, 0, 8, 0, 7, 0}, {14, 5, 7, 4, 3, 1, 9, 4, 8, 4},
		{15, 5, 8, 0, 3, 0, 10, 0, 9, 0}, {16, 6, 8, 4, 3, 1, 10, 5, 9, 4}, {17, 6, 9, 0, 3, 0, 11, 0, 10, 0}, {18, 6, 9, 5, 3, 1, 12, 6, 10, 5},
		{19, 7, 10, 0, 4, 0, 12, 0, 11, 0},
	} {
		n := row.games
		unrated, ok := r.UnratedMost(n, false)
		got := []int{r.SameTitle.Min(n), r.TitleHolders.Min(n), unrated, r.OneFederation.Max(n), r.OwnFederation.Max(n)}
		if want := []int{row.same, row.titled, row.unrated, row.one, row.own}; !ok || !slices.Equal(got, want) {
			t.Errorf("%d games: %v, the table has %v", n, got, want)
		}
		if row.titledDouble == 0 {
			continue
		}
		unrated, ok = r.UnratedMost(n, true)
		got = []int{r.TitleHolders.Min(n / 2), unrated, r.OneFederation.Max(n / 2), r.OwnFederation.Max(n / 2)}
		if want := []int{row.titledDouble, row.unratedDouble, row.oneDouble, row.ownDouble}; !ok || !slices.Equal(got, want) {
			t.Errorf("%d games of a double round robin: %v, the table has %v", n, got, want)
		}
	}
	if _, ok := r.UnratedMost(20, false); ok {
		t.Error("there is no table of 20 rounds")
	}
}

// opponent is one round of the player whose norms are asked for.
type opponent struct {
	title, federation string
	rating            int
	outcome           norm.RoundOutcome
}

// against builds a Swiss of all the opponents, who are number 2 and up, and the player,
// number 1. All facts are known.
func against(p norm.Player, opponents []opponent) *norm.Crosstable {
	e := &norm.Crosstable{Facts: tournament.Facts{
		Federation: "ESP", System: tournament.Swiss, Rounds: len(opponents), Championship: tournament.NoChampionship,
	}}
	p.Number = 1
	e.Players = append(e.Players, p)
	for i, o := range opponents {
		e.Players[0].Rounds = append(e.Players[0].Rounds, norm.Round{Opponent: i + 2, Outcome: o.outcome})
		other := norm.Player{Number: i + 2, Name: fmt.Sprintf("Opponent %d", i+1), Sex: norm.Man, Title: o.title, Federation: o.federation, Rating: o.rating}
		for range i {
			other.Rounds = append(other.Rounds, norm.Round{Outcome: norm.Absent})
		}
		e.Players = append(e.Players, other)
		e.Players[i+1].Rounds = append(e.Players[i+1].Rounds, norm.Round{Opponent: 1, Outcome: reversed(o.outcome)})
	}
	return e
}

func reversed(o norm.RoundOutcome) norm.RoundOutcome {
	switch o {
	case norm.Win:
		return norm.Loss
	case norm.Loss:
		return norm.Win
	case norm.ForfeitWin:
		return norm.ForfeitLoss
	case norm.PairingBye:
		return norm.Absent
	}
	return o
}

// of returns what came of a title for a player.
func of(f norm.Findings, number int, title string) norm.Norm {
	e := f.Entries[slices.IndexFunc(f.Entries, func(e norm.Contender) bool { return e.Number == number })]
	return e.Norms[slices.IndexFunc(e.Norms, func(n norm.Norm) bool { return n.Title == title })]
}

func judge(e *norm.Crosstable, title string) norm.Norm {
	return of(norm.Judge(e, rules(2022)), 1, title)
}

// unmet names the requirements that are not met, and those that miss a fact.
func unmet(n norm.Norm) string {
	var all []string
	for _, c := range n.Checks {
		switch {
		case c.Met == tournament.No && c.Need > 0:
			all = append(all, fmt.Sprintf("%s %d/%d", c.Requirement, c.Have, c.Need))
		case c.Met == tournament.No:
			all = append(all, string(c.Requirement))
		case c.Met == tournament.Unanswered:
			all = append(all, fmt.Sprintf("%s? %v", c.Requirement, c.Missing))
		}
	}
	return strings.Join(all, ", ")
}

// spread returns opponents with ratings that add up to sum, the lowest of which is
// given, with points as half points from the first on.
func spread(titles []string, feds []string, lowest, sum, halfPoints int) []opponent {
	n := len(titles)
	all := make([]opponent, n)
	rest := sum - lowest
	for i := range all {
		all[i] = opponent{title: titles[i], federation: feds[i%len(feds)], rating: rest / (n - 1), outcome: norm.Loss}
		switch {
		case halfPoints >= 2:
			all[i].outcome, halfPoints = norm.Win, halfPoints-2
		case halfPoints == 1:
			all[i].outcome, halfPoints = norm.Draw, 0
		}
	}
	for i := range rest % (n - 1) {
		all[i].rating++
	}
	all[n-1].rating = lowest
	return all
}

func titles(counts ...any) []string {
	var all []string
	for i := 0; i < len(counts); i += 2 {
		for range counts[i+1].(int) {
			all = append(all, counts[i].(string))
		}
	}
	return all
}

var mixed = []string{"FRA", "GER", "POL", "ESP"}

// The examples of the Arbiters' Manual (chapter 7 and the questions of chapter 12).
func TestExamplesOfTheManual(t *testing.T) {
	t.Run("a GM norm for the raised opponent alone", func(t *testing.T) {
		// 6 of 9, average 2478.2 with one opponent raised from 2149 to 2200.
		games := spread(titles("GM", 4, "IM", 2, "FM", 1, "", 2), mixed, 2149, 22304-51, 12)
		n := judge(against(norm.Player{Federation: "ESP", Sex: norm.Man, Rating: 2400, Title: "IM"}, games), "GM")
		if n.State != norm.Made || n.Average != 2478 || n.Raised != 10 || n.Needed != 12 || n.Performance != 2603 {
			t.Errorf("%s, average %d, raised %d, needs %d, performance %d: %s", n.State, n.Average, n.Raised, n.Needed, n.Performance, unmet(n))
		}
		// Two points lower, nobody is raised, and the answer turns.
		games[8].rating, games[0].rating = 2200, games[0].rating-51
		if n = judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, games), "GM"); n.State != norm.Missed || n.Average != 2473 || unmet(n) != "performance 2473/2475" {
			t.Errorf("without raising: %s, average %d: %s", n.State, n.Average, unmet(n))
		}
	})
	t.Run("an IM norm takes a draw in the last round", func(t *testing.T) {
		// 5.5 of 8, average 2344: 6 points are needed.
		games := spread(titles("IM", 3, "FM", 3, "", 3), mixed, 2300, 9*2344, 11)
		for outcome, want := range map[norm.RoundOutcome]norm.Decision{norm.Loss: norm.Missed, norm.Draw: norm.Made, norm.Win: norm.Made} {
			games[8].outcome = outcome
			n := judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, games), "IM")
			if n.State != want || n.Needed != 12 || n.Average != 2344 {
				t.Errorf("after %s in the last round: %s, needs %d half points, average %d: %s", outcome, n.State, n.Needed, n.Average, unmet(n))
			}
		}
	})
	t.Run("13 rounds, nine opponents of one federation", func(t *testing.T) {
		// 9 of 13, average 2449, and 2459 with 2070 raised; ignoring the win against the
		// lowest, 8 of 12 against 2480 remain, and eight of these twelve are German.
		games := spread(titles("GM", 5, "IM", 2, "FM", 1, "", 5), []string{"GER"}, 2070, 31833, 16)
		games[12].outcome = norm.Win
		for i, f := range []string{"FRA", "FRA", "POL", "POL"} {
			games[i].federation = f
		}
		n := judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, games), "GM")
		if n.State != norm.Made || n.Average != 2480 || n.HalfPoints != 16 || n.Performance != 2605 || !slices.Equal(n.Ignored, []int{13}) {
			t.Errorf("%s, %d half points, average %d, performance %d, ignored %v: %s", n.State, n.HalfPoints, n.Average, n.Performance, n.Ignored, unmet(n))
		}
	})
	t.Run("11 rounds, an opponent of 2140", func(t *testing.T) {
		games := spread(titles("GM", 4, "IM", 2, "", 5), mixed, 2140, 26136, 16)
		games[10].outcome = norm.Win
		n := judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, games), "GM")
		if n.State != norm.Made || n.Average != 2381 || len(n.Ignored) != 0 {
			t.Errorf("all games: %s, average %d: %s", n.State, n.Average, unmet(n))
		}
		// Were nobody raised, ignoring that win would do: 8 of 10 against 2400.
		kept := slices.Delete(slices.Clone(games), 10, 11)
		if n = judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, kept), "GM"); n.State != norm.Made || n.Average != 2400 {
			t.Errorf("without the last win: %s, average %d: %s", n.State, n.Average, unmet(n))
		}
	})
	t.Run("a WGM norm by rounding", func(t *testing.T) {
		// An average of 2300 less half a point is rounded up: 2296 does where the guide asks for 2300.
		games := spread(titles("WGM", 3, "WIM", 2, "WFM", 1, "", 3), mixed, 2296, 9*2300-4, 10)
		p := norm.Player{Federation: "ESP", Sex: norm.Woman}
		if n := judge(against(p, games), "WGM"); n.Average != 2300 {
			t.Errorf("average %d, want 2300", n.Average)
		}
		games[8].rating--
		if n := judge(against(p, games), "WGM"); n.Average != 2299 {
			t.Errorf("average %d, want 2299", n.Average)
		}
	})
	t.Run("six of nine against 2476", func(t *testing.T) {
		games := spread(titles("GM", 3, "IM", 2, "", 4), mixed, 2400, 22280, 11)
		n := judge(against(norm.Player{Federation: "ESP", Sex: norm.Man}, games), "GM")
		if n.Average != 2476 || n.Needed != 12 || n.State != norm.Missed {
			t.Errorf("%s, average %d, needs %d half points", n.State, n.Average, n.Needed)
		}
	})
}

// strong are nine opponents and results that make a GM norm by a margin: 7 of 9 against 2500.
func strong() []opponent {
	return spread(titles("GM", 4, "IM", 2, "FM", 1, "", 2), mixed, 2500, 9*2500, 14)
}

func candidate() norm.Player {
	return norm.Player{Name: "Candidate", Federation: "ESP", Sex: norm.Man, Rating: 2450}
}

func TestRequirements(t *testing.T) {
	each := func(change func(i int, o *opponent)) []opponent {
		all := strong()
		for i := range all {
			change(i, &all[i])
		}
		return all
	}
	tests := []struct {
		name  string
		games []opponent
		event func(*norm.Crosstable)
		want  string // what is not met, "" for a norm
	}{
		{"nothing wanting", strong(), nil, ""},
		{"eight rounds", strong()[:8], nil, "games 8/9"},
		{"two Grandmasters", each(func(i int, o *opponent) { o.title = []string{"GM", "GM", "IM", "IM", "IM", "IM"}[min(i, 5)] }), nil, "same_title 2/3"},
		{"four title-holders", each(func(i int, o *opponent) { o.title = []string{"GM", "GM", "GM", "IM", "CM", "WCM", ""}[min(i, 6)] }), nil, "title_holders 4/5"},
		{"two unrated", each(func(i int, o *opponent) {
			o.rating += 300
			if i > 6 {
				o.rating = 0
			}
		}), nil, ""},
		{"three unrated", each(func(i int, o *opponent) {
			o.rating += 500
			if i > 5 {
				o.rating = 0
			}
		}), nil, "unrated 3/2"},
		{"one foreign federation", each(func(i int, o *opponent) { o.federation = []string{"FRA", "ESP"}[i%2] }), nil, "federations 1/2"},
		{"six of the own federation", each(func(i int, o *opponent) {
			if o.federation = "ESP"; i < 3 {
				o.federation = mixed[i]
			}
		}), nil, "own_federation 6/5"},
		{"seven of one federation", each(func(i int, o *opponent) {
			if o.federation = "GER"; i < 2 {
				o.federation = "FRA"
			}
		}), nil, "one_federation 7/6"},
		{"FID is no federation", each(func(i int, o *opponent) { o.federation = []string{"FRA", "FID", "ESP"}[i%3] }), nil, "federations 1/2"},
		{"an opponent from outside FIDE", each(func(i int, o *opponent) {
			if i == 4 {
				o.federation = "NON"
			}
		}), nil, "games 8/9"},
		{"2379", each(func(i int, o *opponent) { o.rating = 2379 }), nil, "average 2379/2380, performance 2379/2380"},
		{"zonal event", each(func(i int, o *opponent) { o.federation = "ESP" }), func(e *norm.Crosstable) { e.Championship = tournament.Zonal }, ""},
		{"national championship", each(func(i int, o *opponent) { o.federation = "ESP" }), func(e *norm.Crosstable) { e.Championship = tournament.National }, ""},
		{"a guest in a national championship", each(func(i int, o *opponent) { o.federation = "FRA" }), func(e *norm.Crosstable) {
			e.Championship, e.Federation = tournament.National, "FRA"
		}, "federations 1/2, one_federation 9/6"},
		{"three rounds a day", strong(), func(e *norm.Crosstable) { e.Dates = days(9, 3) }, "rounds_per_day 3/2"},
		{"world team event of seven rounds", strong()[:7], func(e *norm.Crosstable) { e.Championship = tournament.WorldTeam }, ""},
		{"world team event of ten rounds", strong()[:8], func(e *norm.Crosstable) { e.Championship, e.Rounds = tournament.WorldTeam, 10 }, "games 8/9, rounds? [rounds]"},
		{"World Cup", strong()[:8], func(e *norm.Crosstable) { e.Championship, e.System = tournament.WorldCup, tournament.KnockOut }, ""},
		{"round to come", strong(), func(e *norm.Crosstable) { e.Rounds = 10 }, ""},
		{"system to be approved", strong(), func(e *norm.Crosstable) { e.System = tournament.OtherSystem }, "system? [approval]"},
	}
	for _, tt := range tests {
		e := against(candidate(), tt.games)
		if tt.event != nil {
			tt.event(e)
		}
		n := judge(e, "GM")
		if got := unmet(n); got != tt.want || (n.State == norm.Made) != (tt.want == "") {
			t.Errorf("%s: %s, %q; want %q", tt.name, n.State, got, tt.want)
		}
		for _, c := range n.Checks {
			if c.Source.Citation == "" || c.Source.Standing != regulations.InForce {
				t.Errorf("%s: %s cites %+v", tt.name, c.Requirement, c.Source)
			}
		}
	}
}

func days(rounds, perDay int) []time.Time {
	var all []time.Time
	for i := range rounds {
		all = append(all, time.Date(2022, 5, 1+i/perDay, 0, 0, 0, 0, time.UTC))
	}
	return all
}

// A fact that is missing leaves a norm undecided where it matters, and names itself.
func TestMissingFacts(t *testing.T) {
	tests := []struct {
		name   string
		title  string
		change func(*norm.Crosstable)
		want   string
	}{
		{"no federations at all", "GM", func(e *norm.Crosstable) {
			for i := range e.Players {
				e.Players[i].Federation = ""
			}
		}, "federations? [federation], own_federation? [federation], one_federation? [federation]"},
		{"federation of one opponent, of four others", "GM", func(e *norm.Crosstable) { e.Players[1].Federation = "" }, ""},
		{"own federation", "GM", func(e *norm.Crosstable) { e.Players[0].Federation = "" }, ""},
		{"no ratings", "GM", func(e *norm.Crosstable) {
			for i := range e.Players {
				e.Players[i].Rating = 0
			}
		}, "average? [rating], performance? [rating], unrated? [rating]"},
		{"no titles", "GM", func(e *norm.Crosstable) {
			for i := range e.Players {
				e.Players[i].Title = ""
			}
		}, "title_holders? [title], same_title? [title]"},
		{"sort of championship, where fewer games may do", "GM", func(e *norm.Crosstable) {
			e.Championship, e.Rounds = "", 8
			e.Players[0].Rounds = e.Players[0].Rounds[:8]
			e.Players = e.Players[:9]
		}, "games? [championship]"},
		{"number of rounds of a Swiss", "GM", func(e *norm.Crosstable) { e.Rounds = 0 }, ""},
		{"number of rounds of a Scheveningen event", "GM", func(e *norm.Crosstable) { e.Rounds, e.System = 0, tournament.Scheveningen }, "rounds? [schedule]"},
		{"system", "GM", func(e *norm.Crosstable) { e.System = "" }, "system? [system]"},
		{"sex", "WGM", func(e *norm.Crosstable) { e.Players[0].Sex = "" }, "women? [sex]"},
		{"a man", "WGM", func(*norm.Crosstable) {}, "women"},
		{"a woman by her title", "WGM", func(e *norm.Crosstable) { e.Players[0].Sex, e.Players[0].Title = "", "WIM" }, ""},
		{"a result", "GM", func(e *norm.Crosstable) {
			e.Players[0].Rounds[8].Outcome, e.Players[9].Rounds[8].Outcome = norm.Unclear, norm.Unclear
		}, "results? [result], games? []"},
		{"an opponent who tells otherwise", "GM", func(e *norm.Crosstable) { e.Players[1].Rounds[0].Outcome = norm.Win }, "results? [result], games? []"},
		{"an opponent who names another", "GM", func(e *norm.Crosstable) { e.Players[1].Rounds[0].Opponent = 3 }, "results? [result], games? []"},
		{"sort of championship, where it may free", "GM", func(e *norm.Crosstable) {
			e.Championship = ""
			for i := range e.Players {
				e.Players[i].Federation = "ESP"
			}
		}, "federations? [championship], own_federation? [championship], one_federation? [championship]"},
		{"host of a national championship", "GM", func(e *norm.Crosstable) {
			e.Championship, e.Federation = tournament.National, ""
			for i := range e.Players {
				e.Players[i].Federation = "ESP"
			}
		}, "federations? [host_federation], own_federation? [host_federation], one_federation? [host_federation]"},
	}
	for _, tt := range tests {
		e := against(candidate(), strong())
		tt.change(e)
		n := judge(e, tt.title)
		want := norm.Undecided
		if tt.want == "" {
			want = norm.Made
		} else if !strings.Contains(tt.want, "?") {
			want = norm.Missed
		}
		if got := unmet(n); got != tt.want || n.State != want {
			t.Errorf("%s: %s, %q; want %s, %q", tt.name, n.State, got, want, tt.want)
		}
	}
}

// Which edition applies is a fact too: that of an event without a day, or of one before
// the oldest edition, is not known.
func TestUnknownEdition(t *testing.T) {
	for _, start := range []time.Time{{}, time.Date(2021, 12, 31, 0, 0, 0, 0, time.UTC)} {
		n := of(norm.Judge(against(candidate(), strong()), regulations.Shipped().Edition(start)), 1, "GM")
		if got := unmet(n); n.State != norm.Undecided || got != "edition? [edition]" {
			t.Errorf("%v: %s, %s", start, n.State, got)
		}
	}
}

// Forfeits, byes and how many games a norm counts as.
func TestGamesThatCount(t *testing.T) {
	last := func(o norm.RoundOutcome) []opponent {
		all := strong()
		all[8].outcome = o
		return all
	}
	first := strong()
	first[0].outcome = norm.ForfeitWin
	bye := strong()
	bye[0].outcome = norm.PairingBye
	asked := strong()
	asked[0].outcome = norm.HalfBye
	absent := strong()
	absent[8].outcome = norm.ForfeitLoss
	tests := []struct {
		name   string
		games  []opponent
		year   int
		state  norm.Decision
		counts int
		eight  bool
		last   bool
	}{
		{"an opponent absent in the first round", first, 2022, norm.Made, 8, true, false},
		{"the same under the rules of 2024", first, 2024, norm.Made, 9, true, false},
		{"a pairing bye", bye, 2022, norm.Made, 8, true, false},
		{"a bye that was asked for", asked, 2022, norm.Missed, 0, false, false},
		{"absent himself", absent, 2022, norm.Missed, 0, false, false},
		{"an opponent absent in the last round", last(norm.ForfeitWin), 2022, norm.Made, 10, false, true},
	}
	for _, tt := range tests {
		n := of(norm.Judge(against(candidate(), tt.games), rules(tt.year)), 1, "GM")
		if n.State != tt.state || n.CountsAs != tt.counts || n.EightOfNine != tt.eight || n.LastRound != tt.last {
			t.Errorf("%s: %s, counts as %d, eight of nine %v, last round %v: %s", tt.name, n.State, n.CountsAs, n.EightOfNine, n.LastRound, unmet(n))
		}
	}
	// Who could not have lost the last game gets no norm of nine games by it; he has one
	// of eight where these are enough.
	needed := spread(titles("GM", 4, "IM", 2, "FM", 1, "", 2), mixed, 2500, 9*2500, 12)
	for i := range needed {
		needed[i].outcome = []norm.RoundOutcome{norm.Win, norm.Win, norm.Win, norm.Win, norm.Draw, norm.Draw, norm.Loss, norm.Loss, norm.ForfeitWin}[i]
	}
	n := judge(against(candidate(), needed), "GM")
	if n.State != norm.Missed || n.LastRound {
		t.Errorf("5 of 8 against 2500: %s, last round %v", n.State, n.LastRound)
	}
}

func TestExtraAndManyRounds(t *testing.T) {
	won := strong()
	for i := range won {
		won[i].outcome = norm.Win
	}
	if n := judge(against(candidate(), won), "GM"); n.State != norm.Made || n.Extra != 3 || n.CountsAs != 12 {
		t.Errorf("9 of 9 against 2500, where 5.5 do: %d points more, counts as %d", n.Extra, n.CountsAs)
	}
	long := spread(titles("GM", 6, "IM", 4, "FM", 1, "", 4), mixed, 2500, 15*2500, 24)
	if n := judge(against(candidate(), long), "GM"); n.State != norm.Made || n.CountsAs != 13 {
		t.Errorf("15 rounds count as %d games, %s", n.CountsAs, n.State)
	}
}

// A norm that was made before the last rounds stands (1.4.1 e), but in predetermined
// pairings only won games may be ignored.
func TestIgnoringGames(t *testing.T) {
	early := append(strong(), opponent{"", "FRA", 2100, norm.Loss}, opponent{"", "FRA", 2050, norm.Loss})
	n := judge(against(candidate(), early), "GM")
	if n.State != norm.Made || !slices.Equal(n.Ignored, []int{10, 11}) && !slices.Equal(n.Ignored, []int{11}) {
		t.Errorf("%s, ignored %v: %s", n.State, n.Ignored, unmet(n))
	}
	for system, want := range map[tournament.System]norm.Decision{
		tournament.Scheveningen: norm.Missed, tournament.Swiss: norm.Made, "": norm.Undecided, tournament.OtherSystem: norm.Undecided,
	} {
		e := against(candidate(), early)
		e.System = system
		if n := judge(e, "GM"); n.State != want {
			t.Errorf("%q: %s, ignored %v: %s", system, n.State, n.Ignored, unmet(n))
		}
	}
	e := against(candidate(), early)
	e.Predetermined = tournament.Yes
	if n := judge(e, "GM"); n.State != norm.Missed {
		t.Errorf("a Swiss that says its pairings are fixed: %s", n.State)
	}
	won := append(spread(titles("GM", 4, "IM", 2, "FM", 1, "", 2), mixed, 2478, 9*2478, 12), opponent{"", "ESP", 1500, norm.Win})
	e = against(candidate(), won) // 7 of 10 against 2450, where 2451 are asked for; 6 of 9 against 2478 do
	e.System = tournament.Schiller
	if n := judge(e, "GM"); n.State != norm.Made || !slices.Equal(n.Ignored, []int{10}) {
		t.Errorf("a win against a weak opponent in fixed pairings: %s, ignored %v: %s", n.State, n.Ignored, unmet(n))
	}
}

// Round robins: unrated players without a point against rated ones do not count, and
// in double ones opponents count once.
func TestRoundRobins(t *testing.T) {
	single := append(strong(), opponent{"", "FRA", 0, norm.Win})
	e := against(candidate(), single)
	e.System = tournament.RoundRobin
	if n := judge(e, "GM"); n.State != norm.Made || len(n.Kept) != 9 {
		t.Errorf("%s with %d games: %s", n.State, len(n.Kept), unmet(n))
	}
	e.System = tournament.Swiss
	if n := judge(e, "GM"); len(n.Kept) == 9 && len(n.Ignored) == 0 {
		t.Error("a Swiss counts games against unrated players without a point")
	}
	for year, want := range map[int]string{2022: "same_title 3/4", 2024: ""} {
		if got := unmet(of(norm.Judge(double("GM", "GM", "GM", "", ""), rules(year)), 1, "GM")); got != want {
			t.Errorf("%d, three Grandmasters met twice: %q, want %q", year, got, want)
		}
	}
	if got := unmet(of(norm.Judge(double("GM", "GM", "GM", "GM"), rules(2022)), 1, "GM")); !strings.Contains(got, "double_players 5/6") {
		t.Errorf("five players: %q", got)
	}
}

// double is a double round robin of the candidate against opponents of 2600 with these
// titles, all games drawn.
func double(titles ...string) *norm.Crosstable {
	e := &norm.Crosstable{Facts: tournament.Facts{System: tournament.DoubleRoundRobin, Federation: "ESP", Championship: tournament.NoChampionship, Rounds: 2 * len(titles)}}
	p := candidate()
	p.Number = 1
	e.Players = []norm.Player{p}
	for i, title := range titles {
		e.Players = append(e.Players, norm.Player{Number: i + 2, Title: title, Federation: mixed[i%3], Rating: 2600, Sex: norm.Man})
	}
	for round := range e.Rounds {
		for i := range e.Players {
			e.Players[i].Rounds = append(e.Players[i].Rounds, norm.Round{Outcome: norm.Absent})
		}
		o := round%len(titles) + 1
		e.Players[0].Rounds[round] = norm.Round{Opponent: o + 1, Outcome: norm.Draw}
		e.Players[o].Rounds[round] = norm.Round{Opponent: 1, Outcome: norm.Draw}
	}
	return e
}

// In events of more than 30 days it is the ratings of the day of each game that count.
func TestRatingsOfWhichDay(t *testing.T) {
	e := against(candidate(), strong())
	e.Start = time.Date(2022, 5, 1, 0, 0, 0, 0, time.UTC)
	for last, want := range map[int]string{30: "1.4.6", 31: "1.1.4"} { // of May
		e.End = time.Date(2022, 5, last, 0, 0, 0, 0, time.UTC)
		all := norm.Judge(e, rules(2022)).ToConfirm
		if got := all[len(all)-1].Citation; got != "FIDE Title Regulations (B01), "+want {
			t.Errorf("until 2022-05-%d: %s", last, got)
		}
	}
}

// What an unrated opponent counts as changed with the edition.
func TestUnratedByEdition(t *testing.T) {
	games := strong()
	games[7].rating, games[8].rating = 0, 0
	for year, want := range map[int]int{2022: 2300, 2024: 2344} {
		n := of(norm.Judge(against(candidate(), games), rules(year)), 1, "GM")
		if n.Average != want {
			t.Errorf("%d: average %d, want %d", year, n.Average, want)
		}
	}
}

// An opponent who gained rating while the event went on counts in each game as the list of that day has
// him; one who is on no list counts as the tournament file has him.
func TestRatingsOfLaterMonths(t *testing.T) {
	e := against(candidate(), strong())
	e.Start, e.End = time.Date(2022, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2022, 6, 30, 0, 0, 0, 0, time.UTC)
	for round := range 9 {
		e.Dates = append(e.Dates, e.Start.AddDate(0, 0, 7*round))
	}
	before := of(norm.Judge(e, rules(2022)), 1, "GM")
	last := e.Players[9] // met on 26 June
	e.Rate([]roster.Entry{
		{Number: last.Number, Later: []roster.MonthRating{{Month: "2022-06", InForce: roster.Rating{Rating: last.Rating + 90}}}},
		{Number: 2, FideID: "999", Later: []roster.MonthRating{{Month: "2022-07", InForce: roster.Rating{Rating: 2900}}}}, // after the event
	})
	after := of(norm.Judge(e, rules(2022)), 1, "GM")
	if after.Average != before.Average+10 {
		t.Errorf("average %d, want %d: one of nine opponents has 90 more", after.Average, before.Average+10)
	}
	if game := after.Kept[8]; game.Rating != last.Rating+90 || after.Counted(game) != game.Rating {
		t.Errorf("the last game counts as %d against %d", after.Counted(game), game.Rating)
	}
	if game := after.Kept[0]; game.Rating != e.Players[1].Rating {
		t.Errorf("the first game is against %d, want %d: a list of July is of no game", game.Rating, e.Players[1].Rating)
	}
}
