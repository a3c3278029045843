package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"fairplay/analysis/fault"
)

// Error codes of PostgreSQL, from appendix A of its manual.
const (
	notSerializable = "40001"
	deadlock        = "40P01"
	diskFull        = "53100"

	lockNotAvailable = "55P03"
)

// meaning reads an error of PostgreSQL or of the way to it; ok is false where
// err is neither.
func (postgresDialect) meaning(err error) (m meaning, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return meaningOfCode(e.Code), true
	}
	if errors.Is(err, context.Canceled) {
		return meaning{}, false
	}
	// The time for a connection has its own limit, which is not the caller's.
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return meaning{fault.Unavailable, "database_unreachable", "cannot be reached: no server answers there"}, true
	}
	if lost(err) {
		return meaning{fault.Unavailable, "database_lost", "has broken off the connection; it may be restarting"}, true
	}
	return meaning{}, false
}

func meaningOfCode(code string) meaning {
	switch {
	case code == diskFull:
		return meaning{fault.Unavailable, "database_full", "cannot grow: the disk of its server is full"}
	case code == "57P01", code == "57P02", code == "57P03", strings.HasPrefix(code, "08"):
		return meaning{fault.Unavailable, "database_lost", "is being stopped or started"}
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

// lost tells whether err is the end of a connection that had been made.
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
