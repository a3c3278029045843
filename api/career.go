package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament/roster"
)

// ReadCareer answers the test of a player over all events that the caller may see.
func (s *Server) ReadCareer(c echo.Context, player string, params wire.ReadCareerParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	view.checkpoint = "" // the log holds nothing of it
	report, _, err := s.Career(c.Request().Context(), callerOf(c), player)
	if fault.KindOf(err) == fault.Unavailable {
		c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set(lackingHeader, "nothing")
	if n := waiting(report); n > 0 {
		c.Response().Header().Set(lackingHeader, fmt.Sprintf("games=%d", n))
		c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	}
	var body bytes.Buffer
	if err := render.FullTest(&body, "json", report, render.Options{}); err != nil {
		return err
	}
	digest := sha256.Sum256(body.Bytes())
	return s.answerForm(c, store.Report{ID: hex.EncodeToString(digest[:]), Body: body.Bytes()}, view, params.IfNoneMatch)
}

// Career returns the test of a player over all events that the caller may see, and those of them in which he
// plays. The reading of each event is in the audit before it begins. An error may come with the events: of
// one alone, and of games that still wait, there is no career.
func (s *Server) Career(ctx context.Context, who *door.Caller, player string) (*reports.FullTest, []store.Event, error) {
	release, err := s.take(ctx, who) // it reads all games of these events
	if err != nil {
		return nil, nil, err
	}
	defer release()
	if !isFideID(player) {
		return nil, nil, fault.New(fault.Invalid, "fide_id", "a FIDE id is a number of at most %d digits", longestFideID)
	}
	if who, err = who.Again(ctx); err != nil { // the rights of now
		return nil, nil, err
	}
	events, err := s.Played(ctx, who, player)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range events {
		in := *who
		if err := in.On(e.On()); err != nil {
			return nil, nil, err
		}
		if err := in.AuditAbout(ctx, e.ID, "fide_id "+player); err != nil {
			return nil, nil, err
		}
	}
	if events, err = s.Played(ctx, who, player); err != nil { // without those that were removed meanwhile
		return nil, nil, err
	}
	if len(events) == 0 {
		return nil, nil, who.Refused(ctx, access.Hidden())
	}
	report, err := s.tests.Career(ctx, roster.FideID(player), events)
	return report, events, access.Hide(err)
}

// Played returns the events whose statistics are open to a caller and in which somebody with a FIDE id plays,
// the first that was made first.
func (s *Server) Played(ctx context.Context, who *door.Caller, player string) ([]store.Event, error) {
	open, err := s.eventsOpen(ctx, who)
	if err != nil || roster.FideID(player) == "" {
		return nil, err
	}
	ids, err := s.store.PlayedIn(ctx, roster.FideID(player), translated(open, func(e store.Event) string { return e.ID }))
	open = slices.DeleteFunc(open, func(e store.Event) bool { return !slices.Contains(ids, e.ID) })
	slices.SortStableFunc(open, func(a, b store.Event) int { return a.Created.Compare(b.Created) })
	return open, err
}

// waiting returns how many games of a career are not evaluated yet.
func waiting(r *reports.FullTest) (n int) {
	for i := range r.Career.LeftOut {
		if r.Career.LeftOut[i].Reason == reports.Waits {
			n++
		}
	}
	return n
}
