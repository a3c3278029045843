package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"sync"
	"time"

	"fairplay/analysis/fault"
)

// AuditEntry is one entry of the audit chain: who did or read what. Seq, Prev and Hash are set
// by the store.
type AuditEntry struct {
	Seq     int64     // from 1, without gaps
	At      time.Time // to the microsecond
	Token   string    // ID, empty for the program itself
	Role    string    // the role in which the bearer acted
	Action  string
	Subject string
	Detail  string
	Prev    []byte // Hash of the entry before; 32 zero bytes before the first
	Hash    []byte // SHA-256 over all of the above
}

// digest is the SHA-256 of the words "fairplay audit 1", the fields of the entry, and Prev,
// each as a netstring: its length in bytes, decimal, a colon, the bytes, and a comma. Numbers
// are decimal, the time in microseconds since 1970 UTC.
func (e AuditEntry) digest() []byte {
	sum := sha256.Sum256(netstring(nil, "fairplay audit 1", strconv.FormatInt(e.Seq, 10), strconv.FormatInt(micros(e.At), 10),
		e.Token, e.Role, e.Action, e.Subject, e.Detail, string(e.Prev)))
	return sum[:]
}

// cleaned returns the entry in the form in which it can be stored.
func (e AuditEntry) cleaned() AuditEntry {
	e.At = timeAt(micros(e.At))
	for _, text := range [...]*string{&e.Token, &e.Role, &e.Action, &e.Subject, &e.Detail} {
		*text = clean(*text)
	}
	return e
}

// auditHead is the end of the chain.
type auditHead struct {
	seq  int64
	hash []byte
}

func scanHead(row scanner, h *auditHead) error {
	var digest string
	err := row.Scan(&h.seq, &digest)
	h.hash = unhex(digest)
	return err
}

// unhex reads a digest as this program writes it: in small hexadecimal digits, nothing before or after. Any other text is
// nil, which matches no digest.
func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil || hex.EncodeToString(b) != text {
		return nil
	}
	return b
}

func noHead() error {
	return fault.New(fault.Corrupt, "audit_head", "the end of the audit chain is missing")
}

// lockHead reads the end of the chain and locks it until the transaction ends.
func lockHead(ctx context.Context, tx session) (auditHead, error) {
	return one(ctx, tx, noHead(), scanHead, `SELECT seq, digest FROM audit_head WHERE one = 1{lock}`)
}

const auditColumns = `seq, happened, token, role, action, subject, detail, prev, digest`

// Audit appends entries to the chain, in this order, all or none. When it returns nil, they are
// on the disk.
func (db *DB) Audit(ctx context.Context, entries []AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	return db.transaction(ctx, func(tx session) error { return tx.audit(ctx, entries) })
}

func (s session) audit(ctx context.Context, entries []AuditEntry) error {
	head, err := lockHead(ctx, s)
	if err != nil {
		return err
	}
	rows := make([][]any, len(entries))
	for i, e := range entries {
		e = e.cleaned()
		e.Seq, e.Prev = head.seq+1, head.hash
		head = auditHead{e.Seq, e.digest()}
		rows[i] = []any{e.Seq, e.At, e.Token, e.Role, e.Action, e.Subject, e.Detail,
			hex.EncodeToString(e.Prev), hex.EncodeToString(head.hash)}
	}
	added, err := s.insert(ctx, `audit (`+auditColumns+`)`, rows)
	if err != nil {
		return err
	}
	if added != len(rows) {
		return fault.New(fault.Corrupt, "audit_head", "the audit chain goes on after its end: it has been altered")
	}
	_, err = s.exec(ctx, `UPDATE audit_head SET seq = ?, digest = ? WHERE one = 1`, head.seq, hex.EncodeToString(head.hash))
	return err
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
	var prev, digest string
	if err := row.Scan(&e.Seq, moment{&e.At}, &e.Token, &e.Role, &e.Action, &e.Subject, &e.Detail, &prev, &digest); err != nil {
		return err
	}
	e.Prev, e.Hash = unhex(prev), unhex(digest)
	return nil
}

// follows tells whether the entry comes next after head and is unaltered.
func (e AuditEntry) follows(head auditHead) bool {
	return e.Seq == head.seq+1 && bytes.Equal(e.Prev, head.hash) && bytes.Equal(e.Hash, e.digest())
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

// Append appends entries to the chain. It returns when they are on the disk, or the error that
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
