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

	// Prior is a calibration of another recipe that was fitted to more games. If it is set,
	// everything but the bias of each quantity comes from it. Control holds games that were
	// evaluated under the prior's recipe; those that the corpus has too are used. Nil means that
	// the corpus is fitted on its own.
	Prior   *calibration.Calibration
	Control *Corpus
	// Passes lists combinations of passes to compare in the report; the first is the prior's
	// recipe. Nil means no comparison.
	Passes []Passes

	// Terms names the terms of the choice model (choice.ParseTerm). Nil means the terms of the
	// shipped calibrations.
	Terms []string
}

// leastMoves is the least number of counted moves that a calibration needs. With fewer, errors in
// the coefficients cost more than all features beyond the values gain.
const leastMoves = 1000

// Calibrate fits a calibration to the fit part of a corpus. Effects, correlations and the spread of
// log-likelihoods come from cross-validated predictions, by models that have not seen the event in
// question. The test part is only counted. Too few games give an error of kind Unprocessable.
func Calibrate(c *Corpus, o Options) (*calibration.Calibration, error) {
	if o.Recipe.Further != nil {
		return extend(c, o)
	}
	if o.Prior != nil {
		return transfer(c, o)
	}
	sides := c.Part(Train)
	if n := moves(sides); n < leastMoves || len(byEvent(sides)) < 2 {
		return nil, fault.New(fault.Unprocessable, "corpus_too_small",
			"the fit part of the games has %d counted moves of %d events; a calibration needs %d moves of at least 2 events",
			n, len(byEvent(sides)), leastMoves)
	}
	w := work{Options: o, sides: sides, foreign: c.foreign}
	for _, step := range []func() error{w.fit, w.crossPredict, w.classical} {
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
	sides   []Side
	foreign []Foreign

	pen    penalty
	choice fittedModel
	folded []folded
	loss   calibration.LossForm
	alike  likeness
	models score.Models
	form   choice.Classical

	sample    *sample // the fit games as models that have not seen them expect them
	effects   score.Effects
	found     calibration.EffectFigures
	standards score.Each[calibration.Standard]
}

// fit fits the choice model to all games and without each fold.
func (w *work) fit() error {
	names := w.Terms
	if len(names) == 0 {
		names = shipped()
	}
	start, err := blank(names, usualDepth(w.sides))
	if err != nil {
		return err
	}
	w.pen = ridge(start.Terms)
	if w.choice, err = fitChoice(w.Run, start, w.sides, w.pen); err != nil {
		return err
	}
	w.folded, err = foldModels(w.Run, w.choice, w.sides, w.pen)
	return err
}

// usualDepth returns the median of the last complete depths of the wide pass, in plies.
func usualDepth(sides []Side) float64 {
	var depths []int
	for i := range sides {
		for _, m := range sides[i].Moves {
			depths = append(depths, m.Position.Depth)
		}
	}
	slices.Sort(depths)
	return float64(depths[len(depths)/2])
}

// crossPredict fits the losses and predicts every game by models that have not seen
// its event.
func (w *work) crossPredict() error {
	var losses [][]graded
	for _, f := range w.folded {
		losses = append(losses, gradedOf(w.Run, f, w.choice.offsets))
	}
	assistants, err := w.assistantsOf(w.foreign)
	if err != nil {
		return err
	}
	w.models = score.Models{Choice: w.choice.model, Assisted: score.Assisted{Share: assistedShare, Assistants: assistants}}
	if err := fitLosses(&w.models, losses...); err != nil {
		return err
	}
	without, err := crossLosses(losses)
	if err != nil {
		return err
	}
	w.measureLosses(losses, without)
	w.sample = newSample(w.Run, crossFit(w.Run, w.folded, without, w.models))
	w.effects, w.found = effectsOf(w.Run, w.sample)
	w.effects.Losses, w.found.LossGame, w.found.LossPlayer = w.lossEffect(), w.alike.game, w.alike.player
	// What LR says of a move depends on the share of unaided moves that look like an engine's.
	w.models.Assisted.Unaided = w.sample.unaided(w.effects)
	w.sample = newSample(w.Run, crossFit(w.Run, w.folded, without, w.models))
	w.standards = standardise(w.sample, w.effects)
	return nil
}

// measureLosses measures the likeness of losses on predictions by models that have not seen them,
// and sets the share of their log-likelihood that counts.
func (w *work) measureLosses(losses [][]graded, without []score.Models) {
	var scores []lossScore
	for i := range losses {
		scores = append(scores, lossScores(&without[i].Loss, losses[i])...)
	}
	w.alike = likenessOf(scores)
	w.loss.Dispersion = w.alike.dispersion
	w.loss.Share = calibration.LossShareFor(w.loss.Dispersion.Value)
	w.loss.Terms, w.loss.Loss, w.loss.Levels = choice.LossTerms(), w.models.Loss, w.models.Levels
	w.models.LossShare, w.models.LossEffect = w.loss.Share, w.lossEffect().SD()
}

func (w *work) lossEffect() score.LossEffect {
	return score.LossEffect{Game: searched(w.alike.game.Value), Player: searched(w.alike.player.Value)}
}

func (w *work) classical() (err error) {
	w.form, err = fitClassical(w.Run, w.sides, w.choice.offsets)
	return err
}

// parameters collects the fitted numbers of the tests.
func (w *work) parameters(bands []calibration.Band) score.Parameters {
	p := score.Parameters{Effects: w.effects, Ratings: calibrated(bands)}
	for _, q := range score.Quantities() {
		s := w.standards.At(q)
		*p.Spread.At(q) = score.Spread{Bias: s.Bias.Value, Scale: math.Sqrt(max(s.Scale, 1))}
	}
	shifts := engineShifts(w.Run, &w.models, w.foreign, w.sides)
	p.Triple = w.triple([3]score.Quantity{score.MM, score.EV, score.ASD}, &p, shifts)
	p.Bank = w.sample.bank(w.effects, w.models.Assisted.Assistants)
	p.ROI = w.triple([3]score.Quantity{score.MM, score.ASD, score.T3}, &p, shifts)
	return p
}

// triple returns the combination of three quantities that best finds the moves of the assisting
// engines.
func (w *work) triple(of [3]score.Quantity, p *score.Parameters, shifts []score.Each[float64]) score.Triple {
	t := score.Triple{Weights: [3]float64{1, 1, 1}, Correlation: w.sample.correlations(of, p)}
	if len(shifts) > 0 {
		t.Weights = sharpest(t.Correlation, w.sample.standardised(of, p, shifts))
	}
	return t
}

// result fills in the calibration.
func (w *work) result(c *Corpus) *calibration.Calibration {
	corpus := c.describe()
	return &calibration.Calibration{
		Format: calibration.Format, Name: w.Name, TimeClass: w.TimeClass, Program: w.Program,
		Recipe: w.Recipe, RecipeFingerprint: w.Recipe.Fingerprint(),
		Policy: w.Policy, PolicyFingerprint: w.Policy.Fingerprint(),
		Choice:     w.choiceForm(),
		Loss:       w.loss,
		Assisted:   w.models.Assisted,
		Classical:  w.form,
		Parameters: w.parameters(corpus.Bands),
		Effects:    w.found,
		Standards:  w.standards,
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

// covariance returns the covariance of the coefficients, robust against dependence of the moves of
// one side:
//
//	C⁻¹ (sum_g s_g s_g' + P) C⁻¹
//
// with C the curvature of the objective, s_g the gradient of side g and P the curvature of the
// penalty (White, Econometrica 50, 1982, p. 1, with sides as clusters).
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
	for i, strength := range w.pen {
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
