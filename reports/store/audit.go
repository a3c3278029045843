package store

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"

	"fairplay/analysis/fault"
)

// AuditEntry is one entry of the audit: who did or read what. Seq is set by the store.
type AuditEntry struct {
	Seq     int64     `json:"seq"`     // from 1, without gaps
	At      time.Time `json:"at"`      // to the microsecond
	Token   string    `json:"token"`   // id of the token, empty for the program itself
	Role    string    `json:"role"`    // the role by which it was allowed
	Action  string    `json:"action"`  // what was done: the operation's name in this description, or a command
	Subject string    `json:"subject"` // id of the event or token concerned
	Detail  string    `json:"detail"`  // what else is needed to know which thing it was; never a player's name
}

// Hash is the digest of the entry in the log, hexadecimal.
func (a AuditEntry) Hash() string {
	sum := rowDigest(auditTable(), []any{a.Seq, micros(a.At), a.Token, a.Role, a.Action, a.Subject, a.Detail})
	return hex.EncodeToString(sum[:])
}

const auditColumns = `seq, happened, token, role, action, subject, detail`

func auditTable() sealedTable {
	return sealedTable{"audit", "audit", "%v", columnsOf(auditColumns), 1}
}

// Audit appends entries to the audit, in this order, all or none. When it returns nil, they are
// on the disk.
func (db *DB) Audit(ctx context.Context, entries []AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	return db.transaction(ctx, func(tx session) error {
		tx.audit(entries...)
		return nil
	})
}

// audit notes entries that the transaction writes at its end.
func (s session) audit(entries ...AuditEntry) { s.sealing.audit = append(s.sealing.audit, entries...) }

// writeAudit writes the entries of the transaction, whose numbers the lock on the log keeps without gaps.
func (s session) writeAudit(ctx context.Context) error {
	const row = `, ((SELECT coalesce(max(seq), 0) FROM audit) + ?, ?, ?, ?, ?, ?, ?)`
	for entries := s.sealing.audit; len(entries) > 0; {
		n := statementRows(len(entries))
		var args []any
		for i, e := range entries[:n] {
			args = append(args, i+1, e.At, e.Token, e.Role, e.Action, e.Subject, e.Detail)
		}
		if err := s.change(ctx, auditTable(), `INSERT INTO audit (`+auditColumns+`) VALUES `+strings.Repeat(row, n)[2:], args...); err != nil {
			return err
		}
		entries = entries[n:]
	}
	s.sealing.audit = nil
	return nil
}

// AuditQuery selects entries of the audit: at most Limit (0 for all); those after a Seq or, with
// Newest first, those before it if it is not 0; those of one token, action and subject if these are
// not empty; and none of the actions Without.
type AuditQuery struct {
	After                  int64
	Limit                  int
	Newest                 bool // first
	Token, Action, Subject string
	Without                []string
}

// AuditEntries returns entries in the order of Seq, or against it.
func (db *DB) AuditEntries(ctx context.Context, q AuditQuery) ([]AuditEntry, error) {
	beyond, order := `seq > ?`, `seq`
	if q.Newest {
		order = `seq DESC`
		if q.After > 0 {
			beyond = `seq < ?`
		}
	}
	return readAll(ctx, db, scanAudit, `SELECT `+auditColumns+` FROM audit WHERE `+beyond+`
		AND (? = '' OR token = ?) AND (? = '' OR action = ?) AND (? = '' OR subject = ?) AND action NOT IN {list} ORDER BY `+order+` LIMIT ?`,
		q.After, q.Token, q.Token, q.Action, q.Action, q.Subject, q.Subject, list(q.Without), limit(q.Limit))
}

func scanAudit(row scanner, e *AuditEntry) error {
	return row.Scan(&e.Seq, moment{&e.At}, &e.Token, &e.Role, &e.Action, &e.Subject, &e.Detail)
}

// Auditor writes the audit entries of concurrent requests in one transaction, so that many wait
// for one write to the disk. Its methods are safe for concurrent use.
type Auditor struct {
	db       *DB
	requests chan auditRequest
	stop     chan struct{}
	stopOnce sync.Once
	done     chan struct{}
}

// auditRequest holds the entries of one caller, who waits for the answer.
type auditRequest struct {
	entries  []AuditEntry
	answered chan error // has room for one
}

const (
	auditTogether = 256              // most requests in one transaction
	auditPatience = 30 * time.Second // how long a transaction may take
)

// NewAuditor returns an Auditor. It must be closed before its database.
func NewAuditor(db *DB) *Auditor {
	a := &Auditor{db: db, requests: make(chan auditRequest, auditTogether), stop: make(chan struct{}), done: make(chan struct{})}
	go a.run()
	return a
}

// Append appends entries to the audit. It returns when they are on the disk, or the error that
// prevented it. If the context ends first, its error is returned, and the entries may still be
// written.
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

// Close writes the waiting entries and ends the Auditor.
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

// gather adds the requests that are waiting by now.
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
