package api

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListEvents answers the events that the caller may see.
func (s *Server) ListEvents(c echo.Context, params wire.ListEventsParams) error {
	p, err := pageOf(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	query := store.EventsQuery{After: p.after, Limit: p.limit + 1}
	if params.Federation != nil {
		if query.Federation = *params.Federation; query.Federation != "" && !analysis.IsFederation(query.Federation) {
			return fault.New(fault.Invalid, "federation", "a federation is three capital letters, as FIDE writes it")
		}
	}
	seen := access.ScopeOf(access.SeeEvents, callerOf(c).Token.Grants)
	if !seen.All {
		query.IDs, query.Federations = seen.Events, seen.Federations
	}
	events, err := s.store.Events(c.Request().Context(), query)
	if err != nil {
		return err
	}
	events, next := cut(events, p.limit, func(e store.Event) string { return e.ID })
	return c.JSON(http.StatusOK, wire.List[wire.Event]{Items: translated(events, wireEvent), Next: next})
}

// CreateEvent creates an event and binds the chief arbiter who creates it to it.
func (s *Server) CreateEvent(c echo.Context, params wire.CreateEventParams) error {
	var asked wire.NewEvent
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	event, err := newEvent(asked)
	if err != nil {
		return err
	}
	who, ctx := callerOf(c), c.Request().Context()
	if event.ID, err = s.idFor(who.Token.ID, params.IdempotencyKey); err != nil {
		return err
	}
	event.State, event.Version, event.Created = store.EventOpen, 1, s.now().UTC()
	created, err := s.createOnce(c, event, params.IdempotencyKey != nil)
	if err != nil {
		return err
	}
	if who.Role == access.ChiefArbiter {
		bound := access.Grant{Role: who.Role, Event: created.ID}
		if err := s.store.Grant(ctx, who.Token.ID, bound); err != nil {
			return err
		}
	}
	if err := callerOf(c).AuditAbout(c.Request().Context(), created.ID, ""); err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+created.ID)
	return answerEvent(c, http.StatusCreated, created)
}

// createOnce creates an event. With a key, if the same request has created the event before,
// that event is the answer. If it was another request, the error is Conflict, unless the event
// has been changed since.
func (s *Server) createOnce(c echo.Context, event store.Event, keyed bool) (store.Event, error) {
	ctx := c.Request().Context()
	err := s.store.CreateEvent(ctx, event)
	if keyed && fault.KindOf(err) == fault.Conflict {
		before, err := s.store.Event(ctx, event.ID)
		if err == nil && before.Version == 1 && !sameFacts(before, event) {
			err = fault.New(fault.Conflict, "idempotency_key", "this Idempotency-Key was used for another request")
		}
		return before, err
	}
	return event, err
}

// sameFacts reports whether two requests for events were the same.
func sameFacts(a, b store.Event) bool {
	a.Created, a.State, a.Games, a.Version = b.Created, b.State, b.Games, b.Version
	return reflect.DeepEqual(a, b)
}

// ReadEvent answers one event.
func (s *Server) ReadEvent(c echo.Context, _ wire.EventID, params wire.ReadEventParams) error {
	event := *callerOf(c).Event
	c.Response().Header().Set("ETag", versionTag(event.Version))
	if known(params.IfNoneMatch, versionTag(event.Version)) {
		return c.NoContent(http.StatusNotModified)
	}
	return answerEvent(c, http.StatusOK, event)
}

// ChangeEvent changes what the body names. A closed event is opened again first, with a reason.
func (s *Server) ChangeEvent(c echo.Context, id wire.EventID, params wire.ChangeEventParams) error {
	version, err := versionOf(params.IfMatch, "event")
	if err != nil {
		return err
	}
	var asked wire.EventChange
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	ctx, admin, dated := c.Request().Context(), callerOf(c).Role == access.Administrator, false
	event, err := s.store.ChangeEvent(ctx, id, version, func(e *store.Event) error {
		if err := e.NotClosed(); err != nil {
			return err
		}
		before := *e
		if err := change(e, asked); err != nil {
			return err
		}
		if admin && e.Federation != before.Federation {
			return fault.New(fault.Forbidden, "federation", "the federation decides which officers see the event's statistics; its chief arbiter changes it")
		}
		dated = e.Start != before.Start || e.End != before.End || e.TimeClass != before.TimeClass
		return nil
	})
	if err == nil && dated {
		err = s.journals.RateAnew(ctx, event, callerOf(c).Token.ID)
	}
	if err != nil {
		return err
	}
	return s.eventNow(c, id, changedFields(asked))
}

func answerEvent(c echo.Context, status int, e store.Event) error {
	c.Response().Header().Set("ETag", versionTag(e.Version))
	return c.JSON(status, wireEvent(e))
}

func wireEvent(e store.Event) wire.Event {
	facts, _ := json.Marshal(e.Facts) // it was read as such
	return wire.Event{
		Facts: facts,
		ID:    e.ID, Name: e.Name, Site: e.Site, Federation: e.Federation, Start: e.Start, End: e.End,
		TimeClass: analysis.TimeClass(e.TimeClass), RuleSet: e.RuleSet, PlannedRounds: e.PlannedRounds, Players: e.Players,
		Live: e.Live, State: store.EventState(e.State), GamesVersion: e.Games, Version: e.Version, Created: e.Created.UTC(),
	}
}
