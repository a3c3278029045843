package api

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/complaint/registry"
)

// ListDataRequests answers the caller's own requests, or all to those who answer them, the oldest first.
func (s *Server) ListDataRequests(c echo.Context) error {
	list, err := s.cases.DataRequests(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[registry.DataRequestView]{Items: list}, err)
}

// AskData receives a data request.
func (s *Server) AskData(c echo.Context) error {
	var asked registry.NewDataRequest
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	made, err := s.cases.AskData(c.Request().Context(), callerOf(c), asked)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/data-requests/"+made.ID)
	return c.JSON(http.StatusCreated, made)
}

// ReadDataRequest answers a request with its answers.
func (s *Server) ReadDataRequest(c echo.Context, id wire.DataRequestID) error {
	found, err := s.cases.DataRequest(c.Request().Context(), callerOf(c), id)
	return answered(c, found, err)
}

// AnswerData answers a request.
func (s *Server) AnswerData(c echo.Context, id wire.DataRequestID) error {
	var asked registry.NewDataAnswer
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	answered, err := s.cases.AnswerData(c.Request().Context(), callerOf(c), id, asked)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, answered)
}

// EraseDataRequest destroys the content of a request and its answers.
func (s *Server) EraseDataRequest(c echo.Context, id wire.DataRequestID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	erased, err := s.cases.EraseData(c.Request().Context(), callerOf(c), id, reason)
	return answered(c, erased, err)
}

// ReadExplanation answers an explanation of the figures in an answer.
func (s *Server) ReadExplanation(c echo.Context, id wire.DataRequestID, params wire.ReadExplanationParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	if view.format == "json" {
		view.format = "html" // it is for people
	}
	var body bytes.Buffer
	if err := s.cases.Explanation(c.Request().Context(), callerOf(c), &body, id, view.format, view.options()); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}
