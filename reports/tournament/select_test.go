package tournament

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/roster/rostertest"
)

func standardOptions() Options {
	return Options{
		Policy: analysis.StandardPolicy(), Edition: regulations.Shipped().Edition(parseDay("2025.04.12")),
		TimeClasses: []analysis.TimeClass{analysis.StandardTime}, Assume: analysis.StandardTime,
	}
}

func played(minutes, increment float64) func(*analysis.Game) {
	return func(g *analysis.Game) {
		g.TimeControl = analysis.TimeControl{Periods: []analysis.Period{{Base: minutes * 60, Increment: increment}}}
	}
}

func TestSelectReasons(t *testing.T) {
	other := func(o *Options) { o.RuleSet = regulations.OtherRules }
	undecided := func(o *Options) { o.Assume = analysis.UnknownTime }
	everything := func(o *Options) { o.Assume, o.TimeClasses = analysis.UnknownTime, nil }
	unplayed := func(g *analysis.Game) { g.Played = false }
	cut := func(g *analysis.Game) { g.Cut = &analysis.GameError{Reason: "illegal move"} }
	fischer := func(g *analysis.Game) { g.Variant = analysis.Chess960 }
	russian := func(o *Options) { o.RuleSet = regulations.RU2011; o.TimeClasses = []analysis.TimeClass{analysis.Blitz} }
	tests := []struct {
		name   string
		change func(*Options)
		game   *analysis.Game
		want   analysis.Exclusion
	}{
		{"plain game", nil, rostertest.Pairing("A", "B"), analysis.Counted},
		{"standard time", nil, rostertest.Pairing("A", "B", played(90, 30)), analysis.Counted},
		{"rapid", nil, rostertest.Pairing("A", "B", played(15, 10)), analysis.WrongTimeClass},
		{"12 minutes under Russian rules", russian, rostertest.Pairing("A", "B", played(12, 0)), analysis.Counted},
		{"nothing said, nothing assumed", undecided, rostertest.Pairing("A", "B"), analysis.WrongTimeClass},
		{"nothing said, everything counts", everything, rostertest.Pairing("A", "B"), analysis.Counted},
		{"other rules", other, rostertest.Pairing("A", "B"), analysis.OtherRuleSet},
		{"forfeit", nil, rostertest.Pairing("A", "B", rostertest.Plies(0, 0), unplayed), analysis.Unplayed},
		{"one move only", nil, rostertest.Pairing("A", "B", rostertest.Plies(1, 0), unplayed), analysis.Unplayed},
		{"broken off at once", nil, rostertest.Pairing("A", "B", rostertest.Plies(0, 0), unplayed, cut), analysis.TooShort},
		{"eight turns each", nil, rostertest.Pairing("A", "B", rostertest.Plies(16, 0)), analysis.TooShort},
		{"nine turns of White", nil, rostertest.Pairing("A", "B", rostertest.Plies(17, 0)), analysis.Counted},
		{"broken off later", nil, rostertest.Pairing("A", "B", rostertest.Plies(30, 0), cut), analysis.Counted},
		{"Chess960", nil, rostertest.Pairing("A", "B", rostertest.Plies(0, 0), fischer), analysis.NonStandard},
	}
	for _, tt := range tests {
		o := standardOptions()
		if tt.change != nil {
			tt.change(&o)
		}
		got := Select([]*analysis.Game{tt.game}, o)
		if len(got) != 1 || got[0].Excluded != tt.want || got[0].Game != tt.game {
			t.Errorf("%s: %+v, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSelectDuplicates(t *testing.T) {
	round1 := rostertest.At("2025.04.12", "1.1")
	fischer := func(g *analysis.Game) { g.Variant, g.Plies = analysis.Chess960, nil }
	tests := []struct {
		name  string
		games []*analysis.Game
		kept  []int // indices of the games that stay
	}{
		{"the same game twice", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", round1)}, []int{0}},
		{"without date and round", []*analysis.Game{rostertest.Pairing("A", "B"), rostertest.Pairing("A", "B")}, []int{0}},
		{"longer second copy", []*analysis.Game{rostertest.Pairing("A", "B", round1, rostertest.Plies(30, 0)), rostertest.Pairing("A", "B", round1)}, []int{1}},
		{"record begun without moves", []*analysis.Game{rostertest.Pairing("A", "B", round1, rostertest.Plies(0, 0)), rostertest.Pairing("A", "B", round1)}, []int{1}},
		{"another board number", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "1.7"), rostertest.Plies(30, 0))}, []int{0}},
		{"another spelling", []*analysis.Game{rostertest.Pairing("Carlsen, Magnus", "B", round1), rostertest.Pairing("Magnus Carlsen", "B", round1, rostertest.Ratings(2830, 0))}, []int{1}},
		{"one without a date", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("", "1"))}, []int{0}},
		{"moves differ", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", round1, rostertest.Plies(40, 1))}, []int{0, 1}},
		{"another round", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "2.1"), rostertest.Plies(40, 1))}, []int{0, 1}},
		{"another date", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1.1"), rostertest.Plies(40, 1))}, []int{0, 1}},
		{"date corrected", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1.1"))}, []int{0}},
		{"round corrected", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "2.1"))}, []int{0}},
		{"another date, no round", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "")), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1"))}, []int{1}},
		{"ten moves each", []*analysis.Game{rostertest.Pairing("A", "B", round1, rostertest.Plies(20, 0)), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1.1"), rostertest.Plies(20, 0))}, []int{0}},
		{"a ply less", []*analysis.Game{rostertest.Pairing("A", "B", round1, rostertest.Plies(19, 0)), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1.1"), rostertest.Plies(19, 0))}, []int{0, 1}},
		{"beginning on another date", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "1.1"), rostertest.Plies(30, 0))}, []int{0, 1}},
		{"played again", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "2.1"))}, []int{0, 1}},
		{"same moves of others", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "C", round1)}, []int{0, 1}},
		{"same moves, colours reversed", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("B", "A", rostertest.At("2025.04.12", "2.1"))}, []int{0, 1}},
		{"day unknown", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2025.04.??", "")), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", ""), rostertest.Plies(30, 0))}, []int{0}},
		{"month unknown, another year", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2024.??.??", "")), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", ""), rostertest.Plies(30, 0))}, []int{0, 1}},
		{"colours reversed", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("B", "A", round1)}, []int{0, 1}},
		{"prefix without date and round", []*analysis.Game{rostertest.Pairing("A", "B"), rostertest.Pairing("A", "B", rostertest.Plies(30, 0))}, []int{0, 1}},
		{"nobody named", []*analysis.Game{rostertest.Pairing("?", "?", rostertest.Plies(0, 0)), rostertest.Pairing("?", "?", rostertest.Plies(0, 0))}, []int{0, 1}},
		{"nobody named, same moves", []*analysis.Game{rostertest.Pairing("?", "?"), rostertest.Pairing("?", "?")}, []int{0}},
		{"a game and a Chess960 game", []*analysis.Game{rostertest.Pairing("A", "B", round1), rostertest.Pairing("A", "B", round1, fischer)}, []int{0, 1}},
	}
	for _, tt := range tests {
		for i, g := range tt.games {
			g.Source.Game = i + 1
		}
		for seed := range uint64(4) {
			var kept []int
			for _, s := range Select(rostertest.Shuffled(tt.games, seed), standardOptions()) {
				if (s.Excluded == analysis.DuplicateOfGame) != (s.DuplicateOf != nil) {
					t.Errorf("%s: %+v", tt.name, s)
				}
				if s.DuplicateOf == nil {
					kept = append(kept, slices.Index(tt.games, s.Game))
				}
			}
			if slices.Sort(kept); !slices.Equal(kept, tt.kept) {
				t.Errorf("%s: kept %v, want %v", tt.name, kept, tt.kept)
			}
		}
	}
}

// Every game of the input comes out once, kept or with a reason, in the same
// way whatever the order; and nothing is left of a duplicate but the game that
// it repeats, which is not a duplicate itself and no shorter.
func TestSelectProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		for i, g := range games {
			g.Source = analysis.Source{File: "event.pgn", Game: i + 1}
			g.Played = len(g.Plies) > 1
		}
		got := Select(games, standardOptions())
		if again := Select(rostertest.Shuffled(games, rapid.Uint64().Draw(t, "shuffle")), standardOptions()); !slices.Equal(got, again) {
			t.Fatalf("another order, another selection:\n%+v\nand\n%+v", got, again)
		}
		seen := map[*analysis.Game]bool{}
		stays := map[*analysis.Game]bool{}
		for _, s := range got {
			seen[s.Game] = true
			stays[s.Game] = s.DuplicateOf == nil
		}
		if len(got) != len(games) || len(seen) != len(games) {
			t.Fatalf("%d games came out as %d, %d of them different", len(games), len(got), len(seen))
		}
		for _, s := range got {
			if o := s.DuplicateOf; o != nil && (!stays[o] || len(o.Plies) < len(s.Game.Plies)) {
				t.Fatalf("%+v stands for %+v", o, s.Game)
			}
		}
	})
}

// No two games that stay are of one pairing and of the same long moves, unless
// both their dates and their rounds are known to differ.
func TestSelectLongMovesOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		r := roster.Identify(games)
		stay := counted(games)
		for i, a := range stay {
			for _, b := range stay[i+1:] {
				white, black := r.Of(a, analysis.White), r.Of(a, analysis.Black)
				same := !r.Unnamed(white) && !r.Unnamed(black) && r.Of(b, analysis.White) == white && r.Of(b, analysis.Black) == black
				if !same || len(a.Plies) < roster.EnoughPlies || !sameMoves(a, b) {
					continue
				}
				roundA, _, okA := analysis.ParseRound(a.Round)
				roundB, _, okB := analysis.ParseRound(b.Round)
				if a.Date == "" || b.Date == "" || a.Date == b.Date || !okA || !okB || roundA == roundB {
					t.Fatalf("one game twice: %s %q and %s %q", a.Date, a.Round, b.Date, b.Round)
				}
			}
		}
	})
}
