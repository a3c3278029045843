package roster

import (
	"fmt"
	"testing"

	"fairplay/analysis"
)

func TestCaveatString(t *testing.T) {
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("Smith, John%02d", i))
	}
	tests := []struct {
		caveat Caveat
		want   string
	}{
		{
			Caveat{Kind: Ambiguous, Names: []string{"Wang, H", "Wang, Hao", "Wang, Hua"}, FideIDs: []string{"1"}},
			`"Wang, H" may be "Wang, Hao" or "Wang, Hua" (FIDE id 1); kept apart`,
		},
		{
			Caveat{Kind: BySurname, Names: []string{"Aronian", "Aronian, Levon"}},
			`"Aronian" and "Aronian, Levon" taken for one player, since nobody else bears the surname`,
		},
		{
			Caveat{Kind: TooManyAlike, Names: many},
			`"Smith, John00", "Smith, John01", "Smith, John02", "Smith, John03", "Smith, John04", "Smith, John05", "Smith, John06", ` +
				`"Smith, John07", "Smith, John08", 3 more: too many names of one surname and initial; those with initials were kept apart`,
		},
		{Caveat{Kind: Unnamed, Count: 3}, `3 sides of games name nobody`},
		{
			Caveat{Kind: TwoGamesInRound, Names: []string{"Adams, Ann"}, Round: "1", Count: 2},
			`"Adams, Ann" has 2 games in round 1; all of them count, and one game may be counted twice`,
		},
	}
	for _, tt := range tests {
		if got := tt.caveat.short().String(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// A crowd with initials on either side is reported once and kept apart.
func TestTooManyAlike(t *testing.T) {
	r := Identify(crowd(400, crowds()["initials on either side"]))
	if got := kinds(r); len(got) != 1 || got[0] != TooManyAlike || len(r.Persons()) != 400 {
		t.Errorf("%d persons, caveats %v", len(r.Persons()), r.Caveats())
	}
}

// The initial that fits a whole crowd is reported once, with a few of the names.
func TestInitialOfCrowd(t *testing.T) {
	r := Identify(crowd(2_000, crowds()["one initial fits all"]))
	if len(r.Caveats()) != 1 {
		t.Fatalf("%d caveats", len(r.Caveats()))
	}
	// The initial met one of the others and is none of them.
	if c := r.Caveats()[0]; c.Kind != Ambiguous || len(c.Names) != mostNames+1 || c.More != 1_998-mostNames {
		t.Errorf("%+v", c)
	}
	if p := r.Of(&analysis.Game{White: analysis.Player{Name: "Smith, J"}}, analysis.White); p.Name != "Smith, J" {
		t.Errorf("the initial became %+v", p)
	}
}
