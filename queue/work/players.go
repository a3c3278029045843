package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports/roster"
	"fairplay/reports/store"
)

// EventPlayer is somebody who plays in an event, and in how many of its games.
type EventPlayer struct {
	roster.Person
	Games int
}

// Players returns who plays in an event as its games tell it, by name. Their
// ratings are those of the games that count.
func (p *Service) Players(ctx context.Context, event string) ([]EventPlayer, error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	terms, in, err := p.screeningInput(ctx, e)
	if err != nil {
		return nil, err
	}
	chosen := terms.Survey(in.Input)
	chosen.Choose(func(*analysis.Game) bool { return true })
	games := map[*roster.Person]int{}
	for _, g := range chosen.All {
		if g.Excluded == analysis.DuplicateOfGame {
			continue
		}
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			games[chosen.Roster.Of(g.Game, c)]++
		}
	}
	players := []EventPlayer{}
	for _, person := range chosen.Roster.Persons() {
		players = append(players, EventPlayer{Person: *person, Games: games[person]})
	}
	return players, nil
}

// PGN returns a game in the export format of the PGN standard.
func (p *Service) PGN(stored store.StoredGame) ([]byte, error) {
	g, err := p.Game(stored)
	if err != nil {
		return nil, err
	}
	return pipeline.PGN([]*analysis.Game{g})
}

// Game returns the game that a body holds, where it stands in what was handed
// in.
func (p *Service) Game(stored store.StoredGame) (*analysis.Game, error) {
	return decodeGame(stored.Body, stored.Source)
}
