// Package door decides who may do something, and writes into the audit what was done and refused. Every service of a subject,
// an event or the cases, takes a Caller, and only a Door lets one in: HTTP, pages and commands decide nothing of their own.
package door

import (
	"context"
	"errors"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/store"
)

// Door lets callers in by the table of package access. Its fields must not be changed once it is used.
type Door struct {
	Store Subjects
	Audit func(context.Context, ...store.AuditEntry) error
	Now   func() time.Time

	// Refuse writes the refusal of an attempt into the audit; nil is Audit.
	Refuse func(context.Context, Attempt, store.AuditEntry) error

	actions map[string]access.Action // by operation
}

// Subjects are who asks, and what about; *store.DB keeps them.
type Subjects interface {
	Event(ctx context.Context, id string) (store.Event, error)
	Case(ctx context.Context, id string) (store.CaseRecord, error)
	Token(ctx context.Context, id string) (store.Token, error)
}

// New makes a door.
func New(s Subjects, audit func(context.Context, ...store.AuditEntry) error, now func() time.Time) *Door {
	return &Door{Store: s, Audit: audit, Now: now, actions: Operations()}
}

// Attempt is what somebody asks for, before anything is decided.
type Attempt struct {
	Token     store.Token
	Operation string // as the API and the audit name it
	Event     string // ID, "" for none
	Case      string // ID, "" for none
	Reads     string // what a reading reads, for the audit
	Subject   string // what the audit of a refusal names
	From      string // address of a caller without a token
}

// Caller is somebody who was let in to do one operation. Only a Door makes one, and tests.
type Caller struct {
	Door      *Door
	Operation string
	Token     store.Token
	Role      access.Role       // that permits it
	Event     *store.Event      // that he asks about, nil for none
	Case      *store.CaseRecord // that he asks about, nil for none
	Entry     string            // kind of the entry that he wants to write into a case, for the audit of a refusal

	attempt Attempt
}

// Do lets somebody in and does something for him. A reading that is audited is in the audit before it begins, and an attempt that
// is refused, by the table or by the procedure of a case, before Do returns why. What changes something audits itself.
func (d *Door) Do(ctx context.Context, a Attempt, do func(*Caller) error) error {
	who, err := d.Admit(ctx, a)
	if err != nil {
		return d.Refused(ctx, a, who, err)
	}
	action := d.actions[a.Operation]
	if action.Audited() {
		if err := who.read(ctx, a.Reads); err != nil {
			return err
		}
	}
	if err = do(who); err != nil && action.ByProcedure() {
		err = d.Refused(ctx, a, who, err)
	}
	return err
}

// Admit decides only. What does not exist gets the same answer as what is not open to the caller.
func (d *Door) Admit(ctx context.Context, a Attempt) (*Caller, error) {
	who := &Caller{Door: d, Operation: a.Operation, Token: a.Token, attempt: a}
	if a.Event != "" {
		event, err := d.Store.Event(ctx, a.Event)
		if err != nil {
			return who, access.Hide(err)
		}
		who.Event = &event
	}
	if a.Case != "" {
		inquiry, err := d.Store.Case(ctx, a.Case)
		if err != nil {
			return who, access.Hide(err)
		}
		who.Case = &inquiry
	}
	return who, who.On(who.about())
}

// Refused writes into the audit that an attempt was refused, if such refusals are audited (access.Action.Refusal), and returns
// why. who is nil where nobody was recognised.
func (d *Door) Refused(ctx context.Context, a Attempt, who *Caller, why error) error {
	entry := store.AuditEntry{At: d.Now().UTC(), Token: a.Token.ID, Action: a.Operation, Subject: a.Subject}
	kind := ""
	if who != nil {
		entry.Role, kind = string(who.Role), who.Entry
	}
	var noted bool
	if entry.Detail, noted = d.actions[a.Operation].Refusal(why, kind); !noted {
		return why
	}
	write := d.Refuse
	if write == nil {
		write = func(ctx context.Context, _ Attempt, e store.AuditEntry) error { return d.Audit(ctx, e) }
	}
	if err := write(context.WithoutCancel(ctx), a, entry); err != nil {
		return errors.Join(why, err)
	}
	return why
}

// Again decides anew about a caller who was let in: neither an answer that was waited for nor a stream may outlive the right to it.
func (c *Caller) Again(ctx context.Context) (*Caller, error) {
	a := c.attempt
	token, err := c.Door.Store.Token(ctx, a.Token.ID)
	if err == nil {
		err = token.Valid(c.Door.Now())
	}
	if err != nil {
		return nil, err
	}
	a.Token = token
	return c.Door.Admit(ctx, a)
}

// Refused is Refused of the door, on the attempt of a caller who was let in.
func (c *Caller) Refused(ctx context.Context, why error) error {
	return c.Door.Refused(ctx, c.attempt, c, why)
}

// May reports whether a token permits an operation on something, for a page that offers it.
func (d *Door) May(operation string, t store.Token, on access.On) bool {
	_, err := access.Allow(d.actions[operation], t.Grants, on)
	return err == nil
}

// On lets the caller do his operation on something that the attempt did not name, such as the event of a new case.
func (c *Caller) On(on access.On) (err error) {
	c.Role, err = access.Allow(c.Door.actions[c.Operation], c.Token.Grants, on)
	return err
}

// Doing returns the caller in another operation that is part of his own, as the audit is to name it.
func (c *Caller) Doing(operation string) *Caller {
	other := *c
	other.Operation, other.attempt.Operation = operation, operation
	return &other
}

// May reports whether the caller may also do something else with what he asks about.
func (c *Caller) May(a access.Action) bool { return c.Allow(a, c.about()) == nil }

// Allow returns why the caller may not also do something else, nil if he may.
func (c *Caller) Allow(a access.Action, on access.On) error {
	_, err := access.Allow(a, c.Token.Grants, on)
	return err
}

// about is what the caller asks about: the case, the event, or nothing in particular.
func (c *Caller) about() access.On {
	switch {
	case c.Case != nil:
		return c.Case.On()
	case c.Event != nil:
		return c.Event.On()
	}
	return access.On{}
}

// read audits a reading. An event stays once somebody is about to read it, so that it is there afterwards as well, or was removed
// before.
func (c *Caller) read(ctx context.Context, what string) error {
	err := c.Audit(ctx, what)
	if err == nil && c.Event != nil {
		_, err = c.Door.Store.Event(ctx, c.Event.ID)
	}
	return access.Hide(err)
}

// Audit writes into the audit what the caller does with the case or the event that he asks about, and returns when the entry is
// stored.
func (c *Caller) Audit(ctx context.Context, detail string) error {
	on := c.about()
	if on.Case != "" {
		return c.AuditAbout(ctx, on.Case, detail)
	}
	return c.AuditAbout(ctx, on.Event, detail)
}

// AuditAbout is Audit with another subject. It writes even if the caller has left, so that nobody avoids the audit by hanging up
// at the right moment.
func (c *Caller) AuditAbout(ctx context.Context, subject, detail string) error {
	return c.Door.Audit(context.WithoutCancel(ctx), c.AuditEntry(subject, detail))
}

// AuditEntry is the entry of the audit on what the caller does.
func (c *Caller) AuditEntry(subject, detail string) store.AuditEntry {
	return store.AuditEntry{
		At: c.Door.Now().UTC(), Token: c.Token.ID, Role: string(c.Role), Action: c.Operation, Subject: subject, Detail: detail,
	}
}
