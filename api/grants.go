package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListGrants answers who holds a role in an event.
func (s *Server) ListGrants(c echo.Context, _ wire.EventID) error {
	items, err := s.Grants(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[wire.EventGrant]{Items: items}, err)
}

// Grants returns who may see the event, and who is proposed; never nil.
func (s *Server) Grants(ctx context.Context, who *door.Caller) ([]wire.EventGrant, error) {
	items, event := []wire.EventGrant{}, who.Event.ID
	err := s.eachToken(ctx, func(t store.Token) {
		for _, g := range t.Grants {
			if g.Event == event && t.Revoked.IsZero() {
				items = append(items, wire.EventGrant{Token: t.ID, Name: t.Name, Role: access.Role(g.Role)})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	proposals, err := s.store.Proposals(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range proposals {
		if p.Event == event {
			items = append(items, wire.EventGrant{Token: p.Token, Role: access.Role(p.Role), ProposedBy: p.By})
		}
	}
	return items, nil
}

// eachToken goes through all tokens.
func (s *Server) eachToken(ctx context.Context, each func(store.Token)) error {
	for after := ""; ; {
		tokens, err := s.store.Tokens(ctx, after, mostLimit)
		if err != nil {
			return err
		}
		for _, t := range tokens {
			each(t)
			after = t.ID
		}
		if len(tokens) < mostLimit {
			return nil
		}
	}
}

// GrantAccess gives a token a role in an event.
func (s *Server) GrantAccess(c echo.Context, event wire.EventID) error {
	var asked wire.NewGrant
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if !access.IsID(asked.Token) || !asked.Role.Valid() {
		return fault.New(fault.Invalid, "grant", "name a token by its id and the role fair-play-officer or organiser")
	}
	token, err := s.usable(c.Request().Context(), asked.Token)
	if err != nil {
		return err
	}
	given, proposer, err := s.give(c.Request().Context(), callerOf(c), token, access.Grant{Role: access.Role(asked.Role), Event: event})
	if err != nil {
		return err
	}
	if err := s.audit(c, outcomeOf(grantDetail(asked.Role, token.ID), given, proposer)); err != nil {
		return err
	}
	answer := wire.EventGrant{Token: token.ID, Name: token.Name, Role: access.Role(asked.Role)}
	if !given {
		answer.ProposedBy = callerOf(c).Token.ID
		return c.JSON(http.StatusAccepted, answer)
	}
	return c.JSON(http.StatusCreated, answer)
}

// WithdrawAccess takes back a role in an event.
func (s *Server) WithdrawAccess(c echo.Context, event wire.EventID, token wire.TokenID, role wire.EventRole) error {
	if !access.IsID(token) || !role.Valid() {
		return access.Hidden()
	}
	if err := s.store.Ungrant(c.Request().Context(), token, access.Grant{Role: access.Role(role), Event: event}); err != nil {
		return err
	}
	if err := s.audit(c, grantDetail(role, token)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func grantDetail(role wire.EventRole, token string) string { return string(role) + " " + token }
