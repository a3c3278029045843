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

// Further is what the further engine of a recipe would play in a position of the corpus.
type Further struct {
	Game string // of the corpus
	Ply  int
	Move analysis.Move
}

// AddFurther notes what a further engine would play. The games must be there already.
func (c *Corpus) AddFurther(all []Further) {
	if c.further == nil {
		c.further = map[spot]bool{}
	}
	at := map[spot]analysis.Move{}
	for _, f := range all {
		at[spot{f.Game, f.Ply}], c.further[spot{f.Game, f.Ply}] = f.Move, true
	}
	for i := range c.Sides {
		for _, m := range c.Sides[i].Moves {
			if move, known := at[spot{c.Sides[i].Game, m.Figures.Ply}]; known {
				m.Position.SeeFurther(move)
			}
		}
	}
}

// asked returns the sides with those moves before which the further engine was asked. whole leaves out
// sides that lack any.
func (c *Corpus) asked(sides []Side, whole bool) (known []Side) {
	for _, s := range sides {
		n := len(s.Moves)
		s.Moves = slices.DeleteFunc(slices.Clone(s.Moves), func(m Move) bool { return !c.further[spot{s.Game, m.Figures.Ply}] })
		if len(s.Moves) > 0 && (!whole || len(s.Moves) == n) {
			known = append(known, s)
		}
	}
	return known
}

// extend makes a calibration for a recipe that asks a further engine from the calibration of the same
// recipe without it (the prior). The further engine's choice becomes a term of the choice model and of
// the assistants. Its coefficients, and those of the deep best beside it, are fitted on the games in
// which it was asked; everything else is the prior's. The bias of each quantity is measured on the same
// games with and without the further engine, as in transfer.
func extend(c *Corpus, o Options) (*calibration.Calibration, error) {
	sides := c.asked(c.Part(Train), true)
	if n := len(byEvent(sides)); n < leastControlled {
		return nil, fault.New(fault.Unprocessable, "corpus_too_small",
			"fit games in which the further engine was asked come from %d events; a calibration needs %d", n, leastControlled)
	}
	prior := o.Prior
	models := *prior.Models()
	control := newSample(o.Run, predict(o.Run, &models, sides))
	model, information, err := furtherModel(o.Run, prior, sides)
	if err != nil {
		return nil, err
	}
	models.Choice = model
	models.Assisted.Assistants = slices.Clone(models.Assisted.Assistants)
	for i := range models.Assisted.Assistants {
		h := &models.Assisted.Assistants[i]
		some := suggestions(c.foreign, h.Name, c.asked(c.Part(Train), false))
		if len(some) < leastForeign {
			continue
		}
		found, err := fitAssistant(model, some)
		if err != nil {
			return nil, err
		}
		found.Name, found.Kind = h.Name, h.Kind
		*h = found
	}
	own := newSample(o.Run, predict(o.Run, &models, sides))
	shifts := control.shifts(prior.Parameters.Effects)

	result := borrowed(c, o)
	result.Assisted = models.Assisted
	if result.Choice, err = furtherForm(prior.Choice, model, information); err != nil {
		return nil, err
	}
	for _, q := range score.Quantities() {
		s := result.Standards.At(q)
		*s = controlled(own, control, shifts, q, *s)
		result.Parameters.Spread.At(q).Bias = s.Bias.Value
	}
	bank := *prior.Parameters.Bank
	bank.Further = new(own.spread(func(s *side) *residual { return &s.further }, prior.Parameters.Effects, shifts))
	bank.Ratio = own.spread(func(s *side) *residual { return &s.ratio }, prior.Parameters.Effects, shifts)
	result.Parameters.Bank = &bank
	return &result, result.Ready()
}

// furtherForm returns the choice model in the form of a calibration. Errors of the coefficients of the
// further engine's choice are those of the fit given all others.
func furtherForm(form calibration.ChoiceForm, m *choice.Model, information exact.Symmetric) (calibration.ChoiceForm, error) {
	factor, ok := information.Cholesky()
	if !ok {
		return form, errDiverged
	}
	old, added := len(form.Terms), factor.Inverse()
	covariance := exact.NewSymmetric(len(m.Terms))
	for a, row := range form.Covariance {
		copy(covariance[a], row)
	}
	for a, row := range added {
		copy(covariance[old+a][old:], row[:a+1])
	}
	form.Terms, form.Covariance = nil, covariance
	for i, t := range m.Terms {
		form.Terms = append(form.Terms, calibration.TermForm{Term: t, Coefficient: m.Coefficients[i], SE: math.Sqrt(covariance[i][i])})
	}
	return form, nil
}

// furtherTerms are the terms of the further engine's choice.
func furtherTerms() []string { return []string{"further", "further*r", "further*gap"} }

// furtherModel adds them to the prior's model, and fits them and what the deep best adds beside them. The
// information is that of the added terms.
func furtherModel(run Runner, prior *calibration.Calibration, sides []Side) (m *choice.Model, information exact.Symmetric, err error) {
	before := prior.Models().Choice
	added, err := choice.Terms(furtherTerms()...)
	if err != nil {
		return nil, nil, err
	}
	start, err := choice.NewModel(slices.Concat(before.Terms, added), slices.Concat(before.Coefficients, make([]float64, len(added))), before.UsualDepth)
	if err != nil {
		return nil, nil, err
	}
	offsets := Offsets{Spread: prior.Choice.EventSpread}.next(run, before, byEvent(sides))
	observed := observe(sides, offsets.Of)
	var free []int
	for i, t := range start.Terms {
		if t.Feature == choice.Further || t.Feature == choice.DeepBest {
			free = append(free, i)
		}
	}
	x := make([]float64, len(free))
	for k, i := range free {
		x[k] = start.Coefficients[i]
	}
	with := func(x []float64) *choice.Model {
		b := slices.Clone(start.Coefficients)
		for k, i := range free {
			b[i] = x[k]
		}
		return start.With(b)
	}
	objective := func(x []float64) (float64, []float64, exact.Symmetric) {
		l := likelihood(run, with(x), observed)
		gradient, curvature := make([]float64, len(free)), exact.NewSymmetric(len(free))
		for a, i := range free {
			gradient[a] = -l.Gradient[i]
			for b, j := range free[:a+1] {
				curvature[a][b] = l.Information[min(i, j)*len(start.Terms)+max(i, j)]
			}
		}
		return -l.Log, gradient, curvature
	}
	if x, err = newton(x, objective); err != nil {
		return nil, nil, err
	}
	_, _, curvature := objective(x)
	information = exact.NewSymmetric(len(added))
	for a := range information {
		copy(information[a], curvature[len(free)-len(added)+a][len(free)-len(added):])
	}
	return with(x), information, nil
}
