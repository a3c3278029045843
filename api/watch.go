package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// ListWatch answers the watch list of an event.
func (s *Server) ListWatch(c echo.Context, _ wire.EventID) error {
	list, err := s.journals.WatchList(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[journal.WatchListItem]{Items: list}, err)
}

// AddWatch puts a player on the watch list.
func (s *Server) AddWatch(c echo.Context, _ wire.EventID) error {
	var asked wire.NewWatch
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	item, err := s.journals.Watch(c.Request().Context(), callerOf(c), tournament.WatchEntry{Player: asked.Player, Reason: asked.Reason, Evidence: asked.Evidence})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, item)
}

// WithdrawWatch removes an entry from the watch list.
func (s *Server) WithdrawWatch(c echo.Context, _ wire.EventID, seq wire.JournalSeq) error {
	var asked wire.StatedReason
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	item, err := s.journals.Unwatch(c.Request().Context(), callerOf(c), tournament.WatchWithdrawal{Entry: seq, Reason: asked.Reason})
	return answered(c, item, err)
}

// ListLog answers the arbiters' log, as far as the caller may see it.
func (s *Server) ListLog(c echo.Context, _ wire.EventID) error {
	log, err := s.journals.Log(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[tournament.ListedNote]{Items: log}, err)
}

// AddNote writes into the arbiters' log.
func (s *Server) AddNote(c echo.Context, _ wire.EventID) error {
	var asked wire.NewNote
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	n := tournament.LogNote{
		Player: asked.Player, Round: asked.Round, What: asked.What, Left: value(asked.Left), Back: value(asked.Back), Requested: value(asked.Requested),
		Code: value(asked.Code), Text: value(asked.Text), Corrects: value(asked.Corrects), Tapped: value(asked.Tapped),
	}
	note, err := s.journals.Note(c.Request().Context(), callerOf(c), n, value(asked.Sent))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, note)
}

// ReadActions answers what the regulations permit for each player.
func (s *Server) ReadActions(c echo.Context, _ wire.EventID) error {
	permitted, err := s.Permitted(c.Request().Context(), callerOf(c))
	return answered(c, permitted, err)
}

// Permitted says what the regulations permit for each player of the event.
func (s *Server) Permitted(ctx context.Context, who *door.Caller) (*reports.PermittedActions, error) {
	release, err := s.take(ctx, who) // it reads the reports of all tests
	if err != nil {
		return nil, err
	}
	defer release()
	return s.tests.Permitted(ctx, *who.Event)
}
