// Package scoretest has models and positions for tests.
package scoretest

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// Records reads the positions that package choice keeps for its tests. It is called in a
// package beside that one.
func Records(t testing.TB) (all []*analysis.MoveRecord) {
	t.Helper()
	f, err := os.Open("../choice/testdata/features.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var read []struct {
		Position, Color               string
		Played, Previous, PreviousOwn analysis.Move
		PreviousCaptured              bool
		Turn                          int
		Evaluation                    *analysis.Evaluation
	}
	if err := json.NewDecoder(z).Decode(&read); err != nil {
		t.Fatal(err)
	}
	for _, r := range read {
		m := &analysis.MoveRecord{
			Position: r.Position, Turn: r.Turn, Played: r.Played, Previous: r.Previous, PreviousOwn: r.PreviousOwn,
			PreviousCaptured: r.PreviousCaptured, Evaluation: r.Evaluation, Index: -1,
		}
		if r.Color == "black" {
			m.Color = analysis.Black
		}
		for i, l := range r.Evaluation.Values() {
			if l.Move == r.Played {
				m.Index = i
			}
		}
		all = append(all, m)
	}
	return all
}

// Models returns models with two assistants.
func Models(t testing.TB) *score.Models {
	t.Helper()
	terms, err := choice.Terms("dbest", "delta", "sdelta", "lrank", "lastbest", "dbest*r", "delta*r", "lastbest*r")
	if err != nil {
		t.Fatal(err)
	}
	m, err := choice.NewModel(terms, []float64{0.5, -1, -2, -0.4, 0.8, 0.2, -0.5, 0.3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	loss := choice.Loss{
		Cuts:      [8]float64{-3.6, -3.2, -2.3, -1.3, 0, 1.7, 3.6, 6},
		HowMuch:   [13]float64{0.5, 0.3, -0.2, 1, -0.3, 2.4, 1.4, 0.3, -0.6, -0.3, -0.2, -0.8, 0.65},
		Something: [13]float64{0.3, 0.4, 0.1, 0.5, 0.2, 1.4, 0.9, 0.5, -0.2, -0.2, -0.1, -0.5, 0.4},
	}
	engine := loss
	engine.HowMuch, engine.Something = [13]float64{0.6, 0.1, 0.2, -0.5, 0.2, 1.2, 0.4, 0.2, 0.1}, [13]float64{0.2, -0.1, 0.3, 0.5, 0.1, 0.3, 0.2, -0.1, 0.3}
	models := &score.Models{Choice: m, Loss: loss, LossShare: 0.5, LossEffect: 0.3, Assisted: score.Assisted{Share: 0.1, Unaided: 0.04, Assistants: []choice.Assistant{
		{Name: "own", Kind: choice.OwnKind, Best: 0.85, Choice: [6]float64{3: -10}, Loss: engine},
		{Name: "other", Kind: choice.ModernKind, Choice: [6]float64{0.9, 2, 0.5, 0.3, -0.5, -0.2}, Loss: engine},
	}}}
	for c, loss := range [9]float64{0, 0.025, 0.1, 0.22, 0.43, 0.83, 1.6, 3.3, 7.4} {
		models.Levels[c] = choice.LossLevel{Loss: loss, Square: 1.1 * loss * loss, Root: math.Sqrt(loss)}
	}
	return models
}
