package web

import (
	"context"
	"html/template"
	"net/url"
	"strconv"
	"time"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
)

// gameContent is one game with one of its moves.
type gameContent struct {
	Game   *reports.GameMoves // nil while it is being evaluated
	Ply    int                // the chosen one, from 0; -1 is the start
	Chosen *reports.GameMove  // nil at the start
	Sides  []*reports.GameSide

	Board, Curve template.HTML
	Steps        []gameStep
	Flip         string // address with the board turned
	Here         func(ply int) string
}

// gameStep leads to another ply. To is "" if there is none.
type gameStep struct{ To, Key, Sign, Name string }

// Clock writes the time left after the chosen move, "" if the record does not say.
func (g gameContent) Clock() string {
	if g.Chosen == nil || g.Chosen.Clock == nil {
		return ""
	}
	return time.Duration(*g.Chosen.Clock * float64(time.Second)).Round(time.Second).String()
}

// showGame shows the game of the address at the ply and from the side that the query names, under a
// recipe or as in the report of a test.
func showGame(v *visit) (any, error) {
	of, query := v.c.QueryParams(), v.asked("recipe", "report")
	id, err := v.id("game")
	if err != nil {
		return nil, err
	}
	params := wire.ReadGameMovesParams{Report: v.wanted("report"), Recipe: (*wire.TestKind)(v.wanted("recipe"))}
	game, err := asked(v, door.Attempt{Operation: "readGameMoves", Reads: api.ReadsOfMoves(id, params)}, func(ctx context.Context, who *door.Caller) (*reports.GameMoves, error) {
		return v.api.GameMoves(ctx, who, id, params)
	})
	if err == nil && game == nil {
		v.c.Response().Header().Set("Refresh", "5") // seconds
	}
	if err != nil || game == nil {
		return gameContent{}, err
	}
	g := gameContent{Game: game, Ply: -1, Sides: []*reports.GameSide{&game.White, &game.Black}}
	if n, err := strconv.Atoi(of.Get("ply")); err == nil && n >= 0 && len(game.Moves) > 0 {
		g.Ply = min(n, len(game.Moves)-1)
		g.Chosen = &game.Moves[g.Ply]
	}
	flipped := of.Get("side") == "black"
	g.Here = func(ply int) string { return v.gameAt(query, ply, flipped) }
	g.Flip = v.gameAt(query, g.Ply, !flipped)
	g.Steps = v.steps(g.Ply, len(game.Moves)-1, g.Here)
	if game.Start != "" {
		if g.Board, err = v.Board(game, g.Ply, flipped); err != nil {
			return nil, err
		}
	}
	g.Curve, err = v.Curve(game, g.Ply, g.Here)
	return g, err
}

// steps returns the links from a ply to others, in a game whose last ply is last.
func (v *visit) steps(ply, last int, at func(ply int) string) []gameStep {
	steps := []gameStep{
		{at(-1), "Home", "|◀", v.Say("web.game.first")}, {at(ply - 1), "ArrowLeft", "◀", v.Say("web.game.previous")},
		{at(ply + 1), "ArrowRight", "▶", v.Say("web.game.next")}, {at(last), "End", "▶|", v.Say("web.game.last")},
	}
	if ply < 0 {
		steps[0].To, steps[1].To = "", ""
	}
	if ply >= last {
		steps[2].To, steps[3].To = "", ""
	}
	return steps
}

// gameAt is the address of a ply of the game of the page.
func (v *visit) gameAt(query url.Values, ply int, flipped bool) string {
	at := url.Values{}
	for name := range query {
		at.Set(name, query.Get(name))
	}
	if ply >= 0 {
		at.Set("ply", strconv.Itoa(ply))
	}
	if flipped {
		at.Set("side", "black")
	}
	return "?" + at.Encode()
}
