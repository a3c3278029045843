package fit

import (
	"fmt"
	"math"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// Two engines whose moves are known: one plays the deep best, and finds as much as
// help by the engine that evaluates; the other plays what the players played, and is
// found no more than nobody's help. A third has too few moves to be tried.
func TestForeignEngines(t *testing.T) {
	w := newWorld(t, 41, modelTerms(), modelCoefficients())
	corpus := corpusOf(t, w.event("t", Test, 2000, 26)...)
	models := worldModels(w)
	params := worldParameters(20)

	var foreign []Foreign
	for i, s := range corpus.Sides {
		for _, m := range s.Moves {
			p := m.Position
			at := Foreign{Game: s.Game, Ply: m.Figures.Ply, Value: analysis.Centipawns(30), After: analysis.Centipawns(30)}
			at.Engine, at.Move = "strong-1k", p.Moves[p.Best]
			foreign = append(foreign, at)
			at.Engine, at.Move = "human-1k", p.Moves[p.Played]
			foreign = append(foreign, at)
			if i == 0 {
				at.Engine = "rare-1k"
				foreign = append(foreign, at)
			}
		}
	}
	foreign = append(foreign, Foreign{Engine: "strong-1k", Game: "unknown", Ply: 20})
	sample := newSample(InOrder, predict(InOrder, models, corpus.Sides))
	l := newSimulation(atOnce, sample, sample.whole(wholeGames, score.MinMoves, params.Effects), params, models, corpus.Sides, corpus.Sides, foreign)
	report, _ := powerReport(&Options{Run: atOnce}, l)
	if len(report.Engines) != 2 || report.Engines[0].Name != "human-1k" || report.Engines[1].Positions != moves(corpus.Sides) || report.Engines[0].SHA256 == report.Engines[1].SHA256 {
		t.Fatalf("%+v", report.Engines)
	}
	found := map[string]float64{}
	for _, r := range report.Rows {
		found[fmt.Sprint(r.Help, r.Share)] = r.Above[1].Value
		if r.Help == "strong-1k" && math.Abs(r.Moves-r.Share) > 0.01 {
			t.Errorf("%v of the moves are replaced, not %v", r.Moves, r.Share)
		}
	}
	if math.Abs(found["strong-1k0.5"]-found["best0.5"]) > 0.2 || found["strong-1k1"] < 0.9 || found["human-1k1"] > 0.1 {
		t.Errorf("%v", found)
	}
}

// A loss is deep against deep, none for the best, and a move may turn out better.
func TestForeignMove(t *testing.T) {
	w := newWorld(t, 42, []string{"delta"}, []float64{-3})
	p := corpusOf(t, w.event("a", Train, 2000, 2)...).Sides[0].Moves[0].Position
	other := (p.Best + 1) % len(p.Moves)
	f := Foreign{Value: analysis.Centipawns(50), After: analysis.Centipawns(-50)}
	if m := foreignMove(p, p.Best, f); !m.Match || !m.Equal || m.Loss != 0 || m.ScaledLoss != 0 || !m.HasLoss {
		t.Errorf("the best: %+v", m)
	}
	m := foreignMove(p, other, f)
	near(t, "loss", m.Loss, 1, 1e-12)
	near(t, "scaled loss", m.ScaledLoss, 2*math.Log(1.5), 1e-12)
	if m.Match || m.Delta != p.Delta[other] {
		t.Errorf("another: %+v", m)
	}
	f.After = analysis.Centipawns(80)
	if m := foreignMove(p, other, f); m.Loss != 0 || m.ScaledLoss != 0 {
		t.Errorf("better than the best: %+v", m)
	}
}
