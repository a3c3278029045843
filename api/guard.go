package api

import (
	"context"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// caller is who makes a request, and with which role. event and inquiry, a case, are what the address
// names, if anything.
type caller struct {
	token   store.Token
	role    access.Role
	event   *store.Event
	inquiry *store.CaseCover
}

// guard lets only those through to the handler of an operation who may do it. It finds out who
// asks, holds back callers who ask too often, looks up the right in the table, and writes the
// reading of statistics into the audit before any of it can be sent.
func (s *Server) guard(operation string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			requestOf(c).operation = operation
			if err := s.admit(c, operation); err != nil {
				s.noteRefusal(c, err)
				return err
			}
			if s.actions[operation].Audited() {
				if err := s.auditReading(c, statisticsDetail(c, operation)); err != nil {
					return err
				}
			}
			err := next(c)
			if err != nil && s.actions[operation].ByProcedure() {
				s.noteRefusal(c, err)
			}
			return err
		}
	}
}

// admit finds out who asks and with which role.
func (s *Server) admit(c echo.Context, operation string) error {
	token, err := s.authenticate(c)
	if err != nil {
		return err
	}
	if err := s.tokens.take(token.ID, s.now()); err != nil {
		return retryLater(c, err)
	}
	who, err := s.authorise(c, operation, token)
	if err != nil {
		return err
	}
	c.Set(callerKey, who)
	return nil
}

// admitAgain checks whether a caller who was let through still may be: neither an answer that
// was waited for nor a stream may outlive the right to it.
func (s *Server) admitAgain(c echo.Context) (store.Token, error) {
	token, err := s.store.Token(c.Request().Context(), callerOf(c).token.ID)
	if err != nil {
		return token, err
	}
	if err := token.Valid(s.now()); err != nil {
		return token, err
	}
	_, err = s.authorise(c, requestOf(c).operation, token)
	return token, err
}

// open is the guard of operations that need no token.
func open(operation string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			requestOf(c).operation = operation
			return next(c)
		}
	}
}

const callerKey = "caller"

// callerOf returns the caller of a request that the guard has let through.
func callerOf(c echo.Context) *caller { return c.Get(callerKey).(*caller) }

// authenticate returns the token of a request. A client that tries several unknown tokens is
// told to wait; others at the same address are not.
func (s *Server) authenticate(c echo.Context) (store.Token, error) {
	token, err := s.tokenOf(c, bearer(c.Request().Header.Get(echo.HeaderAuthorization)))
	if err != nil {
		return store.Token{}, err
	}
	requestOf(c).token = token.ID
	now := s.now()
	if err := token.Valid(now); err != nil {
		return store.Token{}, err
	}
	s.uses.note(token, now)
	return token, nil
}

// tokenOf returns the token of the person who is signed in, or else that with this secret.
func (s *Server) tokenOf(c echo.Context, secret string) (store.Token, error) {
	ctx := c.Request().Context()
	if id, ok := ctx.Value(signedIn{}).(string); ok {
		return s.store.Token(ctx, id)
	}
	if secret == "" {
		return store.Token{}, fault.New(fault.Unauthenticated, "no_token", "this needs a token: Authorization: Bearer fp_...")
	}
	token, err := s.store.TokenByHash(ctx, HashSecret(secret))
	if fault.KindOf(err) != fault.NotFound {
		return token, err
	}
	if err := s.strangers.take(c.RealIP(), s.now()); err != nil {
		return store.Token{}, retryLater(c, err)
	}
	return store.Token{}, fault.New(fault.Unauthenticated, "unknown_token", "this token is not known")
}

// authorise looks up with which role a token may do an operation. An event that does not exist
// is treated like one that is not open to the caller.
func (s *Server) authorise(c echo.Context, operation string, token store.Token) (*caller, error) {
	who := &caller{token: token}
	if !namesIDs(c) {
		return nil, access.Hidden()
	}
	if id := c.Param("event"); id != "" {
		requestOf(c).event, requestOf(c).subject = id, id
		event, err := s.store.Event(c.Request().Context(), id)
		if err != nil {
			return nil, access.Hide(err)
		}
		who.event = &event
	}
	if id := c.Param("request"); id != "" {
		requestOf(c).subject = id
	}
	if id := c.Param("case"); id != "" {
		requestOf(c).subject = id
		inquiry, err := s.store.Case(c.Request().Context(), id)
		if err != nil {
			return nil, access.Hide(err)
		}
		who.inquiry = &inquiry
	}
	role, err := access.Allow(s.actions[operation], token.Grants, who.about())
	who.role = role
	return who, err
}

// namesIDs tells whether the ids in the address are ids at all; roles and calibrations are names
// instead. Anything else names nothing, so no database need be asked.
func namesIDs(c echo.Context) bool {
	for _, name := range c.ParamNames() {
		if id := c.Param(name); !slices.Contains([]string{"role", "calibration", "part", "letter"}, name) && (id == "" || !isHex(id)) {
			return false
		}
	}
	return true
}

// audit writes into the audit what the caller of a request does, and returns when the entry is
// stored.
func (s *Server) audit(c echo.Context, detail string) error {
	who := callerOf(c)
	subject := ""
	switch {
	case who.inquiry != nil:
		subject = who.inquiry.ID
	case who.event != nil:
		subject = who.event.ID
	}
	return s.auditAbout(c, subject, detail)
}

// auditReading is audit before an answer. An event stays once somebody is about to read it, so that it is there
// afterwards as well, or was removed before.
func (s *Server) auditReading(c echo.Context, detail string) error {
	err := s.audit(c, detail)
	if event := callerOf(c).event; err == nil && event != nil {
		_, err = s.store.Event(c.Request().Context(), event.ID)
	}
	return access.Hide(err)
}

// auditAbout is audit with a subject other than the event of the address. It writes even if the
// client has left, so that nobody avoids the audit by hanging up at the right moment.
func (s *Server) auditAbout(c echo.Context, subject, detail string) error {
	return s.auditor.Append(context.WithoutCancel(c.Request().Context()), s.entry(c, subject, detail))
}

// entry is the entry of the audit on what the caller of a request does.
func (s *Server) entry(c echo.Context, subject, detail string) store.AuditEntry {
	who := callerOf(c)
	return store.AuditEntry{
		At: s.now().UTC(), Token: who.token.ID, Role: string(who.role), Action: requestOf(c).operation,
		Subject: subject, Detail: detail,
	}
}

// statisticsDetail says which statistics a request reads: the id of the test or report that the
// address names; the game whose moves are read; the FIDE id of a player whose performances are
// read; or the filter of a screening. It contains nothing on which the answer does not depend, and no names.
func statisticsDetail(c echo.Context, operation string) string {
	for _, name := range []string{"test", "report"} {
		if id := c.Param(name); id != "" {
			return name + " " + id
		}
	}
	switch id := c.QueryParam("fide_id"); {
	case operation == "listPerformances" && isFideID(id):
		return "fide_id " + id
	case operation == "readGameMoves":
		return askedMoves(c)
	case operation == "readScreening":
		return askedPart(c).said()
	}
	return ""
}

// askedPart reads the filter of a request before its handler does. The handler refuses an
// invalid filter, which then reads nothing.
func askedPart(c echo.Context) excerpt {
	query, params := c.QueryParams(), wire.ReadScreeningParams{}
	for name, to := range map[string]**string{"rounds": &params.Rounds, "player": &params.Player, "sort": &params.Sort} {
		if query.Has(name) {
			text := query.Get(name)
			*to = &text
		}
	}
	if n, err := strconv.Atoi(query.Get("min_moves")); err == nil {
		params.MinMoves = &n
	}
	if asked, err := excerptOf(params); err == nil {
		return asked
	}
	return excerpt{order: reports.Orders()[0]}
}
