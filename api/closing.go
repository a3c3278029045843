package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
)

// ReadClosing answers what is undone in an event, and for what that is unknown, as far as the
// caller may see it.
func (s *Server) ReadClosing(c echo.Context, id wire.EventID) error {
	release, err := s.take(c) // it reads the games
	if err != nil {
		return err
	}
	undone, err := s.records.Undone(c.Request().Context(), id)
	release()
	if err != nil {
		return err
	}
	tests := seesTests(callerOf(c))
	log := may(c, access.SeeWatch) // those who see the watch list see the whole log
	confidential := false
	undone = slices.DeleteFunc(undone, func(u tournament.Undone) bool {
		test, absence := u.Kind == tournament.TestUnderWay, u.Kind == tournament.AbsenceOpen
		hidden := test && !tests || absence && !log
		confidential = confidential || (test || absence) && !hidden
		return hidden
	})
	if confidential {
		if err := s.audit(c, ""); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, wire.List[tournament.Undone]{Items: append([]tournament.Undone{}, undone...)})
}

// CloseEvent closes an event: it takes no more games.
func (s *Server) CloseEvent(c echo.Context, id wire.EventID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	release, err := s.take(c) // it reads the games
	if err != nil {
		return err
	}
	defer release()
	if err := s.records.Close(c.Request().Context(), id, callerOf(c).Token.ID, reason); err != nil {
		return err
	}
	return s.eventNow(c, id, "")
}

// reason reads the reason in a request, "" if it has no body.
func (s *Server) reason(c echo.Context) (string, error) {
	if c.Request().ContentLength == 0 {
		return "", nil
	}
	var asked wire.StatedReason
	err := s.readJSON(c, &asked)
	return asked.Reason, err
}
