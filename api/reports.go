package api

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// ReadScreening answers the screening of an event, or how far the work on it
// has come.
func (s *Server) ReadScreening(c echo.Context, event wire.EventID, params wire.ReadScreeningParams) error {
	view, err := viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	only, err := filterOf(params)
	if err != nil {
		return err
	}
	report, pending, err := s.work.Screening(c.Request().Context(), event, only)
	if err != nil {
		return err
	}
	if pending {
		return s.beingMade(c, event)
	}
	return s.answerReport(c, report, view, params.IfNoneMatch)
}

// filterOf reads what part of a screening is asked for.
func filterOf(params wire.ReadScreeningParams) (only pipeline.Filter, err error) {
	if params.Rounds != nil {
		if only.Rounds, err = pipeline.ParseRounds(*params.Rounds); err != nil {
			return only, err
		}
	}
	put(&only.Player, params.Player)
	put(&only.MinMoves, params.MinMoves)
	return only, checkFilter(only)
}

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
	reports, next := cut(reports, p.limit, func(r store.Report) string { return strconv.FormatInt(r.Seq, 10) })
	return c.JSON(http.StatusOK, wire.ReportList{Items: translated(reports, wireReport), Next: next})
}

// ReadReport answers one report as it was when it was made.
func (s *Server) ReadReport(c echo.Context, event wire.EventID, id wire.ReportID, params wire.ReadReportParams) error {
	view, err := viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	report, err := s.store.ReportIn(c.Request().Context(), event, id)
	if err != nil {
		return err
	}
	return s.answerReport(c, report, view, params.IfNoneMatch)
}

// answerReport sends a report in the form that is asked for. A report never
// changes, so its id and the form are a strong ETag.
func (s *Server) answerReport(c echo.Context, r store.Report, v view, match *wire.IfNoneMatch) error {
	tag := v.tag(r.ID)
	c.Response().Header().Set("ETag", tag)
	if known(match, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	body, err := s.rendered.get(r, v)
	if err != nil {
		return err
	}
	if v.format == "html" {
		c.Response().Header().Set("Content-Security-Policy", reportPolicy)
	}
	return c.Blob(http.StatusOK, v.contentType(), body)
}

// reportPolicy lets a report bear its own styles and drawings, and nothing from
// anywhere else.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

// beingMade answers that a report is not there yet.
func (s *Server) beingMade(c echo.Context, event string) error {
	progress, err := s.progress(c.Request().Context(), watched{event, true})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", c.Request().URL.RequestURI())
	c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	return c.JSON(http.StatusAccepted, progress)
}

func wireReport(r store.Report) wire.Report {
	return wire.Report{Id: r.ID, Kind: r.Kind, Event: r.Event, Test: r.Test, Created: r.Created.UTC()}
}
