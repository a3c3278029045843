package calibration

import (
	"math"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// Models are the fitted models that expectations come from.
type Models struct {
	Choice   *choice.Model
	Loss     choice.Loss // of the loss in pawns (AE)
	Scaled   choice.Loss // of the loss on the scale f (scaled AE)
	Assisted Assisted
}

// Assisted says how an assisted player is taken to choose, for the likelihood
// ratio: with probability 1 - Soft the deep best, otherwise a move drawn in
// proportion to exp(-delta/Width). Share is the part e of moves that are assisted
// (MODEL 5).
type Assisted struct {
	Share float64 `json:"share"`
	Soft  float64 `json:"soft"`
	Width float64 `json:"width"` // scaled pawns, > 0
}

// probabilities writes q to dst.
func (a Assisted) probabilities(p *choice.Position, dst []float64) {
	total := 0.0
	for i, d := range p.Delta {
		dst[i] = exact.Exp(-d / a.Width)
		total += dst[i]
	}
	for i := range dst {
		dst[i] *= a.Soft / total
	}
	dst[p.Best] += 1 - a.Soft
}

// Outlook is what the choice model says of a position for any rating. It keeps
// what is costly, so that many ratings can be asked for.
type Outlook struct {
	models    *Models
	position  *choice.Position
	utilities choice.Utilities
	assisted  []float64
}

// Outlook looks at a position.
func (m *Models) Outlook(p *choice.Position) Outlook {
	o := Outlook{m, p, m.Choice.Utilities(p), make([]float64, len(p.Moves))}
	m.Assisted.probabilities(p, o.assisted)
	return o
}

// LogP returns the log-probability of the move made, in nats, for a player of
// that rating: what an intrinsic rating is made from.
func (o *Outlook) LogP(rating float64) float64 {
	return o.utilities.LogProbability(o.made(), rating)
}

// made returns the place of the move made; a move that the wide pass does not
// list counts as the worst that it does.
func (o *Outlook) made() int {
	if o.position.Played < 0 {
		return len(o.position.Moves) - 1
	}
	return o.position.Played
}

// Chance returns what is to be expected of the move for a player of that rating.
//
// Every moment is a sum over the moves with the probabilities p of the choice
// model, and every slope is the covariance with the utilities' slopes s:
// dE x/dR = E (s - E s) x / 400. The statistic itself is held fixed: a player
// whose true rating is another chooses otherwise, but is judged by the same
// figures.
func (o *Outlook) Chance(rating float64) score.Chance {
	d := o.distribution(rating)
	p := o.position
	c := score.Chance{LogP: exact.Log(math.Max(d.p[o.made()], math.SmallestNonzeroFloat64))}
	c.Gradient, c.Information = o.utilities.RatingScoreOf(o.made(), d.p)
	c.MM = score.Indicator(d.p[p.Best], d.ds[p.Best])
	tied, top := choose(p.Tied), choose(p.TopThree)
	c.EV, c.T3 = indicator(d.moments(tied)), indicator(d.moments(top))
	c.ASD = d.moments(func(i int) float64 { return p.Delta[i] })
	ratio := func(i int) float64 { return o.ratio(i, d.p[i]) }
	c.LR = d.moments(ratio)
	c.Ratio = ratio(o.made())
	in := o.LossInput(rating)
	c.AE, c.ScaledAE = expect(&o.models.Loss, &in), expect(&o.models.Scaled, &in)
	return c
}

// ratio returns ln(1 - e + e q/p) for move i of probability p.
func (o *Outlook) ratio(i int, p float64) float64 {
	e := o.models.Assisted.Share
	return exact.Log(1 - e + e*o.assisted[i]/math.Max(p, leastProbability))
}

// leastProbability keeps the likelihood ratio of impossible moves finite.
const leastProbability = 1e-9

// LossInput returns what the expectation of the loss is computed from.
func (o *Outlook) LossInput(rating float64) choice.LossInput {
	d, p := o.distribution(rating), o.position
	delta := d.moments(func(i int) float64 { return p.Delta[i] })
	squares := d.moments(func(i int) float64 { return p.Delta[i] * p.Delta[i] })
	in := choice.LossInput{
		Rating: rating, Pawns: p.Pawns,
		Best: d.p[p.Best], BestSlope: d.ds[p.Best],
		Mean: delta.Mean, MeanSlope: delta.Slope, SD: math.Sqrt(delta.Var),
	}
	if in.SD > 0 {
		in.SDSlope = (squares.Slope - float64(2*delta.Mean*delta.Slope)) / (2 * in.SD)
	}
	return in
}

func expect(l *choice.Loss, in *choice.LossInput) score.Moment {
	mean, variance, slope := l.Expect(in)
	return score.Moment{Mean: mean, Var: variance, Slope: slope}
}

// distribution holds the probabilities of the moves and their derivatives by the
// rating, per Elo point.
type distribution struct{ p, ds []float64 }

func (o *Outlook) distribution(rating float64) distribution {
	d := distribution{p: o.utilities.Probabilities(rating, nil)}
	d.ds = o.utilities.ProbabilitySlopes(d.p)
	return d
}

// moments returns mean, variance and slope of x.
func (d distribution) moments(x func(i int) float64) score.Moment {
	var m score.Moment
	square := 0.0
	for i, p := range d.p {
		v := x(i)
		m.Mean += float64(p * v)
		square += float64(p * v * v)
		m.Slope += float64(d.ds[i] * v)
	}
	m.Var = math.Max(square-float64(m.Mean*m.Mean), 0)
	return m
}

func choose(of func(i int) bool) func(i int) float64 {
	return func(i int) float64 {
		if of(i) {
			return 1
		}
		return 0
	}
}

// indicator draws a mean that is a probability in to [0, 1], past which rounding
// may carry it.
func indicator(m score.Moment) score.Moment {
	return score.Indicator(math.Min(m.Mean, 1), m.Slope)
}

// Instead returns what the likelihood ratio and the derivative of the
// log-likelihood by the rating would be if move i had been made (score.Chance).
func (o *Outlook) Instead(i int, rating float64) (ratio, gradient float64) {
	var scratch []float64
	gradient, _ = o.utilities.RatingScore(i, rating, &scratch)
	return o.ratio(i, scratch[i]), gradient
}
