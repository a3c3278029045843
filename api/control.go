package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
)

// PauseEvent pauses the work of an event.
func (s *Server) PauseEvent(c echo.Context, id wire.EventID) error {
	if err := s.control.Pause(c.Request().Context(), id); err != nil {
		return err
	}
	return s.eventNow(c, id, "")
}

// ResumeEvent resumes the work of an event, and reopens a closed event for a reason.
func (s *Server) ResumeEvent(c echo.Context, id wire.EventID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	if err := s.journals.Resume(c.Request().Context(), callerOf(c), reason); err != nil {
		return err
	}
	return s.answerEventNow(c, id)
}

// CancelEvent cancels the tasks of an event that wait or are under way.
func (s *Server) CancelEvent(c echo.Context, id wire.EventID) error {
	if err := s.control.Cancel(c.Request().Context(), id); err != nil {
		return err
	}
	if err := s.audit(c, ""); err != nil {
		return err
	}
	return s.answerProgress(c, id)
}

// RemoveEvent removes an event that was made by mistake and of which nobody has read a figure. The entry in the audit is
// written together with it.
func (s *Server) RemoveEvent(c echo.Context, id wire.EventID) error {
	reason, err := s.reasonOfErasure(c)
	if err != nil {
		return err
	}
	if err := s.control.Remove(c.Request().Context(), id, s.figureReads(), callerOf(c).AuditEntry(id, reason)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// eventNow notes a change in the audit and answers with the event in its present state.
func (s *Server) eventNow(c echo.Context, id, detail string) error {
	if err := s.audit(c, detail); err != nil {
		return err
	}
	return s.answerEventNow(c, id)
}

// answerEventNow answers with an event in its present state.
func (s *Server) answerEventNow(c echo.Context, id string) error {
	event, err := s.store.Event(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return answerEvent(c, http.StatusOK, event)
}
