package reports

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

func has(actions []Permitted, action regulations.Measure) bool {
	return slices.ContainsFunc(actions, func(a Permitted) bool { return a.Action == string(action) })
}

// onlyHints reports whether nothing singles anybody out.
func onlyHints(actions []Permitted) bool {
	return !slices.ContainsFunc(actions, func(a Permitted) bool { return !light(regulations.Measure(a.Action)) })
}

// lifted are rounds as expected but for so many times four matches more.
func lifted(rounds, more int) []playedGame {
	played := regular(rounds, 5)
	for i := range more {
		played[i%rounds].hits++
	}
	return played
}

func onQuick(in *FullTestInput) { in.Provenance.Recipe = analysis.Quick() }

// Whatever Z is, quick evaluations lead to hints alone; without a calibration
// that covers the rating, to nothing.
func TestAQuickRunIsNeverAFullTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finished, singled := rapid.Bool().Draw(t, "finished"), rapid.Bool().Draw(t, "singled out")
		players, hits := rapid.SampledFrom([]int{0, 1, 10, 200, 2000}).Draw(t, "players"), rapid.IntRange(5, 10).Draw(t, "hits")
		beyond := rapid.Bool().Draw(t, "beyond")
		r := eventTest(t, regular(4, hits), func(in *FullTestInput) {
			onQuick(in)
			in.Players, in.Finished, in.SingledOut = players, finished, singled
			if beyond {
				in.Parameters.Ratings.High = 2300
			}
		})
		all := slices.Clone(r.Actions)
		for _, row := range r.Ranges {
			all = slices.Concat(all, row.Actions, row.Graver)
		}
		if r.Kind != QuickKind || !onlyHints(all) {
			t.Fatalf("kind %s: %+v, %+v", r.Kind, r.Actions, r.Ranges)
		}
		if beyond && (len(r.Actions) != 1 || r.Actions[0].Action != "no_action" || len(r.Ranges) > 0) {
			t.Fatalf("extrapolated: %+v, %+v", r.Actions, r.Ranges)
		}
	})
	if r := eventTest(t, regular(9, 9), onQuick); r.Held != string(regulations.ByQuickTest) || !has(r.Actions, regulations.OrangeAlert) {
		t.Errorf("Z %v: held %q, %+v", *r.Combined.Z, r.Held, r.Actions)
	}
	if r := eventTest(t, regular(9, 9), func(*FullTestInput) {}); r.Kind != FullKind || !has(r.Actions, regulations.IntrusiveWarranted) {
		t.Errorf("full: %+v", r.Actions)
	}
}

func TestKindOfRecipe(t *testing.T) {
	wide := analysis.Full()
	wide.Passes = []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 4_000_000}, {Name: analysis.Wide, MultiPV: 20, Nodes: 500_000}}
	deep := analysis.Full()
	deep.Name, deep.Passes = "ours", []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 4_000_000}, {Name: analysis.Wide, MultiPV: 60, Nodes: 500_000}}
	renamed := analysis.Quick()
	renamed.Name = "full"
	for _, tt := range []struct {
		recipe analysis.Recipe
		want   string
	}{{analysis.Full(), FullKind}, {analysis.Quick(), QuickKind}, {wide, QuickKind}, {deep, FullKind}, {renamed, QuickKind}, {analysis.Recipe{}, QuickKind}} {
		if got := kindOf(tt.recipe); got != tt.want {
			t.Errorf("%+v is %s, want %s", tt.recipe, got, tt.want)
		}
	}
}

// How many players the files name changes nothing: they may be the top boards. What depends on no
// number is permitted all the same, and the same as the list of what is permitted says.
func TestThePlayersOfTheFilesPermitNothing(t *testing.T) {
	for _, found := range []int{0, 2, 150, 4000} {
		r := eventTest(t, regular(9, 9), func(in *FullTestInput) { in.Players, in.Found = 0, found })
		listed := Permit(nil, []MadeTest{{"1", r}}, &tournament.EventRecord{}, false).Items[0]
		if now := (StageActions{r.Actions, r.Held}); !listed.Now.Equal(now) {
			t.Errorf("%d found: the list says %+v, the report %+v", found, listed.Now, now)
		}
		if !onlyHints(r.Actions) || !has(r.Actions, regulations.OrangeAlert) || r.Held != string(regulations.PlayersUnknown) || r.Combined.Among != nil || r.Combined.AmongMissing != PlayersUnknown {
			t.Errorf("%d found: %+v, held %q, %+v", found, r.Actions, r.Held, r.Combined)
		}
		if len(r.Ranges) != 3 || r.Ranges[0].To != 150 || r.Ranges[1].To != 400 || r.Ranges[2].From != 401 || r.Ranges[2].To != 0 {
			t.Fatalf("ranges %+v", r.Ranges)
		}
	}
	singled := eventTest(t, regular(9, 9), func(in *FullTestInput) { in.Players, in.SingledOut = 0, true })
	if !has(singled.Actions, regulations.IntrusiveWarranted) || len(singled.Ranges) != 0 {
		t.Errorf("singled out: %+v, %+v", singled.Actions, singled.Ranges)
	}
	usual := eventTest(t, regular(9, 5), func(in *FullTestInput) { in.Players = 0 })
	if len(usual.Ranges) != 0 || !has(usual.Actions, regulations.NoAction) {
		t.Errorf("nothing for any number of players: %+v, %+v", usual.Actions, usual.Ranges)
	}
}

// The adjusted p is at its limit where N = 0.05/Q(Z): for Z = 3.491 at 208 players,
// for 4.190 at 3579. What a range promises is what the report says once the number is stated, and
// beyond what it promises within a size nothing more is permitted.
func TestRangesAgreeWithStatedNumbers(t *testing.T) {
	for _, tt := range []struct {
		name     string
		played   []playedGame
		finished bool
		upTo     [3]int
	}{
		{"Z 3.5", lifted(9, 5), false, [3]int{150, 208, 0}},
		{"Z 2.8", lifted(9, 4), false, [3]int{0, 0, 0}},
		{"Z 4.2 after the event", lifted(9, 6), true, [3]int{150, 400, 3579}},
		{"Z 3.7 after three of nine rounds", regular(3, 6), false, [3]int{0, 0, 0}},
	} {
		ask := func(players int) *FullTest {
			return eventTest(t, tt.played, func(in *FullTestInput) { in.Players, in.Finished = players, tt.finished })
		}
		unstated := ask(0)
		for i, row := range unstated.Ranges {
			if row.UpTo != tt.upTo[i] {
				t.Errorf("%s: Z %v, range %+v, want up to %d", tt.name, *unstated.Combined.Z, row, tt.upTo[i])
			}
			for _, n := range []int{row.UpTo, row.UpTo + 1} {
				if n < row.From || row.To > 0 && n > row.To {
					continue
				}
				if grave := !onlyHints(ask(n).Actions); grave != (n <= row.UpTo) {
					t.Errorf("%s: %d players: %v, but the range says %+v", tt.name, n, grave, row)
				}
			}
		}
	}
}

// Z under its own boundary, the adjusted p and the permitted measures never point
// different ways, and where one holds a measure back the report names it.
func TestTheWeakestGoverns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rounds := rapid.IntRange(3, 5).Draw(t, "rounds")
		played := regular(rounds, 5)
		for i := range played {
			played[i].hits = rapid.IntRange(5, 8).Draw(t, "hits")
		}
		players := rapid.SampledFrom([]int{1, 20, 150, 400, 3000}).Draw(t, "players")
		r := eventTest(t, played, func(in *FullTestInput) { in.Players = players })
		last := r.Rounds[len(r.Rounds)-1]
		z := *r.Combined.Z
		weak := z < *last.Boundary || r.Combined.Among != nil && r.Combined.Among.Bonferroni > regulations.Unusual
		if !onlyHints(r.Actions) && weak {
			t.Fatalf("Z %v, boundary %v, p %+v: %+v", z, *last.Boundary, r.Combined.Among, r.Actions)
		}
		threshold := regulations.Shipped().Edition(time.Time{}).ZThreshold(players).Z
		if reached := r.Footing.Judged && z >= threshold; reached && weak && r.Held == "" {
			t.Fatalf("Z %v reaches %v, is held back, and nobody says why", z, threshold)
		}
	})
	early := eventTest(t, regular(3, 6), func(*FullTestInput) {})
	if early.Held != string(regulations.BelowBoundary) || !onlyHints(early.Actions) {
		t.Errorf("Z %v under %v: held %q, %+v", *early.Combined.Z, *early.Rounds[2].Boundary, early.Held, early.Actions)
	}
	many := eventTest(t, lifted(9, 5), func(in *FullTestInput) { in.Players = 300 })
	if many.Held != string(regulations.AmongPlayers) || !onlyHints(many.Actions) {
		t.Errorf("Z %v among 300, p %+v: held %q, %+v", *many.Combined.Z, many.Combined.Among, many.Held, many.Actions)
	}
}

// After the event and without other evidence, below 4.00 is no measure.
func TestAfterTheEvent(t *testing.T) {
	r := eventTest(t, lifted(9, 5), func(in *FullTestInput) { in.Finished = true })
	if z := *r.Combined.Z; z < 2 || z > 4 {
		t.Fatalf("Z is %v", z)
	}
	if a := r.Actions[0]; len(r.Actions) != 1 || a.Action != "no_action" || a.Article != "R-V-1" || a.Note != "below_line" || a.Citation != "Arbiters' Manual 2022, ch. 3, Regan's notes, V.1" {
		t.Errorf("%+v", r.Actions)
	}
}

func TestMissingFiguresHaveReasons(t *testing.T) {
	unfitted := func(in *FullTestInput) {
		in.Parameters, in.Provenance.Calibration, in.Provenance.UncalibratedFor = nil, nil, OtherEngine
	}
	tests := []struct {
		name   string
		change func(*FullTestInput)
		want   Reason
	}{
		{"engine", unfitted, OtherEngine},
		{"no calibration", func(in *FullTestInput) { in.Parameters, in.Provenance.Calibration = nil, nil }, NoCalibration},
		{"low rating", func(in *FullTestInput) { rated(in, analysis.White, 1300) }, LowRating},
	}
	for _, tt := range tests {
		r := eventTest(t, regular(4, 7), tt.change)
		for _, got := range []Reason{r.Combined.ZMissing, r.Combined.AmongMissing, r.PowerMissing, r.PosteriorMissing, r.BoundaryMissing, r.Tests[0].Missing} {
			if got != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
	}
	r := eventTest(t, regular(2, 7), func(*FullTestInput) {})
	if r.Combined.AmongMissing != FewMoves || r.PosteriorMissing != FewMoves || r.Combined.ZMissing != "" {
		t.Errorf("thin: %+v, %q", r.Combined, r.PosteriorMissing)
	}
	if o := r.Opponents; o.ZMissing == "" || o.IPR.Missing != NoMoves || o.RatingMissing != NoRating {
		t.Errorf("opponents without moves: %+v", o)
	}
	empty := eventTest(t, []playedGame{{"1", 1, 0, 0}}, func(*FullTestInput) {})
	for _, row := range empty.Tests {
		if row.Z == nil && row.Missing != NoMoves {
			t.Errorf("%+v", row)
		}
	}
	if g := empty.GameRows[0]; g.MM.Missing != NoMoves || g.AE.Missing != NoMoves {
		t.Errorf("%+v", g)
	}
}

// Reports with and without something on the watch list and in the log read alike once they are discreet.
func TestDiscreetReportsAreAlike(t *testing.T) {
	at := time.Date(2024, 5, 1, 15, 0, 0, 0, time.UTC)
	read := func(singled bool) (whole, discreet string) {
		r := eventTest(t, regular(9, 9), func(in *FullTestInput) {
			in.Record = &tournament.EventRecord{}
			if singled {
				in.SingledOut, in.Subset, in.Absences = true, "R1:10-12", []tournament.ListedNote{{Seq: 17, At: at}}
				in.Record.Watch, in.Record.Log = []tournament.ListedWatch{{At: at}}, []tournament.ListedNote{{Seq: 17, At: at}}
			}
		})
		written := func() string {
			text, err := JSON(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		whole = written()
		r.Discreet()
		return whole, written()
	}
	plain, plainly := read(false)
	singled, discreetly := read(true)
	if plain == singled {
		t.Error("the whole reports do not differ, so that this test shows nothing")
	}
	if plainly != discreetly {
		t.Errorf("without and with something to leave out:\n%s\n%s", plainly, discreetly)
	}
}
