package record

import (
	"slices"
	"strings"

	"fairplay/analysis"
)

// Lookup gives the evaluation of a position by its key, nil if there
// is none.
type Lookup func(key string) *analysis.Evaluation

// Build returns one record for every ply of the planned game, in order. Moves that count have
// both passes; every other move has a reason. A move whose position lacks an evaluation is
// excluded as not evaluated, never guessed.
func Build(plan *Plan, p analysis.Policy, evals Lookup) []analysis.MoveRecord {
	g := plan.Game
	records := make([]analysis.MoveRecord, len(g.Plies))
	for i, ply := range g.Plies {
		r := &records[i]
		*r = analysis.MoveRecord{
			GameID: g.ID, Round: g.Round, Ply: i, Turn: plan.Plies[i].Turn, Color: g.Turn(i),
			SAN: ply.SAN, Played: ply.Move, Excluded: plan.Plies[i].Excluded,
		}
		before(r, g, i)
		if r.Excluded == analysis.Counted {
			fill(r, ply.Key, p, evals)
		}
		if r.Excluded == analysis.Counted {
			r.After, r.HasAfter = After(g, i, evals)
		}
	}
	return records
}

// before adds the previous move of each side.
func before(r *analysis.MoveRecord, g *analysis.Game, i int) {
	if i > 0 {
		r.Previous = g.Plies[i-1].Move
		r.PreviousCaptured = strings.Contains(g.Plies[i-1].SAN, "x")
	}
	if i > 1 {
		r.PreviousOwn = g.Plies[i-2].Move
	}
}

// fill adds the evaluation to a record, or the reason why it does not count.
func fill(r *analysis.MoveRecord, key string, p analysis.Policy, evals Lookup) {
	e := evals(key)
	best, ok := e.Best()
	switch {
	case !ok:
		r.Excluded = analysis.NotEvaluated
		return
	case !WithinPolicy(p, best.Value):
		r.Excluded = analysis.DecidedAlready
		return
	case !e.Settled():
		r.Excluded = analysis.Unsettled
		return
	case len(e.Values()) == 0:
		r.Excluded = analysis.NotEvaluated
		return
	}
	if place(e.Values(), best.Move) < 0 {
		r.Excluded = analysis.Unlisted
		return
	}
	r.Position, r.Evaluation, r.Index = key, e, place(e.Values(), r.Played)
}

// place returns the index of a move among lines, -1 if it is missing.
func place(lines []analysis.Line, m analysis.Move) int {
	return slices.IndexFunc(lines, func(l analysis.Line) bool { return l.Move == m })
}

// After returns the value of the position after ply i for the player who made
// it: the opponent's deep value, negated (MODEL 1). ok is false if it is unknown.
func After(g *analysis.Game, i int, evals Lookup) (value analysis.Score, ok bool) {
	key := g.End.Key
	if i+1 < len(g.Plies) {
		key = g.Plies[i+1].Key
	} else if value, ok := g.End.Terminal(); ok {
		return value.Negate(), true
	}
	best, ok := evals(key).Best()
	return best.Value.Negate(), ok
}
