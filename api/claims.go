package api

import (
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
)

// ListClaims answers which engine claims of a case were tested again, and the progress of running
// tests.
func (s *Server) ListClaims(c echo.Context, id wire.CaseID) error {
	runs, err := s.cases.Claims(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[registry.ClaimRun]{Items: runs}, err)
}

// OrderClaim orders a new test of an engine claim.
func (s *Server) OrderClaim(c echo.Context, id wire.CaseID) error {
	var asked registry.NewClaimRun
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	run, err := s.cases.OrderClaim(c.Request().Context(), callerOf(c), asked)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, run)
}

// CancelClaim cancels the test of an engine claim.
func (s *Server) CancelClaim(c echo.Context, id wire.CaseID, run wire.ClaimRunID) error {
	if err := s.cases.CancelClaim(c.Request().Context(), callerOf(c), run); err != nil {
		return err
	}
	return s.ListClaims(c, id)
}

// ReadClaimReport answers the report on an engine claim.
func (s *Server) ReadClaimReport(c echo.Context, id wire.CaseID, run wire.ClaimRunID, params wire.ReadClaimReportParams) error {
	return s.answerDrawn(c, params.Format, params.Lang, func(w io.Writer, format string, o render.Options) error {
		return s.cases.ClaimReport(c.Request().Context(), callerOf(c), w, run, format, o)
	})
}
