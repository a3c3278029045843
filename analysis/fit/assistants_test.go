package fit

import (
	"math"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// worldModels are models with the choice of a world and losses that follow the wide
// pass.
func worldModels(w *world) *score.Models {
	m := &score.Models{Choice: w.model, Levels: levels(nil)}
	m.Loss = choice.Loss{Cuts: [8]float64{-3, -2.5, -2, -1, 0, 1.5, 3, 5}, HowMuch: [13]float64{0.6, 0, 0, 1}, Something: [13]float64{0.6, 0, 0, 1}}
	m.Assisted = score.Assisted{Share: assistedShare, Assistants: []choice.Assistant{own(nil)}}
	return m
}

// worldParameters are those of a world in which games differ from ratings by so many
// Elo points.
func worldParameters(game float64) *score.Parameters {
	p := &score.Parameters{Effects: score.Effects{Game: game, Event: score.Mixture{Ordinary: 20, Outlying: 300, Share: 0.01}}}
	for _, q := range score.Quantities() {
		p.Spread.At(q).Scale = 1
	}
	one := [3][3]float64{{1, 0.8, 0.4}, {0.8, 1, 0.5}, {0.4, 0.5, 1}}
	p.Triple = score.Triple{Weights: [3]float64{0.7, 0.2, 0.1}, Correlation: one}
	p.ROI = score.Triple{Weights: [3]float64{0.6, 0.2, 0.2}, Correlation: one}
	return p
}

// An engine that chooses in a known way is found, with the loss that its moves have;
// another one that has too few moves is not fitted.
func TestAssistantsAreFound(t *testing.T) {
	w := newWorld(t, 51, modelTerms(), modelCoefficients())
	var games []*Game
	for _, name := range []string{"a", "b", "c"} {
		games = append(games, w.event(name, Train, 2000, 30)...)
	}
	corpus := corpusOf(t, games...)
	want := choice.Assistant{Choice: [choice.AssistantTermCount]float64{2: 2, 3: -4}}
	var foreign []Foreign
	for i, s := range corpus.Sides {
		for _, m := range s.Moves {
			p := m.Position
			made, u := 0, w.random.Float64()
			for k, q := range want.Probabilities(p, w.model.Utilities(p)) {
				if made = k; u < q {
					break
				}
				u -= q
			}
			f := Foreign{Engine: "sf19-400k", Game: s.Game, Ply: m.Figures.Ply, Move: p.Moves[made], Value: analysis.Centipawns(30), After: analysis.Centipawns(20)}
			foreign = append(foreign, f)
			if i == 0 {
				f.Engine = "fairy-2M"
				foreign = append(foreign, f)
			}
		}
	}
	wk := work{Options: options(atOnce), sides: corpus.Part(Train), choice: fittedModel{solution: solution{model: w.model}}}
	helpers, err := wk.assistantsOf(foreign)
	if err != nil || len(helpers) != 2 || helpers[0].Name != "own" || helpers[1].Name != "sf19-400k" || helpers[1].Moves != moves(corpus.Sides) {
		t.Fatalf("%+v, %v", helpers, err)
	}
	found := helpers[1]
	near(t, "deep best", found.Choice[2], 2, 0.4)
	near(t, "utility", found.Choice[0], 0, 0.4)
	p := corpus.Sides[0].Moves[0].Position
	for i := range p.Moves {
		if i == p.Best {
			continue
		}
		row, steps := p.LossRow(i, choice.PlayerTerms{}), found.Loss.Steps()
		if close := steps.Class(found.Loss.Index(&row), 2); close < 0.95 {
			t.Errorf("a move that loses .1 pawns as all others do is expected with probability %v", close)
		}
	}
	none, err := wk.assistantsOf(nil)
	if err != nil || len(none) != 1 || none[0].Best != 1 || !none[0].Valid() {
		t.Errorf("without moves of engines: %+v, %v", none, err)
	}
}

// Weights go where an engine shifts most for its spread, and none below a tenth.
func TestSharpestWeights(t *testing.T) {
	one := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for _, c := range []struct {
		s      [3][3]float64
		shifts [][3]float64
		want   [3]float64
	}{
		{one, [][3]float64{{5, 0, 0}}, [3]float64{0.8, 0.1, 0.1}},
		{one, [][3]float64{{2, 0, 0}, {0, 2, 0}, {0, 0, 4}}, [3]float64{0.25, 0.25, 0.5}},
		// Without bounds the second would have no weight. With a tenth, what it says of the
		// first is taken from that: w1 + .8 w2 = w3.
		{[3][3]float64{{1, 0.8, 0}, {0.8, 1, 0}, {0, 0, 1}}, [][3]float64{{2, 1.6, 2}}, [3]float64{0.41, 0.1, 0.49}},
	} {
		got := sharpest(c.s, c.shifts)
		for i := range got {
			near(t, "weight", got[i], c.want[i], 0.011)
		}
	}
}

// An engine that plays the deep best shifts matches by what was missing to certainty.
func TestEngineShifts(t *testing.T) {
	w := newWorld(t, 52, modelTerms(), modelCoefficients())
	corpus := corpusOf(t, w.event("a", Train, 2000, 10)...)
	models := worldModels(w)
	var foreign []Foreign
	missing, n := 0.0, 0.0
	for _, s := range corpus.Sides {
		for _, m := range s.Moves {
			p := m.Position
			foreign = append(foreign, Foreign{Engine: "fairy-2M", Game: s.Game, Ply: m.Figures.Ply, Move: p.Moves[p.Best]})
			missing += 1 - w.model.Probabilities(p, s.Rating, nil)[p.Best]
			n++
		}
	}
	shifts := engineShifts(atOnce, models, foreign, corpus.Sides)
	if len(shifts) != 1 {
		t.Fatalf("%+v", shifts)
	}
	near(t, "shift of MM", shifts[0].MM, missing/n, 1e-9)
	if !(shifts[0].ASD > 0 && shifts[0].Close > 0 && shifts[0].LR > 0) {
		t.Errorf("an engine that loses nothing shifts %+v", shifts[0])
	}
}

// Honest players who play as the models say have standard normal z, and odds whose
// mean is 1 at most.
func TestNullOfHonestPlayers(t *testing.T) {
	w := newWorld(t, 53, modelTerms(), modelCoefficients())
	var games []*Game
	for _, name := range []string{"a", "b"} {
		games = append(games, w.event(name, Test, 2000, 26)...)
	}
	corpus := corpusOf(t, games...)
	models := worldModels(w)
	params := worldParameters(60)
	sample := newSample(InOrder, predict(InOrder, models, corpus.Sides))
	l := newSimulation(atOnce, sample, sample.whole(wholeGames, score.MinMoves, params.Effects), params, models, corpus.Sides, corpus.Sides, nil)
	values, _ := l.null(atOnce)
	if len(l.whole) != 12 || len(values[0]) != 12*nullDraws {
		t.Fatalf("%d performances, %d draws", len(l.whole), len(values[0]))
	}
	for k, d := range l.detectors() {
		if d.name == evidenceName {
			// The mean of odds hangs on very few of them. That of odds cut at 100 does not, and
			// is 1 at most.
			var cut score.Mean
			for _, x := range values[k] {
				cut.Add(math.Min(math.Exp(x), 100))
			}
			mean, _ := cut.Actual()
			if se, _ := cut.StandardError(); mean < 0.4 || mean > 1+3*se || upper(values[k], 0.05) > math.Log(20) {
				t.Errorf("mean odds %v +- %v, one in twenty above %v", mean, se, math.Exp(upper(values[k], 0.05)))
			}
		}
		if d.name != "mm" && d.name != "asd" && d.name != "close" {
			continue
		}
		m, sd, _ := moments(values[k])
		near(t, d.name+": mean", m, 0, 0.1)
		near(t, d.name+": standard deviation", sd, 1, 0.1)
		near(t, d.name+": one in a thousand", upper(values[k], 0.001), 3.09, 0.6)
	}
}
