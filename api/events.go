package api

import (
	"context"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListEvents answers the events that the caller may see.
func (s *Server) ListEvents(c echo.Context, params wire.ListEventsParams) error {
	list, err := s.Events(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// Events returns the events that the caller may see.
func (s *Server) Events(ctx context.Context, who *door.Caller, params wire.ListEventsParams) (list wire.List[store.Event], err error) {
	p, err := pageOf(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	query := store.EventsQuery{After: p.after, Limit: p.limit + 1}
	if params.Federation != nil {
		if query.Federation = *params.Federation; query.Federation != "" && !analysis.IsFederation(query.Federation) {
			return list, fault.New(fault.Invalid, "federation", "a federation is three capital letters, as FIDE writes it")
		}
	}
	seen := access.ScopeOf(access.SeeEvents, who.Token.Grants)
	if !seen.All {
		query.IDs, query.Federations = seen.Events, seen.Federations
	}
	events, err := s.store.Events(ctx, query)
	if err != nil {
		return list, err
	}
	return listed(events, p.limit, func(e store.Event) string { return e.ID }), nil
}

// CreateEvent creates an event.
func (s *Server) CreateEvent(c echo.Context, params wire.CreateEventParams) error {
	var asked wire.NewEvent
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	asked.EventChange.Name = &asked.Name
	created, err := s.OpenEvent(c.Request().Context(), callerOf(c), asked.EventChange, params.IdempotencyKey)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+created.ID)
	c.Response().Header().Set("ETag", versionTag(created.Version))
	return c.JSON(http.StatusCreated, created)
}

// OpenEvent creates an event and binds the chief arbiter who creates it to it. With a key, the same request
// creates it once.
func (s *Server) OpenEvent(ctx context.Context, who *door.Caller, asked wire.EventChange, key *string) (store.Event, error) {
	event, err := newEvent(asked)
	if err != nil {
		return store.Event{}, err
	}
	if event.ID, err = s.idFor(who.Token.ID, key); err != nil {
		return store.Event{}, err
	}
	event.State, event.Version, event.Created = store.EventOpen, 1, s.now().UTC()
	created, err := s.createOnce(ctx, event, key != nil)
	if err != nil {
		return store.Event{}, err
	}
	if who.Role == access.ChiefArbiter {
		bound := access.Grant{Role: who.Role, Event: created.ID}
		if err := s.store.Grant(ctx, who.Token.ID, bound); err != nil {
			return store.Event{}, err
		}
	}
	return created, who.AuditAbout(ctx, created.ID, "")
}

// createOnce creates an event. With a key, if the same request has created the event before,
// that event is the answer. If it was another request, the error is Conflict, unless the event
// has been changed since.
func (s *Server) createOnce(ctx context.Context, event store.Event, keyed bool) (store.Event, error) {
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

// ReadOne returns the event of the caller.
func (s *Server) ReadOne(_ context.Context, who *door.Caller) (store.Event, error) {
	return *who.Event, nil
}

// ChangeEvent changes what the body names.
func (s *Server) ChangeEvent(c echo.Context, id wire.EventID, params wire.ChangeEventParams) error {
	version, err := versionOf(params.IfMatch, "event")
	if err != nil {
		return err
	}
	var asked wire.EventChange
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if err := s.Amend(c.Request().Context(), callerOf(c), asked, version); err != nil {
		return err
	}
	return s.answerEventNow(c, id)
}

// Amend changes what somebody states of the event. A closed event is opened again first, with a reason. If the
// event has another version than that on which the change rests, the error is Conflict; 0 is any.
func (s *Server) Amend(ctx context.Context, who *door.Caller, asked wire.EventChange, version int64) error {
	admin, dated := who.Role == access.Administrator, false
	event, err := s.store.ChangeEvent(ctx, who.Event.ID, version, func(e *store.Event) error {
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
		err = s.journals.RateAnew(ctx, event, who.Token.ID)
	}
	if err != nil {
		return err
	}
	return who.Audit(ctx, changedFields(asked))
}

func answerEvent(c echo.Context, status int, e store.Event) error {
	c.Response().Header().Set("ETag", versionTag(e.Version))
	return c.JSON(status, e)
}
