package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
	"time"

	"fairplay/analysis/fault"
)

// AuditEntry is one line of the audit chain: who did or read what. Seq, Prev and
// Hash are set by the store.
type AuditEntry struct {
	Seq     int64     // from 1, without gaps
	At      time.Time // to the microsecond
	Token   string    // ID, empty for the program itself
	Role    string    // in which the bearer acted
	Action  string
	Subject string
	Detail  string
	Prev    []byte // Hash of the entry before; 32 zero bytes before the first
	Hash    []byte // SHA-256 over all of the above
}

// digest is the SHA-256 of the words "fairplay audit 1", of the fields of the
// entry, and of Prev, each as a netstring: its length in bytes, decimal, a
// colon, the bytes, and a comma. Numbers are decimal, the time in microseconds
// since 1970 UTC.
func (e AuditEntry) digest() []byte {
	h := sha256.New()
	for _, field := range [...]string{"fairplay audit 1", strconv.FormatInt(e.Seq, 10), strconv.FormatInt(micros(e.At), 10),
		e.Token, e.Role, e.Action, e.Subject, e.Detail, string(e.Prev)} {
		io.WriteString(h, strconv.Itoa(len(field))+":"+field+",") // a hash takes everything
	}
	return h.Sum(nil)
}

// cleaned is the entry as it can be kept.
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
	if err == nil {
		h.hash, err = hex.DecodeString(digest)
	}
	return err
}

func noHead() error {
	return fault.New(fault.Corrupt, "audit_head", "the end of the audit chain is missing")
}

// lockHead reads the end of the chain, which nobody else moves until the
// transaction ends.
func lockHead(ctx context.Context, tx session) (auditHead, error) {
	return one(ctx, tx, noHead(), scanHead, `SELECT seq, digest FROM audit_head WHERE one = 1{lock}`)
}

const auditColumns = `seq, happened, token, role, action, subject, detail, prev, digest`

// Audit appends entries to the chain, in this order, all or none. When it
// returns nil they are on the disk.
func (db *DB) Audit(ctx context.Context, entries []AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	return db.transaction(ctx, func(tx session) error {
		head, err := lockHead(ctx, tx)
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
		added, err := tx.insert(ctx, `audit (`+auditColumns+`)`, rows)
		if err != nil {
			return err
		}
		if added != len(rows) {
			return fault.New(fault.Corrupt, "audit_head", "the audit chain goes on after its end: it has been altered")
		}
		_, err = tx.exec(ctx, `UPDATE audit_head SET seq = ?, digest = ? WHERE one = 1`, head.seq, hex.EncodeToString(head.hash))
		return err
	})
}

// AuditEntries returns entries by Seq, those after one, limit at most; 0 for
// all. Whether the chain holds is for Check.
func (db *DB) AuditEntries(ctx context.Context, after int64, n int) ([]AuditEntry, error) {
	return readAll(ctx, db, scanAudit, `SELECT `+auditColumns+` FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`, after, limit(n))
}

func scanAudit(row scanner, e *AuditEntry) error {
	var prev, digest string
	if err := row.Scan(&e.Seq, moment{&e.At}, &e.Token, &e.Role, &e.Action, &e.Subject, &e.Detail, &prev, &digest); err != nil {
		return err
	}
	e.Prev, _ = hex.DecodeString(prev) // what is no hash matches none
	e.Hash, _ = hex.DecodeString(digest)
	return nil
}

// follows tells whether the entry is what comes after head, and unaltered.
func (e AuditEntry) follows(head auditHead) bool {
	return e.Seq == head.seq+1 && bytes.Equal(e.Prev, head.hash) && bytes.Equal(e.Hash, e.digest())
}
