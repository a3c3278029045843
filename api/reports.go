package api

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// ListReports answers every report of an event.
func (s *Server) ListReports(c echo.Context, event wire.EventID, params wire.ListReportsParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	reports, err := s.store.Reports(c.Request().Context(), event, p.from, p.limit+1)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listed(reports, p.limit, func(r store.Report) string { return strconv.FormatInt(r.Seq, 10) }))
}

// ReadReport answers one report as it was made.
func (s *Server) ReadReport(c echo.Context, event wire.EventID, id wire.ReportID, params wire.ReadReportParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	report, err := s.store.ReportIn(c.Request().Context(), event, id)
	if err != nil {
		return err
	}
	if report.Test != "" {
		test, err := s.test(c.Request().Context(), callerOf(c), report.Test)
		if err != nil {
			return err
		}
		if view.format != "json" { // the stored bytes never change
			if view.outdated, err = s.outdated(c.Request().Context(), callerOf(c), test); err != nil {
				return err
			}
		}
	}
	return s.answerReport(c, report, view, params.IfNoneMatch)
}

// ReadReportProof answers the proof that a report was in the log.
func (s *Server) ReadReportProof(c echo.Context, event wire.EventID, id wire.ReportID) error {
	ctx := c.Request().Context()
	report, err := s.store.ReportIn(ctx, event, id)
	if err != nil {
		return err
	}
	proof, err := s.store.DocumentProof(ctx, store.ReportProof, report.ID, s.now().UTC())
	return answerJSON(c, proof, err)
}

// answerReport sends a report in the requested form. A report never changes, so its id, the form and
// what is said to have changed since make a strong ETag.
func (s *Server) answerReport(c echo.Context, r store.Report, v view, match *wire.IfNoneMatch) error {
	r, err := discreet(c, r)
	if err != nil {
		return err
	}
	return s.answerForm(c, r, v, match)
}

// answerForm sends a report, as its caller may see it, in the requested form.
func (s *Server) answerForm(c echo.Context, r store.Report, v view, match *wire.IfNoneMatch) error {
	tag := v.tag(r.ID)
	c.Response().Header().Set("ETag", tag)
	if known(match, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	body, err := s.render(c, r, v)
	if err != nil {
		return err
	}
	return v.answer(c, http.StatusOK, body)
}

// discreet returns the report of a test without what follows from the watch list and the arbiters' log, for those who
// may see neither.
func discreet(c echo.Context, r store.Report) (store.Report, error) {
	if r.Kind == screeningKind || may(c, access.SeeWatch) {
		return r, nil
	}
	var t reports.FullTest
	if err := decodeReport(r, &t); err != nil {
		return r, err
	}
	t.Discreet()
	var body bytes.Buffer
	err := render.FullTest(&body, "json", &t, render.Options{})
	r.Body, r.ID = body.Bytes(), r.ID+"-discreet" // another answer, and so another ETag
	return r, err
}

// reportPolicy allows a report its own styles and drawings, and nothing from elsewhere.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

// answer sends what was made in the requested form.
func (v view) answer(c echo.Context, status int, body []byte) error {
	if v.format == "html" {
		c.Response().Header().Set("Content-Security-Policy", reportPolicy)
	}
	if v.format == "pdf" || v.format == "xlsx" {
		c.Response().Header().Set("Content-Disposition", `attachment; filename="`+v.fileName(c.Path())+`"`)
	}
	return c.Blob(status, v.contentType(), body)
}

// render returns a report in a form. It waits for a slot to make it.
func (s *Server) render(c echo.Context, r store.Report, v view) ([]byte, error) {
	if v.format == "json" {
		return r.Body, nil
	}
	if body, ok := s.rendered.find(v.tag(r.ID)); ok {
		return body, nil
	}
	release, err := s.take(c.Request().Context(), callerOf(c))
	if err != nil {
		return nil, err
	}
	defer release()
	return s.rendered.get(r, v)
}

// beingMade answers that a report is not ready yet: for people by a page, for programs by the
// progress.
func (s *Server) beingMade(c echo.Context, event string, v view) error {
	progress, err := s.progress(c.Request().Context(), watched{event, true})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", c.Request().URL.RequestURI())
	c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	if v.format != "html" && v.format != "table" {
		return c.JSON(http.StatusAccepted, progress)
	}
	var page bytes.Buffer
	at := render.Waiting{Games: progress.Games, GamesDone: progress.GamesDone, Refresh: retrySeconds}
	if err := render.BeingMade(&page, v.format, at, render.Options{Lang: v.lang}); err != nil {
		return err
	}
	return v.answer(c, http.StatusAccepted, page.Bytes())
}
