package reports

import (
	"math"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

func scored(moves []score.Figures) []score.Scored {
	out := make([]score.Scored, len(moves))
	for i, m := range moves {
		out[i].Figures = m
	}
	return out
}

func sheet(id string, white, black analysis.Player, w, b []score.Figures) Sheet {
	return sheetOf(id, white, black, scored(w), scored(b))
}

func sheetOf(id string, white, black analysis.Player, w, b []score.Scored) Sheet {
	g := &analysis.Game{
		ID: id, White: white, Black: black, Event: "Test", Date: "2024.05.01", Round: "1", Variant: analysis.Standard, Played: true,
	}
	s := Sheet{Game: g}
	s.Sides[analysis.White] = &SheetSide{Sums: score.SumGame(w), Excluded: map[analysis.Exclusion]int{analysis.InOpening: 8}}
	s.Sides[analysis.Black] = &SheetSide{Sums: score.SumGame(b), Excluded: map[analysis.Exclusion]int{analysis.Forced: 1}}
	return s
}

func compiled(t *testing.T) *Screening {
	t.Helper()
	anna := analysis.Player{Name: "Anna", FideID: "1", Rating: 2400}
	boris := analysis.Player{Name: "Boris", FideID: "2", Rating: 2200}
	nobody := analysis.Player{}
	hit := score.Figures{Match: true, Equal: true, TopThree: true, HasLoss: true}
	miss := score.Figures{Delta: 0.5, Loss: 1, ScaledLoss: 0.7, HasLoss: true}
	sheets := []Sheet{
		sheet("b", boris, anna, []score.Figures{hit, miss}, []score.Figures{hit}),
		sheet("a", anna, nobody, []score.Figures{miss}, []score.Figures{miss}),
	}
	games := []*analysis.Game{sheets[0].Game, sheets[1].Game}
	return CompileScreening(ScreeningInput{
		Count: counted(games, sheets), Event: tournament.EventTags{Name: "Test", Others: []string{}, Rounds: []string{}},
		Edition: regulations.Shipped().Edition(tournament.Start(games)),
	})
}

// counted counts sheets in the order of play.
func counted(games []*analysis.Game, sheets []Sheet) *Count {
	c := NewCount(roster.Identify(games), nil)
	for _, s := range slices.SortedFunc(slices.Values(sheets), func(a, b Sheet) int { return analysis.CompareGames(a.Game, b.Game) }) {
		c.Add(s)
	}
	return c
}

func player(t *testing.T, s *Screening, name string) PlayerRow {
	t.Helper()
	for _, p := range s.Players {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no row for %s", name)
	return PlayerRow{}
}

func TestFiguresOfPlayersAndTheirOpponents(t *testing.T) {
	s := compiled(t)
	if len(s.Players) != 2 {
		t.Fatalf("%d rows; a side that names nobody has none", len(s.Players))
	}
	anna := player(t, s, "Anna")
	if anna.Games != 2 || anna.Moves != 2 || *anna.MM.Actual != 0.5 || *anna.ASD.Actual != 0.35 || *anna.AE.Actual != 0.5 {
		t.Errorf("Anna: %+v", anna)
	}
	if anna.Opponents.Moves != 3 || math.Abs(*anna.Opponents.MM.Actual-1.0/3) > 1e-12 {
		t.Errorf("Anna's opponents: %+v", anna.Opponents)
	}
	if s.Exclusions["opening"] != 16 || s.Exclusions["forced"] != 2 {
		t.Errorf("exclusions %v", s.Exclusions)
	}
}

// R-IV-6: 70 % at 2800 less 1.5 % per 100 points: 64 % at 2400, 61 % at 2200.
func TestHint(t *testing.T) {
	s := compiled(t)
	for name, line := range map[string]float64{"Anna": 0.64, "Boris": 0.61} {
		p := player(t, s, name)
		if p.Hint == nil || math.Abs(p.Hint.Line-line) > 1e-12 || p.Hint.Above {
			t.Errorf("%s: %+v, want the line %v", name, p.Hint, line)
		}
	}
}

func TestOrders(t *testing.T) {
	s := compiled(t)
	s.Players = append(s.Players, PlayerRow{Name: "Zoe", Insufficient: true})
	for _, order := range Orders() {
		if err := s.Sort(order); err != nil {
			t.Fatal(err)
		}
		if last := s.Players[2].Name; last != "Zoe" {
			t.Errorf("by %s the row without figures is not last: %s", order, last)
		}
	}
	if s.Sort("luck") == nil {
		t.Error("an unknown order was taken")
	}
}

func TestQuantitiesOfNothing(t *testing.T) {
	if q := share(score.Sum{}); q.Actual != nil || q.Interval != nil {
		t.Errorf("%+v", q)
	}
	if q := mean(score.Sum{}); q.Actual != nil || q.Interval != nil || q.SE != nil {
		t.Errorf("%+v", q)
	}
}

// 54.99 is below 55, and is printed so.
func TestLinesCountWhatReachesThem(t *testing.T) {
	rows := []*PlayerRow{{ROI: &PlayerIndex{ROI: 54.9912}}, {ROI: &PlayerIndex{ROI: 54.94}}, {ROI: &PlayerIndex{ROI: 55}}}
	if n := atOrAbove(rows, 55); n != 1 {
		t.Errorf("%d of 54.99, 54.94 and 55.00 reach 55", n)
	}
}

// The command names an engine only where another program runs it, with what it is
// started with; otherwise whoever has the engine that the report names gets it again.
func TestTheCommandNamesAnEngineOfArguments(t *testing.T) {
	p := Provenance{Program: "fairplay", Task: TaskTest, Inputs: []InputFile{{File: "a.pgn"}}, Basis: Basis{Engine: UsedEngine{
		Files: []EngineFile{{Name: "node"}, {Name: "stock fish.js"}}, Arguments: []string{"stock fish.js", "--fast"}}}}
	want := "fairplay test --engine node '--engine-arg=stock fish.js' --engine-arg=--fast a.pgn"
	if got := p.command(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p.Engine = UsedEngine{Name: "Stockfish 15.1"}
	if got := p.command(); got != "fairplay test a.pgn" {
		t.Error(got)
	}
}
