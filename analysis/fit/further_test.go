package fit

import (
	"math"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
)

// Players who like what a further engine would play more than what the evaluations say of it: how much more is
// found, on top of a calibration that does not know of it, and an engine that plays mostly as the further one is told from them.
func TestFurtherEngine(t *testing.T) {
	const liking = 0.8
	w := newWorld(t, 71, append(modelTerms(), "further"), append(modelCoefficients(), liking))
	games := w.events(8, 12)
	corpus := corpusOf(t, games...)
	prior, err := Calibrate(corpus, options(atOnce))
	if err != nil {
		t.Fatal(err)
	}
	var asked []Further
	var foreign []Foreign
	for _, g := range games {
		for i := range g.Records {
			r := &g.Records[i]
			asked = append(asked, Further{g.ID, r.Ply, r.Evaluation.Further})
			if w.random.Float64() < .3 {
				played := r.Evaluation.Further
				if w.random.Float64() < .2 {
					best, _ := r.Evaluation.Best()
					played = best.Move
				}
				foreign = append(foreign, Foreign{Engine: "sf19-400k", Game: g.ID, Ply: r.Ply, Move: played, Value: analysis.Centipawns(30), After: analysis.Centipawns(25)})
			}
		}
	}
	o := options(atOnce)
	o.Prior, o.Recipe.Further = prior, new(analysis.Second())
	if _, err := Calibrate(corpus, o); err == nil {
		t.Error("a calibration on games in which no further engine was asked")
	}
	corpus.AddForeign(foreign)
	corpus.AddFurther(asked)
	if prior, err = Calibrate(corpus, options(atOnce)); err != nil { // with an assistant that plays so
		t.Fatal(err)
	}
	o.Prior = prior
	got, err := Calibrate(corpus, o)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(got.Choice.Terms, func(f calibration.TermForm) bool { return f.Term == choice.Term{Feature: choice.Further} })
	near(t, "liking", got.Choice.Terms[at].Coefficient, liking, 0.15)
	if b := got.Parameters.Bank; b.Further == nil || math.Abs(b.Further.Bias) > .02 || b.Further.Scale > 1.2 {
		t.Errorf("%+v", b)
	}
	assistants := got.Assisted.Assistants
	if h := assistants[len(assistants)-1]; h.Kind != choice.ModernKind || h.Further < 2 || h.Moves != len(foreign) {
		t.Errorf("%+v", h)
	}
}
