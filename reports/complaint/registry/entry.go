package registry

import (
	"context"
	"encoding/json"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/store"
)

// NewEntry is what somebody wants to enter into a case.
type NewEntry struct {
	Kind complaint.EntryKind `json:"kind"`
	Says json.RawMessage     `json:"says"`
}

// Write writes an entry into the case of the caller. A person who gets a part in the case by it may see the case from then on.
func (r *Register) Write(ctx context.Context, who *door.Caller, n NewEntry) error {
	who.Entry = string(n.Kind) // a known kind, unless the error is Invalid
	if err := enteredOtherwise(n.Kind); err != nil {
		return err
	}
	body, err := complaint.ReadBody(n.Kind, n.Says)
	if err != nil {
		return err
	}
	return r.Enter(ctx, who, body)
}

// Enter is Write for an entry that is read already.
func (r *Register) Enter(ctx context.Context, who *door.Caller, body complaint.Body) error {
	who.Entry = string(body.Kind())
	if err := enteredOtherwise(body.Kind()); err != nil {
		return err
	}
	if err := r.write(ctx, who.Case.ID, body, reader(who)); err != nil {
		return err
	}
	return who.Audit(ctx, string(body.Kind()))
}

// enteredOtherwise returns an error for entries that are written by operations of their own.
func enteredOtherwise(kind complaint.EntryKind) error {
	switch kind {
	case complaint.EntryOpened, complaint.EntryAttachment:
		return fault.New(fault.Invalid, "case_entry", "this entry is written by opening a case, or by sending a file")
	case complaint.EntryClaimOrdered, complaint.EntryClaimFound:
		return fault.New(fault.Invalid, "case_entry", "this entry is written by having an engine claim run again")
	}
	return nil
}

func (r *Register) write(ctx context.Context, id string, body complaint.Body, by CaseReader) error {
	var members []complaint.Turn
	if _, appoints := body.(*complaint.InvestigatorAppointment); appoints {
		var err error
		if members, err = r.Members(ctx); err != nil {
			return err
		}
	}
	body, err := r.withMaking(ctx, asReceived(body, by, r.Now().UTC()))
	if err != nil {
		return err
	}
	_, _, err = r.Store.AppendCase(ctx, id, func(kept *store.CaseRecord, entries []complaint.Entry) ([]complaint.Entry, error) {
		return r.entry(kept, entries, inTurn(body, members), by)
	})
	if err != nil {
		return err
	}
	return r.Admit(ctx, id)
}

// entry makes the next entry of a case, and notes in its record what may be known without its key.
func (r *Register) entry(kept *store.CaseRecord, entries []complaint.Entry, body complaint.Body, by CaseReader) ([]complaint.Entry, error) {
	c, err := complaint.Replay(entries)
	if err != nil {
		return nil, err
	}
	if _, sees := c.View(by); !sees {
		return nil, access.Hidden() // a refusal would reveal that there is a case
	}
	return r.enter(kept, c, body, by)
}

// enter is entry for a case that is read, whatever may be seen of it by now.
func (r *Register) enter(kept *store.CaseRecord, c complaint.Case, body complaint.Body, by CaseReader) ([]complaint.Entry, error) {
	entry, err := c.Write(body, by, r.Now().UTC())
	if sent, goes := body.(*complaint.LetterSent); goes && err == nil {
		if body, err = withDigest(c, complaint.Number(kept.ID), *sent, r.Now()); err == nil {
			entry, err = c.Write(body, by, r.Now().UTC())
		}
	}
	if err != nil {
		return nil, err
	}
	if c, err = c.Apply(entry); err != nil {
		return nil, err
	}
	kept.Arbiter = kept.Arbiter && slices.Contains([]complaint.State{complaint.StateOpened, complaint.StateWithArbiter}, c.State)
	kept.Closed = c.Closed
	for _, p := range parts(c, body) {
		if !slices.ContainsFunc(kept.Parties, func(q store.CaseParty) bool {
			return q.Role == p.Role && q.Token == p.Token && q.Federation == p.Federation
		}) {
			kept.Parties = append(kept.Parties, p)
		}
	}
	return []complaint.Entry{entry}, nil
}

// parts returns who gets a part in a case by an entry: appointed members, voters, a party with a
// token, and the federation to which the case is sent.
func parts(c complaint.Case, body complaint.Body) (all []store.CaseParty) {
	judges := func(role access.Role, members ...complaint.Member) {
		for _, m := range members {
			all = append(all, store.CaseParty{Role: role, Token: m.Token})
		}
	}
	switch b := body.(type) {
	case *complaint.PanelAppointment:
		judges(access.FPLMember, b.Members...)
	case *complaint.InvestigatorAppointment:
		judges(access.Investigator, b.Investigator)
	case *complaint.BallotOpening:
		judges(access.FPLMember, b.Voters...)
	case *complaint.Party:
		if role := access.Role(b.Role); b.Token != "" && (role == access.Complainant || role == access.Respondent) {
			all = append(all, store.CaseParty{Role: role, Token: b.Token})
		}
	}
	if to := c.SentTo(); to != "" {
		all = append(all, store.CaseParty{Role: access.FederationOfficer, Federation: to})
	}
	return all
}

// Admit grants to the tokens of those who have a part in a case their role in it, from the time
// when they may see it: a respondent has none before he is informed. It takes the role from those
// who were relieved of it. It may be called again, so the next entry repairs what a crash between
// entry and grants left undone.
func (r *Register) Admit(ctx context.Context, id string) error {
	kept, c, err := r.read(ctx, id)
	if err != nil {
		return err
	}
	for _, p := range kept.Parties {
		if p.Token == "" {
			continue
		}
		change := r.Store.Ungrant
		if _, sees := c.View(CaseReader{Token: p.Token, Role: p.Role}); sees {
			change = r.Store.Grant
		}
		if err := change(ctx, p.Token, access.Grant{Role: p.Role, Case: id}); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}
