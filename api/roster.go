package api

import (
	"cmp"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// ReadRoster answers the participants of an event.
func (s *Server) ReadRoster(c echo.Context, event wire.EventID) error {
	r, err := s.journals.Roster(c.Request().Context(), event)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// ImportRoster takes the players from a file, or from the event's games.
func (s *Server) ImportRoster(c echo.Context, event wire.EventID, params wire.ImportRosterParams) (err error) {
	var file *work.Received
	if params.From == nil || *params.From != wire.ImportRosterParamsFromGames {
		received, err := s.receiveOne(c, cmp.Or(value(params.Name), "upload.trf"))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, received.Discard()) }()
		file = &received
	} else {
		release, err := s.take(c.Request().Context(), callerOf(c)) // it reads the games
		if err != nil {
			return err
		}
		defer release()
	}
	r, err := s.journals.ImportRoster(c.Request().Context(), event, file, callerOf(c).Token.ID, may(c, access.DirectEvents))
	if err != nil {
		return err
	}
	if err := s.audit(c, fmt.Sprintf("%d players, version %d", len(r.Players), r.Version)); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
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
	end, err := s.uploads.begin(callerOf(c).Token.ID)
	if err != nil {
		return work.Received{}, retryLater(c, err)
	}
	defer end()
	return s.intake.Receive(c.Request().Context(), name, s.patient(c), s.mostUpload)
}

// PutRosterPlayer changes one player, or adds him.
func (s *Server) PutRosterPlayer(c echo.Context, event wire.EventID, number int) error {
	var asked wire.RosterChange
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	player := journal.PlayerChange{
		Number: number, Name: asked.Name, FideID: value(asked.FideID), Title: value(asked.Title), Federation: value(asked.Federation),
		Sex: string(value(asked.Sex)), Born: value(asked.Born), Rating: value(asked.Rating), Estimated: value(asked.Estimated),
		Version: value(asked.Version),
	}
	r, err := s.journals.ChangePlayer(c.Request().Context(), event, callerOf(c).Token.ID, player)
	if err != nil {
		return err
	}
	if err := s.audit(c, fmt.Sprintf("number %d, version %d", number, r.Version)); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// value returns what a request states, or the zero value.
func value[T any](stated *T) (v T) {
	put(&v, stated)
	return v
}

// ListQuestions answers the names in an event's games that match nobody.
func (s *Server) ListQuestions(c echo.Context, event wire.EventID) error {
	release, err := s.take(c.Request().Context(), callerOf(c)) // it reads the games
	if err != nil {
		return err
	}
	defer release()
	questions, err := s.journals.Questions(c.Request().Context(), event)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, questions)
}

// AnswerQuestion says whom a name in the games means.
func (s *Server) AnswerQuestion(c echo.Context, event wire.EventID) error {
	var asked tournament.NameAnswer
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	release, err := s.take(c.Request().Context(), callerOf(c)) // it reads the games
	if err != nil {
		return err
	}
	defer release()
	left, err := s.journals.Answer(c.Request().Context(), event, callerOf(c).Token.ID, asked.Name, asked.FideID, asked.Number)
	if err != nil {
		return err
	}
	if err := s.audit(c, fmt.Sprintf("number %d", asked.Number)); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, left)
}
