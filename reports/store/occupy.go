package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"fairplay/analysis/fault"
)

// occupation is the number of the lock that processes hold while they work in a database: "at
// work" in ASCII. No other program may use it there.
const occupation = 0x617420776f726b

// InUse is the code of the fault.Conflict error while another process works in a database.
const InUse = "database_in_use"

// occupationWait is how long Occupy waits for PostgreSQL to release the lock of a killed
// process.
const occupationWait = `5s`

// Occupation marks that this process works in a database. Its methods are not safe for
// concurrent use.
type Occupation struct {
	db    *DB       // nil for a file of SQLite
	held  *sql.Conn // has the lock
	alone bool
}

// Occupy marks that this process works in a PostgreSQL database, until the result is closed or
// the process ends. Several processes may share the database, if they share their list of
// tasks, or one works alone. If another process is there and one of the two must be alone, the
// error is fault.Conflict with the code InUse. For an SQLite file, which is locked by another
// file beside it, Occupy does nothing.
func Occupy(ctx context.Context, source string, alone bool) (*Occupation, error) {
	if !isAddress(source) {
		return &Occupation{}, nil
	}
	db, err := connectPostgres(source)
	if err != nil {
		return nil, err
	}
	o := &Occupation{db: db, alone: alone}
	if err := o.Hold(ctx); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// Hold marks it again if the database server has forgotten it, as it does when restarted. If
// another process came in meanwhile, the error is that of Occupy.
func (o *Occupation) Hold(ctx context.Context) error {
	if o.db == nil || o.held != nil && o.held.PingContext(ctx) == nil {
		return nil
	}
	if o.held != nil {
		o.held.Close() // it is broken
	}
	var err error
	if o.held, err = o.db.write.Conn(ctx); err == nil {
		err = lockOccupation(ctx, o.held, o.alone)
	}
	if err != nil && o.held != nil {
		o.held.Close()
		o.held = nil
	}
	return o.db.describe(err)
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
		return fault.New(fault.Conflict, InUse,
			"the database is in use by another fairplay; several share it only where each is given the same --redis: stop that one, or name another database with --database")
	}
	return err
}

// Close ends the occupation.
func (o *Occupation) Close() error {
	if o.db == nil {
		return nil
	}
	if o.held != nil {
		o.held.Close() // gives the connection back, which the next line closes
	}
	return o.db.Close()
}
