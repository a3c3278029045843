package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/regulations"
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
		query.Federation = *params.Federation
	}
	seen := s.table.scopeOf("listEvents", callerOf(c).token.Grants)
	if !seen.all {
		query.IDs, query.Federations = seen.ids, seen.federations
	}
	events, err := s.store.Events(c.Request().Context(), query)
	if err != nil {
		return err
	}
	events, next := cut(events, p.limit, func(e store.Event) string { return e.ID })
	return c.JSON(http.StatusOK, wire.EventList{Items: translated(events, wireEvent), Next: next})
}

// CreateEvent creates an event and binds the chief arbiter who does it.
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
	if event.ID, err = s.idFor(who.token.ID, params.IdempotencyKey); err != nil {
		return err
	}
	event.State, event.Version, event.Created = store.EventOpen, 1, s.now().UTC()
	created, err := s.createOnce(c, event, params.IdempotencyKey != nil)
	if err != nil {
		return err
	}
	if who.role == wire.RoleChiefArbiter {
		bound := store.Grant{Role: string(who.role), Event: created.ID}
		if err := s.store.Grant(ctx, who.token.ID, bound); err != nil {
			return err
		}
	}
	if err := s.auditAbout(c, created.ID, ""); err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+created.ID)
	return answerEvent(c, http.StatusCreated, created)
}

// createOnce creates an event. With a key, an event that the same request has
// made before is the answer; where it was another request, that is a Conflict.
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

// sameFacts tells whether two events were asked for in the same words.
func sameFacts(a, b store.Event) bool {
	a.Created, a.State, a.Games, a.Version = b.Created, b.State, b.Games, b.Version
	return a == b
}

// ReadEvent answers one event.
func (s *Server) ReadEvent(c echo.Context, _ wire.EventID, params wire.ReadEventParams) error {
	event := *callerOf(c).event
	c.Response().Header().Set("ETag", versionTag(event.Version))
	if known(params.IfNoneMatch, versionTag(event.Version)) {
		return c.NoContent(http.StatusNotModified)
	}
	return answerEvent(c, http.StatusOK, event)
}

// ChangeEvent changes what the body names.
func (s *Server) ChangeEvent(c echo.Context, id wire.EventID, params wire.ChangeEventParams) error {
	version, err := versionOf(params.IfMatch)
	if err != nil {
		return err
	}
	var asked wire.EventChange
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	return s.changeEvent(c, id, version, changedFields(asked), func(e *store.Event) error { return change(e, asked) })
}

// changeEvent changes an event in the store, notes that in the audit, and
// answers with the event as it then is.
func (s *Server) changeEvent(c echo.Context, id string, version int64, detail string, change func(*store.Event) error) error {
	event, err := s.store.ChangeEvent(c.Request().Context(), id, version, change)
	if err != nil {
		return err
	}
	if err := s.audit(c, detail); err != nil {
		return err
	}
	return answerEvent(c, http.StatusOK, event)
}

// CloseEvent closes an event: it takes no more games.
func (s *Server) CloseEvent(c echo.Context, id wire.EventID) error {
	return s.changeEvent(c, id, 0, "", func(e *store.Event) error {
		e.State, e.Live = store.EventClosed, false
		return nil
	})
}

func answerEvent(c echo.Context, status int, e store.Event) error {
	c.Response().Header().Set("ETag", versionTag(e.Version))
	return c.JSON(status, wireEvent(e))
}

func wireEvent(e store.Event) wire.Event {
	return wire.Event{
		Id: e.ID, Name: e.Name, Site: e.Site, Federation: e.Federation, Start: e.Start, End: e.End,
		TimeClass: wire.TimeClass(e.TimeClass), RuleSet: e.RuleSet, PlannedRounds: e.PlannedRounds, Players: e.Players,
		Live: e.Live, State: wire.EventState(e.State), GamesVersion: e.Games, Version: e.Version, Created: e.Created.UTC(),
	}
}

// newEvent checks what is asked for.
func newEvent(asked wire.NewEvent) (store.Event, error) {
	e := store.Event{TimeClass: analysis.StandardTime, RuleSet: string(regulations.FIDE)}
	err := change(&e, wire.EventChange{
		Name: &asked.Name, Site: asked.Site, Federation: asked.Federation, Start: asked.Start, End: asked.End,
		TimeClass: asked.TimeClass, RuleSet: asked.RuleSet, PlannedRounds: asked.PlannedRounds, Players: asked.Players, Live: asked.Live,
	})
	return e, err
}

// change puts into an event what is asked for, and checks the whole.
func change(e *store.Event, asked wire.EventChange) error {
	put(&e.Name, asked.Name)
	put(&e.Site, asked.Site)
	put(&e.Federation, asked.Federation)
	put(&e.Start, asked.Start)
	put(&e.End, asked.End)
	put(&e.RuleSet, asked.RuleSet)
	put(&e.PlannedRounds, asked.PlannedRounds)
	put(&e.Players, asked.Players)
	put(&e.Live, asked.Live)
	if asked.TimeClass != nil {
		e.TimeClass = analysis.TimeClass(*asked.TimeClass)
	}
	return checkEvent(e)
}

func put[T any](field *T, asked *T) {
	if asked != nil {
		*field = *asked
	}
}

// changedFields names what a change is about, for the audit.
func changedFields(asked wire.EventChange) string {
	var names []string
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"name", asked.Name != nil}, {"site", asked.Site != nil}, {"federation", asked.Federation != nil},
		{"start", asked.Start != nil}, {"end", asked.End != nil}, {"time_class", asked.TimeClass != nil},
		{"rule_set", asked.RuleSet != nil}, {"planned_rounds", asked.PlannedRounds != nil},
		{"players", asked.Players != nil}, {"live", asked.Live != nil},
	} {
		if field.given {
			names = append(names, field.name)
		}
	}
	return strings.Join(names, " ")
}

const (
	longestName  = 200
	mostRounds   = 1000
	mostPlayers  = 100_000
	dateAsISO    = "2006-01-02"
	federationOf = "a federation is three capital letters, as FIDE writes it"
)

// checkEvent says what is wrong with an event.
func checkEvent(e *store.Event) error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "event", format, args...) }
	switch {
	case strings.TrimSpace(e.Name) == "" || utf8.RuneCountInString(e.Name) > longestName:
		return wrong("an event has a name of 1 to %d characters", longestName)
	case utf8.RuneCountInString(e.Site) > longestName:
		return wrong("site has at most %d characters", longestName)
	case e.Federation != "" && !isFederation(e.Federation):
		return wrong(federationOf)
	case !isDate(e.Start) || !isDate(e.End):
		return wrong("start and end are dates as YYYY-MM-DD")
	case e.Start != "" && e.End != "" && e.End < e.Start:
		return wrong("the event ends (%s) before it starts (%s)", e.End, e.Start)
	case e.PlannedRounds < 0 || e.PlannedRounds > mostRounds:
		return wrong("planned_rounds is a number from 0 to %d", mostRounds)
	case e.Players < 0 || e.Players > mostPlayers:
		return wrong("players is a number from 0 to %d", mostPlayers)
	}
	if !wire.TimeClass(e.TimeClass).Valid() {
		return wrong("time_class is standard, rapid or blitz")
	}
	_, err := regulations.ParseRuleSet(e.RuleSet)
	return err
}

func isFederation(s string) bool {
	return len(s) == 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func isDate(s string) bool {
	_, err := time.Parse(dateAsISO, s)
	return s == "" || err == nil
}

// versionTag is the ETag of a version of an event.
func versionTag(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }

// versionOf reads If-Match: 0 stands for any version.
func versionOf(match *string) (int64, error) {
	switch {
	case match == nil || *match == "":
		return 0, fault.New(fault.Invalid, codeNoIfMatch, "say in If-Match which version of the event you change: its ETag, or * for any")
	case *match == "*":
		return 0, nil
	}
	text, err := strconv.Unquote(*match)
	version, err2 := strconv.ParseInt(text, 10, 64)
	if err != nil || err2 != nil || version < 1 {
		return 0, fault.New(fault.Conflict, codeEventChanged, "If-Match does not bear the ETag of a version of this event; read it again")
	}
	return version, nil
}

// known tells whether If-None-Match names a tag, or any.
func known(match *string, tag string) bool {
	if match == nil {
		return false
	}
	for one := range strings.SplitSeq(*match, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}
