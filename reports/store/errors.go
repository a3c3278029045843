package store

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"fairplay/analysis/fault"
)

// describe turns an error of the database into a fault.Error. Errors that are
// one already, and those of a context, are returned as they are; nil stays nil.
func (db *DB) describe(err error) error {
	if row, ok := errors.AsType[*damage](err); ok {
		return row.in(db)
	}
	if _, known := errors.AsType[*fault.Error](err); err == nil || known {
		return err
	}
	m, ok := db.dialect.meaning(err)
	if !ok && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return err
	}
	if !ok {
		m = meaning{fault.Unavailable, "database_unavailable", "cannot be used"}
	}
	return fault.Wrap(err, m.kind, m.code, "the database %s %s", db.name, m.reason)
}

// meaning says in words what an error of a database stands for.
type meaning struct {
	kind   fault.Kind
	code   string
	reason string
}

func (sqliteDialect) meaning(err error) (m meaning, ok bool) {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return meaningOfResult(e.Code()), true
	}
	return meaning{}, false
}

// meaningOfResult reads a result code of SQLite. The low byte of a code is its
// family.
func meaningOfResult(code int) meaning {
	switch code {
	case sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE:
		return meaning{fault.Unavailable, "database_full", "cannot be written: the disk is full or reports an error"}
	}
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return meaning{fault.Unavailable, "database_full", "cannot grow: the disk is full"}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return meaning{fault.Unavailable, "database_read_only", "cannot be written: the file or its folder is read-only"}
	case sqlite3.SQLITE_CANTOPEN:
		return meaning{fault.Unavailable, "database_unavailable", "cannot be opened: its folder is missing, read-only or full"}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return meaning{fault.Unavailable, "database_busy", "is locked by another program for too long"}
	case sqlite3.SQLITE_CONSTRAINT:
		return meaning{fault.Internal, "database_rule", "refuses what breaks its rules"}
	case sqlite3.SQLITE_CORRUPT:
		return meaning{fault.Corrupt, "database_corrupt", "is damaged"}
	case sqlite3.SQLITE_NOTADB:
		return meaning{fault.Corrupt, "database_corrupt", "is not a database, or is damaged"}
	case sqlite3.SQLITE_IOERR:
		return meaning{fault.Unavailable, "database_unavailable", "cannot be read or written: the disk reports an error"}
	}
	return meaning{fault.Unavailable, "database_unavailable", "does not answer as expected"}
}
