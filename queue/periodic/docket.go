package periodic

import (
	"context"
	"errors"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Docket is the agenda of the cases and data requests in a database, and of what may be erased
// when.
type Docket struct {
	Store     *store.DB
	Retention complaint.Retention
}

// Due returns what is due in open cases, and in unanswered data requests.
func (d *Docket) Due(ctx context.Context, now time.Time) ([]CaseDue, error) {
	open, err := d.Store.Cases(ctx, store.CasesQuery{Scope: access.Scope{All: true}, Open: true})
	if err != nil {
		return nil, err
	}
	var dues []CaseDue
	for _, kept := range open {
		c, err := d.replay(ctx, kept.ID)
		if err != nil {
			return nil, err
		}
		for _, due := range c.Due(now) {
			if due.By != nil && (due.State == tournament.DutyOpen || due.State == tournament.DutyLate) {
				dues = append(dues, CaseDue{Case: complaint.Number(kept.ID), What: due.Duty, By: *due.By})
			}
		}
	}
	requests, err := d.Store.DataRequests(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, r := range requests {
		if !r.State.Over() {
			dues = append(dues, CaseDue{Case: complaint.RequestNumber(r.ID), What: "data_request", By: r.Due})
		}
	}
	return dues, nil
}

func (d *Docket) replay(ctx context.Context, id string) (complaint.Case, error) {
	_, entries, err := d.Store.CaseHistory(ctx, id)
	if err != nil {
		return complaint.Case{}, err
	}
	return complaint.Replay(entries)
}

// Expired returns the closed cases whose retention is over, except those under a hold.
func (d *Docket) Expired(ctx context.Context, now time.Time) ([]Expired, error) {
	cases, err := d.Store.Cases(ctx, store.CasesQuery{Scope: access.Scope{All: true}})
	if err != nil {
		return nil, err
	}
	var expired []Expired
	for _, kept := range cases {
		if kept.Closed.IsZero() || !kept.Erased.IsZero() || kept.Held {
			continue
		}
		c, err := d.replay(ctx, kept.ID)
		if err != nil {
			return nil, err
		}
		if ends, held := d.Retention.Ends(c); !held && now.After(ends) {
			expired = append(expired, Expired{Kind: "case", ID: kept.ID, Since: ends})
		}
	}
	return expired, nil
}

// patience is how many times erasing is tried while a reader keeps bytes of the key in the database
// file.
const patience = 10

// Erase destroys the content of a case.
func (d *Docket) Erase(ctx context.Context, e Expired, at time.Time) (err error) {
	for range patience {
		err = d.Store.EraseCase(ctx, e.ID, at)
		if delayed, ok := errors.AsType[*fault.Error](err); !ok || delayed.Code != "erasure_delayed" {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Audit appends to the audit.
func (d *Docket) Audit(ctx context.Context, entries []store.AuditEntry) error {
	return d.Store.Audit(ctx, entries)
}
