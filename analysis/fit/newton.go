package fit

import (
	"errors"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// observation is a move made by a player of some rating.
type observation struct {
	position *choice.Position
	rating   float64
}

// penalty pulls coefficients towards 0: strength b²/2 is added to the sum of -ln p.
type penalty []float64 // strength for each term, >= 0

// ridge returns the penalty that fits use: none for the terms that keep the sums of MM, EV and ASD
// unbiased, 1 for all others. Strengths between 0.1 and 3 give practically the same coefficients.
func ridge(terms []choice.Term) penalty {
	p := make(penalty, len(terms))
	for i, t := range terms {
		if !unbiased(t) {
			p[i] = 1
		}
	}
	return p
}

// unbiased reports whether the likelihood equation of a term makes a sum unbiased on the fitted
// games. With such a term expected and actual MM, EV or ASD agree overall; with its product with
// the rating they agree along the ratings too.
func unbiased(t choice.Term) bool {
	switch t.Feature {
	case choice.DeepBest, choice.Tied, choice.Delta:
		return t.Times == choice.Plain || t.Times == choice.ByRating
	}
	return false
}

// Limits of the iteration. A Newton step that gains less than settled nats is exact to far more
// digits than are published; roughly is enough while the offsets are still changing.
const (
	maxSteps = 50
	settled  = 1e-7
	roughly  = 1e-2
)

// errDiverged says that Newton's method found no optimum.
var errDiverged = errors.New("the fit does not converge; the games may be too few")

// errOneEvent says that nothing can be predicted from other events.
var errOneEvent = errors.New("the games are of one event only; at least two are needed")

// solution is a fitted model with the curvature of the objective at the optimum.
type solution struct {
	model     *choice.Model
	curvature exact.Symmetric // information + penalty
	logLoss   float64         // mean of -ln p, without the penalty
}

// maximise fits a conditional logit by Newton's method with step halving. It minimises the sum of
// -ln p plus the penalty, which is convex, until a step gains less than enough nats.
func maximise(run Runner, start *choice.Model, observed []observation, pen penalty, enough float64) (solution, error) {
	model := start
	l := likelihood(run, model, observed)
	value := pen.value(model.Coefficients) - l.Log
	for range maxSteps {
		gradient, curvature := pen.derivatives(model.Coefficients, l)
		step, err := newtonStep(curvature, gradient)
		if err != nil {
			return solution{}, err
		}
		next, nextL, nextValue := model, l, value
		for size := 1.0; size > 1e-4; size /= 2 {
			next = moved(model, step, size)
			nextL = likelihood(run, next, observed)
			nextValue = pen.value(next.Coefficients) - nextL.Log
			if nextValue <= value {
				break
			}
		}
		gain := value - nextValue
		if gain < 0 {
			gain, next, nextL, nextValue = 0, model, l, value
		}
		model, l, value = next, nextL, nextValue
		if gain < enough {
			_, curvature = pen.derivatives(model.Coefficients, l)
			return solution{model, curvature, l.LogLoss()}, nil
		}
	}
	return solution{}, errDiverged
}

func moved(m *choice.Model, step []float64, size float64) *choice.Model {
	b := make([]float64, len(step))
	for i, s := range step {
		b[i] = m.Coefficients[i] + float64(size*s)
	}
	return m.With(b)
}

// newton finds the minimum of a convex function by Newton's method with step halving. It does not
// change start.
func newton(start []float64, f func(x []float64) (value float64, gradient []float64, curvature exact.Symmetric)) ([]float64, error) {
	x := start
	value, gradient, curvature := f(x)
	for range maxSteps {
		step, err := newtonStep(curvature, gradient)
		if err != nil {
			return nil, err
		}
		gain := 0.0
		for size := 1.0; size > 1e-6; size /= 2 {
			next := make([]float64, len(x))
			for i := range x {
				next[i] = x[i] + float64(size*step[i])
			}
			if v, g, c := f(next); v <= value {
				gain = value - v
				x, value, gradient, curvature = next, v, g, c
				break
			}
		}
		if gain < settled {
			return x, nil
		}
	}
	return nil, errDiverged
}

// newtonStep solves curvature * step = -gradient.
func newtonStep(curvature exact.Symmetric, gradient []float64) ([]float64, error) {
	factor, ok := curvature.Cholesky()
	if !ok {
		return nil, errDiverged
	}
	step := factor.Solve(gradient)
	for i := range step {
		step[i] = -step[i]
	}
	return step, nil
}

func (p penalty) value(b []float64) float64 {
	sum := 0.0
	for i, s := range p {
		sum += float64(s * b[i] * b[i] / 2)
	}
	return sum
}

// flatness is added to the diagonal of the curvature. A term that no position shows then keeps its
// coefficient instead of making the matrix singular.
const flatness = 1e-6

// derivatives returns gradient and curvature of the objective.
func (p penalty) derivatives(b []float64, l *choice.Likelihood) ([]float64, exact.Symmetric) {
	k := len(b)
	gradient, curvature := make([]float64, k), exact.NewSymmetric(k)
	for i := range k {
		gradient[i] = float64(p[i]*b[i]) - l.Gradient[i]
		for j := i; j < k; j++ {
			curvature[j][i] = l.Information[i*k+j]
		}
		curvature[i][i] += p[i] + flatness
	}
	return gradient, curvature
}

// likelihood sums the log-likelihood over all observations.
func likelihood(run Runner, m *choice.Model, observed []observation) *choice.Likelihood {
	total := m.Likelihood()
	pieces(run, len(observed), func(from, to int) *choice.Likelihood {
		l := m.Likelihood()
		for _, o := range observed[from:to] {
			l.Add(o.position, o.position.Played, o.rating)
		}
		return l
	}, total.Plus)
	return total
}
