package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
	"fairplay/reports/tournament/roster"
)

// EventPlayer is a player by the games of an event.
type EventPlayer struct {
	Name       string   `json:"name"` // the most frequent spelling
	FideID     string   `json:"fide_id"`
	Title      string   `json:"title"`
	Federation string   `json:"federation"`
	Rating     int      `json:"rating"`    // 0 where no game gives one
	Games      int      `json:"games"`     // in this event
	Spellings  []string `json:"spellings"` // other spellings of the name
}

// Players returns the players of an event by its games, ordered by name. Their ratings are those of
// the games that count.
func (i Intake) Players(ctx context.Context, event string) ([]EventPlayer, error) {
	e, err := i.Store.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	terms, in, err := i.screeningInput(ctx, e)
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
	for _, p := range chosen.Roster.Persons() {
		players = append(players, EventPlayer{
			Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Rating: p.Rating, Games: games[p],
			Spellings: append([]string{}, p.Aliases...),
		})
	}
	return players, nil
}

// PGN returns a game in the export format of the PGN standard.
func (i Intake) PGN(stored store.StoredGame) ([]byte, error) {
	g, err := i.Game(stored)
	if err != nil {
		return nil, err
	}
	return pipeline.PGN([]*analysis.Game{g})
}

// Game decodes a stored game, with its place in what was handed in.
func (i Intake) Game(stored store.StoredGame) (*analysis.Game, error) {
	return decodeGame(stored.Body, stored.Source())
}
