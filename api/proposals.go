package api

import (
	"context"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// give gives a grant. If the caller is an administrator and the grant opens statistics, it is
// only proposed, until a second administrator or the chief arbiter of the event asks for the
// same. proposer is whose proposal was answered, "" for none.
func (s *Server) give(ctx context.Context, who *door.Caller, token store.Token, g access.Grant) (given bool, proposer string, err error) {
	if who.Role == access.Administrator && g.NeedsSecond() && !holds(token, g) {
		if proposer, err = s.seconds(ctx, store.Proposal{Token: token.ID, Grant: g, By: who.Token.ID, Created: s.now().UTC()}); err != nil || proposer == "" {
			return false, "", err
		}
	}
	return true, proposer, s.store.Grant(ctx, token.ID, g)
}

func holds(t store.Token, g access.Grant) bool {
	for _, held := range t.Grants {
		if held == g {
			return true
		}
	}
	return false
}

// seconds returns the administrator who has proposed the same before. If there is none, it
// proposes the grant now and returns "". The proposal of a former administrator no longer
// counts.
func (s *Server) seconds(ctx context.Context, p store.Proposal) (proposer string, err error) {
	standing, err := s.store.Propose(ctx, p)
	if err != nil || standing.By == p.By {
		return "", err
	}
	before, err := s.store.Token(ctx, standing.By)
	if err != nil {
		return "", err
	}
	if before.Valid(s.now()) == nil && administers(before) {
		return standing.By, nil
	}
	if err := s.store.Ungrant(ctx, p.Token, p.Grant); err != nil {
		return "", err
	}
	_, err = s.store.Propose(ctx, p)
	return "", err
}

// usable returns a token to which a grant may be given.
func (s *Server) usable(ctx context.Context, id string) (store.Token, error) {
	token, err := s.store.Token(ctx, id)
	switch {
	case fault.KindOf(err) == fault.NotFound, err == nil && token.Valid(s.now()) != nil:
		err = fault.New(fault.Unprocessable, "no_such_token", "there is no token of this id that could be used; its holder finds the id at /v1/me")
	case err == nil && administers(token):
		err = fault.New(fault.Unprocessable, "administrator", "this is the token of an administrator, who sees no games and no figures; name another")
	}
	return token, err
}

// grantWords describes a grant for the audit: its role, and what it is bound to.
func grantWords(g access.Grant) string {
	words := []string{string(g.Role)}
	for _, bound := range [][2]string{{"event", g.Event}, {"case", g.Case}, {"federation", g.Federation}} {
		if bound[1] != "" {
			words = append(words, bound[0]+" "+printable(bound[1]))
		}
	}
	return strings.Join(words, " ")
}

// outcomeOf describes for the audit whether a grant was given or proposed.
func outcomeOf(what string, given bool, proposer string) string {
	switch {
	case !given:
		return "proposed " + what
	case proposer != "":
		return what + ", proposed by " + proposer
	}
	return what
}

// withProposals adds to tokens the grants proposed for them.
func (s *Server) withProposals(ctx context.Context, tokens ...wire.ListedToken) ([]wire.ListedToken, error) {
	all, err := s.store.Proposals(ctx)
	for i := range tokens {
		for _, p := range all {
			if p.Token == tokens[i].ID {
				tokens[i].Proposed = append(tokens[i].Proposed, p)
			}
		}
	}
	return tokens, err
}
