package api

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/registry"
)

// ListClaims answers which engine claims of a case were tested again, and the progress of running
// tests.
func (s *Server) ListClaims(c echo.Context, id wire.CaseID) error {
	runs, err := s.cases.Claims(c.Request().Context(), id, reader(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, items[registry.ClaimRun]{runs})
}

// OrderClaim orders a new test of an engine claim.
func (s *Server) OrderClaim(c echo.Context, id wire.CaseID) error {
	var asked registry.NewClaimRun
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	requestOf(c).entry = "claim_ordered"
	run, err := s.cases.OrderClaim(c.Request().Context(), id, asked, reader(c))
	if err != nil {
		return err
	}
	if err := s.audit(c, "claim of entry "+strconv.FormatInt(asked.Claim, 10)+", task "+run.Task); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, run)
}

// CancelClaim cancels the test of an engine claim.
func (s *Server) CancelClaim(c echo.Context, id wire.CaseID, run wire.ClaimRunID) error {
	if err := s.cases.CancelClaim(c.Request().Context(), id, run, reader(c)); err != nil {
		return err
	}
	if err := s.audit(c, "task "+run); err != nil {
		return err
	}
	return s.ListClaims(c, id)
}

// ReadClaimReport answers the report on an engine claim.
func (s *Server) ReadClaimReport(c echo.Context, id wire.CaseID, run wire.ClaimRunID, params wire.ReadClaimReportParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	release, err := s.take(c)
	if err != nil {
		return err
	}
	defer release()
	var body bytes.Buffer
	if err := s.cases.ClaimReport(c.Request().Context(), &body, id, run, view.format, view.options(), reader(c)); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}
