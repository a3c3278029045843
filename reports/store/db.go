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
	// On PostgreSQL both are the same pool. SQLite has one writer at a time: write has one
	// connection, so that writers wait in turn instead of retrying, and read has several.
	write, read *sql.DB

	packing *packing
	dialect dialect
	ring    *keyring // keys of the server; nil in a database without them
	name    string   // of the database in messages: the file, or the address without its password
}

// Open opens a database. Source is the address of a PostgreSQL server, which
// begins with postgres:// or postgresql://, or else the name of an SQLite file.
//
// A file that does not exist is made, and its tables are brought up to date. A folder that does
// not exist is a fault.Invalid error, because usually its name is mistyped. The tables of a
// server, which others may be using, are left as they are; if they are not up to date, the
// error is fault.Unavailable with the code database_old or database_new.
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

// Ping returns nil if the database answers.
func (db *DB) Ping(ctx context.Context) error {
	return db.look(func(s session) error {
		var one int
		return s.row(ctx, `SELECT 1`).Scan(&one)
	})
}

// Writable returns nil if the database can be written.
func (db *DB) Writable(ctx context.Context) error {
	return db.transaction(ctx, func(tx session) error {
		n, err := tx.exec(ctx, `UPDATE seal_head SET seq = seq WHERE one = 1`) // as every audited answer does
		if err == nil && n == 0 {
			err = noLogEnd()
		}
		return err
	})
}

// tries is how often a transaction or a read is attempted that failed through no fault of its
// own: because another transaction was in its way, or because its connection had been lost
// before, as all in the pool are after a restart of the server.
const tries = maxConnections + 2

// transaction runs work in one transaction, which is committed only if work succeeds. Work may
// be run more than once.
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
	s.ring = db.ring
	if err := work(s); err != nil {
		return err
	}
	if _, err := db.closeLog(ctx, s); err != nil {
		return err
	}
	return tx.Commit()
}

// begun is an error before anything was done, so that all may be tried again.
type begun struct{ error }

// Unwrap returns the error met.
func (b begun) Unwrap() error { return b.error }

// session is one that seals nothing.
func (db *DB) session(on executor) session {
	return session{on: on, dialect: db.dialect, ring: db.ring}
}

// look runs work, which only reads. Work may be run more than once.
func (db *DB) look(work func(session) error) error {
	return db.repeat(db.session(db.read), work)
}

// single runs work, which is a single statement that writes and may safely be repeated. It
// needs no transaction of several steps.
func (db *DB) single(work func(session) error) error {
	return db.repeat(db.session(db.write), work)
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

// glance runs work, which only reads a little. Work sees the database as of one moment, and may be run more than once.
func (db *DB) glance(ctx context.Context, work func(session) error) error {
	var err error
	for range tries {
		if err = db.snapshot(ctx, work); err == nil || !db.dialect.again(begun{err}) {
			break
		}
	}
	return err
}

// snapshot runs work, which only reads. Work sees the database as of one moment, whatever is
// written meanwhile.
func (db *DB) snapshot(ctx context.Context, work func(session) error) error {
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: db.dialect.snapshot()})
	if err != nil {
		return db.describe(err)
	}
	defer tx.Rollback() // it only reads
	return db.describe(work(db.session(tx)))
}
