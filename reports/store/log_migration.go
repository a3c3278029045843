package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
)

// logMigration is the migration that takes the audit into the log. Before, it had a chain of its own, which the migration follows
// to its end.
const (
	logMigration = 19
	logTables    = "00019_log.sql"
)

// chained is the digest of an entry in the chain that the audit had: the SHA-256 of the words "fairplay audit 1", the fields of
// the entry and the digest of the one before (32 zero bytes before the first), each as a netstring.
func (a AuditEntry) chained(before []byte) []byte {
	sum := sha256.Sum256(netstring(nil, "fairplay audit 1", strconv.FormatInt(a.Seq, 10), strconv.FormatInt(micros(a.At), 10),
		a.Token, a.Role, a.Action, a.Subject, a.Detail, string(before)))
	return sum[:]
}

func (db *DB) logMigration() *goose.Migration {
	return goose.NewGoMigration(logMigration, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		s := newSession(tx, db.dialect)
		if err := s.sealAudit(ctx); err != nil {
			return err
		}
		if _, err := db.closeLog(ctx, s); err != nil {
			return err
		}
		return db.runFile(ctx, tx, logTables)
	}}, nil)
}

// sealAudit seals the audit. An entry that is missing, or does not continue the chain, is sealed with a digest that no row has, so
// that Check goes on naming it.
func (s session) sealAudit(ctx context.Context) error {
	ends, last, err := s.auditEnds(ctx)
	if err != nil {
		return err
	}
	noRow := strings.Repeat("f", 2*len(rowSum{}))
	end := logEnd{hash: make([]byte, 32)}
	missing := func(until int64) {
		for seq := end.seq + 1; seq <= until; seq++ {
			s.sealing.line("audit", []any{seq}, noRow)
		}
	}
	err = each(ctx, s, func(row scanner) error {
		var e AuditEntry
		var prev, digest string
		if err := scanAudit(scanMore{row, []any{&prev, &digest}}, &e); err != nil {
			return err
		}
		missing(e.Seq - 1)
		sum, hash := e.Hash(), e.chained(end.hash)
		if on := ends[e.Seq]; !bytes.Equal(unhex(prev), end.hash) || !bytes.Equal(unhex(digest), hash) || on != "" && on != digest {
			sum = noRow
		}
		s.sealing.line("audit", []any{e.Seq}, sum)
		end = logEnd{e.Seq, unhex(digest)}
		return nil
	}, `SELECT `+auditColumns+`, prev, digest FROM audit ORDER BY seq`)
	missing(last)
	return err
}

// auditEnds returns the digests of the entries of the audit at which its chain is on record to have ended, and the number of the
// last of these.
func (s session) auditEnds(ctx context.Context) (ends map[int64]string, last int64, err error) {
	ends = map[int64]string{}
	err = each(ctx, s, func(row scanner) error {
		var seq int64
		var digest string
		err := row.Scan(&seq, &digest)
		ends[seq], last = digest, max(last, seq)
		return err
	}, `SELECT audit, audit_digest FROM seals UNION SELECT seq, digest FROM audit_head`)
	return ends, last, err
}
