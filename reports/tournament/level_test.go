package tournament_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Every boundary of section 1 of the Protection Measures, on both sides.
func TestLevels(t *testing.T) {
	const roundRobin, swiss = tournament.RoundRobin, tournament.Swiss
	tests := []struct {
		facts tournament.Facts
		want  string
	}{
		{stated(roundRobin, 2600, tournament.No, 0), "A average 2600"},
		{stated(roundRobin, 2599.999, tournament.No, 0), "B average 2400"},
		{stated(roundRobin, 2400, tournament.No, 0), "B average 2400"},
		{stated(roundRobin, 2399.999, tournament.No, 0), "C"},
		{stated(roundRobin, 2400, tournament.Yes, 0), "A average 2400"},
		{stated(roundRobin, 2399.999, tournament.Yes, 0), "B average 2200"},
		{stated(roundRobin, 2200, tournament.Yes, 0), "B average 2200"},
		{stated(roundRobin, 2199.999, tournament.Yes, 0), "C"},
		{stated(tournament.DoubleRoundRobin, 2600, tournament.No, 0), "A average 2600"},
		{stated(swiss, 2700, tournament.No, 0), "C"},
		{stated(swiss, 2000, tournament.No, 100_001), "A prize_fund 100000"},
		{stated(swiss, 2000, tournament.No, 100_000), "B prize_fund 20000"},
		{stated(swiss, 2000, tournament.No, 20_001), "B prize_fund 20000"},
		{stated(swiss, 2000, tournament.No, 20_000), "C"},
		{offering(swiss, "GM"), "B titles"},
		{offering(swiss, "WIM"), "B titles"},
		{offering(swiss, "FM", "WFM", "CM"), "C"},
		{stated(roundRobin, 2650, tournament.No, 150_000), "A average 2600, prize_fund 100000"},
		{official(stated(swiss, 2000, tournament.No, 0)), "A official"},
		{national(stated(swiss, 2000, tournament.No, 20_000)), "B, championship"},
		{national(stated(swiss, 2000, tournament.No, 20_001)), "A prize_fund 20000, championship"},
		{national(stated(swiss, 2000, tournament.No, 100_001)), "A prize_fund 100000"},
	}
	for _, tt := range tests {
		if got := protection(tt.facts); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.facts, got, tt.want)
		}
	}
}

// What is not stated never lowers a level, and is named only where it may raise it.
func TestLevelsWithoutFacts(t *testing.T) {
	unstated := tournament.Facts{}
	unknownPrize := stated(tournament.Swiss, 2000, tournament.No, 0)
	unknownPrize.PrizeFund = nil
	norms := offering(tournament.Swiss, "IM")
	norms.PrizeFund = nil
	unknownWomen := stated(tournament.RoundRobin, 2450, tournament.Unanswered, 0)
	champions := national(norms)
	unknownSystem := stated("", 2399, tournament.No, 0)
	for _, tt := range []struct {
		facts tournament.Facts
		want  string
	}{
		{unstated, "C; missing official, system, average, women, prize_fund, titles, championship"},
		{unknownPrize, "C; missing prize_fund"},
		{norms, "B titles; missing prize_fund"},
		{unknownWomen, "B average 2400; missing women"},
		{stated(tournament.RoundRobin, 2600, tournament.Unanswered, 0), "A average 2600"},
		{stated(tournament.RoundRobin, 2199, tournament.Unanswered, 0), "C"},
		{champions, "A titles, championship"},
		{unknownSystem, "C"},
		{stated("", 2400, tournament.No, 0), "C; missing system"},
	} {
		if got := protection(tt.facts); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.facts, got, tt.want)
		}
	}
}

func TestFactsAreChecked(t *testing.T) {
	less := -1
	average := 5000.0
	for _, f := range []tournament.Facts{
		{System: "dutch"}, {Championship: "club"}, {Official: "perhaps"}, {PrizeFund: &less}, {Average: &average}, {Rounds: -1},
		{Start: time.Date(2025, 4, 12, 0, 0, 0, 0, time.UTC), End: time.Date(2025, 4, 11, 0, 0, 0, 0, time.UTC)},
	} {
		if f.Validate() == nil {
			t.Errorf("%+v: accepted", f)
		}
	}
	if f := stated(tournament.Swiss, 2400, tournament.No, 0); f.Validate() != nil {
		t.Error(f.Validate())
	}
}

func stated(s tournament.System, average float64, women tournament.YesNo, prize int) tournament.Facts {
	return tournament.Facts{
		System: s, Average: &average, Women: women, PrizeFund: &prize, Official: tournament.No,
		Titles: []string{}, Championship: tournament.NoChampionship,
	}
}

func offering(s tournament.System, titles ...string) tournament.Facts {
	f := stated(s, 2000, tournament.No, 0)
	f.Titles = titles
	return f
}

func official(f tournament.Facts) tournament.Facts { f.Official = tournament.Yes; return f }
func national(f tournament.Facts) tournament.Facts { f.Championship = tournament.National; return f }

// protection writes a level with its reasons and what is missing; every reason
// cites what people can look up.
func protection(f tournament.Facts) string {
	p := tournament.Protect(f, regulations.Shipped().Edition(time.Date(2025, 4, 12, 0, 0, 0, 0, time.UTC)))
	var reasons, missing []string
	for _, r := range p.Reasons {
		if r.Source.Citation == "" {
			return "no citation"
		}
		text := string(r.Fact)
		if r.Bound > 0 {
			text += " " + strconv.Itoa(r.Bound)
		}
		reasons = append(reasons, text)
	}
	for _, m := range p.Missing {
		missing = append(missing, string(m))
	}
	text := strings.TrimRight(string(p.Level)+" "+strings.Join(slices.DeleteFunc(reasons, func(s string) bool { return s == "" && len(reasons) == 1 }), ", "), " ")
	text = strings.Replace(text, " , ", ", ", 1)
	if missing != nil {
		text += "; missing " + strings.Join(missing, ", ")
	}
	return text
}
