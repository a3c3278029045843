package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"fairplay/analysis/fault"
)

// busyTimeout is how long, in milliseconds, a statement waits for another
// process to finish its transaction.
const busyTimeout = "10000"

// maxReaders is how many connections read an SQLite file at once.
const maxReaders = 8

func openSQLite(ctx context.Context, path string) (*DB, error) {
	db, err := connectSQLite(path)
	if err != nil {
		return nil, err
	}
	if err := db.migrate(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// connectSQLite opens the file without checking its tables.
func connectSQLite(path string) (*DB, error) {
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Invalid, "database_folder",
			"the database %s cannot be made, because its folder does not exist: make the folder first, or name another file", path)
	}
	db, err := newDB(sqliteDialect{}, path)
	if err != nil {
		return nil, err
	}
	makePrivate(path)
	if db.write, err = sql.Open("sqlite", dataSource(path, "immediate")); err != nil {
		return nil, db.describe(err)
	}
	if db.read, err = sql.Open("sqlite", dataSource(path, "deferred")); err != nil {
		db.write.Close()
		return nil, db.describe(err)
	}
	db.write.SetMaxOpenConns(1)
	db.read.SetMaxOpenConns(maxReaders)
	db.read.SetMaxIdleConns(maxReaders)
	return db, nil
}

// makePrivate makes the file, if it does not exist, readable by its owner alone; SQLite would
// let everybody read it. The files that SQLite puts beside it (-wal, -shm) get the same
// permissions. Errors are ignored, because SQLite reports more about them in a moment.
func makePrivate(path string) {
	if f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		f.Close()
	}
}

// dataSource names the file with its settings. Readers do not wait for the writer (WAL), and a
// commit is on the disk when it returns (FULL). Transactions that write take the lock at once
// (immediate), so that two cannot block each other half-way.
func dataSource(path, lock string) string {
	settings := url.Values{
		"_busy_timeout": {busyTimeout},
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"on"},
		"_txlock":       {lock},
		"_pragma":       {"secure_delete(on)"}, // what is deleted is overwritten, so that an erased key is gone
	}
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: settings.Encode()}
	return file.String()
}

// sqliteDialect is the SQL of SQLite, in which this package is written.
type sqliteDialect struct{}

func (sqliteDialect) statement(text string) string {
	return replaceMarks(text, `(SELECT value FROM json_each(?))`, ``)
}
func (sqliteDialect) snapshot() sql.IsolationLevel { return sql.LevelDefault }
func (sqliteDialect) again(error) bool             { return false } // busyTimeout does the waiting
func (sqliteDialect) source(name string) string    { return name }
func (sqliteDialect) goose() goose.Dialect         { return goose.DialectSQLite3 }
func (sqliteDialect) options() []goose.ProviderOption {
	return nil
}
func (sqliteDialect) migration(text string) string { return text }
func (sqliteDialect) hasTable() string {
	return `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?`
}
func (sqliteDialect) afterRestore() []string { return nil }
func (sqliteDialect) alone(string) string    { return `` }
func (sqliteDialect) afterPrune() string     { return `VACUUM` }

func (sqliteDialect) together(string, string) string { return `` }

// scrub writes the overwritten pages into the file, and empties the log that contains the earlier
// ones.
func (sqliteDialect) scrub(ctx context.Context, on *sql.DB) error {
	var busy, pages, moved int
	err := on.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &moved)
	if err == nil && busy != 0 {
		err = erasureDelayed()
	}
	return err
}
