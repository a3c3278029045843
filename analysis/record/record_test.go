package record

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/pgn"
)

func game(t *testing.T, text string) *analysis.Game {
	t.Helper()
	g, err := pgn.NewReader(strings.NewReader(text), "test.pgn", pgn.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func demo(t *testing.T) *analysis.Game {
	t.Helper()
	b, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	return game(t, string(b))
}

func plan(t *testing.T, g *analysis.Game, p analysis.Policy) *Plan {
	t.Helper()
	made, err := New(g, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// shuffling repeats the position from ply 4 on. Its moves come before turn 9, so tests set the
// policy to count from turn 1.
const shuffling = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *"

func TestExclusionsBeforeTheEngine(t *testing.T) {
	policy := analysis.StandardPolicy()
	policy.FirstTurn = 2
	policy.LastTurn = 4
	got := plan(t, game(t, shuffling), policy)
	want := []analysis.Exclusion{
		analysis.InOpening, analysis.InOpening,
		analysis.Counted, analysis.Counted,
		analysis.Repetition, analysis.Repetition, analysis.Repetition, analysis.Repetition,
		analysis.PastLastTurn, analysis.PastLastTurn,
	}
	for i, p := range got.Plies {
		if p.Excluded != want[i] || p.Turn != i/2+1 {
			t.Errorf("ply %d: %+v, want %q in turn %d", i, p, want[i], i/2+1)
		}
	}
	// Plies 2 and 3 may count; ply 4 follows one that may.
	if len(got.Positions) != 3 || !got.Positions[1].Wide || got.Positions[2].Wide || got.Positions[2].Ply != 4 {
		t.Errorf("%+v", got.Positions)
	}
}

// After 1. e4 f5 2. Qh5+ only g6 is legal.
func TestForcedMoves(t *testing.T) {
	policy := analysis.StandardPolicy()
	policy.FirstTurn = 1
	got := plan(t, game(t, "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *"), policy)
	if got.Plies[3].Excluded != analysis.Forced {
		t.Errorf("%+v", got.Plies[3])
	}
	for _, need := range got.Positions {
		if need.Ply == 3 && need.Wide {
			t.Error("a forced move needs no wide pass")
		}
	}
	last := got.Positions[len(got.Positions)-1]
	if last.Ply != 5 || last.Wide {
		t.Errorf("the position after the last move is needed for its loss: %+v", last)
	}
}

func TestTheMatedNeedNoEngine(t *testing.T) {
	policy := analysis.StandardPolicy()
	policy.FirstTurn = 1
	g := game(t, "1. f3 e5 2. g4 Qh4# 0-1")
	got := plan(t, g, policy)
	if last := got.Positions[len(got.Positions)-1]; last.Ply != 3 {
		t.Errorf("the last position to evaluate is before ply %d", last.Ply)
	}
	records := Build(got, policy, flat)
	if r := records[3]; !r.HasAfter || r.After != analysis.MatedIn(0).Negate() {
		t.Errorf("the value after mate is %v", r.After)
	}
}

func TestTurnsOfASetUpGame(t *testing.T) {
	g := game(t, `[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 33"]

33... Kd7 34. e4 Kd6 *`)
	got := plan(t, g, analysis.StandardPolicy())
	for i, turn := range []int{33, 34, 34} {
		if got.Plies[i].Turn != turn {
			t.Errorf("ply %d is in turn %d, want %d", i, got.Plies[i].Turn, turn)
		}
	}
}

// flat gives every move of every position the value zero; its deep best is the first legal
// move.
func flat(key string) *analysis.Evaluation { return valued(key, 0) }

func valued(key string, centipawns int) *analysis.Evaluation {
	at, err := pgn.NewPosition(key)
	if err != nil || len(at.Legal) == 0 {
		return nil
	}
	table := analysis.DepthTable{Depth: 9}
	for _, m := range at.Legal {
		table.Lines = append(table.Lines, analysis.Line{Move: m, Value: analysis.Centipawns(centipawns)})
	}
	return &analysis.Evaluation{
		Deep: []analysis.DepthLine{{Depth: 16, Line: table.Lines[0]}}, Wide: []analysis.DepthTable{table},
		BestMove: table.Lines[0].Move,
	}
}

func TestDecidedPositionsAndMissingEvaluations(t *testing.T) {
	g, policy := demo(t), analysis.StandardPolicy()
	made := plan(t, g, policy)
	for _, c := range []struct {
		centipawns int
		want       analysis.Exclusion
	}{{300, analysis.Counted}, {-300, analysis.Counted}, {301, analysis.DecidedAlready}, {-301, analysis.DecidedAlready}} {
		records := Build(made, policy, func(key string) *analysis.Evaluation { return valued(key, c.centipawns) })
		if got := records[30].Excluded; got != c.want {
			t.Errorf("%d centipawns: %q, want %q", c.centipawns, got, c.want)
		}
	}
	for _, r := range Build(made, policy, func(string) *analysis.Evaluation { return nil }) {
		if r.Excluded == analysis.Counted {
			t.Fatalf("ply %d counts without an evaluation", r.Ply)
		}
	}
}

func TestRecordsKnowTheMoveAndWhatCameAfter(t *testing.T) {
	g, policy := demo(t), analysis.StandardPolicy()
	records := Build(plan(t, g, policy), policy, func(key string) *analysis.Evaluation { return valued(key, len(key)) })
	if len(records) != len(g.Plies) {
		t.Fatalf("%d records of %d plies", len(records), len(g.Plies))
	}
	for i, r := range records {
		if r.Excluded != analysis.Counted {
			continue
		}
		if values := r.Evaluation.Values(); r.Index < 0 || values[r.Index].Move != g.Plies[i].Move {
			t.Errorf("ply %d: index %d is not %s", i, r.Index, g.Plies[i].Move)
		}
		next := g.End.Key
		if i+1 < len(g.Plies) {
			next = g.Plies[i+1].Key
		}
		if want := analysis.Centipawns(-len(next)); !r.HasAfter || r.After != want {
			t.Errorf("ply %d: after %v, want %v", i, r.After, want)
		}
	}
}

// A book of one position, made from the position before ply 30.
func TestBookPositionsDoNotCount(t *testing.T) {
	g, policy := demo(t), analysis.StandardPolicy()
	var written bytes.Buffer
	games := func(yield func(*analysis.Game, error) bool) { yield(g, nil) }
	if _, err := book.Build(&written, games, book.Options{FirstTurn: 16, MinGames: 1}); err != nil {
		t.Fatal(err)
	}
	known, err := book.Read(&written)
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(g, policy, known)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range made.Plies {
		inBook := p.Turn >= 16 && p.Turn <= policy.LastTurn && g.Plies[i].Repeats == 0
		if got := p.Excluded == analysis.InBook; got != inBook {
			t.Errorf("ply %d (turn %d): %q", i, p.Turn, p.Excluded)
		}
	}
}

func TestUnsettledAndUnlistedPositionsDoNotCount(t *testing.T) {
	g, policy := demo(t), analysis.StandardPolicy()
	made := plan(t, g, policy)
	for want, spoil := range map[analysis.Exclusion]func(*analysis.Evaluation){
		analysis.Unsettled: func(e *analysis.Evaluation) { e.BestMove = e.Values()[1].Move },
		analysis.Unlisted:  func(e *analysis.Evaluation) { e.Wide[0].Lines = e.Wide[0].Lines[1:] },
	} {
		records := Build(made, policy, func(key string) *analysis.Evaluation {
			e := flat(key)
			if len(e.Values()) > 1 {
				spoil(e)
			}
			return e
		})
		if got := records[30].Excluded; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
