package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/store"
)

// ListGames answers the games of an event without their moves.
func (s *Server) ListGames(c echo.Context, _ wire.EventID, params wire.ListGamesParams) error {
	list, err := s.Games(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// Games returns the games of the event without their moves.
func (s *Server) Games(ctx context.Context, who *door.Caller, params wire.ListGamesParams) (list wire.List[store.StoredGame], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	games, err := s.store.EventGames(ctx, who.Event.ID, p.from, p.limit+1)
	if err != nil {
		return list, err
	}
	return listed(games, p.limit, func(g store.StoredGame) string { return strconv.FormatInt(g.Seq, 10) }), nil
}

// CountGames answers what became of the games that were handed in.
func (s *Server) CountGames(c echo.Context, event wire.EventID) error {
	games, err := s.GamesOnRecord(c.Request().Context(), callerOf(c))
	return answerJSON(c, games, err)
}

// GamesOnRecord says what became of the games of the event that were handed in.
func (s *Server) GamesOnRecord(ctx context.Context, who *door.Caller) (*reports.GamesOnRecord, error) {
	release, err := s.take(ctx, who)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.intake.GamesOnRecord(ctx, who.Event.ID)
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
		text, err := s.intake.PGN(stored)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, pgnType, text)
	}
	game, err := s.intake.Game(stored)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wire.GameRecord{
		Game:  stored,
		Tags:  translated(game.Tags, func(t analysis.Tag) wire.GameTag { return wire.GameTag(t) }),
		Moves: translated(game.Plies, func(p analysis.Ply) string { return p.SAN }),
	})
}

// ReadGameMoves answers one game move by move, or how far its evaluation has come.
func (s *Server) ReadGameMoves(c echo.Context, event wire.EventID, id wire.GameID, params wire.ReadGameMovesParams) error {
	moves, err := s.GameMoves(c.Request().Context(), callerOf(c), id, params)
	if err == nil && moves == nil {
		return s.beingMade(c, event, view{format: "json"})
	}
	return answerJSON(c, moves, err)
}

// GameMoves returns one game of the event move by move; nil while it is being evaluated.
func (s *Server) GameMoves(ctx context.Context, who *door.Caller, id string, params wire.ReadGameMovesParams) (*reports.GameMoves, error) {
	recipe, report := string(value(params.Recipe)), value(params.Report)
	if report != "" && !isReportID(report) {
		return nil, fault.New(fault.Invalid, "report", "report is the id of a report")
	}
	release, err := s.take(ctx, who)
	if err != nil {
		return nil, err
	}
	defer release()
	moves, pending, err := s.tests.GameMoves(ctx, who.Event.ID, id, recipe, report)
	if err != nil || pending {
		return nil, err
	}
	return reports.Published(moves)
}

// ReadsOfMoves says, for the audit, which moves of a game are read and which test's expectations they
// use.
func ReadsOfMoves(id string, params wire.ReadGameMovesParams) string {
	said := "game " + id
	if recipe := wire.TestKind(value(params.Recipe)); recipe.Valid() {
		said += ", recipe " + string(recipe)
	}
	if report := value(params.Report); isReportID(report) {
		said += ", report " + report
	}
	return said
}

// isReportID reports whether a text is a SHA-256 in hex.
func isReportID(s string) bool { return len(s) == 64 && isHex(s) }
