package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/tournament"
)

// ReadClosing answers what is undone of an event, as far as the caller may see it.
func (s *Server) ReadClosing(c echo.Context, id wire.EventID) error {
	who := callerOf(c)
	undone, err := s.work.Undone(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if !s.seesTests(who.token, who.event) {
		undone = slices.DeleteFunc(undone, func(u tournament.Undone) bool { return u.Kind == tournament.TestUnderWay })
	}
	return c.JSON(http.StatusOK, wire.UndoneList{Items: translated(undone, func(u tournament.Undone) wire.UndoneItem {
		return wire.UndoneItem{
			Kind: wire.UndoneItemKind(u.Kind), Round: notZero(u.Round), White: notZero(u.White), Black: notZero(u.Black),
			Name: notZero(u.Name), Test: notZero(u.Test),
		}
	})})
}

// CloseEvent closes an event: it takes no more games.
func (s *Server) CloseEvent(c echo.Context, id wire.EventID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	if err := s.work.Close(c.Request().Context(), id, callerOf(c).token.ID, reason); err != nil {
		return err
	}
	return s.eventNow(c, id)
}

// reason reads the reason that a request gives, "" where it has no body.
func (s *Server) reason(c echo.Context) (string, error) {
	if c.Request().ContentLength == 0 {
		return "", nil
	}
	var asked wire.StatedReason
	err := s.readJSON(c, &asked)
	return asked.Reason, err
}
