package fit

import (
	"math"

	"fairplay/analysis/choice"
)

// strengths are the strengths of the pull towards a prior that are tried.
func strengths() []float64 { return []float64{10, 30, 100, 300, 1000} }

// shrunk returns the prior's model as a start and the penalty that pulls towards
// it: strength (b - b_prior)²/2 on every coefficient but those of the deep best,
// of ties and of delta, which stay free so that MM, EV and ASD are unbiased under
// this recipe too. The strength is the one that predicts left-out events best.
//
// Where both calibrations rest on the same games, the prior has seen the moves
// that are left out, which makes a strong pull look a little better than it is.
func (w *work) shrunk(start *choice.Model) (*choice.Model, penalty, error) {
	centre := make([]float64, len(start.Terms))
	for i, t := range start.Terms {
		for _, known := range w.Prior.Choice.Terms {
			if known.Term == t {
				centre[i] = known.Coefficient
			}
		}
	}
	start = start.With(centre)
	f, err := fitChoice(w.Run, start, w.sides, towards(start, strengths()[len(strengths())/2]))
	if err != nil {
		return nil, penalty{}, err
	}
	best, least := penalty{}, math.Inf(1)
	for _, strength := range strengths() {
		pen := towards(start, strength)
		loss, err := w.leftOut(f.model, pen, f.offsets)
		if err != nil {
			return nil, pen, err
		}
		if loss < least {
			best, least = pen, loss
		}
	}
	return start, best, nil
}

// towards returns the penalty that pulls towards a model.
func towards(m *choice.Model, strength float64) penalty {
	p := penalty{make([]float64, len(m.Terms)), m.Coefficients}
	for i, t := range m.Terms {
		if !(unbiased(t) && t.Times == choice.Plain) {
			p.strength[i] = strength
		}
	}
	return p
}

// leftOut returns the mean of -ln p of the fit games by models without their
// event. The offsets of events are given; those of left-out events are not used.
func (w *work) leftOut(from *choice.Model, pen penalty, o Offsets) (float64, error) {
	of := foldOf(w.sides)
	sum, n := 0.0, 0
	for fold := range folds {
		inside, outside := apart(w.sides, of, fold)
		s, err := maximise(w.Run, from, observe(outside, o.Of), pen, roughly)
		if err != nil {
			return 0, err
		}
		l := likelihood(w.Run, s.model, observe(inside, nil))
		sum -= l.Log
		n += l.N
	}
	return sum / float64(n), nil
}
