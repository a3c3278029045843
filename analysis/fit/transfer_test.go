package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// Sums under two recipes that share most of their chance: the bias is found far more
// closely than by the games under the new recipe alone, and what the games have too
// much under the prior's recipe is taken off.
func TestControlVariate(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const events, n, bias, prior = 400, 40.0, 0.02, 0.005
	own, control := &sample{events: events}, &sample{events: events}
	for e := range events {
		shared := 3 * random.NormFloat64()
		x, y := side{event: e}, side{event: e}
		x.residuals[score.ASD] = residual{n: n, excess: n*bias + 1.5*shared + 1.5*random.NormFloat64()}
		y.residuals[score.ASD] = residual{n: n, excess: n*prior + shared}
		own.sides, control.sides = append(own.sides, x), append(control.sides, y)
	}
	s := controlled(own, control, make([]score.Offset, events), score.ASD, calibration.Standard{Bias: figure(prior, 0.001), Scale: 1.3})
	if s.Scale != 1.3 || !s.Borrowed || !s.Bias.Bounded {
		t.Errorf("%+v", s)
	}
	near(t, "bias", s.Bias.Value, bias, 0.006)
	// The variance of a sum is 1.5² (3² + 1), of which 1.5² is left; the error of the prior
	// adds 1.5² .001² to that of the mean.
	near(t, "variance left", s.Left, 0.164, 0.04)
	// Beside that of the games there is the error of the prior, 1.5 times .001.
	near(t, "width", s.Bias.High-s.Bias.Low, 2*1.96*math.Sqrt(1.5*1.5/n/n/400+1.5*1.5*1e-6), 0.002)
}

// A recipe under which everybody looks 80 points stronger: the models are asked for
// ratings that much higher, and nothing is left of bias in MM.
func TestTransferFindsTheShift(t *testing.T) {
	// The players of the control are as strong as rated; in the same games under the
	// other recipe they play as if 80 points stronger.
	w := newWorld(t, 61, modelTerms(), modelCoefficients())
	games := w.events(8, 12)
	prior, err := Calibrate(corpusOf(t, games...), options(atOnce))
	if err != nil {
		t.Fatal(err)
	}
	var stronger []*Game
	for _, g := range games {
		again := w.game(g.ID, g.Event, g.Part, [2]Player{
			{g.White.ID, g.White.Rating + 80}, {g.Black.ID, g.Black.Rating + 80},
		}, 12)
		again.Date, again.Round, again.White, again.Black = g.Date, g.Round, g.White, g.Black
		stronger = append(stronger, again)
	}
	o := options(atOnce)
	o.Prior, o.Control, o.Recipe = prior, corpusOf(t, games...), analysis.Full()
	got, err := Calibrate(corpusOf(t, stronger...), o)
	if err != nil {
		t.Fatal(err)
	}
	if s := got.Prior.Shift; !s.Bounded || s.Low > 80 || s.High < 80 || s.Value < 20 {
		t.Errorf("shift %+v, want 80", s)
	}
	if got.Models().Shift != got.Prior.Shift.Value {
		t.Errorf("the models are moved by %v", got.Models().Shift)
	}
	if b := got.Standards.MM.Bias; b.Low > 0.01 || b.High < -0.01 {
		t.Errorf("bias of MM %+v, want none", b)
	}
}

// The correlation of what two recipes make of the same sides is found.
func TestCorrelationOfTwoRecipes(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	own, control := &sample{}, &sample{}
	for e := range 400 {
		for range 2 {
			shared := random.NormFloat64()
			draw := func() residual {
				return residual{n: 30, variance: 6, excess: math.Sqrt(6) * (math.Sqrt(0.7)*shared + math.Sqrt(0.3)*random.NormFloat64())}
			}
			x, y := side{event: e}, side{event: e}
			x.residuals[score.MM], y.residuals[score.MM] = draw(), draw()
			own.sides, control.sides = append(own.sides, x), append(control.sides, y)
		}
	}
	c := correlation(own, control, [3]float64{1, 0, 0})
	near(t, "correlation", c.Value, 0.7, 0.05)
	if !c.Bounded || c.Low > 0.7 || c.High < 0.7 || c.High-c.Low > 0.15 {
		t.Errorf("%+v", c)
	}
}

// Passes that say the same show the same, and those that choose best moves which honest
// players seldom find show their own choices more.
func TestPassesAreCompared(t *testing.T) {
	w := newWorld(t, 63, modelTerms(), modelCoefficients())
	var games []*Game
	for _, name := range []string{"a", "b", "c"} {
		games = append(games, w.event(name, Test, 2000, 20)...)
	}
	corpus := corpusOf(t, games...)
	models := worldModels(w)
	models.LossShare = 1
	quick, full := analysis.Quick(), analysis.Full()
	all := []Passes{{Deep: quick, Wide: quick, Corpus: corpus}, {Deep: full, Wide: full, Corpus: corpus}}
	rows := passesReport(atOnce, all, models, models)
	if len(rows) != 1 || rows[0].Engine != ownEngine || rows[0].Moves != moves(corpus.Sides) || rows[0].Deep != "full" {
		t.Fatalf("%+v", rows)
	}
	near(t, "nodes", rows[0].Nodes, 6, 1e-12)
	for _, f := range []calibration.Figure{rows[0].MM, rows[0].ASD, rows[0].LR} {
		near(t, "ratio", f.Value, 1, 1e-12)
	}
	// Under other passes the deep best is what players are least likely to play.
	other := corpusOf(t, games...)
	for i := range other.Sides {
		for k := range other.Sides[i].Moves {
			m := &other.Sides[i].Moves[k]
			seldom := *m.Position
			ps := models.Choice.Probabilities(&seldom, other.Sides[i].Rating, nil)
			for j, p := range ps {
				if p < ps[seldom.Best] {
					seldom.Best = j
				}
			}
			m.Position = &seldom
		}
	}
	all[1].Corpus = other
	if rows = passesReport(atOnce, all, models, models); !(rows[0].MM.Low > 1.2 && rows[0].LR.Low > 1.2) {
		t.Errorf("%+v", rows)
	}
}
