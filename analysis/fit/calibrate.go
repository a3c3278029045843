package fit

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// Options say what a calibration is fitted for.
type Options struct {
	Run       Runner
	Name      string // of the calibration, for people
	Program   string // version of the program
	TimeClass analysis.TimeClass
	Recipe    analysis.Recipe // complete, with engine and digest
	Policy    analysis.Policy

	// Prior is a calibration of another recipe of the same kind, fitted to more
	// games, towards which the choice model is shrunk and from which the effects of
	// players and events are borrowed where the events are too few. Nil for none.
	Prior *calibration.Calibration

	// Terms name the terms of the choice model (choice.ParseTerm); nil for those of
	// the calibrations that are shipped.
	Terms []string
}

// leastMoves is how many counted moves a calibration needs at least. With fewer
// the coefficients alone lose more than all features beyond the values gain.
const leastMoves = 1000

// What the calibrations rest on that is not fitted.
//
// The weights: power on fit games with replaced moves is highest with MM alone; EV
// and the third test, which the Manual wants in one Z, cost about a tenth of the
// shift, less where the help comes from another engine. Equal weights cost far
// more. They were chosen on fit games, before any test game was measured.
//
// The carrier of ASD: the deep loss separates a little better than the wide
// difference, but moves Z by a tenth only, and its expectation is a regression
// that weaker players' games do not bear out everywhere, while the wide
// difference is unbiased by the likelihood equations.
//
// The assisted player: the deep best, softened a little so that an equally good
// move of another engine counts for assistance too.
func weights() [3]float64            { return [3]float64{0.7, 0.2, 0.1} } // MM, EV, ASD
func roiWeights() [3]float64         { return [3]float64{0.6, 0.2, 0.2} } // MM, scaled AE, T3
func assisted() calibration.Assisted { return calibration.Assisted{Share: 0.2, Soft: 0.15, Width: 0.1} }

// carrier is the quantity that bears the name ASD.
const carrier = score.Wide

// Calibrate fits a calibration to the fit part of a corpus. Effects, correlations
// and the spread of log-likelihoods come from predictions by models that have not
// seen the event in question; the test part is not looked at, except to count it.
// Too few games are an error of kind Unprocessable.
func Calibrate(c *Corpus, o Options) (*calibration.Calibration, error) {
	sides := c.Part(Train)
	if n := moves(sides); n < leastMoves || len(byEvent(sides)) < 2 {
		return nil, fault.New(fault.Unprocessable, "corpus_too_small",
			"the fit part of the games has %d counted moves of %d events; a calibration needs %d moves of at least 2 events",
			n, len(byEvent(sides)), leastMoves)
	}
	w := work{Options: o, sides: sides}
	for _, step := range []func() error{w.fit, w.foresee, w.classical} {
		if err := step(); err != nil {
			return nil, fault.Wrap(err, fault.Unprocessable, "fit_failed", "the calibration could not be fitted")
		}
	}
	result := w.result(c)
	return result, result.Ready()
}

// work is a calibration in the making.
type work struct {
	Options
	sides []Side

	pen    penalty
	choice fitted
	folded []folded
	losses []lossRows
	models calibration.Models
	form   choice.Classical

	cast    *cast // the fit games as models that have not seen them expect them
	effects score.Effects
	found   calibration.Effects
	ratio   calibration.Standard
}

// fit fits the choice model to all games and without each fold.
func (w *work) fit() error {
	names := w.Terms
	if len(names) == 0 {
		names = shipped()
	}
	start, err := blank(names, w.usualDepth())
	if err != nil {
		return err
	}
	w.pen = ridge(start.Terms)
	if w.Prior != nil {
		if start, w.pen, err = w.shrunk(start); err != nil {
			return err
		}
	}
	if w.choice, err = fitChoice(w.Run, start, w.sides, w.pen); err != nil {
		return err
	}
	w.folded, err = foldModels(w.Run, w.choice, w.sides, w.pen)
	return err
}

// usualDepth is the median of the last complete depths of the wide pass.
func (w *work) usualDepth() float64 {
	var depths []int
	for i := range w.sides {
		for _, m := range w.sides[i].Moves {
			depths = append(depths, m.Position.Depth)
		}
	}
	slices.Sort(depths)
	return float64(depths[len(depths)/2])
}

// foresee fits the losses and predicts every game by models that have not seen
// its event.
func (w *work) foresee() error {
	size := eventSizes(w.sides)
	for _, f := range w.folded {
		w.losses = append(w.losses, lossRowsOf(w.Run, f, w.choice.offsets, size))
	}
	w.models = calibration.Models{Choice: w.choice.model, Assisted: assisted()}
	if err := fitLosses(&w.models, w.losses); err != nil {
		return err
	}
	predicted, err := crossFit(w.Run, w.folded, w.losses, w.models.Assisted)
	if err != nil {
		return err
	}
	w.cast = newCast(w.Run, predicted)
	w.effects, w.found = effectsOf(w.Run, w.cast, w.Prior)
	w.ratio = standardise(w.cast, w.effects, w.Prior, w.found.Borrowed)
	return nil
}

func (w *work) classical() (err error) {
	w.form, err = fitClassical(w.Run, w.sides, w.choice.offsets)
	return err
}

// parameters puts together the numbers of the tests.
func (w *work) parameters(bands []calibration.Band) score.Parameters {
	p := score.Parameters{ASD: carrier, Effects: w.effects, Ratings: calibrated(bands)}
	for _, q := range score.Quantities() {
		p.Spread.At(q).Scale = 1
	}
	p.Spread.LR = score.Spread{Bias: w.ratio.Bias.Value, Scale: math.Sqrt(max(w.ratio.Scale, 1))}
	p.Combined = score.Triple{
		Weights:     weights(),
		Correlation: w.cast.correlations([3]score.Quantity{score.MM, score.EV, p.ASD.Quantity()}, w.effects),
	}
	p.ROI = score.Triple{
		Weights:     roiWeights(),
		Correlation: w.cast.correlations([3]score.Quantity{score.MM, score.ScaledAE, score.T3}, w.effects),
	}
	return p
}

// result puts the calibration together.
func (w *work) result(c *Corpus) *calibration.Calibration {
	corpus := c.describe()
	return &calibration.Calibration{
		Format: calibration.Format, Name: w.Name, TimeClass: w.TimeClass, Program: w.Program,
		Recipe: w.Recipe, RecipeFingerprint: w.Recipe.Fingerprint(),
		Policy: w.Policy, PolicyFingerprint: w.Policy.Fingerprint(),
		Choice:     w.choiceForm(),
		Loss:       calibration.LossForm{Terms: choice.LossTerms(), Plain: w.models.Loss, Scaled: w.models.Scaled},
		Assisted:   w.models.Assisted,
		Classical:  w.form,
		Parameters: w.parameters(corpus.Bands),
		Effects:    w.found,
		Ratio:      w.ratio,
		Corpus:     corpus,
	}
}

func (w *work) choiceForm() calibration.ChoiceForm {
	m := w.choice.model
	covariance := w.covariance()
	form := calibration.ChoiceForm{UsualDepth: m.UsualDepth, EventSpread: w.choice.offsets.Spread, LogLoss: w.choice.logLoss}
	for i, t := range m.Terms {
		form.Terms = append(form.Terms, calibration.TermForm{
			Term: t, Coefficient: m.Coefficients[i], SE: math.Sqrt(covariance[i][i]),
		})
	}
	form.Covariance = covariance
	return form
}

// covariance returns the covariance of the coefficients that holds though the
// moves of one side are alike: C⁻¹ (sum_g s_g s_g' + P) C⁻¹, C the curvature of
// the objective, s_g the gradient of side g and P that of the penalty, whose
// centre is as uncertain as it is strong (White, Econometrica 50, 1982, p. 1, with
// sides as clusters).
func (w *work) covariance() exact.Symmetric {
	m := w.choice.model
	gradients := make([][]float64, len(w.sides))
	w.Run(len(w.sides), func(i int) {
		l := m.Likelihood()
		s := &w.sides[i]
		for _, move := range s.Moves {
			l.Add(move.Position, move.Position.Played, s.Rating+w.choice.offsets.Of[s.Event])
		}
		gradients[i] = l.Gradient
	})
	middle := exact.NewSymmetric(len(m.Terms))
	for i, strength := range w.pen.strength {
		middle[i][i] = strength + flatness
	}
	for _, g := range gradients {
		middle.AddSquare(g)
	}
	factor, ok := w.choice.curvature.Cholesky()
	if !ok {
		return w.choice.curvature
	}
	return factor.Inverse().Around(middle)
}
