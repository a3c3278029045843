package api

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// guard lets only those through to the handler of an operation who may do it.
func (s *Server) guard(operation string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			requestOf(c).operation = operation
			return s.admit(c, s.attempt(c, operation), namesIDs(c), func(who *door.Caller) error {
				c.Set(callerKey, who)
				return next(c)
			})
		}
	}
}

// admit lets the caller of a request do something. It finds out who asks, and holds back callers who
// ask too often; the door decides, and writes the reading of statistics into the audit before any of
// it can be sent. An attempt that names no ids is about nothing that there is.
func (s *Server) admit(c echo.Context, a door.Attempt, ids bool, do func(*door.Caller) error) error {
	ctx := c.Request().Context()
	token, err := s.authenticate(c)
	a.Token = token
	if err != nil && faultOf(err).Code == codeNoToken {
		return err
	} else if err != nil {
		return s.door.Refused(ctx, a, nil, err)
	}
	if err := s.tokens.take(token.ID, s.now()); err != nil {
		return retryLater(c, err)
	}
	if !ids {
		return s.door.Refused(ctx, a, nil, access.Hidden())
	}
	return s.door.Do(ctx, a, do)
}

// attempt is what a request asks for, by its address.
func (s *Server) attempt(c echo.Context, operation string) door.Attempt {
	a := door.Attempt{Operation: operation, From: c.RealIP()}
	if namesIDs(c) {
		a.Event, a.Case = c.Param("event"), c.Param("case")
		a.Subject = cmp.Or(a.Case, c.Param("request"), a.Event)
		a.Reads = statisticsDetail(c, operation)
		requestOf(c).event = a.Event
	}
	return a
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
func callerOf(c echo.Context) *door.Caller { return c.Get(callerKey).(*door.Caller) }

// authenticate returns the token of a request, also one that is not valid any more. A client that
// tries several unknown tokens is told to wait; others at the same address are not.
func (s *Server) authenticate(c echo.Context) (store.Token, error) {
	token, err := s.tokenOf(c, bearer(c.Request().Header.Get(echo.HeaderAuthorization)))
	if err != nil {
		return store.Token{}, err
	}
	requestOf(c).token = token.ID
	now := s.now()
	if err := token.Valid(now); err != nil {
		return token, err
	}
	s.uses.note(token, now)
	return token, nil
}

const codeNoToken = "no_token"

// tokenOf returns the token of the person who is signed in, or else that with this secret.
func (s *Server) tokenOf(c echo.Context, secret string) (store.Token, error) {
	ctx := c.Request().Context()
	if token, ok := ctx.Value(signedIn{}).(store.Token); ok {
		return token, nil
	}
	if secret == "" {
		return store.Token{}, fault.New(fault.Unauthenticated, codeNoToken, "this needs a token: Authorization: Bearer fp_...")
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

// namesIDs reports whether the ids in the address are ids at all; roles and calibrations are names
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
	return callerOf(c).Audit(c.Request().Context(), detail)
}

// statisticsDetail says which statistics a request reads: the id of the test or report that the
// address names; the game whose moves are read; the FIDE id of a player whose performances or career are
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
	case operation == "readCareer" && isFideID(c.Param("player")):
		return "fide_id " + c.Param("player")
	case operation == "readGameMoves":
		return ReadsOfMoves(c.Param("game"), wire.ReadGameMovesParams{Recipe: new(wire.TestKind(c.QueryParam("recipe"))), Report: new(c.QueryParam("report"))})
	case operation == "readScreening":
		return ReadsOf(askedPart(c))
	}
	return ""
}

// askedPart reads the filter of a request before its handler does. The handler refuses an
// invalid filter, which then reads nothing.
func askedPart(c echo.Context) (params wire.ReadScreeningParams) {
	query := c.QueryParams()
	for name, to := range map[string]**string{"rounds": &params.Rounds, "player": &params.Player, "sort": &params.Sort} {
		if query.Has(name) {
			text := query.Get(name)
			*to = &text
		}
	}
	if n, err := strconv.Atoi(query.Get("min_moves")); err == nil {
		params.MinMoves = &n
	}
	return params
}
