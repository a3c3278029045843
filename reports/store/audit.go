package store

import "time"

// AuditEntry is one line of the audit chain: who did or read what. Seq, Prev and
// Hash are set by the store.
type AuditEntry struct {
	Seq     int64 // from 1, without gaps
	At      time.Time
	Token   string // ID, empty for the program itself
	Role    string // in which the bearer acted
	Action  string
	Subject string
	Detail  string
	Prev    []byte // Hash of the entry before, 32 zero bytes before the first
	Hash    []byte // see auditHash
}
