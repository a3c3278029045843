package tournament

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
)

func parseDay(s string) time.Time {
	day, ok := parseDate(s)
	if !ok {
		panic("not a date: " + s)
	}
	return day
}

func named(event string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Event = event }
}

func TestClassByName(t *testing.T) {
	tests := []struct {
		event string
		want  analysis.TimeClass
	}{
		{"Tata Steel Masters", analysis.UnknownTime},
		{"World Blitz 2024", analysis.Blitz},
		{"FIDE World Rapid Championship", analysis.Rapid},
		{"Чемпионат Москвы по блицу", analysis.Blitz},
		{"Кубок России, быстрые шахматы", analysis.Rapid},
		{"Чемпіонат України зі швидких шахів", analysis.Rapid},
		{"Чемпіонат Львова, бліц", analysis.Blitz},
		{"Bayerische Schnellschach-Meisterschaft", analysis.Rapid},
		{"Torneo Relámpago", analysis.Blitz},
		{"Campeonato de Rápidas", analysis.Rapid},
		{"Championnat de France Rapide", analysis.Rapid},
		{"Mistrzostwa Polski, szachy błyskawiczne", analysis.Blitz},
		{"Grand Chess Tour Rapid & Blitz", fast},
		{"UzChess Cup Masters TB2", fast},
		{"Candidates Tie-breaks", fast},
		{"Candidates Tiebreak", fast},
		{"Rapid City Open", analysis.UnknownTime},
		{"Grand Rapids Open", analysis.UnknownTime},
		{"Blitzen Memorial", analysis.UnknownTime},
	}
	for _, tt := range tests {
		if got := classByName(rostertest.Pairing("A", "B", named(tt.event))); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.event, got, tt.want)
		}
	}
	if got := classByName(rostertest.Pairing("A", "B", rostertest.Tag("EventType", "swiss (blitz)"))); got != analysis.Blitz {
		t.Errorf("event type gives %q, want blitz", got)
	}
}

func TestTimeClassBasis(t *testing.T) {
	clocks := func(first, second time.Duration) func(*analysis.Game) {
		return func(g *analysis.Game) { g.Plies[0].Clock, g.Plies[1].Clock = first, second }
	}
	tests := []struct {
		name  string
		game  *analysis.Game
		class analysis.TimeClass
		basis ClassBasis
	}{
		{"control before name", rostertest.Pairing("A", "B", played(90, 30), named("Blitz Club Open")), analysis.StandardTime, ByControl},
		{"name", rostertest.Pairing("A", "B", named("Summer Blitz")), analysis.Blitz, ByName},
		{"long clocks", rostertest.Pairing("A", "B", clocks(90*time.Minute, 91*time.Minute)), analysis.StandardTime, ByClock},
		{"one long clock", rostertest.Pairing("A", "B", clocks(90*time.Minute, 59*time.Minute)), analysis.StandardTime, Assumed},
		{"nothing", rostertest.Pairing("A", "B"), analysis.StandardTime, Assumed},
		{"no moves", rostertest.Pairing("A", "B", rostertest.Plies(0, 0)), analysis.StandardTime, Assumed},
	}
	for _, tt := range tests {
		class, basis := standardOptions().timeClass(tt.game)
		if class != tt.class || basis != tt.basis {
			t.Errorf("%s: %s by %s, want %s by %s", tt.name, class, basis, tt.class, tt.basis)
		}
	}
	o := standardOptions()
	o.Assume = analysis.UnknownTime
	if class, basis := o.timeClass(rostertest.Pairing("A", "B")); class != analysis.UnknownTime || basis != NoBasis {
		t.Errorf("nothing assumed: %q by %q", class, basis)
	}
}

func TestDescribe(t *testing.T) {
	site := func(s string) func(*analysis.Game) { return func(g *analysis.Game) { g.Site = s } }
	tests := []struct {
		name  string
		games []*analysis.Game
		want  EventTags
	}{
		{"nothing", nil, EventTags{Others: []string{}, Rounds: []string{}}},
		{
			"one event",
			[]*analysis.Game{
				rostertest.Pairing("A", "B", named("Riga Open"), site("Riga LAT"), rostertest.At("2021.10.28", "2.1"), played(90, 30)),
				rostertest.Pairing("A", "C", named("Riga Open"), site("Riga LAT"), rostertest.At("2021.10.27", "1.10")),
				rostertest.Pairing("A", "D", named("Riga Open"), site("?"), rostertest.At("????.??.??", "?")),
			},
			EventTags{
				Name: "Riga Open", Others: []string{}, Site: "Riga LAT", FirstDate: "2021.10.27", LastDate: "2021.10.28",
				Rounds: []string{"1", "2"}, TimeClass: analysis.StandardTime,
			},
		},
		{
			"several events and classes",
			[]*analysis.Game{
				rostertest.Pairing("A", "B", named("B Open"), played(90, 30)), rostertest.Pairing("A", "C", named("A Open"), played(3, 2)),
				rostertest.Pairing("A", "D", named("C Open")), rostertest.Pairing("A", "E", named("C Open")),
			},
			EventTags{Name: "C Open", Others: []string{"A Open", "B Open"}, Rounds: []string{}, TimeClass: Mixed},
		},
		{
			"broadcast",
			[]*analysis.Game{
				rostertest.Pairing("Malka, Samuel", "Oro, Faustino", named("Round 1: Malka, Samuel - Oro, Faustino"),
					site("https://lichess.org/study/x"), rostertest.Tag("StudyName", "Barcelona RR")),
				rostertest.Pairing("Malka, Samuel", "Oro, Faustino", rostertest.At("", "3"), named("Round 3: Malka, Samuel - Oro, Faustino"), rostertest.Tag("StudyName", "Round 3")),
			},
			EventTags{Name: "Barcelona RR", Others: []string{}, Rounds: []string{"3"}, TimeClass: analysis.StandardTime},
		},
		{
			"tie-break",
			[]*analysis.Game{rostertest.Pairing("A", "B", named("Cup TB1"))},
			EventTags{Name: "Cup TB1", Others: []string{}, Rounds: []string{}, TimeClass: Mixed},
		},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Describe(tt.games, standardOptions())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
