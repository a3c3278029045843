package store

import (
	"context"
	"errors"
	"sync"
	"time"

	"fairplay/analysis/fault"
)

// Auditor gathers the audit entries of concurrent requests into one
// transaction, so that many can wait for one write to the disk. Its methods are
// safe for concurrent use.
type Auditor struct {
	db       *DB
	requests chan auditRequest
	stop     chan struct{}
	stopOnce sync.Once
	done     chan struct{}
}

// auditRequest is what one caller waits for.
type auditRequest struct {
	entries  []AuditEntry
	answered chan error // holds one
}

const (
	auditTogether = 256              // requests in one transaction at most
	auditPatience = 30 * time.Second // how long a transaction may take
)

// NewAuditor returns an Auditor, which must be closed before its database.
func NewAuditor(db *DB) *Auditor {
	a := &Auditor{db: db, requests: make(chan auditRequest, auditTogether), stop: make(chan struct{}), done: make(chan struct{})}
	go a.run()
	return a
}

// Append appends entries to the chain and returns when they are on the disk, or
// why they are not. When the context ends first, its error is returned, and the
// entries may be written all the same.
func (a *Auditor) Append(ctx context.Context, entries ...AuditEntry) error {
	request := auditRequest{entries, make(chan error, 1)}
	select {
	case <-a.stop:
		return auditorClosed()
	case <-ctx.Done():
		return ctx.Err()
	case a.requests <- request:
	}
	select {
	case err := <-request.answered:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-a.done: // it may have been answered at the last moment
		select {
		case err := <-request.answered:
			return err
		default:
			return auditorClosed()
		}
	}
}

func auditorClosed() error {
	return fault.New(fault.Unavailable, "auditor_closed", "the program is being stopped")
}

// Close writes what is waiting and ends the Auditor.
func (a *Auditor) Close() error {
	a.stopOnce.Do(func() { close(a.stop) })
	<-a.done
	return nil
}

func (a *Auditor) run() {
	defer close(a.done)
	for {
		select {
		case first := <-a.requests:
			a.write(a.gather([]auditRequest{first}))
		case <-a.stop:
			for rest := a.gather(nil); len(rest) > 0; rest = a.gather(nil) {
				a.write(rest)
			}
			return
		}
	}
}

// gather adds what is waiting by now.
func (a *Auditor) gather(requests []auditRequest) []auditRequest {
	for len(requests) < auditTogether {
		select {
		case next := <-a.requests:
			requests = append(requests, next)
		default:
			return requests
		}
	}
	return requests
}

func (a *Auditor) write(requests []auditRequest) {
	var entries []AuditEntry
	for _, r := range requests {
		entries = append(entries, r.entries...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), auditPatience)
	defer cancel()
	err := a.db.Audit(ctx, entries)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fault.Wrap(err, fault.Unavailable, "database_busy", "the database %s does not answer", a.db.name)
	}
	for _, r := range requests {
		r.answered <- err
	}
}
