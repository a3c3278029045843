package score

import (
	"math"
	"testing"

	"fairplay/analysis"
)

func move(t *testing.T, s string) analysis.Move {
	t.Helper()
	m, err := analysis.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// position builds a record by hand: the deep pass prefers the first move at
// deep centipawns, the wide pass lists moves in order with their values.
func position(t *testing.T, deep int, played string, moves []string, values []int) *analysis.MoveRecord {
	t.Helper()
	r := &analysis.MoveRecord{Played: move(t, played), Index: -1}
	table := analysis.DepthTable{Depth: 9}
	for i, m := range moves {
		table.Lines = append(table.Lines, analysis.Line{Move: move(t, m), Value: analysis.Centipawns(values[i])})
		if m == played {
			r.Index = i
		}
	}
	best := analysis.DepthLine{Depth: 16, Line: analysis.Line{Move: move(t, moves[0]), Value: analysis.Centipawns(deep)}}
	r.Evaluation = &analysis.Evaluation{Deep: []analysis.DepthLine{best}, BestMove: best.Move, Wide: []analysis.DepthTable{table}}
	return r
}

// The scaled differences are worked by hand: ln 2 = 0.6931, ln 1.5 = 0.4055.
func TestOf(t *testing.T) {
	moves, values := []string{"e2e4", "d2d4", "g1f3", "c2c4", "a2a3"}, []int{100, 100, 50, 0, -100}
	for _, c := range []struct {
		played      string
		match       bool
		equal, top3 bool
		delta       float64
	}{
		{"e2e4", true, true, true, 0},
		{"d2d4", false, true, true, 0},
		{"g1f3", false, false, true, 0.6931 - 0.4055},
		{"c2c4", false, false, false, 0.6931},
		{"a2a3", false, false, false, 2 * 0.6931},
		{"h2h3", false, false, false, 2 * 0.6931}, // not listed: as the worst listed
	} {
		m := Of(position(t, 80, c.played, moves, values))
		if m.Match != c.match || m.Equal != c.equal || m.TopThree != c.top3 || math.Abs(m.Delta-c.delta) > 1e-3 {
			t.Errorf("%s: %+v, want %+v", c.played, m, c)
		}
	}
}

func TestLoss(t *testing.T) {
	moves, values := []string{"e2e4", "d2d4"}, []int{100, 20}
	for _, c := range []struct {
		name   string
		played string
		deep   int
		after  analysis.Score
		known  bool
		loss   float64
		scaled float64
		has    bool
	}{
		{"the best move loses nothing, whatever comes after", "e2e4", 100, analysis.Centipawns(-300), true, 0, 0, true},
		{"deep against deep", "d2d4", 100, analysis.Centipawns(0), true, 1, 0.6931, true},
		{"never below zero", "d2d4", 100, analysis.Centipawns(250), true, 0, 0, true},
		{"capped", "d2d4", 300, analysis.MatedIn(2), true, 10, 1.3863 + 2.3979, true},
		{"unknown", "d2d4", 100, analysis.Score{}, false, 0, 0, false},
	} {
		r := position(t, c.deep, c.played, moves, values)
		r.After, r.HasAfter = c.after, c.known
		m := Of(r)
		if m.HasLoss != c.has || math.Abs(m.Loss-c.loss) > 1e-9 || math.Abs(m.ScaledLoss-c.scaled) > 1e-3 {
			t.Errorf("%s: %+v", c.name, m)
		}
	}
}

func TestMovesWithoutLossAreSummedApart(t *testing.T) {
	g := SumGame([]Scored{
		{Figures: Figures{Match: true, Equal: true, TopThree: true, HasLoss: true}},
		{Figures: Figures{Delta: 0.5}},
	})
	if g.Moves() != 2 || g.AE.N != 1 || g.Wide.N != 2 || g.MM.Share() != (Frequency{1, 2}) {
		t.Errorf("%+v", g)
	}
}
