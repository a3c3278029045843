package roster

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
)

func entered(number int, name, id string, rating int) Entry {
	e := Entry{Number: number, Name: name, FideID: id, Rating: rating, Caveats: []EntryCaveat{}}
	e.InForce = Rating{Rating: rating, SD: 100, Basis: ByList}
	return e
}

// entriesOf lists who has which entry, as "name number".
func entriesOf(r *Roster) map[string]int {
	all := map[string]int{}
	for _, p := range r.Persons() {
		if p.Entry != nil {
			all[p.Name] = p.Entry.Number
		}
	}
	return all
}

func TestEntries(t *testing.T) {
	games := []*analysis.Game{
		rostertest.Pairing("Ivanov, Petr", "Kowalska, A."), rostertest.Pairing("Кличко, Виктор", "Petr Ivanov"),
		rostertest.Pairing("Smith, John", "Smith, Jane"), rostertest.Pairing("Guest, A", "Ivanov, Petr"),
	}
	games[0].White.Rating, games[0].White.Federation = 2400, "RUS"
	klychko := entered(3, "Klychko, Viktor", "14100000", 2500)
	klychko.CalledAs = []Called{{Name: "Кличко, Виктор"}}
	r := Identify(games,
		entered(1, "Ivanov, Petr", "24100000", 2450), entered(2, "Kowalska, Anna", "", 2300), klychko,
		entered(4, "Smith, John", "", 2000), entered(5, "Smith, John", "", 2100), entered(6, "Absent, Player", "", 2200))
	r.Rate(games)

	want := map[string]int{"Ivanov, Petr": 1, "Kowalska, Anna": 2, "Klychko, Viktor": 3}
	got := entriesOf(r)
	for name, number := range want {
		if got[name] != number {
			t.Errorf("%s is number %d, want %d", name, got[name], number)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v: two of one name are nobody, and who does not play is not there", got)
	}
	ivanov := r.Of(games[0], analysis.White)
	if ivanov.Rating != 2450 || ivanov.RatingSD() != 100 || ivanov.RatingBasis() != ByList || ivanov.FideID != "24100000" || ivanov.Federation != "RUS" {
		t.Errorf("%+v", ivanov)
	}
	if guest := r.Of(games[3], analysis.White); guest.RatingBasis() != "" || guest.RatingSD() != 0 {
		t.Errorf("%+v", guest)
	}
	if !slices.Contains(kinds(r), OtherRating) {
		t.Errorf("nobody is told that the games have another rating: %v", r.Caveats())
	}
	if klychko := r.Of(games[1], analysis.White); klychko.Name != "Klychko, Viktor" || !slices.Equal(klychko.Aliases, []string{"Кличко, Виктор"}) {
		t.Errorf("%+v", klychko)
	}
}

// An answer that would make somebody his own opponent is not followed.
func TestAnAnswerThatCannotBe(t *testing.T) {
	games := []*analysis.Game{rostertest.Pairing("Ivanov, Petr", "Petrov, Ivan")}
	e := entered(1, "Ivanov, Petr", "", 2400)
	e.CalledAs = []Called{{Name: "Petrov, Ivan"}}
	r := Identify(games, e)
	if r.Of(games[0], analysis.White) == r.Of(games[0], analysis.Black) {
		t.Errorf("%v", persons(r))
	}
}

// A list of players that says of each what the games say changes nobody, in whatever order it is.
func TestEntriesOfTheGamesChangeNobody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"Ivanov, Petr", "Kowalska, Anna", "Smith, John", "Østergård, Søren", "Wei, Yi"}
		var games []*analysis.Game
		for range rapid.IntRange(1, 8).Draw(t, "games") {
			two := rapid.Permutation(names).Draw(t, "players")
			games = append(games, rostertest.Pairing(two[0], two[1]))
		}
		alone := Identify(games)
		entries := rapid.Permutation(alone.Entries()).Draw(t, "entries")
		for i := range entries {
			entries[i].Number = i + 1
		}
		if got := persons(Identify(games, entries...)); !slices.Equal(got, persons(alone)) {
			t.Errorf("%v became %v", persons(alone), got)
		}
	})
}
