package fit

import (
	"math"
	"slices"

	"fairplay/analysis/choice"
)

// Limits of the search for event offsets: the first guess of their spread, the greatest number of
// rounds, the change of the spread that ends the search, Newton steps for one offset, and the least
// spread believed. Spreads are in Elo points.
const (
	firstSpread = 150.0
	mostRounds  = 60
	offsetDone  = 0.5
	offsetSteps = 4
	leastSpread = 20.0
)

// Offsets say how far whole events play from their ratings, in Elo points. Some national events
// play hundreds of points above the international ratings of their players. A fit that ignores this
// finds too flat a slope and expects too much of all other players with those ratings.
type Offsets struct {
	Spread float64            // standard deviation between events
	Of     map[string]float64 // by event: rating points above (+) or below (-) the ratings
}

// fittedModel is a choice model fitted together with the offsets of its events.
type fittedModel struct {
	solution
	offsets Offsets
}

// fitChoice fits the model to sides with a random offset u_e for every event: within event e, R +
// u_e takes the place of R, and u_e²/(2 sigma²) is added to the objective. It computes in turn the
// coefficients given the offsets, the offsets given the coefficients, and
//
//	sigma² = mean of u_e² + 1/h_e,   h_e the curvature of the objective in u_e
//
// as in the penalised quasi-likelihood of Breslow and Clayton, Journal of the American Statistical
// Association 88, 1993, p. 9. Predictions use u = 0.
func fitChoice(run Runner, start *choice.Model, sides []Side, pen penalty) (fittedModel, error) {
	return refine(run, start, Offsets{Spread: firstSpread}, sides, pen)
}

// refine is fitChoice starting from given offsets.
func refine(run Runner, start *choice.Model, o Offsets, sides []Side, pen penalty) (fittedModel, error) {
	events := byEvent(sides)
	f := fittedModel{offsets: o}
	model := start
	for round := range mostRounds {
		next := f.offsets
		if round > 0 {
			next = f.offsets.converge(run, model, events)
		}
		done := round > 0 && math.Abs(next.Spread-f.offsets.Spread) < offsetDone
		f.offsets = next
		enough := roughly
		if done {
			enough = settled
		}
		s, err := maximise(run, model, observe(sides, f.offsets.Of), pen, enough)
		if err != nil {
			return f, err
		}
		f.solution, model = s, s.model
		if done {
			return f, nil
		}
	}
	return f, errDiverged
}

// offsetRounds is how often offsets and their spread are computed in turn while the coefficients
// stay the same: the spread converges slowly, but each round is cheap.
const offsetRounds = 10

// converge returns the best-fitting offsets with their spread.
func (o Offsets) converge(run Runner, m *choice.Model, events []eventSides) Offsets {
	for range offsetRounds {
		before := o.Spread
		if o = o.next(run, m, events); math.Abs(o.Spread-before) < offsetDone/offsetRounds {
			break
		}
	}
	return o
}

// eventSides are the sides of one event.
type eventSides struct {
	name  string
	sides []Side
}

// byEvent groups sides by event, ordered by the events' names.
func byEvent(sides []Side) []eventSides {
	places := make(map[string]int)
	var events []eventSides
	for _, s := range sides {
		at, known := places[s.Event]
		if !known {
			at = len(events)
			places[s.Event] = at
			events = append(events, eventSides{name: s.Event})
		}
		events[at].sides = append(events[at].sides, s)
	}
	slices.SortFunc(events, func(a, b eventSides) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return events
}

// observe lists the moves of sides, at ratings moved by the offsets.
func observe(sides []Side, offsets map[string]float64) []observation {
	observed := make([]observation, 0, moves(sides))
	for i := range sides {
		for _, m := range sides[i].Moves {
			observed = append(observed, observation{m.Position, sides[i].Rating + offsets[sides[i].Event]})
		}
	}
	return observed
}

// next returns the best-fitting offsets for the present spread.
func (o Offsets) next(run Runner, m *choice.Model, events []eventSides) Offsets {
	found := make([]struct{ offset, curvature float64 }, len(events))
	run(len(events), func(i int) {
		found[i].offset, found[i].curvature = o.settle(m, events[i])
	})
	after := Offsets{Of: make(map[string]float64, len(events))}
	sum := 0.0
	for i, e := range events {
		after.Of[e.name] = found[i].offset
		sum += float64(found[i].offset*found[i].offset) + 1/found[i].curvature
	}
	after.Spread = max(math.Sqrt(sum/float64(len(events))), leastSpread)
	return after
}

// settle finds the offset of one event by Newton's method. The objective is strictly convex in it.
func (o Offsets) settle(m *choice.Model, e eventSides) (offset, curvature float64) {
	var utilities []choice.Utilities
	for _, s := range e.sides {
		for _, move := range s.Moves {
			utilities = append(utilities, m.Utilities(move.Position))
		}
	}
	precision := 1 / (o.Spread * o.Spread)
	offset = o.Of[e.name]
	var scratch []float64
	for range offsetSteps {
		gradient, at := -offset*precision, 0
		curvature = precision
		for _, s := range e.sides {
			for _, move := range s.Moves {
				score, information := utilities[at].RatingScore(move.Position.Played, s.Rating+offset, &scratch)
				gradient += score
				curvature += information
				at++
			}
		}
		offset += gradient / curvature
	}
	return offset, curvature
}
