package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"fairplay/analysis/fault"
)

// DB is an open database whose tables are up to date. It is safe for
// concurrent use, also by several processes on the same file.
type DB struct {
	sql  *sql.DB
	path string
}

// busyTimeout is how long, in milliseconds, a statement waits for another
// process to finish its transaction.
const busyTimeout = "10000"

// Open opens the SQLite database in the file, makes it if it is not there, and
// brings its tables up to date. It makes no folders: one that does not exist is
// a fault.Invalid error, because more often than not its name is mistyped.
func Open(ctx context.Context, path string) (*DB, error) {
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Invalid, "database_folder",
			"the database %s cannot be made, because its folder does not exist: make the folder first, or name another file", path)
	}
	handle, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, describe(err, path)
	}
	db := &DB{sql: handle, path: path}
	if err := db.migrate(ctx); err != nil {
		handle.Close()
		return nil, describe(err, path)
	}
	return db, nil
}

// dataSource names the file with its settings: readers do not wait for the
// writer (WAL), a commit is on the disk when it returns (FULL), transactions
// take the write lock at once so that two cannot block each other half-way.
func dataSource(path string) string {
	settings := url.Values{
		"_busy_timeout": {busyTimeout},
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"on"},
		"_txlock":       {"immediate"},
	}
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: settings.Encode()}
	return file.String()
}

// Close closes the database.
func (db *DB) Close() error { return describe(db.sql.Close(), db.path) }

// transaction runs work in one transaction, which is kept only if work
// succeeds.
func (db *DB) transaction(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return describe(err, db.path)
	}
	defer tx.Rollback() // without effect once committed
	if err := work(tx); err != nil {
		return describe(err, db.path)
	}
	return describe(tx.Commit(), db.path)
}
