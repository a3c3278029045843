package api

import (
	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/tournament"
)

// ReadClosing answers what is undone in an event, and for what that is unknown, as far as the
// caller may see it.
func (s *Server) ReadClosing(c echo.Context, _ wire.EventID) error {
	undone, err := s.journals.Undone(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[tournament.Undone]{Items: undone}, err)
}

// CloseEvent closes an event: it takes no more games.
func (s *Server) CloseEvent(c echo.Context, id wire.EventID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	if err := s.journals.Close(c.Request().Context(), callerOf(c), reason); err != nil {
		return err
	}
	return s.answerEventNow(c, id)
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
