package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
)

// PauseEvent pauses the work of an event.
func (s *Server) PauseEvent(c echo.Context, id wire.EventID) error {
	if err := s.control.Pause(c.Request().Context(), id); err != nil {
		return err
	}
	if err := s.audit(c, ""); err != nil {
		return err
	}
	return s.answerEventNow(c, id)
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
	return s.answerProgress(c)
}

// RemoveEvent removes an event that was made by mistake and of which nobody has read a figure.
func (s *Server) RemoveEvent(c echo.Context, _ wire.EventID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	if err := s.DropEvent(c.Request().Context(), callerOf(c), reason); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// DropEvent removes the event, if it was made by mistake and nobody has read a figure of it. The entry in the audit is
// written together with it. Without a reason the error is Invalid.
func (s *Server) DropEvent(ctx context.Context, who *door.Caller, reason string) error {
	if err := sayWhy(reason); err != nil {
		return err
	}
	return s.control.Remove(ctx, who.Event.ID, s.figureReads(), who.AuditEntry(who.Event.ID, reason))
}

// answerEventNow answers with an event in its present state.
func (s *Server) answerEventNow(c echo.Context, id string) error {
	event, err := s.store.Event(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return answerEvent(c, http.StatusOK, event)
}
