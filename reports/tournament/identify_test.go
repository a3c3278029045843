package tournament

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
)

// persons lists who plays in a roster as "name id".
func persons(r *Roster) []string {
	var out []string
	for _, p := range r.Persons() {
		s := p.Name
		if p.FideID != "" {
			s += " #" + p.FideID
		}
		out = append(out, s)
	}
	return out
}

func kinds(r *Roster) []CaveatKind {
	var out []CaveatKind
	for _, c := range r.Caveats() {
		out = append(out, c.Kind)
	}
	return out
}

func TestIdentify(t *testing.T) {
	tests := []struct {
		name    string
		games   []*analysis.Game
		persons []string
		caveats []CaveatKind
	}{
		{
			"spellings of one name",
			[]*analysis.Game{
				pairing("Carlsen,Magnus", "X, A"), pairing("Carlsen, Magnus", "X, A"), pairing("CARLSEN,  Magnus.", "X, A"),
				pairing("Cárlsen, Mågnus", "X, A"), pairing("Carlsen, Magnus", "X, A"), pairing("Magnus Carlsen", "X, A"),
			},
			[]string{"Carlsen, Magnus", "X, A"}, nil,
		},
		{
			"special letters, hyphens and apostrophes",
			[]*analysis.Game{
				pairing("Vachier-Lagrave, Maxime", "Østergård, Søren"), pairing("Vachier Lagrave, Maxime", "Ostergard, Soren"),
				pairing("O'Kelly, Albéric", "Wojtaszek, Radosław"), pairing("OKelly, Alberic", "Wojtaszek, Radoslaw"),
			},
			[]string{"O'Kelly, Albéric", "Østergård, Søren", "Vachier-Lagrave, Maxime", "Wojtaszek, Radosław"}, nil,
		},
		{
			"FIDE id before name",
			[]*analysis.Game{
				pairing("Carlsen,M", "X, A", fideIDs("1503014", "")), pairing("Carlsen, Magnus", "X, A", fideIDs("01503014", "")),
			},
			[]string{"Carlsen, Magnus #1503014", "X, A"}, nil,
		},
		{
			"two ids are two persons",
			[]*analysis.Game{pairing("Wang, Hao", "Wang, Hao", fideIDs("8602883", "8600001"))},
			[]string{"Wang, Hao #8600001", "Wang, Hao #8602883"}, nil,
		},
		{
			"name without id is the one with id",
			[]*analysis.Game{
				pairing("Wang, Hao", "X, A", fideIDs("8602883", "")), pairing("Hao Wang", "X, A"), pairing("WANG, HAO", "X, A"),
			},
			[]string{"Wang, Hao #8602883", "X, A"}, nil,
		},
		{
			"name without id between two with id",
			[]*analysis.Game{
				pairing("Wang, Hao", "X, A", fideIDs("2", "")), pairing("Wang, Hao", "X, A", fideIDs("1", "")), pairing("Wang, Hao", "X, A"),
			},
			[]string{"Wang, Hao", "Wang, Hao #1", "Wang, Hao #2", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"initials that fit one",
			[]*analysis.Game{
				pairing("Carlsen, M.", "X, A"), pairing("Carlsen, Magnus", "X, A"), pairing("M. Carlsen", "X, A"), pairing("Carlsen, Magnus", "X, B"),
			},
			[]string{"Carlsen, Magnus", "X, A", "X, B"}, []CaveatKind{ByInitials},
		},
		{
			"initials that fit two",
			[]*analysis.Game{pairing("Polgar, S.", "X, A"), pairing("Polgar, Susan", "X, A"), pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar, S.", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"initials of somebody who played him",
			[]*analysis.Game{pairing("Fiorito, F.", "Fiorito, Fabian"), pairing("Fiorito, Francisco", "X, A")},
			[]string{"Fiorito, Fabian", "Fiorito, Francisco", "X, A"}, []CaveatKind{ByInitials},
		},
		{
			"middle initial",
			[]*analysis.Game{pairing("Tabatabaei, M. Amin", "X, A"), pairing("Tabatabaei, Mohammad Amin", "X, A", fideIDs("12521213", ""))},
			[]string{"Tabatabaei, Mohammad Amin #12521213", "X, A"}, []CaveatKind{ByInitials},
		},
		{
			"initials do not join two ids",
			[]*analysis.Game{pairing("Carlsen, M.", "X, A", fideIDs("1", "")), pairing("Carlsen, Magnus", "X, A", fideIDs("2", ""))},
			[]string{"Carlsen, M. #1", "Carlsen, Magnus #2", "X, A"}, nil,
		},
		{
			"scripts are not transliterated",
			[]*analysis.Game{pairing("Иванов, Пётр", "Ivanov, Petr"), pairing("ИВАНОВ, Петр", "X, A"), pairing("Бойко, Ія", "Бойко, Їя")},
			[]string{"Ivanov, Petr", "X, A", "Бойко, Ія", "Бойко, Їя", "Иванов, Пётр"}, nil,
		},
		{
			"surname and given name exchanged",
			[]*analysis.Game{pairing("Gawain,Jones", "X, A"), pairing("Jones, Gawain", "X, A", fideIDs("409561", ""))},
			[]string{"Jones, Gawain #409561", "X, A"}, []CaveatKind{Reversed},
		},
		{
			"exchanged names that met",
			[]*analysis.Game{pairing("James, Arthur", "Arthur, James")},
			[]string{"Arthur, James", "James, Arthur"}, []CaveatKind{Ambiguous, Ambiguous},
		},
		{
			"one id under unlike names",
			[]*analysis.Game{pairing("Carlsen, Magnus", "X, A", fideIDs("1", "")), pairing("Caruana, Fabiano", "X, A", fideIDs("1", ""))},
			[]string{"Caruana, Fabiano #1", "X, A"}, []CaveatKind{UnlikeNames},
		},
		{
			"id on both sides",
			[]*analysis.Game{
				pairing("Carlsen, Magnus", "Caruana, Fabiano", fideIDs("1503014", "1503014")),
				pairing("Carlsen, Magnus", "Caruana, Fabiano", fideIDs("1503014", "2020009")),
			},
			[]string{"Carlsen, Magnus #1503014", "Caruana, Fabiano #2020009"}, []CaveatKind{IDOnBothSides},
		},
		{
			"name on both sides",
			[]*analysis.Game{pairing("Smith, John", "SMITH, John")},
			[]string{"Smith, John"}, []CaveatKind{NameOnBothSides},
		},
		{
			"sides without a name",
			[]*analysis.Game{pairing("?", "Smith, John"), pairing("", "N.N.")},
			[]string{"Smith, John"}, []CaveatKind{Unnamed},
		},
		{
			"id without a name",
			[]*analysis.Game{pairing("?", "Smith, John", fideIDs("7", "0"))},
			[]string{"? #7", "Smith, John"}, nil,
		},
		{
			"bare surname of one",
			[]*analysis.Game{pairing("Aronian", "X, A"), pairing("Levon Aronian", "X, B"), pairing("Aronian, Levon", "X, C", fideIDs("13300474", ""))},
			[]string{"Aronian, Levon #13300474", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname},
		},
		{
			"bare surname with the id",
			[]*analysis.Game{pairing("Aronian", "X, A", fideIDs("13300474", "")), pairing("Aronian, Levon", "X, B")},
			[]string{"Aronian, Levon #13300474", "X, A", "X, B"}, []CaveatKind{BySurname},
		},
		{
			"bare surname and initials of one",
			[]*analysis.Game{pairing("Aronian", "X, A"), pairing("Aronian, L.", "X, B"), pairing("Aronian, Levon", "X, C")},
			[]string{"Aronian, Levon", "X, A", "X, B", "X, C"}, []CaveatKind{ByInitials, BySurname},
		},
		{
			"bare surname of two words",
			[]*analysis.Game{pairing("Van Foreest", "X, A"), pairing("Van Foreest, Jorden", "X, B"), pairing("Foreest, Arnold", "X, C")},
			[]string{"Foreest, Arnold", "Van Foreest, Jorden", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname},
		},
		{
			"bare surname of two",
			[]*analysis.Game{pairing("Polgar", "X, A"), pairing("Polgar, Susan", "X, A"), pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"bare surname of somebody who played its one bearer",
			[]*analysis.Game{pairing("Aronian", "Aronian, Levon")},
			[]string{"Aronian", "Aronian, Levon"}, nil,
		},
		{
			"bare surname of somebody who played one of two bearers",
			[]*analysis.Game{pairing("Polgar", "Polgar, Susan"), pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"two bare names of one person",
			[]*analysis.Game{pairing("Levon", "X, A"), pairing("Aronian", "X, B"), pairing("Levon Aronian", "X, C")},
			[]string{"Aronian", "Levon", "Levon Aronian", "X, A", "X, B", "X, C"}, []CaveatKind{Ambiguous, Ambiguous},
		},
		{
			"bare names in a chain",
			[]*analysis.Game{pairing("Zuniga", "X, A"), pairing("Ana Zuniga", "X, B"), pairing("Ana Zuniga, Maria", "X, C")},
			[]string{"Ana Zuniga, Maria", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname, BySurname},
		},
		{
			"bare surname with another id",
			[]*analysis.Game{pairing("Aronian", "X, A", fideIDs("1", "")), pairing("Aronian, Levon", "X, B", fideIDs("2", ""))},
			[]string{"Aronian #1", "Aronian, Levon #2", "X, A", "X, B"}, nil,
		},
		{
			"titles before names",
			[]*analysis.Game{
				pairing("Carlsen, Magnus", "X, A"), pairing("Carlsen, Magnus", "X, A"), pairing("GM Carlsen, Magnus", "X, B"),
				pairing("gm Magnus Carlsen", "X, C"), pairing("Dr. Hübner, Robert", "X, A"), pairing("Hübner, Dr. Robert", "X, A"),
				pairing("Hübner, Robert", "X, A"), pairing("Hübner, Robert", "X, A"), pairing("Im, Wim", "X, A"),
			},
			[]string{"Carlsen, Magnus", "Hübner, Robert", "Im, Wim", "X, A", "X, B", "X, C"}, nil,
		},
		{"no games", nil, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Identify(tt.games)
			if got := persons(r); !slices.Equal(got, tt.persons) {
				t.Errorf("persons %q, want %q", got, tt.persons)
			}
			if got := kinds(r); !slices.Equal(got, tt.caveats) {
				t.Errorf("caveats %q, want %q", r.Caveats(), tt.caveats)
			}
		})
	}
}

func TestIdentifyTakesTheLastFacts(t *testing.T) {
	first := pairing("Oro, Faustino", "X, A", at("2025.04.12", "1"), ratings(2454, 0))
	first.White.Title, first.White.Federation = "FM", "ARG"
	last := pairing("Oro, F.", "X, A", at("2025.05.02", "2"), ratings(2440, 0))
	last.White.Title = "IM"
	again := pairing("Oro, Faustino", "X, A", at("2025.04.13", "2"), ratings(2454, 0))
	p := Identify([]*analysis.Game{last, again, first}).Of(first, analysis.White)
	if p.Rating != 2440 || p.Title != "IM" || p.Federation != "ARG" {
		t.Errorf("rating %d, title %q, federation %q; want 2440, IM, ARG", p.Rating, p.Title, p.Federation)
	}
	if !slices.Equal(p.Ratings, []int{2440, 2454}) || !slices.Equal(p.Aliases, []string{"Oro, F."}) {
		t.Errorf("ratings %v, aliases %q", p.Ratings, p.Aliases)
	}
}

func TestOfNamelessSides(t *testing.T) {
	g, stranger := pairing("?", "Smith, John"), pairing("Nobody, Known", "Smith, John")
	r := Identify([]*analysis.Game{g})
	if p := r.Of(g, analysis.White); p == nil || p.Name != "" || p != r.Of(stranger, analysis.White) {
		t.Errorf("side without a name is %+v", p)
	}
	if p := r.Of(stranger, analysis.Black); p.Name != "Smith, John" {
		t.Errorf("known name in another game is %+v", p)
	}
}

// drawGames makes games among few names, so that likenesses of every kind meet.
func drawGames(t *rapid.T) []*analysis.Game {
	name := rapid.SampledFrom([]string{
		"Carlsen, Magnus", "Carlsen,M", "M. Carlsen", "Magnus Carlsen", "CARLSEN, MAGNUS", "Magnus, Carlsen", "Carlsen, Maria",
		"Carlsen", "Magnus", "GM Carlsen, Magnus", "Wang", "Wang, Hao", "Hao Wang", "Wang, H.", "Иванов, П.", "Иванов, Пётр", "Smith, J. R.", "Smith, John Robert", "?",
	})
	id := rapid.SampledFrom([]string{"", "", "", "1", "2", "01"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *analysis.Game {
		return pairing(name.Draw(t, "white"), name.Draw(t, "black"),
			fideIDs(id.Draw(t, "white id"), id.Draw(t, "black id")),
			ratings(rapid.IntRange(0, 3).Draw(t, "white rating"), rapid.IntRange(0, 3).Draw(t, "black rating")),
			at(rapid.SampledFrom([]string{"", "2025.04.12", "2025.04.13"}).Draw(t, "date"), rapid.SampledFrom([]string{"", "1", "1.2", "2"}).Draw(t, "round")),
			plies(rapid.SampledFrom([]int{0, 1, 16, 17, 40}).Draw(t, "plies"), rapid.IntRange(0, 1).Draw(t, "seed")),
		)
	}), 0, 14).Draw(t, "games")
}

func TestIdentifyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := drawGames(t)
		r := Identify(games)
		if again := Identify(shuffled(games, rapid.Uint64().Draw(t, "shuffle"))); rosterText(r) != rosterText(again) {
			t.Fatalf("another order, another roster:\n%s\nand\n%s", rosterText(r), rosterText(again))
		}
		all := r.Persons()
		byID := map[string]*Person{}
		for _, p := range all {
			if p.FideID != "" && byID[p.FideID] != nil {
				t.Fatalf("two persons with FIDE id %s", p.FideID)
			}
			byID[p.FideID] = p
		}
		for _, g := range games {
			white, black := r.Of(g, analysis.White), r.Of(g, analysis.Black)
			for c, p := range []*Person{white, black} {
				side := g.Player(analysis.Color(c))
				if listed := slices.Contains(all, p); listed == (identityKey(g, analysis.Color(c)) == "") {
					t.Fatalf("%+v listed %v", side, listed)
				}
				if listed := slices.Contains(append(p.Aliases, p.Name), side.Name); !listed && p != r.unnamed {
					t.Fatalf("%q is missing among the names of %+v", side.Name, p)
				}
			}
			if white == black && white != r.unnamed && identityKey(g, analysis.White) != identityKey(g, analysis.Black) {
				t.Fatalf("%q and %q taken for one although they met", g.White.Name, g.Black.Name)
			}
		}
	})
}
