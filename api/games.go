package api

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/api/wire"
	"fairplay/reports/store"
)

// ListGames answers the games of an event without their moves.
func (s *Server) ListGames(c echo.Context, event wire.EventID, params wire.ListGamesParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	games, err := s.store.EventGames(c.Request().Context(), event, p.from, p.limit+1)
	if err != nil {
		return err
	}
	games, next := cut(games, p.limit, func(g store.StoredGame) string { return strconv.FormatInt(g.Seq, 10) })
	return c.JSON(http.StatusOK, wire.GameList{Items: translated(games, wireGame), Next: next})
}

const pgnType = "application/x-chess-pgn"

// ReadGame answers one game with its moves.
func (s *Server) ReadGame(c echo.Context, event wire.EventID, id wire.GameID) error {
	form, err := accepted(c, "application/json", pgnType)
	if err != nil {
		return err
	}
	stored, err := s.store.EventGame(c.Request().Context(), event, id)
	if err != nil {
		return err
	}
	if form == pgnType {
		text, err := s.work.PGN(stored)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, pgnType, text)
	}
	game, err := s.work.Game(stored)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wire.GameRecord{
		Game:  wireGame(stored),
		Tags:  translated(game.Tags, func(t analysis.Tag) wire.Tag { return wire.Tag(t) }),
		Moves: translated(game.Plies, func(p analysis.Ply) string { return p.SAN }),
	})
}

func wireGame(g store.StoredGame) wire.Game {
	return wire.Game{
		Id: g.ID, Sha256: g.SHA256, White: g.White, Black: g.Black, WhiteFideId: g.WhiteFide, BlackFideId: g.BlackFide,
		Round: g.Round, Date: g.Date, Result: g.Result, Plies: g.Plies,
		File: g.Source.File, Number: g.Source.Game, Line: g.Source.Line,
	}
}
