package complaint

import (
	"encoding/json"
	"slices"

	"fairplay/reports/access"
)

// View returns the case as somebody may see it: with the entries that are open to him, and the state of the last of them.
// To a party they are numbered without gaps. ok is false for whoever sees nothing of it. Package access has decided before whether his role is bound to the case.
//
//	FPL and investigator  everything, save how others voted while a ballot is sealed; nothing once others were appointed in
//	                      their place
//	chief arbiter         his in-tournament complaint up to its forwarding, else what he wrote himself (III.B.12)
//	federation officer    a case that was sent to his federation, without votes and what leads to them (II.5, II.6)
//	complainant           what he wrote, and what he is told by letter
//	respondent            nothing before he is informed; then the complaint without addresses, what he wrote, and what he is
//	                      told by letter (VI.3)
func (c Case) View(by Actor) (seen Case, ok bool) {
	sees := c.sight(by)
	if sees == nil || c.Erased && !slices.Contains(registry(), by.Role) {
		return Case{}, false
	}
	seen = Case{Erased: c.Erased}
	state := State("")
	for _, e := range c.entries {
		shown, visible := sees(state, e)
		if visible {
			// Of a state into which steps have led that he does not see, he learns only what he is told.
			if e.State == state && e.Kind != EntryInformed && len(seen.entries) > 0 {
				shown.State = seen.State
			}
			if by.Role == access.Complainant || by.Role == access.Respondent {
				shown.Seq = int64(len(seen.entries)) + 1 // gaps would reveal how many steps he does not see
			}
			seen.show(shown)
		}
		state = e.State
	}
	return seen, len(seen.entries) > 0
}

// registry returns the roles that keep the register of cases.
func registry() []access.Role { return []access.Role{access.FPLSecretary, access.FPLChair} }

// show adds an entry to a view.
func (c *Case) show(e read) {
	if len(c.entries) == 0 {
		c.Opened = e.At
	}
	c.step(e.Entry)
	c.entries = append(c.entries, e)
}

// whole returns the roles that see a case whole.
func whole() []access.Role { return append(registry(), access.FPLMember, access.Investigator) }

// relieved reports whether somebody was appointed to investigate the case and others have been appointed in his place, unless
// he is among the voters of a ballot since then.
func (c Case) relieved(token string) bool {
	was, sits := false, false
	for _, e := range c.entries {
		var named []Member
		switch body := e.says.(type) {
		case *PanelAppointment:
			named = body.Members
		case *InvestigatorAppointment:
			named = []Member{body.Investigator}
		case *BallotOpening:
			named = body.Voters
		default:
			continue
		}
		among := slices.ContainsFunc(named, func(m Member) bool { return m.Token == token })
		if e.Kind == EntryBallotOpened {
			sits = sits || among
			continue
		}
		was, sits = was || among, among
	}
	return was && !sits
}

// sight says whether an entry, written in a state, is visible, and in what form.
type sight func(from State, e read) (shown read, visible bool)

// sight returns what somebody may see; nil for nothing.
func (c Case) sight(by Actor) sight {
	switch by.Role {
	case access.FPLChair, access.FPLSecretary, access.FPLMember, access.Investigator:
		if !slices.Contains(registry(), by.Role) && c.relieved(by.Token) {
			return nil
		}
		return func(_ State, e read) (read, bool) { return c.sealed(e, by.Token), true }
	case access.ChiefArbiter:
		return func(from State, e read) (read, bool) {
			his := c.Opening().Case == ITC && (from == "" || from == StateOpened || from == StateWithArbiter)
			return e, his || e.writtenAsParty(by)
		}
	case access.FederationOfficer:
		if by.Federation == "" || c.SentTo() != by.Federation {
			return nil
		}
		return func(from State, e read) (read, bool) {
			if !slices.Contains(internal(), e.Kind) {
				return e, true
			}
			return e.bare(), c.tells(from, e, ToFederation)
		}
	case access.Complainant:
		return func(from State, e read) (read, bool) { return c.toParty(from, e, by, ToComplainant) }
	case access.Respondent:
		p, known := c.As(by)
		if _, informed := c.noticeTo(p.Name); !known || !informed {
			return nil
		}
		return func(from State, e read) (read, bool) { return c.toParty(from, e, by, ToRespondent) }
	}
	return nil
}

// internal are the kinds that concern how the FPL comes to its decision.
func internal() []EntryKind {
	return []EntryKind{
		EntryBallotOpened, EntryVoted, EntryBallotClosed, EntryOverridden, EntryAccusation, EntrySentBack, EntryHoldSet, EntryHoldLifted, EntryLinked,
	}
}

// sealed removes the choice from a vote that only the voter may see yet.
func (c Case) sealed(e read, token string) read {
	vote, ok := e.says.(*Vote)
	if !ok || e.By == token {
		return e
	}
	ballots := c.Ballots()
	if i := slices.IndexFunc(ballots, func(b Ballot) bool { return b.Seq == vote.Ballot }); i >= 0 && !ballots[i].Sealed() {
		return e
	}
	return e.saying(&Vote{Ballot: vote.Ballot})
}

// saying returns an entry with another body.
func (r read) saying(b Body) read {
	r.says = b
	r.Body, _ = json.Marshal(b) // a body that was read can be encoded
	return r
}

// bare returns an entry that shows only that something happened.
func (r read) bare() read {
	r.says, r.Body, r.By, r.Digest = nil, nil, "", ""
	return r
}

// toParty shows a party the complaint, what the party itself wrote, and of what changes the case as much as a letter to it
// tells. Other steps are not shown, not even that there were any.
func (c Case) toParty(from State, e read, by Actor, as Addressee) (read, bool) {
	p, _ := c.As(by)
	switch body := e.says.(type) {
	case *Opening:
		return e.saying(&Opening{Case: body.Case, In: body.In}).unsigned(), true
	case *Filing:
		if as == ToComplainant || e.By == by.Token {
			return e, true
		}
		return e.saying(body.forRespondent(by, c)).unsigned(), true
	case *Initiation:
		return e.saying(&Initiation{Subject: body.Subject, Respondents: c.only(body.Respondents, by), Grounds: body.Grounds}).unsigned(), as == ToRespondent
	case *FormRequest:
		return e.unsigned(), as == ToComplainant
	case *RespondentNotice:
		return e.unsigned(), as == ToRespondent && body.Respondent == p.Name
	case *LetterSent:
		return e.unsigned(), body.To == as && body.Name == p.Name
	case *Statement:
		return e.unsigned(), e.By == by.Token || body.Of == p.Role && body.Party == p.Name
	case *Representation:
		return e.unsigned(), e.By == by.Token || body.Of == p.Role && body.Party == p.Name
	}
	if e.writtenAsParty(by) {
		return e, true
	}
	return e.bare(), c.tells(from, e, as)
}

// tells reports whether an entry makes a letter to an addressee due.
func (c Case) tells(from State, e read, to Addressee) bool {
	return slices.ContainsFunc(c.noticesOf(from, e), func(n Notice) bool { return n.To == to })
}

// writtenAsParty reports whether somebody wrote an entry, and not as one who decides: the same token may have had a part in
// the FPL, which other roles of its holder do not show him.
func (r read) writtenAsParty(by Actor) bool {
	return r.By == by.Token && !slices.Contains(internal(), r.Kind)
}

// unsigned removes the author of an entry.
func (r read) unsigned() read {
	r.By = ""
	return r
}

// forRespondent returns a form as a respondent may see it: of himself what it says, of others the name and federation.
func (f Filing) forRespondent(by Actor, c Case) *Filing {
	f.Form.Complainant = f.Form.Complainant.named()
	f.Form.Respondents = c.only(f.Form.Respondents, by)
	f.By, f.Remark, f.Scan = "", "", ""
	return &f
}

// only returns the one of some parties who looks at the case.
func (c Case) only(all []Party, by Actor) []Party {
	he, _ := c.As(by)
	kept := []Party{}
	for _, p := range all {
		if samePerson(p.Individual, he.Individual) {
			kept = append(kept, p)
		}
	}
	return kept
}

// named returns a party with only name and federation.
func (p Party) named() Party {
	return Party{Role: p.Role, Capacity: p.Capacity, Individual: Individual{Name: p.Name, Federation: p.Federation}}
}
