package fit

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// leastControlled is the least number of events with games evaluated under both recipes.
const leastControlled = 5

// transfer makes a calibration for a recipe with few evaluated games from a calibration (the prior)
// that rests on many. It uses the prior's models as they are, but asks them for ratings moved by
// how much stronger the same games look under the new recipe. It then estimates the bias that is
// left, with the same games under the prior's recipe as control variate (Glasserman, Monte Carlo
// Methods in Financial Engineering, 2004, section 4.1), so that chance which moves both sums alike
// cancels:
//
//	bias = mean over moves of (e - beta (e' - b')),   beta by least squares over events
//
// e and e' are the residuals under the new recipe and the prior's, given how far each event plays
// from its ratings under the prior's recipe; b' is the bias of the prior. Only fit games are used.
// The prior was fitted to them, which makes e' a little too small.
func transfer(c *Corpus, o Options) (*calibration.Calibration, error) {
	pairs := paired(c.Part(Train), o.Control)
	if n := len(byEvent(pairs.own)); n < leastControlled {
		return nil, fault.New(fault.Unprocessable, "corpus_too_small",
			"fit games evaluated under both recipes come from %d events; a calibration that leans on another needs %d", n, leastControlled)
	}
	prior := o.Prior
	model, err := choice.NewModel(prior.Models().Choice.Terms, prior.Models().Choice.Coefficients, usualDepth(pairs.own))
	if err != nil {
		return nil, err
	}
	models := *prior.Models()
	models.Choice = model
	// Both samples hold the same sides in the same order.
	control := newSample(o.Run, predict(o.Run, prior.Models(), pairs.control))
	shift := stronger(newSample(o.Run, predict(o.Run, &models, pairs.own)), control)
	models.Shift = shift.Value
	own := newSample(o.Run, predict(o.Run, &models, pairs.own))
	shifts := control.shifts(prior.Parameters.Effects)

	result := borrowed(c, o)
	result.Choice.UsualDepth = model.UsualDepth
	// There is no bank: nine honest performances are there to try one on that is taken over, and under the
	// full recipe its Z had the mean .41 and the standard deviation 1.38 on them.
	result.Parameters.Bank = nil
	result.Prior = &calibration.Prior{Name: prior.Name, RecipeFingerprint: prior.RecipeFingerprint, Corpus: prior.Corpus.Digest,
		Games: prior.Corpus.Fit.Games, Moves: prior.Corpus.Fit.Moves, Controlled: len(byGame(pairs.own)), Shift: shift, Honest: prior.Honest(), Correlation: correlation(own, control, prior.Parameters.Triple.Weights)}
	for _, q := range score.Quantities() {
		s := result.Standards.At(q)
		*s = controlled(own, control, shifts, q, *s)
		result.Parameters.Spread.At(q).Bias = s.Bias.Value
	}
	return &result, result.Ready()
}

// borrowed returns the calibration of the prior under the names, recipe and policy of the options, with no report.
func borrowed(c *Corpus, o Options) calibration.Calibration {
	result := *o.Prior
	result.Name, result.TimeClass, result.Program = o.Name, o.TimeClass, o.Program
	result.Recipe, result.RecipeFingerprint, result.Behaviour = o.Recipe, o.Recipe.Fingerprint(), ""
	result.Policy, result.PolicyFingerprint = o.Policy, o.Policy.Fingerprint()
	result.Effects.Borrowed = true
	result.Corpus, result.Report = c.describe(), nil
	return result
}

// pairs holds the sides that two corpora share, in the same order.
type pairs struct{ own, control []Side }

// paired returns the sides that are also in a corpus evaluated under another recipe.
func paired(sides []Side, other *Corpus) (p pairs) {
	type key struct {
		game  string
		color analysis.Color
	}
	there := map[key]Side{}
	if other != nil {
		for _, s := range other.Part(Train) {
			there[key{s.Game, s.Color}] = s
		}
	}
	for _, s := range sides {
		if twin, ok := there[key{s.Game, s.Color}]; ok {
			p.own, p.control = append(p.own, s), append(p.control, twin)
		}
	}
	return p
}

// byGame counts the sides of each game.
func byGame(sides []Side) map[string]int {
	games := map[string]int{}
	for i := range sides {
		games[sides[i].Game]++
	}
	return games
}

// stronger returns how much stronger the sides of a sample look than the same sides under another
// recipe, in Elo points: the difference of their scores divided by the information. Events are the
// independent units.
func stronger(own, control *sample) calibration.Figure {
	sums, counts := make([]float64, own.events), make([]float64, own.events)
	for i := range own.sides {
		e := own.sides[i].event
		gradient, information := score.Strength(own.sides[i].game.Moves)
		other, _ := score.Strength(control.sides[i].game.Moves)
		sums[e] += gradient - other
		counts[e] += information
	}
	f := figure(clusterMean(sums, counts))
	f.Value, f.Low, f.High = searched(f.Value), searched(f.Low), searched(f.High)
	return f
}

// correlation returns the correlation between the combined values of the same sides under two
// recipes. Each quantity is in its own standard deviations, as if moves were independent.
func correlation(own, control *sample, weights [3]float64) calibration.Figure {
	combined := func(s *side) (sum float64) {
		for i, q := range [3]score.Quantity{score.MM, score.EV, score.ASD} {
			if r := &s.residuals[q]; r.variance > 0 {
				sum += float64(weights[i] * q.Sign() * r.excess / math.Sqrt(r.variance))
			}
		}
		return sum
	}
	return bootstrap(len(own.sides), func(i int) int { return own.sides[i].event }, func(items []int) []float64 {
		var x, y []float64
		for _, i := range items {
			x, y = append(x, combined(&own.sides[i])), append(y, combined(&control.sides[i]))
		}
		xm, xs, _ := moments(x)
		ym, ys, _ := moments(y)
		sum := 0.0
		for i := range x {
			sum += float64((x[i] - xm) * (y[i] - ym))
		}
		return []float64{sum / (float64(len(x)-1) * xs * ys)}
	})[0]
}

// controlled returns the bias of one quantity under the recipe of a sample, with the same sides
// under the prior's recipe as control variate. The error of the prior's own bias is part of the
// interval, and beta costs a degree of freedom.
func controlled(own, control *sample, shifts []score.Offset, q score.Quantity, prior calibration.Standard) calibration.Standard {
	events := own.events
	sums, others, counts, theirs := make([]float64, events), make([]float64, events), make([]float64, events), make([]float64, events)
	for i := range own.sides {
		e := own.sides[i].event
		r, t := &own.sides[i].residuals[q], &control.sides[i].residuals[q]
		sums[e] += r.excess - float64(r.slope*shifts[e].Mean)
		counts[e] += r.n
		others[e] += t.excess - float64(t.slope*shifts[e].Mean)
		theirs[e] += t.n
	}
	mean, se := clusterMean(sums, counts)
	there, _ := clusterMean(others, theirs)
	products, squares := 0.0, 0.0
	for e := range sums {
		d := others[e] - float64(theirs[e]*there)
		products += float64((sums[e] - float64(counts[e]*mean)) * d)
		squares += float64(d * d)
	}
	beta := 0.0
	if squares > 0 {
		beta = products / squares
	}
	left := make([]float64, events)
	for e := range left {
		left[e] = sums[e] - float64(beta*(others[e]-float64(theirs[e]*prior.Bias.Value)))
	}
	found, rest := clusterMean(left, counts)
	n := float64(events)
	rest *= math.Sqrt((n - 1) / (n - 2))
	before := beta * (prior.Bias.High - prior.Bias.Low) / (2 * exact.Normal95)
	rest = math.Sqrt(float64(rest*rest) + float64(before*before))
	s := calibration.Standard{Bias: figure(found, rest), Scale: prior.Scale, Borrowed: true}
	if se > 0 && !math.IsNaN(rest) {
		s.Left = searched(square(rest / se))
	}
	return s
}
