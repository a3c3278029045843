package registry

import (
	"context"
	"encoding/json"
	"slices"
	"time"

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

// Body reads what is to be entered; Invalid if it makes no sense.
func (n NewEntry) Body(complaint.Case) (complaint.Body, error) {
	return complaint.ReadBody(n.Kind, n.Says)
}

// Write writes an entry of a kind into the case of the caller. compose makes it of the case as he sees it; it must be quick, and may
// be called more than once. A person who gets a part in the case by the entry may see the case from then on.
func (r *Register) Write(ctx context.Context, who *door.Caller, kind complaint.EntryKind, compose func(complaint.Case) (complaint.Body, error)) error {
	who.Entry = string(kind) // a known kind, unless the error is Invalid
	if err := enteredOtherwise(kind); err != nil {
		return err
	}
	if err := r.write(ctx, who.Case.ID, kind, compose, reader(who)); err != nil {
		return err
	}
	return who.Audit(ctx, string(kind))
}

// Enter is Write for an entry that needs nothing of the case.
func (r *Register) Enter(ctx context.Context, who *door.Caller, body complaint.Body) error {
	return r.Write(ctx, who, body.Kind(), as(body))
}

// as composes what is ready.
func as(body complaint.Body) func(complaint.Case) (complaint.Body, error) {
	return func(complaint.Case) (complaint.Body, error) { return body, nil }
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

// write reads the case once: to compose the entry, to judge it, and to admit people afterwards.
func (r *Register) write(ctx context.Context, id string, kind complaint.EntryKind, compose func(complaint.Case) (complaint.Body, error), by complaint.Actor) (err error) {
	var members []complaint.Turn
	switch kind {
	case complaint.EntryInvestigator:
		members, err = r.Members(ctx)
	case complaint.EntryExhibit: // the test that it names is read before the case is locked
		compose, err = r.composed(ctx, id, compose, by)
	}
	if err != nil {
		return err
	}
	var after complaint.Case
	kept, _, err := r.Store.AppendCase(ctx, id, func(kept *store.CaseRecord, entries []complaint.Entry) (added []complaint.Entry, err error) {
		c, seen, err := seenBy(entries, by)
		if err != nil {
			return nil, err
		}
		body, err := compose(seen)
		if err != nil {
			return nil, err
		}
		// Entries are kept to the microsecond, and a form is received no later than it is entered.
		added, after, err = r.enter(kept, c, inTurn(asReceived(body, by, r.Now().UTC().Truncate(time.Microsecond)), members), by)
		return added, err
	})
	if err != nil {
		return err
	}
	return r.admit(ctx, kept, after)
}

// composed composes a piece of evidence with how its test was made.
func (r *Register) composed(ctx context.Context, id string, compose func(complaint.Case) (complaint.Body, error), by complaint.Actor) (func(complaint.Case) (complaint.Body, error), error) {
	_, entries, err := r.Store.CaseHistory(ctx, id)
	if err != nil {
		return nil, err
	}
	_, seen, err := seenBy(entries, by)
	if err != nil {
		return nil, err
	}
	body, err := compose(seen)
	if err != nil {
		return nil, err
	}
	body, err = r.withMaking(ctx, body)
	return as(body), err
}

// seenBy returns a case, and the case as somebody sees it. From whoever sees nothing of it, it is hidden: a refusal would reveal that
// there is a case.
func seenBy(entries []complaint.Entry, by complaint.Actor) (c, seen complaint.Case, err error) {
	if c, err = complaint.Replay(entries); err != nil {
		return c, seen, err
	}
	seen, sees := c.View(by)
	if !sees {
		err = access.Hidden()
	}
	return c, seen, err
}

// entry makes the next entry of a case, and notes in its record what may be known without its key.
func (r *Register) entry(kept *store.CaseRecord, entries []complaint.Entry, body complaint.Body, by complaint.Actor) ([]complaint.Entry, error) {
	c, _, err := seenBy(entries, by)
	if err != nil {
		return nil, err
	}
	added, _, err := r.enter(kept, c, body, by)
	return added, err
}

// enter is entry for a case that is read, whatever may be seen of it by now. It also returns the case afterwards.
func (r *Register) enter(kept *store.CaseRecord, c complaint.Case, body complaint.Body, by complaint.Actor) ([]complaint.Entry, complaint.Case, error) {
	entry, err := c.Write(body, by, r.Now().UTC())
	if sent, goes := body.(*complaint.LetterSent); goes && err == nil {
		if body, err = withDigest(c, complaint.Number(kept.ID), *sent, r.Now()); err == nil {
			entry, err = c.Write(body, by, r.Now().UTC())
		}
	}
	if err != nil {
		return nil, c, err
	}
	if c, err = c.Apply(entry); err != nil {
		return nil, c, err
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
	return []complaint.Entry{entry}, c, nil
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
	return r.admit(ctx, kept, c)
}

// admit is Admit for a case that is read.
func (r *Register) admit(ctx context.Context, kept store.CaseRecord, c complaint.Case) error {
	for _, p := range kept.Parties {
		if p.Token == "" {
			continue
		}
		change := r.Store.Ungrant
		if _, sees := c.View(complaint.Actor{Token: p.Token, Role: p.Role}); sees {
			change = r.Store.Grant
		}
		if err := change(ctx, p.Token, access.Grant{Role: p.Role, Case: kept.ID}); err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
	}
	return nil
}
