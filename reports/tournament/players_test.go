package tournament_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Answers and corrections belong to a player and not to his number: when a later list numbers the
// players otherwise, as after a late entry, they go with him, and where nobody on it is he, they
// fall away.
func TestAnswersGoWithThePlayer(t *testing.T) {
	list := func(names ...string) tournament.PlayersList {
		l := tournament.PlayersList{Whole: true}
		for i, name := range names {
			name, id, _ := strings.Cut(name, "#")
			l.Players = append(l.Players, roster.Entry{Number: i + 1, Name: name, FideID: id, Rating: 2000})
		}
		return l
	}
	answer := func(name string, number int) tournament.NameAnswer {
		return tournament.NameAnswer{Called: roster.Called{Name: name}, Number: number}
	}
	estimate := tournament.PlayersList{Players: []roster.Entry{{Number: 2, Name: "Beta, Boris", Rating: 2150, Estimated: true}}}
	renamed := tournament.PlayersList{Players: []roster.Entry{{Number: 1, Name: "Alpha-Smith, Anna", FideID: "1"}}}
	for _, c := range []struct {
		name string
		says []tournament.EntryBody
		want string // number name rating: names by which games call him
	}{
		{"one list", []tournament.EntryBody{list("Alpha, Anna", "Beta, Boris"), answer("Альфа", 1), estimate},
			"1 Alpha, Anna 2000: Альфа; 2 Beta, Boris 2150: "},
		{"a late entry", []tournament.EntryBody{list("Alpha, Anna", "Beta, Boris"), answer("Альфа", 1), answer("Бета", 2), estimate, list("Late, Lara", "Alpha, Anna", "Beta, Boris")},
			"1 Late, Lara 2000: ; 2 Alpha, Anna 2000: Альфа; 3 Beta, Boris 2150: Бета"},
		{"another name since", []tournament.EntryBody{list("Alpha, Anna#1", "Beta, Boris"), answer("Альфа", 1), renamed, list("Beta, Boris", "Alpha, Anna#1")},
			"1 Beta, Boris 2000: ; 2 Alpha-Smith, Anna 0: Альфа"},
		{"nobody is he", []tournament.EntryBody{list("Alpha, Anna", "Beta, Boris"), answer("Альфа", 1), estimate, list("Gamma, Gert", "Delta, Dora")},
			"1 Gamma, Gert 2000: ; 2 Delta, Dora 2000: "},
		{"two who may be he", []tournament.EntryBody{list("Alpha, Anna", "Beta, Boris"), answer("Бета", 2), list("Beta, Boris", "Beta, Boris")},
			"1 Beta, Boris 2000: ; 2 Beta, Boris 2000: "},
		{"a new answer", []tournament.EntryBody{list("Alpha, Anna", "Beta, Boris"), answer("А. Б.", 1), answer("А. Б.", 2)},
			"1 Alpha, Anna 2000: ; 2 Beta, Boris 2000: А. Б."},
	} {
		journal := journalOf(t, c.says...)
		players, err := tournament.Players(journal)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := tournament.Answers(journal)
		if err != nil {
			t.Fatal(err)
		}
		called := 0
		var all []string
		for _, p := range players {
			var names []string
			for _, n := range p.CalledAs {
				names = append(names, n.Name)
				called++
			}
			all = append(all, strings.TrimSpace(strings.Join([]string{strconv.Itoa(p.Number), p.Name, strconv.Itoa(p.Rating)}, " "))+": "+strings.Join(names, ", "))
		}
		if got := strings.Join(all, "; "); got != c.want || len(answers) != called {
			t.Errorf("%s: %s, with %d answers; want %s", c.name, got, len(answers), c.want)
		}
	}
}

// A list that grows shorter once the event has begun lowers no threshold.
func TestMostPlayers(t *testing.T) {
	list := func(n int) tournament.PlayersList {
		l := tournament.PlayersList{Whole: true}
		for i := range n {
			l.Players = append(l.Players, roster.Entry{Number: i + 1, Name: "Player " + strconv.Itoa(i+1)})
		}
		return l
	}
	for _, c := range []struct {
		before, after int
		want          int
	}{{160, 100, 160}, {100, 160, 160}, {160, 160, 160}} {
		journal := journalOf(t, list(c.before), list(c.after))
		journal[0].At, journal[1].At = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
		if got, err := tournament.MostPlayers(journal, "2026-03-14", "Europe/Kyiv"); err != nil || got != c.want {
			t.Errorf("%d players, later %d: %d, %v", c.before, c.after, got, err)
		}
	}
}
