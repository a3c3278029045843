package complaint

import (
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// RecusalGround is a reason why somebody may not judge in a case. No text names grounds for the
// FPL: the rule is a house rule, by analogy with the Competition Rules on appeals committees (C05,
// 10.2) and with the independence that Annex I requires of the investigator (H.3).
type RecusalGround string

// The grounds.
const (
	SameFederation RecusalGround = "same_federation" // as a complainant or respondent
	IsAParty       RecusalGround = "party"           // he cannot be let in by anybody
	Represents     RecusalGround = "representative"  // of a party
	IsWitness      RecusalGround = "witness"
	WasArbiter     RecusalGround = "arbiter" // of the event
	OrderedTest    RecusalGround = "ordered_test"
)

// Bars returns why a member may not be on the panel, investigate or vote; nil if nothing bars him.
func (c Case) Bars(m Member) (bars []RecusalGround) {
	is := func(p Individual, token string) bool {
		return token != "" && token == m.Token || samePerson(p, Individual{Name: m.Name, FideID: m.FideID})
	}
	note := func(holds bool, b RecusalGround) {
		if holds && !slices.Contains(bars, b) {
			bars = append(bars, b)
		}
	}
	for _, role := range []PartyRole{ComplainantParty, RespondentParty} {
		for _, p := range c.Parties(role) {
			note(is(p.Individual, p.Token), IsAParty)
			note(p.Federation != "" && p.Federation == m.Federation, SameFederation)
		}
	}
	for _, r := range Every[Representation](c) {
		note(is(r.Says.By, r.Says.Token), Represents)
	}
	for _, w := range c.Parties(WitnessParty) {
		note(is(w.Individual, w.Token), IsWitness)
	}
	for _, arbiter := range c.Opening().In.Arbiters {
		note(is(arbiter, ""), WasArbiter)
	}
	for _, e := range Every[Exhibit](c) {
		note(e.Says.OrderedBy != "" && e.Says.OrderedBy == m.Token || e.Says.Made != nil && e.Says.Made.By == m.Token, OrderedTest)
	}
	return bars
}

// recused returns an error if a member may not judge and nobody has overridden that with a reason.
func (c Case) recused(m Member) error {
	bars := c.Bars(m)
	letIn := slices.ContainsFunc(Every[RecusalOverride](c), func(o Said[RecusalOverride]) bool { return o.Says.Member.Token == m.Token })
	if len(bars) == 0 || letIn && !slices.Contains(bars, IsAParty) {
		return nil
	}
	names := make([]string, len(bars))
	for i, b := range bars {
		names[i] = string(b)
	}
	return fault.New(fault.Conflict, "recused", "%s may not judge here: %s (a rule of the house, by analogy with %s and %s); the chair may let others than parties in, with a reason",
		m.Name, strings.Join(names, ", "), citation("C05-10.2"), citation("ON-H3"))
}
