package store

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"fairplay/analysis/fault"
)

// describe turns an error of the database in the named file into a
// fault.Error. Errors that are one already, and those of a context, are
// returned as they are; nil stays nil.
func describe(err error, path string) error {
	if row, ok := errors.AsType[*damage](err); ok {
		return row.in(path)
	}
	if _, known := errors.AsType[*fault.Error](err); err == nil || known ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	kind, code, reason := fault.Unavailable, "database_unavailable", "cannot be used"
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		kind, code, reason = meaning(e.Code())
	}
	return fault.Wrap(err, kind, code, "the database %s %s", path, reason)
}

// meaning says in words what a result code of SQLite stands for. The low byte
// of a code is its family.
func meaning(code int) (kind fault.Kind, slug, reason string) {
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return fault.Unavailable, "database_full", "cannot grow: the disk is full"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return fault.Unavailable, "database_read_only", "cannot be written: the file or its folder is read-only"
	case sqlite3.SQLITE_CANTOPEN:
		return fault.Unavailable, "database_unavailable", "cannot be opened: its folder is missing, read-only or full"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fault.Unavailable, "database_busy", "is locked by another program for too long"
	case sqlite3.SQLITE_CORRUPT:
		return fault.Corrupt, "database_corrupt", "is damaged"
	case sqlite3.SQLITE_NOTADB:
		return fault.Corrupt, "database_corrupt", "is not a database, or is damaged"
	case sqlite3.SQLITE_IOERR:
		return fault.Unavailable, "database_unavailable", "cannot be read or written: the disk reports an error"
	}
	return fault.Unavailable, "database_unavailable", "does not answer as expected"
}
