package store

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A backup is a Zstandard stream of JSON lines. The first line describes it:
//
//	{"format":"fairplay backup","version":1,"schema":4}
//
// schema is the version of the tables. Then comes every table: a line with its name and
// columns, and one line for each row, a list with the values in their order. A value is a
// number, a text, null, or, for bytes, a list of one text in base64.
//
//	{"table":"events","columns":["id","name"]}
//	["c0ffee","Open"]
//
// The last line gives the number of rows and the SHA-256 of all lines before it, line feeds
// included. Rows are in the order of their keys, so that the same contents give the same bytes
// from either database. The keys of cases and data requests are in a second stream of the same form,
// "fairplay keys", so that a backup alone tells nobody what is in a case.
type backupLine struct {
	Format  string `json:"format,omitempty"` // of the first line: backupFormat
	Version int    `json:"version,omitempty"`
	Schema  int64  `json:"schema,omitempty"`

	Table   string   `json:"table,omitempty"`
	Columns []string `json:"columns,omitempty"`

	Rows   *int   `json:"rows,omitempty"` // of the last line
	SHA256 string `json:"sha256,omitempty"`
}

const (
	backupFormat  = "fairplay backup"
	keysFormat    = "fairplay keys"
	backupVersion = 1
)

// BackedUp counts what a backup contains.
type BackedUp struct {
	Tables int
	Rows   int
	SHA256 string // of all lines before the last, hex
	Keys   int    // of cases and data requests, in the second stream
	Sealed int    // cases and data requests that cannot be read after a restore, because their keys were not there
}

// backupTable is a table with the columns by which its rows are ordered.
type backupTable struct {
	name, order string
	since       int64 // version of the tables in which it appeared
}

// backupTables lists the tables of a backup, each after those that it refers to. It leaves out
// tables whose rows are temporary or follow from others.
func backupTables() []backupTable {
	return []backupTable{
		{"recipes", "id", 1}, {"evaluations", "recipe, position, pass", 1}, {"evaluation_sums", "recipe", sealMigration},
		{"events", "id", 2}, {"event_facts", "event", 7}, {"journal", "event, seq", 8}, {"uploads", "sha256", 2}, {"upload_chunks", "sha256, n", 2},
		{"batches", "id", 2}, {"batch_files", "batch, n", 2}, {"outcomes", "batch, n", 2}, {"idempotency_keys", "token, name", 2},
		{"games", "sha256", 2}, {"event_games", "event, seq", 2}, {"event_inputs", "event, n", 2},
		{"tasks", "id", 2}, {"report_bodies", "id", 2}, {"reports", "name", 2}, {"performances", "seq", 2}, {"tests", "id", 2},
		{"tokens", "id", 2}, {"grants", "token, role, event, case_id, federation", 2},
		{"grant_proposals", "token, role, event, case_id, federation", sealMigration},
		{"sign_ins", "digest", keyMigration}, {"server_key", "one", keyMigration}, {"checkpoints", "seq", checkpointMigration},
		{"audit", "seq", 2}, {"seals", "seq", sealMigration}, {"seal_head", "one", sealMigration},
		{"reminders", "case_number, what, due, nearness, carrier", 12},
		{"fide_lists", "sha256", 8}, {"fide_players", "list, id", 8},
		{"cases", "id", caseMigration}, {"case_entries", "case_id, seq", caseMigration}, {"case_parties", "case_id, role, token, federation", caseMigration},
		{"case_blobs", "case_id, id", caseMigration}, {"case_blob_chunks", "case_id, blob, n", caseMigration},
		{"holds", "case_id, seq", caseMigration}, {"data_requests", "id, seq", caseMigration},
	}
}

// formerTable is in backups of versions of the tables before logMigration.
func formerTable() backupTable { return backupTable{"audit_head", "one", 2} }

// keyTable has the keys of cases and data requests.
func keyTable() backupTable { return backupTable{"case_keys", "id", caseMigration} }

// Backup writes all contents of the database as of one moment, while others may go on writing: the keys of
// cases and data requests to keys, all else to w. Restore reads them into a database of either kind. A
// backup contains everything that the service must keep secret; with nil for keys, nobody can read in it
// what people wrote in cases.
func (db *DB) Backup(ctx context.Context, w, keys io.Writer) (BackedUp, error) {
	schema, err := db.version(ctx)
	if err != nil {
		return BackedUp{}, err
	}
	var done, doneKeys BackedUp
	err = db.snapshot(ctx, func(s session) (err error) {
		if done, err = writeBackup(ctx, s, w, backupLine{Format: backupFormat, Version: backupVersion, Schema: schema}, backupTables()); err != nil || keys == nil {
			return err
		}
		doneKeys, err = writeBackup(ctx, s, keys, backupLine{Format: keysFormat, Version: backupVersion, Schema: schema}, []backupTable{keyTable()})
		return err
	})
	done.Keys = doneKeys.Rows
	return done, err
}

// writeBackup writes tables after a first line.
func writeBackup(ctx context.Context, s session, w io.Writer, first backupLine, tables []backupTable) (BackedUp, error) {
	packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return BackedUp{}, err
	}
	out := &backupWriter{out: bufio.NewWriter(packed), digest: sha256.New()}
	out.line(first)
	for _, t := range tables {
		if err := out.table(ctx, s, t); err != nil {
			packed.Close()
			return BackedUp{}, err
		}
	}
	if err := out.end(); err != nil {
		return out.done, err
	}
	return out.done, packed.Close()
}

// backupWriter writes lines and keeps their digest. After its first error it writes nothing.
type backupWriter struct {
	out    *bufio.Writer
	digest hash.Hash
	done   BackedUp
	err    error
}

func (b *backupWriter) line(v any) {
	if b.err != nil {
		return
	}
	var text []byte
	if text, b.err = json.Marshal(v); b.err != nil {
		return
	}
	text = append(text, '\n')
	b.digest.Write(text)
	_, b.err = b.out.Write(text)
}

func (b *backupWriter) table(ctx context.Context, s session, t backupTable) error {
	rows, err := s.query(ctx, `SELECT * FROM `+t.name+` ORDER BY `+t.order)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	b.line(backupLine{Table: t.name, Columns: columns})
	b.done.Tables++
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() && b.err == nil {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := b.row(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (b *backupWriter) row(values []any) error {
	for i, value := range values {
		switch v := value.(type) {
		case nil, string, int64:
		case []byte:
			values[i] = []string{base64.StdEncoding.EncodeToString(v)}
		default:
			return fmt.Errorf("a value of type %T cannot be backed up", v)
		}
	}
	b.line(values)
	b.done.Rows++
	return nil
}

// end writes the last line.
func (b *backupWriter) end() error {
	b.done.SHA256 = hex.EncodeToString(b.digest.Sum(nil))
	b.line(backupLine{Rows: &b.done.Rows, SHA256: b.done.SHA256})
	if b.err != nil {
		return b.err
	}
	return b.out.Flush()
}
