package api

import (
	"cmp"
	"errors"
	"mime"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// ReadRoster answers the participants of an event.
func (s *Server) ReadRoster(c echo.Context, _ wire.EventID) error {
	r, err := s.journals.Roster(c.Request().Context(), callerOf(c))
	return answered(c, r, err)
}

// ImportRoster takes the players from a file, or from the event's games.
func (s *Server) ImportRoster(c echo.Context, _ wire.EventID, params wire.ImportRosterParams) (err error) {
	var file *work.Received
	if params.From == nil || *params.From != wire.ImportRosterParamsFromGames {
		received, err := s.receiveOne(c, cmp.Or(value(params.Name), "upload.trf"))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, received.Discard()) }()
		file = &received
	}
	r, err := s.journals.ImportRoster(c.Request().Context(), callerOf(c), file)
	return answered(c, r, err)
}

// answered answers with what was found, as JSON.
func answered(c echo.Context, found any, err error) error {
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

// receiveOne receives a file whose bytes are the body.
func (s *Server) receiveOne(c echo.Context, name string) (work.Received, error) {
	kind, _, err := mime.ParseMediaType(cmp.Or(c.Request().Header.Get("Content-Type"), "application/octet-stream"))
	if err != nil || !uploadTypes(kind) && !slices.Contains([]string{"text/csv", "text/xml", "application/xml"}, kind) {
		return work.Received{}, fault.New(fault.Invalid, codeMediaType, "this takes one file as the body, as text/plain, text/csv, application/zip or application/octet-stream")
	}
	if c.Request().ContentLength > s.mostUpload {
		return work.Received{}, bodyLimit(s.mostUpload)
	}
	if name, err = s.fileName(c, &name); err != nil {
		return work.Received{}, err
	}
	file, err := s.Receive(c.Request().Context(), callerOf(c), name, s.patient(c))
	return file, retryLater(c, err)
}

// PutRosterPlayer changes one player, or adds him.
func (s *Server) PutRosterPlayer(c echo.Context, event wire.EventID, number int) error {
	asked := journal.PlayerChange{Number: number}
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	r, err := s.journals.ChangePlayer(c.Request().Context(), callerOf(c), asked)
	return answered(c, r, err)
}

// value returns what a request states, or the zero value.
func value[T any](stated *T) (v T) {
	put(&v, stated)
	return v
}

// ListQuestions answers the names in an event's games that match nobody.
func (s *Server) ListQuestions(c echo.Context, _ wire.EventID) error {
	questions, err := s.journals.Questions(c.Request().Context(), callerOf(c))
	return answered(c, questions, err)
}

// AnswerQuestion says whom a name in the games means.
func (s *Server) AnswerQuestion(c echo.Context, _ wire.EventID) error {
	var asked tournament.NameAnswer
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	left, err := s.journals.Answer(c.Request().Context(), callerOf(c), asked)
	return answered(c, left, err)
}
