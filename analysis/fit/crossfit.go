package fit

import (
	"cmp"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// folds is the number of parts that the fit games are divided into for cross-validation: each fold
// is predicted by models that have not seen its events.
const folds = 6

// foldOf assigns every event to a fold. It takes events by size, the largest first, and puts each
// into the fold with the fewest moves so far. Events of equal size are ordered by their hashes.
func foldOf(sides []Side) map[string]int {
	type sized struct {
		name string
		size int
		hash float64
	}
	var events []sized
	for _, e := range byEvent(sides) {
		events = append(events, sized{e.name, moves(e.sides), eventHash(e.name, "")})
	}
	slices.SortFunc(events, func(a, b sized) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.hash, b.hash))
	})
	var load [folds]int
	of := make(map[string]int, len(events))
	for _, e := range events {
		least := 0
		for f := range load {
			if load[f] < load[least] {
				least = f
			}
		}
		of[e.name] = least
		load[least] += e.size
	}
	return of
}

// apart separates the sides of one fold from all others and keeps their order.
func apart(sides []Side, of map[string]int, fold int) (inside, outside []Side) {
	for _, s := range sides {
		if of[s.Event] == fold {
			inside = append(inside, s)
		} else {
			outside = append(outside, s)
		}
	}
	return inside, outside
}

// folded is the result of a fit without one fold.
type folded struct {
	inside []Side
	model  *choice.Model
}

// foldModels fits the choice model without each fold in turn. It starts from the solution for all
// games.
func foldModels(run Runner, all fittedModel, sides []Side, pen penalty) ([]folded, error) {
	of := foldOf(sides)
	var parts []folded
	for fold := range folds {
		inside, outside := apart(sides, of, fold)
		if len(inside) == 0 {
			continue
		}
		if len(outside) == 0 {
			return nil, errOneEvent
		}
		f, err := refine(run, all.model, all.offsets, outside, pen)
		if err != nil {
			return nil, err
		}
		parts = append(parts, folded{inside, f.model})
	}
	return parts, nil
}

// crossLosses fits the losses without each fold in turn.
func crossLosses(losses [][]graded) ([]score.Models, error) {
	without := make([]score.Models, len(losses))
	for i := range losses {
		if err := fitLosses(&without[i], slices.Concat(losses[:i], losses[i+1:])...); err != nil {
			return nil, err
		}
	}
	return without, nil
}

// crossFit predicts every side by models that have seen nothing of its event: the choice model
// fitted without its fold, and losses fitted to the other folds. All other parts are taken from
// models.
func crossFit(run Runner, all []folded, losses []score.Models, models score.Models) (predicted []scored) {
	for i, f := range all {
		models.Choice, models.Loss, models.Levels = f.model, losses[i].Loss, losses[i].Levels
		own := models
		predicted = append(predicted, predict(run, &own, f.inside)...)
	}
	slices.SortStableFunc(predicted, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Color, b.Color))
	})
	return predicted
}
