package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListEventPerformances answers the performances in the reports of an event.
func (s *Server) ListEventPerformances(c echo.Context, event wire.EventID, params wire.ListEventPerformancesParams) error {
	query := store.PerformancesQuery{Event: event}
	put(&query.Player, params.Player)
	if err := checkFilter(reports.Filter{Player: query.Player}); err != nil {
		return err
	}
	return s.answerPerformances(c, query, params.Cursor, params.Limit)
}

// ListPerformances answers a player's performances in all events that the
// caller may see.
func (s *Server) ListPerformances(c echo.Context, params wire.ListPerformancesParams) error {
	if !isFideID(params.FideId) {
		return fault.New(fault.Invalid, "fide_id", "a FIDE id is a number of at most %d digits", longestFideID)
	}
	query := store.PerformancesQuery{FideID: params.FideId}
	if who := callerOf(c); !access.ScopeOf(access.SeeStatistics, who.Token.Grants).All {
		events, err := s.eventsOpen(c.Request().Context(), who)
		if err != nil {
			return err
		}
		query.Events = translated(events, func(e store.Event) string { return e.ID })
	}
	return s.answerPerformances(c, query, params.Cursor, params.Limit)
}

// eventsOpen returns the events whose statistics are open to a caller.
func (s *Server) eventsOpen(ctx context.Context, who *door.Caller) ([]store.Event, error) {
	seen := access.ScopeOf(access.SeeStatistics, who.Token.Grants)
	events, err := s.store.Events(ctx, store.EventsQuery{IDs: seen.Events, Federations: seen.Federations})
	return slices.DeleteFunc(events, func(e store.Event) bool { return who.Allow(access.SeeStatistics, e.On()) != nil }), err
}

func (s *Server) answerPerformances(c echo.Context, query store.PerformancesQuery, cursor *wire.Cursor, limit *wire.Limit) error {
	p, err := countedPage(cursor, limit)
	if err != nil {
		return err
	}
	query.After, query.Limit = p.from, p.limit+1
	performances, err := s.store.Performances(c.Request().Context(), query)
	if err != nil {
		return err
	}
	for _, p := range performances {
		if !json.Valid(p.Body) {
			return fault.New(fault.Corrupt, "performance_body", "a performance of report %s cannot be read", p.Report)
		}
	}
	return c.JSON(http.StatusOK, listed(performances, p.limit, func(p store.ReportedPerformance) string { return strconv.FormatInt(p.Seq, 10) }))
}

const longestFideID = 12

func isFideID(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != "" && len(s) <= longestFideID
}
