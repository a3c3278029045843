package roster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
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
				rostertest.Pairing("Carlsen,Magnus", "X, A"), rostertest.Pairing("Carlsen, Magnus", "X, A"), rostertest.Pairing("CARLSEN,  Magnus.", "X, A"),
				rostertest.Pairing("Cárlsen, Mågnus", "X, A"), rostertest.Pairing("Carlsen, Magnus", "X, A"), rostertest.Pairing("Magnus Carlsen", "X, A"),
			},
			[]string{"Carlsen, Magnus", "X, A"}, nil,
		},
		{
			"special letters, hyphens and apostrophes",
			[]*analysis.Game{
				rostertest.Pairing("Vachier-Lagrave, Maxime", "Østergård, Søren"), rostertest.Pairing("Vachier Lagrave, Maxime", "Ostergard, Soren"),
				rostertest.Pairing("O'Kelly, Albéric", "Wojtaszek, Radosław"), rostertest.Pairing("OKelly, Alberic", "Wojtaszek, Radoslaw"),
			},
			[]string{"O'Kelly, Albéric", "Østergård, Søren", "Vachier-Lagrave, Maxime", "Wojtaszek, Radosław"}, nil,
		},
		{
			"FIDE id before name",
			[]*analysis.Game{
				rostertest.Pairing("Carlsen,M", "X, A", rostertest.FideIDs("1503014", "")), rostertest.Pairing("Carlsen, Magnus", "X, A", rostertest.FideIDs("01503014", "")),
			},
			[]string{"Carlsen, Magnus #1503014", "X, A"}, nil,
		},
		{
			"two ids are two persons",
			[]*analysis.Game{rostertest.Pairing("Wang, Hao", "Wang, Hao", rostertest.FideIDs("8602883", "8600001"))},
			[]string{"Wang, Hao #8600001", "Wang, Hao #8602883"}, nil,
		},
		{
			"name without id is the one with id",
			[]*analysis.Game{
				rostertest.Pairing("Wang, Hao", "X, A", rostertest.FideIDs("8602883", "")), rostertest.Pairing("Hao Wang", "X, A"), rostertest.Pairing("WANG, HAO", "X, A"),
			},
			[]string{"Wang, Hao #8602883", "X, A"}, nil,
		},
		{
			"name without id between two with id",
			[]*analysis.Game{
				rostertest.Pairing("Wang, Hao", "X, A", rostertest.FideIDs("2", "")), rostertest.Pairing("Wang, Hao", "X, A", rostertest.FideIDs("1", "")), rostertest.Pairing("Wang, Hao", "X, A"),
			},
			[]string{"Wang, Hao", "Wang, Hao #1", "Wang, Hao #2", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"initials that fit one",
			[]*analysis.Game{
				rostertest.Pairing("Carlsen, M.", "X, A"), rostertest.Pairing("Carlsen, Magnus", "X, A"), rostertest.Pairing("M. Carlsen", "X, A"), rostertest.Pairing("Carlsen, Magnus", "X, B"),
			},
			[]string{"Carlsen, Magnus", "X, A", "X, B"}, []CaveatKind{ByInitials},
		},
		{
			"initials that fit two",
			[]*analysis.Game{rostertest.Pairing("Polgar, S.", "X, A"), rostertest.Pairing("Polgar, Susan", "X, A"), rostertest.Pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar, S.", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"initials of somebody who played him",
			[]*analysis.Game{rostertest.Pairing("Fiorito, F.", "Fiorito, Fabian"), rostertest.Pairing("Fiorito, Francisco", "X, A")},
			[]string{"Fiorito, Fabian", "Fiorito, Francisco", "X, A"}, []CaveatKind{ByInitials},
		},
		{
			"middle initial",
			[]*analysis.Game{rostertest.Pairing("Tabatabaei, M. Amin", "X, A"), rostertest.Pairing("Tabatabaei, Mohammad Amin", "X, A", rostertest.FideIDs("12521213", ""))},
			[]string{"Tabatabaei, Mohammad Amin #12521213", "X, A"}, []CaveatKind{ByInitials},
		},
		{
			"initials do not join two ids",
			[]*analysis.Game{rostertest.Pairing("Carlsen, M.", "X, A", rostertest.FideIDs("1", "")), rostertest.Pairing("Carlsen, Magnus", "X, A", rostertest.FideIDs("2", ""))},
			[]string{"Carlsen, M. #1", "Carlsen, Magnus #2", "X, A"}, nil,
		},
		{
			"scripts are not transliterated",
			[]*analysis.Game{rostertest.Pairing("Иванов, Пётр", "Ivanov, Petr"), rostertest.Pairing("ИВАНОВ, Петр", "X, A"), rostertest.Pairing("Бойко, Ія", "Бойко, Їя")},
			[]string{"Ivanov, Petr", "X, A", "Бойко, Ія", "Бойко, Їя", "Иванов, Пётр"}, nil,
		},
		{
			"surname and given name exchanged",
			[]*analysis.Game{rostertest.Pairing("Gawain,Jones", "X, A"), rostertest.Pairing("Jones, Gawain", "X, A", rostertest.FideIDs("409561", ""))},
			[]string{"Jones, Gawain #409561", "X, A"}, []CaveatKind{Reversed},
		},
		{
			"exchanged names that met",
			[]*analysis.Game{rostertest.Pairing("James, Arthur", "Arthur, James")},
			[]string{"Arthur, James", "James, Arthur"}, []CaveatKind{Ambiguous, Ambiguous},
		},
		{
			"one id under unlike names",
			[]*analysis.Game{rostertest.Pairing("Carlsen, Magnus", "X, A", rostertest.FideIDs("1", "")), rostertest.Pairing("Caruana, Fabiano", "X, A", rostertest.FideIDs("1", ""))},
			[]string{"Caruana, Fabiano #1", "X, A"}, []CaveatKind{UnlikeNames},
		},
		{
			"id on both sides",
			[]*analysis.Game{
				rostertest.Pairing("Carlsen, Magnus", "Caruana, Fabiano", rostertest.FideIDs("1503014", "1503014")),
				rostertest.Pairing("Carlsen, Magnus", "Caruana, Fabiano", rostertest.FideIDs("1503014", "2020009")),
			},
			[]string{"Carlsen, Magnus #1503014", "Caruana, Fabiano #2020009"}, []CaveatKind{IDOnBothSides},
		},
		{
			"name on both sides",
			[]*analysis.Game{rostertest.Pairing("Smith, John", "SMITH, John")},
			[]string{"Smith, John"}, []CaveatKind{NameOnBothSides},
		},
		{
			"sides without a name",
			[]*analysis.Game{rostertest.Pairing("?", "Smith, John"), rostertest.Pairing("", "N.N.")},
			[]string{"Smith, John"}, []CaveatKind{Unnamed},
		},
		{
			"id without a name",
			[]*analysis.Game{rostertest.Pairing("?", "Smith, John", rostertest.FideIDs("7", "0"))},
			[]string{"? #7", "Smith, John"}, nil,
		},
		{
			"bare surname of one",
			[]*analysis.Game{rostertest.Pairing("Aronian", "X, A"), rostertest.Pairing("Levon Aronian", "X, B"), rostertest.Pairing("Aronian, Levon", "X, C", rostertest.FideIDs("13300474", ""))},
			[]string{"Aronian, Levon #13300474", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname},
		},
		{
			"bare surname with the id",
			[]*analysis.Game{rostertest.Pairing("Aronian", "X, A", rostertest.FideIDs("13300474", "")), rostertest.Pairing("Aronian, Levon", "X, B")},
			[]string{"Aronian, Levon #13300474", "X, A", "X, B"}, []CaveatKind{BySurname},
		},
		{
			"bare surname and initials of one",
			[]*analysis.Game{rostertest.Pairing("Aronian", "X, A"), rostertest.Pairing("Aronian, L.", "X, B"), rostertest.Pairing("Aronian, Levon", "X, C")},
			[]string{"Aronian, Levon", "X, A", "X, B", "X, C"}, []CaveatKind{ByInitials, BySurname},
		},
		{
			"bare surname of two words",
			[]*analysis.Game{rostertest.Pairing("Van Foreest", "X, A"), rostertest.Pairing("Van Foreest, Jorden", "X, B"), rostertest.Pairing("Foreest, Arnold", "X, C")},
			[]string{"Foreest, Arnold", "Van Foreest, Jorden", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname},
		},
		{
			"bare surname of two",
			[]*analysis.Game{rostertest.Pairing("Polgar", "X, A"), rostertest.Pairing("Polgar, Susan", "X, A"), rostertest.Pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"bare surname of somebody who played its one bearer",
			[]*analysis.Game{rostertest.Pairing("Aronian", "Aronian, Levon")},
			[]string{"Aronian", "Aronian, Levon"}, nil,
		},
		{
			"bare surname of somebody who played one of two bearers",
			[]*analysis.Game{rostertest.Pairing("Polgar", "Polgar, Susan"), rostertest.Pairing("Polgar, Sofia", "X, A")},
			[]string{"Polgar", "Polgar, Sofia", "Polgar, Susan", "X, A"}, []CaveatKind{Ambiguous},
		},
		{
			"two bare names of one person",
			[]*analysis.Game{rostertest.Pairing("Levon", "X, A"), rostertest.Pairing("Aronian", "X, B"), rostertest.Pairing("Levon Aronian", "X, C")},
			[]string{"Aronian", "Levon", "Levon Aronian", "X, A", "X, B", "X, C"}, []CaveatKind{Ambiguous, Ambiguous},
		},
		{
			"bare names in a chain",
			[]*analysis.Game{rostertest.Pairing("Zuniga", "X, A"), rostertest.Pairing("Ana Zuniga", "X, B"), rostertest.Pairing("Ana Zuniga, Maria", "X, C")},
			[]string{"Ana Zuniga, Maria", "X, A", "X, B", "X, C"}, []CaveatKind{BySurname, BySurname},
		},
		{
			"bare surname with another id",
			[]*analysis.Game{rostertest.Pairing("Aronian", "X, A", rostertest.FideIDs("1", "")), rostertest.Pairing("Aronian, Levon", "X, B", rostertest.FideIDs("2", ""))},
			[]string{"Aronian #1", "Aronian, Levon #2", "X, A", "X, B"}, nil,
		},
		{
			"titles before names",
			[]*analysis.Game{
				rostertest.Pairing("Carlsen, Magnus", "X, A"), rostertest.Pairing("Carlsen, Magnus", "X, A"), rostertest.Pairing("GM Carlsen, Magnus", "X, B"),
				rostertest.Pairing("gm Magnus Carlsen", "X, C"), rostertest.Pairing("Dr. Hübner, Robert", "X, A"), rostertest.Pairing("Hübner, Dr. Robert", "X, A"),
				rostertest.Pairing("Hübner, Robert", "X, A"), rostertest.Pairing("Hübner, Robert", "X, A"), rostertest.Pairing("Im, Wim", "X, A"),
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
	first := rostertest.Pairing("Oro, Faustino", "X, A", rostertest.At("2025.04.12", "1"), rostertest.Ratings(2454, 0))
	first.White.Title, first.White.Federation = "FM", "ARG"
	last := rostertest.Pairing("Oro, F.", "X, A", rostertest.At("2025.05.02", "2"), rostertest.Ratings(2440, 0))
	last.White.Title = "IM"
	again := rostertest.Pairing("Oro, Faustino", "X, A", rostertest.At("2025.04.13", "2"), rostertest.Ratings(2454, 0))
	p := Identify([]*analysis.Game{last, again, first}).Of(first, analysis.White)
	if p.Rating != 2440 || p.Title != "IM" || p.Federation != "ARG" {
		t.Errorf("rating %d, title %q, federation %q; want 2440, IM, ARG", p.Rating, p.Title, p.Federation)
	}
	if !slices.Equal(p.Ratings, []int{2440, 2454}) || !slices.Equal(p.Aliases, []string{"Oro, F."}) {
		t.Errorf("ratings %v, aliases %q", p.Ratings, p.Aliases)
	}
}

func TestOfNamelessSides(t *testing.T) {
	g, stranger := rostertest.Pairing("?", "Smith, John"), rostertest.Pairing("Nobody, Known", "Smith, John")
	r := Identify([]*analysis.Game{g})
	if p := r.Of(g, analysis.White); p == nil || p.Name != "" || p != r.Of(stranger, analysis.White) {
		t.Errorf("side without a name is %+v", p)
	}
	if p := r.Of(stranger, analysis.Black); p.Name != "Smith, John" {
		t.Errorf("known name in another game is %+v", p)
	}
}

// rosterText shows a roster in full.
func rosterText(r *Roster) string {
	var b strings.Builder
	for _, p := range r.Persons() {
		fmt.Fprintf(&b, "%+v\n", *p)
	}
	for _, c := range r.Caveats() {
		fmt.Fprintf(&b, "%s: %s\n", c.Kind, c)
	}
	return b.String()
}

func TestIdentifyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		r := Identify(games)
		if again := Identify(rostertest.Shuffled(games, rapid.Uint64().Draw(t, "shuffle"))); rosterText(r) != rosterText(again) {
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
				if listed := slices.Contains(all, p); listed == ((writtenNames{}).key(g, analysis.Color(c)) == "") {
					t.Fatalf("%+v listed %v", side, listed)
				}
				if listed := slices.Contains(append(p.Aliases, p.Name), side.Name); !listed && p != r.unnamed {
					t.Fatalf("%q is missing among the names of %+v", side.Name, p)
				}
			}
			if key := (writtenNames{}).key; white == black && white != r.unnamed && key(g, analysis.White) != key(g, analysis.Black) {
				t.Fatalf("%q and %q taken for one although they met", g.White.Name, g.Black.Name)
			}
		}
	})
}
