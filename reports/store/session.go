package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// executor is a database, or a transaction in one.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// session runs statements, written as dialect describes. Times among the parameters are stored
// as microseconds since 1970 UTC, the zero time as 0; booleans as 0 and 1; text without
// characters that PostgreSQL cannot store.
type session struct {
	on      executor
	dialect dialect
	ring    *keyring // keys of the server; nil in a database without them
	sealing *sealing // what a transaction has sealed; nil outside a transaction
}

// newSession returns the session of a transaction that may write sealed tables.
func newSession(tx executor, d dialect) session {
	return session{on: tx, dialect: d, sealing: &sealing{}}
}

// exec runs a statement and returns how many rows it has affected.
func (s session) exec(ctx context.Context, text string, args ...any) (int, error) {
	bound, err := bind(args)
	if err != nil {
		return 0, err
	}
	result, err := s.on.ExecContext(ctx, s.dialect.statement(text), bound...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func (s session) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	bound, err := bind(args)
	if err != nil {
		return nil, err
	}
	return s.on.QueryContext(ctx, s.dialect.statement(text), bound...)
}

// row runs a query of one row.
func (s session) row(ctx context.Context, text string, args ...any) scanner {
	bound, err := bind(args)
	if err != nil {
		return failedRow{err}
	}
	return s.on.QueryRowContext(ctx, s.dialect.statement(text), bound...)
}

// scanner is a row, or the row under a cursor.
type scanner interface{ Scan(dest ...any) error }

type failedRow struct{ err error }

// Scan returns the error.
func (f failedRow) Scan(...any) error { return f.err }

// all reads every row of a query.
func all[T any](ctx context.Context, s session, scan func(scanner, *T) error, text string, args ...any) ([]T, error) {
	var found []T
	err := each(ctx, s, func(row scanner) error {
		var item T
		if err := scan(row, &item); err != nil {
			return err
		}
		found = append(found, item)
		return nil
	}, text, args...)
	return found, err
}

// each passes every row of a query to do.
func each(ctx context.Context, s session, do func(scanner) error, text string, args ...any) error {
	rows, err := s.query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// insert inserts many rows into columns of a table and returns how many were new; existing rows
// stay unchanged. Rows are inserted in the order given. Transactions that may insert the same
// rows at once must use the same order, or they deadlock.
func (s session) insert(ctx context.Context, into string, rows [][]any) (added int, err error) {
	for len(rows) > 0 {
		n := statementRows(len(rows))
		text, args := insertion(into, rows[:n])
		touched, err := s.exec(ctx, text+` ON CONFLICT DO NOTHING`, args...)
		if err != nil {
			return added, err
		}
		added += touched
		rows = rows[n:]
	}
	return added, nil
}

// insertRows is the most rows in one insert statement.
const insertRows = 128

// statementRows returns how many of the rows left go into one statement. There are few sizes,
// because a server keeps every statement that it has seen.
func statementRows(left int) int {
	for _, n := range [...]int{insertRows, insertRows / 8} {
		if left >= n {
			return n
		}
	}
	return 1
}

func insertion(into string, rows [][]any) (text string, args []any) {
	one := ", (?" + strings.Repeat(", ?", len(rows[0])-1) + ")"
	for _, row := range rows {
		args = append(args, row...)
	}
	return `INSERT INTO ` + into + ` VALUES ` + strings.Repeat(one, len(rows))[2:], args
}

// readAll reads every row of a query outside a transaction.
func readAll[T any](ctx context.Context, db *DB, scan func(scanner, *T) error, text string, args ...any) (found []T, err error) {
	err = db.look(func(s session) (err error) {
		found, err = all(ctx, s, scan, text, args...)
		return err
	})
	return found, err
}

// readOne reads a query of one row outside a transaction; missing is the error if there is
// none.
func readOne[T any](ctx context.Context, db *DB, missing error, scan func(scanner, *T) error, text string, args ...any) (found T, err error) {
	err = db.look(func(s session) (err error) {
		found, err = one(ctx, s, missing, scan, text, args...)
		return err
	})
	return found, err
}

// one reads a query of one row.
func one[T any](ctx context.Context, s session, missing error, scan func(scanner, *T) error, text string, args ...any) (found T, err error) {
	err = scan(s.row(ctx, text, args...), &found)
	if errors.Is(err, sql.ErrNoRows) {
		err = missing
	}
	return found, err
}
