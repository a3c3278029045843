package registry

import (
	"context"
	"slices"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/store"
)

// Members returns who may be appointed, in the order of rotation: those with the fewest open cases first.
func (r *Register) Members(ctx context.Context) ([]complaint.Turn, error) {
	open, err := r.Store.Cases(ctx, store.CasesQuery{Scope: access.Scope{All: true}, Open: true})
	if err != nil {
		return nil, err
	}
	busy := map[string]int{}
	for _, c := range open {
		for _, p := range c.Parties {
			if p.Role == access.Investigator {
				busy[p.Token]++
			}
		}
	}
	var all []complaint.Turn
	for after := ""; ; {
		tokens, err := r.Store.Tokens(ctx, after, tokensAtOnce)
		if err != nil {
			return nil, err
		}
		for _, t := range tokens {
			after = t.ID
			if judges(t) && t.Valid(r.Now()) == nil {
				all = append(all, complaint.Turn{Member: complaint.Member{Token: t.ID, Name: t.Name}, Cases: busy[t.ID]})
			}
		}
		if len(tokens) < tokensAtOnce {
			return complaint.Rotate(all), nil
		}
	}
}

// judges reports whether a token belongs to a member of the Fair Play Commission, regardless of his
// cases.
func judges(t store.Token) bool {
	return slices.ContainsFunc(t.Grants, func(g access.Grant) bool { return g.Role == access.FPLMember })
}

const tokensAtOnce = 100

// inTurn completes the appointment of an investigator by rotation with the number of cases of each
// member, which the person who appoints cannot state. The federations are those that he states; a
// member without one counts as of no party's federation.
func inTurn(body complaint.Body, members []complaint.Turn) complaint.Body {
	appointment, ok := body.(*complaint.InvestigatorAppointment)
	if !ok {
		return body
	}
	filled := *appointment
	filled.Rotation = nil
	for _, m := range members {
		m.Federation = noFederation
		for _, stated := range append(appointment.Rotation, complaint.Turn{Member: appointment.Investigator}) {
			if stated.Token == m.Token {
				m.Federation, m.FideID = stated.Federation, stated.FideID
			}
		}
		filled.Rotation = append(filled.Rotation, m)
	}
	return &filled
}

// noFederation is FIDE's code for no federation.
const noFederation = "FID"
