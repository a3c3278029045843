package store

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
)

// Restore reads what Backup wrote into an empty database. It makes the file and the tables if they
// are missing, and then brings the tables up to date. It restores all or nothing. From keys, which
// may be nil, it takes those of cases and data requests in the backup that were not erased; without
// its key, a case cannot be read. Errors: fault.Conflict with the code database_not_empty if the
// database has rows already; fault.Invalid with the code backup_form if the input is not a backup,
// is cut off or was changed; fault.Unavailable with the code database_new for a backup of a later
// version of this program.
func Restore(ctx context.Context, source string, r, keys io.Reader) (BackedUp, error) {
	in, err := newBackupReader(r, backupFormat, append(backupTables(), formerTable()))
	if err != nil {
		return BackedUp{}, err
	}
	defer in.free()
	var inKeys *backupReader
	if keys != nil {
		if inKeys, err = newBackupReader(keys, keysFormat, []backupTable{keyTable()}); err != nil {
			return BackedUp{}, err
		}
		defer inKeys.free()
	}
	db, err := connect(source)
	if err != nil {
		return BackedUp{}, err
	}
	defer db.Close()
	if err := db.migrateFor(ctx, in.schema); err != nil {
		return BackedUp{}, err
	}
	// No second attempt, because the input cannot be read again.
	err = db.transact(ctx, func(tx session) error {
		if err := in.into(ctx, tx); err != nil || in.schema < caseMigration {
			return err
		}
		return in.takeKeys(ctx, tx, inKeys)
	})
	if err := db.describe(err); err != nil {
		return BackedUp{}, err
	}
	return in.done, db.migrate(ctx)
}

// takeKeys writes the keys, nil for none, that open something in the backup.
func (b *backupReader) takeKeys(ctx context.Context, tx session, keys *backupReader) error {
	const needed = `SELECT id FROM cases WHERE erased = 0 UNION SELECT id FROM data_requests WHERE id NOT IN (` + dataErased + `)`
	if keys != nil {
		if err := keys.all(ctx, tx); err != nil {
			return err
		}
		strangers, err := tx.exec(ctx, `DELETE FROM case_keys WHERE id NOT IN (`+needed+`)`)
		if err != nil {
			return err
		}
		b.done.Keys = keys.done.Rows - strangers
	}
	all, err := one(ctx, tx, nil, scanInt, `SELECT count(*) FROM (`+needed+`) AS needed`)
	b.done.Sealed = all - b.done.Keys
	return err
}

// migrateFor gives an empty database the tables of the version of a backup.
func (db *DB) migrateFor(ctx context.Context, schema int64) error {
	version, err := db.version(ctx)
	if err != nil {
		return err
	}
	if version > 0 && version != schema {
		return fault.New(fault.Conflict, "database_not_empty",
			"the database %s has tables of another version than the backup: restore into one that does not exist yet", db.name)
	}
	return db.migrateTo(ctx, func(p *goose.Provider) error {
		if schema > newest(p) {
			return fault.New(fault.Unavailable, "database_new",
				"the backup was made by a later version of fairplay (its tables have version %d, this program knows %d): update fairplay",
				schema, newest(p))
		}
		_, err := p.UpTo(ctx, schema)
		return err
	})
}

// into writes all tables.
func (b *backupReader) into(ctx context.Context, tx session) error {
	if err := empty(ctx, tx, b.schema); err != nil {
		return err
	}
	if err := b.all(ctx, tx); err != nil {
		return err
	}
	for _, last := range tx.dialect.afterRestore() {
		if _, err := tx.exec(ctx, last); err != nil {
			return err
		}
	}
	return nil
}

// all writes the rows of all its tables.
func (b *backupReader) all(ctx context.Context, tx session) error {
	for !b.ended {
		if err := b.some(); err != nil {
			return err
		}
		if err := b.write(ctx, tx); err != nil {
			return err
		}
	}
	return b.nothingMore()
}

// empty returns nil if the tables have only the rows that every new database of that version
// has, and removes these.
func empty(ctx context.Context, tx session, schema int64) error {
	tables := append(backupTables(), keyTable())
	if schema < logMigration {
		tables = append(tables, formerTable())
	}
	for _, t := range tables {
		if t.since > schema {
			continue
		}
		if strings.HasSuffix(t.name, "_head") {
			if _, err := tx.exec(ctx, `DELETE FROM `+t.name+` WHERE seq = 0`); err != nil {
				return err
			}
		}
		n, err := one(ctx, tx, nil, scanInt, `SELECT count(*) FROM (SELECT 1 AS found FROM `+t.name+` LIMIT 1) AS sample`)
		if err != nil {
			return err
		}
		if n > 0 {
			return fault.New(fault.Conflict, "database_not_empty", "the database is not empty: restore into a new one")
		}
	}
	return nil
}

func (b *backupReader) write(ctx context.Context, tx session) error {
	if len(b.rows) == 0 {
		return nil
	}
	added, err := tx.insert(ctx, b.target, b.rows)
	if m, known := tx.dialect.meaning(err); known && m.kind == fault.Internal {
		err = b.refuse(err, "what a row before it refers to is missing")
	}
	if err == nil && added != len(b.rows) {
		err = b.refuse(nil, "a row before it comes twice")
	}
	b.done.Rows += added
	b.rows, b.size = b.rows[:0], 0
	return err
}

// backupReader reads the lines of a backup and keeps their digest.
type backupReader struct {
	tables []backupTable // that it may contain
	schema int64
	lines  *bufio.Scanner
	free   func()
	number int // of the last line
	digest hash.Hash
	done   BackedUp
	ended  bool

	target  string  // table and columns of the rows
	columns int     // of it
	rows    [][]any // read and not yet written
	size    int     // bytes of their lines
	next    *backupLine
}

// Bounds of a restore: the longest line that is read, and how much is read
// before it is written.
const (
	maxBackupLine = 512 << 20
	restoreSome   = 4 << 20
)

// newBackupReader reads the first line, which names the format.
func newBackupReader(r io.Reader, format string, tables []backupTable) (*backupReader, error) {
	z, err := zstd.NewReader(newOneFrame(r), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "backup_form", "the backup cannot be read")
	}
	in := &backupReader{tables: tables, lines: bufio.NewScanner(z), free: z.Close, digest: sha256.New()}
	in.lines.Buffer(nil, maxBackupLine)
	text, err := in.line()
	var first backupLine
	if err == nil {
		err = json.Unmarshal(text, &first)
	}
	if err != nil || first.Format != format {
		z.Close()
		return nil, fault.Wrap(err, fault.Invalid, "backup_form", "this is not a file of the kind %q", format)
	}
	if first.Version != backupVersion || first.Schema <= 0 {
		z.Close()
		return nil, in.refuse(nil, "it is a form of backup that this program does not know")
	}
	in.schema = first.Schema
	return in, nil
}

// line reads one line and adds it to the digest.
func (b *backupReader) line() ([]byte, error) {
	b.number++
	if !b.lines.Scan() {
		err := b.lines.Err()
		if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, b.refuse(err, "the backup is cut off")
		}
		return nil, b.refuse(err, "it cannot be read")
	}
	text := b.lines.Bytes()
	b.done.SHA256 = hex.EncodeToString(b.digest.Sum(nil)) // of the lines before
	b.digest.Write(text)
	b.digest.Write([]byte{'\n'})
	return text, nil
}

func (b *backupReader) refuse(cause error, format string, args ...any) error {
	return fault.Wrap(cause, fault.Invalid, "backup_form", "line %d of the backup is refused: "+format, append([]any{b.number}, args...)...)
}

// some reads rows of one table: as many as fit into one statement, or fewer if they are large.
func (b *backupReader) some() error {
	if b.next != nil {
		b.begin()
	}
	for len(b.rows) < insertRows && b.size < restoreSome {
		text, err := b.line()
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(text, []byte("[")) {
			return b.turn(text)
		}
		row, err := backupRow(text)
		if err != nil || len(row) != b.columns {
			return b.refuse(err, "it is no row of the table before it")
		}
		b.rows = append(b.rows, row)
		b.size += len(text)
	}
	return nil
}

// turn reads the line after the rows of a table: the next table, or the end.
func (b *backupReader) turn(text []byte) error {
	var l backupLine
	if err := json.Unmarshal(text, &l); err != nil {
		return b.refuse(err, "it is not JSON")
	}
	if l.Rows != nil {
		if *l.Rows != b.done.Rows+len(b.rows) || l.SHA256 != b.done.SHA256 {
			return b.refuse(nil, "lines are missing or have been changed")
		}
		b.ended = true
		return nil
	}
	known := slices.ContainsFunc(b.tables, func(t backupTable) bool { return t.name == l.Table })
	if !known || len(l.Columns) == 0 || slices.ContainsFunc(l.Columns, notAName) {
		return b.refuse(nil, "there is no such table")
	}
	b.next = &l
	return nil
}

// nothingMore returns nil if the backup ends with its last line.
func (b *backupReader) nothingMore() error {
	if b.lines.Scan() || b.lines.Err() != nil {
		return b.refuse(b.lines.Err(), "there is something after the end of the backup")
	}
	return nil
}

// notAName reports whether a column's name contains more than a name may, because it becomes part
// of a statement.
func notAName(column string) bool {
	return column == "" || strings.Trim(column, "abcdefghijklmnopqrstuvwxyz_0123456789") != ""
}

// begin turns to the next table.
func (b *backupReader) begin() {
	b.target = b.next.Table + ` (` + strings.Join(b.next.Columns, ", ") + `)`
	b.columns = len(b.next.Columns)
	b.next = nil
	b.done.Tables++
}

// backupRow reads the values of one row.
func backupRow(text []byte) ([]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var row []any
	if err := decoder.Decode(&row); err != nil {
		return nil, err
	}
	for i, value := range row {
		var err error
		switch v := value.(type) {
		case nil, string:
		case json.Number:
			row[i], err = v.Int64()
		case []any:
			row[i], err = backupBytes(v)
		default:
			err = errors.New("a value of a kind that no table has")
		}
		if err != nil {
			return nil, err
		}
	}
	return row, nil
}

func backupBytes(list []any) ([]byte, error) {
	if len(list) == 1 {
		if text, ok := list[0].(string); ok {
			b, err := base64.StdEncoding.DecodeString(text)
			if b == nil {
				b = []byte{}
			}
			return b, err
		}
	}
	return nil, errors.New("a list that stands for no bytes")
}
