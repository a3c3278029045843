package fit

import (
	"cmp"
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// wholeEvent is the least number of games of an event from which effects are estimated: in single
// games the effects of game, player and event cannot be told apart.
const wholeEvent = 4

// leastSide is the least number of moves of a side from which effects are estimated: the sum of a
// few moves is too skewed to be treated as normal.
const leastSide = 5

// The prior of the effects (MODEL 5 and 5a, first estimates). Outlying events are so rare that the
// likelihood alone would allow a spread of 0, or of thousands of points; two games of one player share
// so little that it would allow ratings without error. The logarithms of the standard deviations of
// ratings and events are normal around these values with a standard deviation of 1/2; the log-odds of
// the share of outlying events are normal with a standard deviation of 1. The effect of games has no
// prior.
const (
	usualRating   = 50.0
	usualOrdinary = 50.0
	usualOutlying = 400.0
	usualShare    = 0.05
	priorWidth    = 0.5
	priorOdds     = 1.0
)

// wholeEvents lists the events from which effects can be estimated, by name.
func (c *sample) wholeEvents() (events []int) {
	games := make([]map[string]bool, c.events)
	for i := range c.sides {
		s := &c.sides[i]
		if games[s.event] == nil {
			games[s.event] = map[string]bool{}
		}
		if len(s.Moves) >= leastSide {
			games[s.event][s.Game] = true
		}
	}
	for e, g := range games {
		if len(g) >= wholeEvent {
			events = append(events, e)
		}
	}
	slices.SortFunc(events, func(a, b int) int { return cmp.Compare(c.names[a], c.names[b]) })
	return events
}

// strengths returns the sides of an event in the form that score.Field takes.
func (c *sample) strengths(event int) []score.FieldSide { return c.strengthsWith(event, nil) }

// strengthsWith is strengths with other gradients for some sides, by index of the side.
func (c *sample) strengthsWith(event int, gradients map[int]float64) (all []score.FieldSide) {
	for _, i := range c.inEvent[event] {
		s := &c.sides[i]
		if len(s.Moves) < leastSide {
			continue
		}
		side := score.FieldSide{Player: s.player, Game: s.number}
		side.Gradient, side.Information = score.Strength(s.game.Moves)
		if g, changed := gradients[i]; changed {
			side.Gradient = g
		}
		all = append(all, side)
	}
	return all
}

// effectsOf estimates the effects from the whole events of a sample: the values of highest
// posterior density, with standard errors from the curvature there.
func effectsOf(run Runner, c *sample) (score.Effects, calibration.EffectFigures) {
	events := c.wholeEvents()
	sides := make([][]score.FieldSide, len(events))
	for i, e := range events {
		sides[i] = c.strengths(e)
	}
	surprise := func(x []float64) float64 { return surpriseOf(run, sides, x) }
	x, _ := descend(surprise, [][]float64{{0, 0, 0, 0, 0}, {-0.5, -0.7, -0.5, -0.5, 0.5}})
	for i := range x {
		x[i] = searched(x[i])
	}
	e := effects(x)
	for _, v := range []*float64{&e.Game, &e.Rating, &e.Event.Ordinary, &e.Event.Outlying, &e.Event.Share} {
		*v = searched(*v)
	}
	found := errorsOf(surprise, x)
	for _, f := range []*calibration.Figure{&found.Game, &found.Rating, &found.Ordinary, &found.Outlying, &found.Share} {
		f.Value, f.Low, f.High = searched(f.Value), searched(f.Low), searched(f.High)
	}
	for i, event := range events {
		o := score.NewField(sides[i], e).All()
		if !o.OK {
			continue
		}
		found.Events = append(found.Events, calibration.EventOffset{
			Event: c.names[event], Games: o.Games / 2, Players: o.Players, Offset: searched(o.Estimate), SE: searched(o.SE),
		})
	}
	return e, found
}

// usualGame is the unit of the effect of games in the search, in Elo points.
const usualGame = 150.0

// effects turns the five parameters of the search into effects: logarithms of ratios to the usual
// standard deviations, and the log-odds of outlying events.
func effects(x []float64) score.Effects {
	ordinary := usualOrdinary * exact.Exp(x[2])
	return score.Effects{
		Game: usualGame * exact.Exp(x[0]), Rating: usualRating * exact.Exp(x[1]),
		Event: score.Mixture{
			Ordinary: ordinary, Outlying: max(usualOutlying*exact.Exp(x[3]), ordinary),
			Share: 1 / (1 + exact.Exp(usualOdds()-x[4])),
		},
	}
}

func usualOdds() float64 { return exact.Log((1 - usualShare) / usualShare) }

// surpriseOf returns minus the logarithm of the posterior density, up to a constant. Within an
// ordinary or an outlying event the gradients are normal, with the covariance of score.Field
// widened by the event's own effect:
//
//	-ln density = (ln det C + ln(1 + t² I'C⁻¹I) + d'C⁻¹d - t² (d'C⁻¹I)²/(1 + t² I'C⁻¹I)) / 2
func surpriseOf(run Runner, events [][]score.FieldSide, x []float64) float64 {
	e := effects(x)
	each := make([]float64, len(events))
	run(len(events), func(i int) {
		q, ok := score.NewField(events[i], e).Quadratic()
		if !ok {
			return
		}
		part := func(sd float64) float64 {
			wide := 1 + float64(sd*sd*q.II)
			return float64((q.LogDet + exact.Log(wide) + q.DD - float64(sd*sd*q.DI*q.DI/wide)) / 2)
		}
		m := e.Event
		each[i] = -logSum(exact.Log1p(-m.Share)-part(m.Ordinary), exact.Log(m.Share)-part(m.Outlying))
	})
	total := (float64(square(x[1]/priorWidth)) + float64(square(x[2]/priorWidth)) + float64(square(x[3]/priorWidth)) + float64(square(x[4]/priorOdds))) / 2
	for _, v := range each {
		total += v
	}
	return total
}

// logSum returns ln(exp a + exp b).
func logSum(a, b float64) float64 {
	return math.Max(a, b) + exact.Log1p(exact.Exp(-math.Abs(a-b)))
}

// bend is the step of the differences from which the curvature is computed.
const bend = 0.05

// errorsOf returns the effects at x with 95 % intervals. They come from the normal distribution
// with the curvature of the surprise at x, on the scale of the search, on which standard deviations
// stay positive.
func errorsOf(surprise func([]float64) float64, x []float64) calibration.EffectFigures {
	n := len(x)
	at := func(i, j int, a, b float64) float64 {
		y := slices.Clone(x)
		y[i] += float64(a * bend)
		y[j] += float64(b * bend)
		return surprise(y)
	}
	curvature := exact.NewSymmetric(n)
	for i := range curvature {
		for j := range curvature[:i+1] {
			curvature[i][j] = (at(i, j, 1, 1) - at(i, j, 1, -1) - at(i, j, -1, 1) + at(i, j, -1, -1)) / (4 * bend * bend)
		}
	}
	factor, ok := curvature.Cholesky()
	interval := func(k int, value func(score.Effects) float64) calibration.Figure {
		f := calibration.Figure{Value: value(effects(x)), Bounded: ok}
		if !ok {
			return f
		}
		y := slices.Clone(x)
		half := float64(exact.Normal95 * math.Sqrt(factor.Inverse()[k][k]))
		y[k] = x[k] - half
		f.Low = value(effects(y))
		y[k] = x[k] + half
		f.High = value(effects(y))
		return f
	}
	return calibration.EffectFigures{
		Game:     interval(0, func(e score.Effects) float64 { return e.Game }),
		Rating:   interval(1, func(e score.Effects) float64 { return e.Rating }),
		Ordinary: interval(2, func(e score.Effects) float64 { return e.Event.Ordinary }),
		Outlying: interval(3, func(e score.Effects) float64 { return e.Event.Outlying }),
		Share:    interval(4, func(e score.Effects) float64 { return e.Event.Share }),
	}
}
