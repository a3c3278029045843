package pipeline

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/analysis/record"
	"fairplay/reports"
)

// OneMove evaluates, without a cache, the position of one ply of a game of the input and the one
// after it. It says what the move adds to the figures of the player who made it, or why it does not
// count.
func (t *Terms) OneMove(ctx context.Context, in Input, g *analysis.Game, ply int) ([]reports.PositionEvaluation, error) {
	plan, err := record.New(g, t.Policy, t.Book)
	if err != nil {
		return nil, err
	}
	at, err := pgn.NewPosition(g.Plies[ply].Key)
	if err != nil {
		return nil, err
	}
	after := g.End
	if ply+1 < len(g.Plies) {
		if after, err = pgn.NewPosition(g.Plies[ply+1].Key); err != nil {
			return nil, err
		}
	}
	positions := []At{{Position: at, Ply: ply, SAN: g.Plies[ply].SAN, Played: g.Plies[ply].Move}}
	if _, over := after.Terminal(); !over {
		positions = append(positions, At{Position: after, Ply: -1})
	}
	found, err := EvaluateAll(ctx, t.Engines, t.Recipe, positions)
	if err != nil {
		return nil, err
	}
	records := record.Build(plan, t.Policy, func(key string) *analysis.Evaluation {
		for i := range found {
			if found[i].Position == key {
				return &found[i].Evaluation
			}
		}
		return nil
	})
	chosen := t.Survey(in)
	chosen.Choose(func(*analysis.Game) bool { return true })
	fit, err := t.Fits.Find(t.Recipe, t.Policy, chosen.Class)
	if err != nil && fault.KindOf(err) != fault.Unprocessable {
		return nil, err
	}
	made, rated := t.provenance(in, fit, err), ratings(chosen.Roster, g)
	moved, err := fit.moves(records[ply:ply+1], rated)
	if err != nil {
		return nil, err
	}
	row := reports.RowOf(g, &moved[0], made.Unexpected(rated[records[ply].Color]))
	found[0].Move = &row
	return found[:1], nil
}
