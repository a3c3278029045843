package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
)

// The pool of connections to PostgreSQL. Many servers and workers share one
// database, whose usual limit is a hundred.
const (
	maxConnections = 8
	maxIdle        = 4 // kept for the next statement
	idleFor        = time.Minute
	connectTimeout = 10 * time.Second
)

func openPostgres(ctx context.Context, address string) (*DB, error) {
	db, err := connectPostgres(address)
	if err != nil {
		return nil, err
	}
	if err := db.upToDate(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// connectPostgres makes the pool without checking the tables.
func connectPostgres(address string) (*DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		// The cause may contain the address with its password, so it is left out.
		return nil, fault.New(fault.Invalid, "database_address",
			"the address of the database cannot be read; it looks like postgres://user:password@host:5432/database")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.RuntimeParams["application_name"] = cmp.Or(config.RuntimeParams["application_name"], "fairplay")
	name := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))) + "/" + config.Database
	db, err := newDB(postgresDialect{}, name)
	if err != nil {
		return nil, err
	}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(maxConnections)
	pool.SetMaxIdleConns(maxIdle)
	pool.SetConnMaxIdleTime(idleFor)
	db.write, db.read = pool, pool
	return db, nil
}

// postgresDialect is the SQL of PostgreSQL.
type postgresDialect struct{}

// statement numbers the parameters. Every question mark in a statement of this package is a
// parameter.
func (postgresDialect) statement(text string) string {
	text = replaceMarks(text, `(SELECT json_array_elements_text(?::json) COLLATE "C")`, ` FOR UPDATE`)
	var out strings.Builder
	out.Grow(len(text) + 16)
	for n := 1; ; n++ {
		before, after, found := strings.Cut(text, "?")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteByte('$')
		out.WriteString(strconv.Itoa(n))
		text = after
	}
}

func (postgresDialect) snapshot() sql.IsolationLevel { return sql.LevelRepeatableRead }

// again is true for transactions that got in each other's way, and for connections that were
// lost before anything was done.
func (postgresDialect) again(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && (e.Code == deadlock || e.Code == notSerializable) {
		return true
	}
	_, early := errors.AsType[begun](err)
	return early && lost(err)
}

func (postgresDialect) source(name string) string { return "postgres://" + name }

func (postgresDialect) goose() goose.Dialect { return goose.DialectPostgres }

func (postgresDialect) options() []goose.ProviderOption {
	return []goose.ProviderOption{goose.WithSessionLocker(advisoryLock{})}
}

// advisoryLock lets one program at a time migrate a database; the others wait.
type advisoryLock struct{}

// migrationLock is the number of the lock, "fairplay" in ASCII. No other program may use it in
// the same database.
const migrationLock = 0x66616972706c6179

// SessionLock waits for the lock.
func (advisoryLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(migrationLock))
	return err
}

// SessionUnlock releases the lock.
func (advisoryLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, int64(migrationLock))
	return err
}

func (postgresDialect) migration(text string) string { return inPostgres(text) }

func (postgresDialect) hasTable() string {
	return `SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ?`
}

// afterRestore makes the numbers that PostgreSQL generates continue after the restored ones.
func (postgresDialect) afterRestore() []string {
	return []string{
		`SELECT setval(pg_get_serial_sequence('recipes', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM recipes), false)`,
		`SELECT setval(pg_get_serial_sequence('performances', 'seq'), (SELECT coalesce(max(seq), 0) + 1 FROM performances), false)`,
	}
}

func (postgresDialect) alone(table string) string {
	return `LOCK TABLE ` + table + ` IN ACCESS EXCLUSIVE MODE`
}

func (postgresDialect) afterPrune() string { return `` }

// scrub writes the table of keys anew, without the deleted ones.
func (postgresDialect) scrub(ctx context.Context, on *sql.DB) error {
	_, err := on.ExecContext(ctx, `VACUUM (FULL) case_keys`)
	return err
}

func (postgresDialect) together(insert, update string) string {
	return `WITH entry AS (` + insert + ` RETURNING 1) ` + update + ` AND EXISTS (SELECT 1 FROM entry)`
}
