package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ReadMe answers the caller's own token.
func (s *Server) ReadMe(c echo.Context) error {
	me, err := s.Me(c.Request().Context(), callerOf(c))
	return answered(c, me, err)
}

// Me returns the caller's own token.
func (s *Server) Me(_ context.Context, who *door.Caller) (wire.ListedToken, error) {
	return shownToken(who.Token), nil
}

// ListTokens answers all tokens.
func (s *Server) ListTokens(c echo.Context, params wire.ListTokensParams) error {
	list, err := s.Tokens(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// Tokens returns all tokens, with the grants proposed for them.
func (s *Server) Tokens(ctx context.Context, _ *door.Caller, params wire.ListTokensParams) (list wire.List[wire.ListedToken], err error) {
	p, err := pageOf(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	tokens, err := s.store.Tokens(ctx, p.after, p.limit+1)
	if err != nil {
		return list, err
	}
	tokens, list.Next = cut(tokens, p.limit, func(t store.Token) string { return t.ID })
	list.Items, err = s.withProposals(ctx, translated(tokens, listedToken)...)
	return list, err
}

// ReadToken answers one token.
func (s *Server) ReadToken(c echo.Context, id wire.TokenID) error {
	token, err := s.store.Token(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return s.answerToken(c, http.StatusOK, token)
}

// answerToken answers a token with the grants proposed for it.
func (s *Server) answerToken(c echo.Context, status int, token store.Token) error {
	all, err := s.withProposals(c.Request().Context(), listedToken(token))
	if err != nil {
		return err
	}
	return c.JSON(status, all[0])
}

// GrantToken gives a token one more grant, or proposes it.
func (s *Server) GrantToken(c echo.Context, id wire.TokenID) error {
	var asked access.Grant
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	given, err := s.GiveGrant(c.Request().Context(), callerOf(c), id, asked)
	if err != nil {
		return err
	}
	token, err := s.store.Token(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if !given {
		return s.answerToken(c, http.StatusAccepted, token)
	}
	return s.answerToken(c, http.StatusCreated, token)
}

// GiveGrant gives a token one more grant, or proposes it; given reports which.
func (s *Server) GiveGrant(ctx context.Context, who *door.Caller, id string, asked access.Grant) (given bool, err error) {
	g, err := newGrant(asked)
	if err == nil && g.Role == access.Administrator {
		err = madeOnTheServer()
	}
	if err != nil {
		return false, err
	}
	token, err := s.usable(ctx, id)
	if err != nil {
		return false, err
	}
	given, proposer, err := s.give(ctx, who, token, g)
	if err != nil {
		return false, err
	}
	return given, who.AuditAbout(ctx, id, outcomeOf(grantWords(g), given, proposer))
}

// usualLife is the default lifetime of a token.
const usualLife = 365 * 24 * time.Hour

// CreateToken makes a token and answers its secret, which is shown only once.
func (s *Server) CreateToken(c echo.Context) error {
	var asked wire.NewToken
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	made, err := s.IssueToken(c.Request().Context(), callerOf(c), asked)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/tokens/"+made.Token.ID)
	return c.JSON(http.StatusCreated, made)
}

// IssueToken makes a token. Its secret is nowhere but in the answer.
func (s *Server) IssueToken(ctx context.Context, who *door.Caller, asked wire.NewToken) (made wire.CreatedToken, err error) {
	token, err := newToken(asked, s.now().UTC())
	if err != nil {
		return made, err
	}
	all := token.Grants
	token.Grants = slices.DeleteFunc(slices.Clone(all), access.Grant.NeedsSecond) // these are proposed below
	if made.Secret, err = s.addToken(ctx, &token); err != nil {
		return made, err
	}
	words := []string{}
	for _, g := range all {
		given, proposer, err := s.give(ctx, who, token, g)
		if err != nil {
			return made, err
		}
		words = append(words, outcomeOf(grantWords(g), given, proposer))
	}
	if err := who.AuditAbout(ctx, token.ID, strings.Join(words, ", ")); err != nil {
		return made, err
	}
	listed, err := s.withProposals(ctx, listedToken(token))
	made.Token = listed[0]
	return made, err
}

// addToken gives a token an id, unless it has one, and its secret, which it returns, and stores it.
func (s *Server) addToken(ctx context.Context, token *store.Token) (secret string, err error) {
	if token.ID == "" {
		if token.ID, err = store.NewID(s.random); err != nil {
			return "", err
		}
	}
	if secret, token.Hash, err = NewSecret(s.random); err != nil {
		return "", err
	}
	return secret, s.store.AddToken(ctx, *token)
}

// RevokeToken ends a token.
func (s *Server) RevokeToken(c echo.Context, id wire.TokenID) error {
	if err := s.EndToken(c.Request().Context(), callerOf(c), id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// EndToken ends a token.
func (s *Server) EndToken(ctx context.Context, who *door.Caller, id string) error {
	if !access.IsID(id) {
		return access.Hidden()
	}
	if err := s.store.RevokeToken(ctx, id, s.now().UTC()); err != nil {
		return err
	}
	return who.AuditAbout(ctx, id, "")
}

// newToken makes a token of a request and checks it.
func newToken(asked wire.NewToken, now time.Time) (store.Token, error) {
	t := store.Token{Name: asked.Name, Created: now, Expires: now.Add(usualLife)}
	if !analysis.IsName(asked.Name) {
		return t, fault.New(fault.Invalid, "token", "a token has a name of 1 to %d printable characters", analysis.LongestName)
	}
	if asked.Expires != nil {
		if t.Expires = asked.Expires.UTC(); !t.Expires.After(now) {
			return t, fault.New(fault.Invalid, "token", "this token would have expired already")
		}
	}
	if n := len(asked.Grants); n < 1 || n > mostGrants {
		return t, fault.New(fault.Invalid, "token", "a token has 1 to %d grants", mostGrants)
	}
	for _, g := range asked.Grants {
		grant, err := newGrant(g)
		if err != nil {
			return t, err
		}
		t.Grants = append(t.Grants, grant)
	}
	if administers(t) && len(t.Grants) > 1 {
		return t, fault.New(fault.Invalid, "token", "an administrator sees no games and no figures, so his token has no other role; make one for each")
	}
	if administers(t) {
		return t, madeOnTheServer()
	}
	return t, nil
}

// newGrant makes a grant of a request and checks it.
func newGrant(asked access.Grant) (access.Grant, error) {
	return asked, asked.Validate()
}

// madeOnTheServer is the refusal to make a second administrator whose secret the first would
// know, because the two would be one.
func madeOnTheServer() error {
	return fault.New(fault.Forbidden, "administrator",
		"an administrator is made on the server itself, so that no other knows his secret: fairplay token create --role administrator --name NAME")
}

// administers reports whether a token is an administrator's. Such a token has no other role: an
// administrator looks after the machine, not into the events.
func administers(t store.Token) bool {
	return slices.ContainsFunc(t.Grants, func(g access.Grant) bool { return g.Role == access.Administrator })
}

const mostGrants = 100

// listedToken returns a token for those who manage tokens: without its parts in cases.
func listedToken(t store.Token) wire.ListedToken {
	t.Grants = slices.DeleteFunc(slices.Clone(t.Grants), func(g access.Grant) bool { return g.Case != "" })
	return shownToken(t)
}

func shownToken(t store.Token) wire.ListedToken {
	t.Grants, t.Created = append([]access.Grant{}, t.Grants...), t.Created.UTC()
	return wire.ListedToken{Token: t, Expires: moment(t.Expires), LastUsed: moment(t.LastUsed), Revoked: moment(t.Revoked)}
}

// moment returns a pointer to a time, nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
