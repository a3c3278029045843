package store

import (
	"context"
	"database/sql"
	"strings"
)

// DB is an open database whose tables are up to date: a file of SQLite, or a
// PostgreSQL server. It is safe for concurrent use, also by several processes on
// the same database.
type DB struct {
	// On PostgreSQL both are one pool. On SQLite, which has one writer at a
	// time, write has one connection, so that writers wait for each other in
	// turn instead of trying again and again, and read has several.
	write, read *sql.DB

	packing *packing
	dialect dialect
	name    string // of the database in messages: the file, or the address without its password
}

// Open opens a database. Source is the address of a PostgreSQL server, which
// begins with postgres:// or postgresql://, or else the name of an SQLite file.
//
// The file is made if it is not there, and its tables are brought up to date; no
// folders are made: one that does not exist is a fault.Invalid error, because
// more often than not its name is mistyped. The tables of a server, which others
// may be using, are left as they are: where they are not up to date, the error
// is fault.Unavailable with the code database_old or database_new.
func Open(ctx context.Context, source string) (*DB, error) {
	if isAddress(source) {
		return openPostgres(ctx, source)
	}
	return openSQLite(ctx, source)
}

func isAddress(source string) bool {
	return strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://")
}

func newDB(d dialect, name string) (*DB, error) {
	packing, err := newPacking()
	return &DB{packing: packing, dialect: d, name: name}, err
}

// Close closes the database.
func (db *DB) Close() error {
	err := db.write.Close()
	if db.read != db.write {
		if closed := db.read.Close(); err == nil {
			err = closed
		}
	}
	return db.describe(err)
}

// Ping returns nil where the database answers.
func (db *DB) Ping(ctx context.Context) error {
	return db.look(func(s session) error {
		var one int
		return s.row(ctx, `SELECT 1`).Scan(&one)
	})
}

// Writable returns nil where the database can be written.
func (db *DB) Writable(ctx context.Context) error {
	return db.transaction(ctx, func(tx session) error {
		n, err := tx.exec(ctx, `UPDATE audit_head SET seq = seq WHERE one = 1`) // as every audited answer must
		if err == nil && n == 0 {
			err = noHead()
		}
		return err
	})
}

// tries is how often a transaction or a look that has come to nothing through
// no fault of its own is begun: because another transaction was in its way, or
// because the connection that it was given had been lost before, as every one
// in the pool has after the server was restarted.
const tries = maxConnections + 2

// transaction runs work in one transaction, which is kept only if work
// succeeds. Work may be run more than once.
func (db *DB) transaction(ctx context.Context, work func(session) error) error {
	var err error
	for range tries {
		err = db.transact(ctx, work)
		if !db.dialect.again(err) {
			break
		}
	}
	return db.describe(err)
}

func (db *DB) transact(ctx context.Context, work func(session) error) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return begun{err}
	}
	defer tx.Rollback() // without effect once committed
	s := newSession(tx, db.dialect)
	if err := work(s); err != nil {
		return err
	}
	if err := db.closeSeals(ctx, s); err != nil {
		return err
	}
	return tx.Commit()
}

// begun is an error met before anything was done, so that all may be tried
// again.
type begun struct{ error }

// Unwrap returns the error met.
func (b begun) Unwrap() error { return b.error }

// look runs work, which only reads. Work may be run more than once.
func (db *DB) look(work func(session) error) error {
	return db.repeat(session{on: db.read, dialect: db.dialect}, work)
}

// single runs work, which is one statement that writes and does no harm when it
// is run again: it needs no transaction of several steps.
func (db *DB) single(work func(session) error) error {
	return db.repeat(session{on: db.write, dialect: db.dialect}, work)
}

func (db *DB) repeat(s session, work func(session) error) error {
	var err error
	for range tries {
		if err = work(s); err == nil || !db.dialect.again(begun{err}) {
			break
		}
	}
	return db.describe(err)
}

// snapshot runs work, which only reads, and sees the database as it is at one
// moment whatever is written meanwhile.
func (db *DB) snapshot(ctx context.Context, work func(session) error) error {
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: db.dialect.snapshot()})
	if err != nil {
		return db.describe(err)
	}
	defer tx.Rollback() // it only reads
	return db.describe(work(session{on: tx, dialect: db.dialect}))
}
