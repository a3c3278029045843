package store

import (
	"bytes"
	"context"
	"encoding/hex"
	"strconv"
)

// CheckNoted compares the audit chain with an end of it that somebody noted
// outside of the database: the Seq and the Hash of the last entry at that time.
// Whoever can write in the database can drop the end of the chain, or make all
// of it anew, so that Check finds nothing; only such a note betrays that.
func (db *DB) CheckNoted(ctx context.Context, seq int64, hash []byte) ([]Damage, error) {
	entries, err := db.AuditEntries(ctx, seq-1, 1)
	reason := ""
	switch {
	case err != nil:
		return nil, err
	case len(entries) == 0 || entries[0].Seq != seq:
		reason = "this entry was noted and is missing: the chain has lost its end"
	case !bytes.Equal(entries[0].Hash, hash):
		reason = "it is another entry than was noted: the chain has been made anew"
	default:
		return nil, nil
	}
	return []Damage{{"audit", strconv.FormatInt(seq, 10), reason}}, nil
}

// CheckNotedSeal does the same with an end of the chain of seals, which is what
// betrays that rows were changed and sealed anew.
func (db *DB) CheckNotedSeal(ctx context.Context, seq int64, hash []byte) ([]Damage, error) {
	digests, err := readAll(ctx, db, func(row scanner, digest *string) error { return row.Scan(digest) }, `SELECT digest FROM seals WHERE seq = ?`, seq)
	reason := ""
	switch {
	case err != nil:
		return nil, err
	case len(digests) == 0:
		reason = "this entry was noted and is missing: the chain has lost its end"
	case digests[0] != hex.EncodeToString(hash):
		reason = "it is another entry than was noted: the chain has been made anew"
	default:
		return nil, nil
	}
	return []Damage{{"seal", strconv.FormatInt(seq, 10), reason}}, nil
}
