package pipeline

import (
	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// PositionAt returns the position of a FEN.
func PositionAt(fen string) ([]At, error) {
	at, err := pgn.NewPosition(fen)
	if err != nil {
		return nil, err
	}
	return []At{{Position: at, Ply: -1}}, nil
}

// PositionsOf returns the positions of a game with the moves made in them. A game of a chess
// variant gives an Unprocessable error.
func PositionsOf(g *analysis.Game) ([]At, error) {
	if g.Variant != analysis.Standard {
		return nil, fault.New(fault.Unprocessable, "variant", "%s is a game of %s, which is not analysed", g.Source, g.Variant)
	}
	var all []At
	for i, ply := range g.Plies {
		at, err := pgn.NewPosition(ply.Key)
		if err != nil {
			return nil, err
		}
		all = append(all, At{Position: at, Ply: i, SAN: ply.SAN, Played: ply.Move})
	}
	return all, nil
}
