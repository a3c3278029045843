package store

import (
	"context"
	"database/sql"
	"errors"
	"io"

	"github.com/jackc/pgx/v5/pgconn"

	"fairplay/analysis/fault"
)

// occupation is the number of the lock of those who work in a database: "at work"
// in ASCII. Nobody else may use it there.
const occupation = 0x617420776f726b

// occupationWait is how long one waits for a server that was killed to let go.
const occupationWait = `5s`

// occupied is a database in which this process works.
type occupied struct {
	db   *DB
	held *sql.Conn // has the lock
}

// Occupy says that this process works in a PostgreSQL database until what it
// returns is closed or the process ends, or the server of the database: together
// with others that share their list of tasks, or alone. Where somebody is there
// already and one of the two must be alone, the error is fault.Conflict with the
// code database_in_use. For a file of SQLite, which is locked by a file beside it,
// it does nothing.
func Occupy(ctx context.Context, source string, alone bool) (io.Closer, error) {
	if !isAddress(source) {
		return io.NopCloser(nil), nil
	}
	db, err := connectPostgres(source)
	if err != nil {
		return nil, err
	}
	o := &occupied{db: db}
	if o.held, err = db.write.Conn(ctx); err == nil {
		err = lockOccupation(ctx, o.held, alone)
	}
	if err != nil {
		o.Close()
		return nil, db.describe(err)
	}
	return o, nil
}

func lockOccupation(ctx context.Context, conn *sql.Conn, alone bool) error {
	lock := `SELECT pg_advisory_lock_shared($1)`
	if alone {
		lock = `SELECT pg_advisory_lock($1)`
	}
	if _, err := conn.ExecContext(ctx, `SET lock_timeout = '`+occupationWait+`'`); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, lock, int64(occupation))
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == lockNotAvailable {
		return fault.New(fault.Conflict, "database_in_use",
			"the database is in use by another fairplay; several share it only where each is given the same --redis: stop that one, or name another database with --database")
	}
	return err
}

// Close lets others be alone.
func (o *occupied) Close() error {
	if o.held != nil {
		o.held.Close() // gives the connection back, which the next line closes
	}
	return o.db.Close()
}
