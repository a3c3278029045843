package pipeline

import (
	"context"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/uci"
)

// At is a position and, if it comes from a game, the move made in it.
type At struct {
	analysis.Position
	Ply    int // -1 for a position without a game
	SAN    string
	Played analysis.Move
}

// EvaluateAll runs both passes on every position, in order, without a cache.
func EvaluateAll(ctx context.Context, engines Engines, recipe analysis.Recipe, positions []At) ([]reports.PositionEvaluation, error) {
	all := make([]reports.PositionEvaluation, 0, len(positions))
	for _, at := range positions {
		e, err := engines.Evaluate(ctx, uci.Request{Position: at.Position, Recipe: recipe})
		if err != nil {
			return nil, err
		}
		all = append(all, reports.PositionEvaluation{
			Recipe: recipe.Name, RecipeFingerprint: recipe.Fingerprint(), Engine: recipe.Engine,
			Position: at.Key, Ply: at.Ply, SAN: at.SAN, Played: at.Played, Evaluation: e,
		})
	}
	return all, nil
}
