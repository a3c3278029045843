package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"fairplay/analysis/fault"
)

// Away reports whether an error says that no server of the database answers, as before it has started or while it restarts. One
// that refuses is not away.
func Away(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && (f.Code == unreachable || f.Code == lostConnection)
}

// Codes of a database that is away.
const (
	unreachable    = "database_unreachable"
	lostConnection = "database_lost"
)

// describe turns an error of the database into a fault.Error. A fault.Error, an error of a
// context and nil are returned unchanged.
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

// meaning explains an error of a database.
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

// Error codes of PostgreSQL, from appendix A of its manual.
const (
	notSerializable = "40001"
	deadlock        = "40P01"
	diskFull        = "53100"

	lockNotAvailable = "55P03"
)

// meaning reads an error of PostgreSQL or of the connection to it; ok is false for any other.
func (postgresDialect) meaning(err error) (m meaning, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return meaningOfCode(e.Code), true
	}
	if errors.Is(err, context.Canceled) {
		return meaning{}, false
	}
	// The time to connect has its own limit, apart from the caller's.
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return meaning{fault.Unavailable, unreachable, "cannot be reached: no server answers there"}, true
	}
	if lost(err) {
		return meaning{fault.Unavailable, lostConnection, "has broken off the connection; it may be restarting"}, true
	}
	return meaning{}, false
}

func meaningOfCode(code string) meaning {
	switch {
	case code == diskFull:
		return meaning{fault.Unavailable, "database_full", "cannot grow: the disk of its server is full"}
	case code == "57P01", code == "57P02", code == "57P03", strings.HasPrefix(code, "08"):
		return meaning{fault.Unavailable, lostConnection, "is being stopped or started"}
	case code == "53300":
		return meaning{fault.Unavailable, "database_busy", "takes no more connections: raise its max_connections, or run fewer programs"}
	case code == notSerializable, code == deadlock, code == lockNotAvailable, code == "57014":
		return meaning{fault.Unavailable, "database_busy", "is busy with other transactions for too long"}
	case code == "3D000":
		return meaning{fault.Unavailable, "database_unavailable", "does not exist on its server"}
	case strings.HasPrefix(code, "28"):
		return meaning{fault.Unavailable, "database_refused", "refuses this user or password"}
	case code == "42501", code == "25006":
		return meaning{fault.Unavailable, "database_read_only", "does not let this user write"}
	case code == "42P01", code == "42703":
		return meaning{fault.Unavailable, "database_old", "has other tables than this program needs: run `fairplay migrate` with the same --database"}
	case strings.HasPrefix(code, "23"):
		return meaning{fault.Internal, "database_rule", "refuses what breaks its rules"}
	case strings.HasPrefix(code, "XX00"):
		return meaning{fault.Corrupt, "database_corrupt", "is damaged"}
	}
	return meaning{fault.Unavailable, "database_unavailable", "does not answer as expected"}
}

// lost reports whether err says that an established connection has ended.
func lost(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "57P01" || e.Code == "57P02" || strings.HasPrefix(e.Code, "08")
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return false
	}
	_, network := errors.AsType[*net.OpError](err)
	return network || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}
