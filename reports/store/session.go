package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// executor is a database, or a transaction in one.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// session runs statements, written as dialect says. Times among the parameters
// are kept as microseconds since 1970 UTC, the zero time as 0; truth values as 0
// and 1; text without what PostgreSQL cannot keep.
type session struct {
	on      executor
	dialect dialect
}

// exec runs a statement and returns how many rows it has touched.
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
func (r failedRow) Scan(...any) error { return r.err }

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

// each hands every row of a query to do.
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

// insert puts many rows into the columns of a table and returns how many were
// new; a row that is there already is left as it is. Rows are put in the order
// given: where transactions may put the same rows at once, it must be the same
// order for all, lest they wait for each other.
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

// insertRows is how many rows are put in one statement at most.
const insertRows = 128

// statementRows is how many of so many rows go into one statement. There are
// few sizes, because a server keeps every statement that it has seen.
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

func bind(args []any) ([]any, error) {
	bound := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			bound[i] = micros(v)
			continue
		case bool:
			bound[i] = int64(0)
			if v {
				bound[i] = int64(1)
			}
			continue
		}
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, err
		}
		if text, ok := v.(string); ok {
			v = clean(text)
		}
		bound[i] = v
	}
	return bound, nil
}

// clean puts the replacement character for what is no UTF-8, and for the NUL
// that PostgreSQL keeps in no text.
func clean(text string) string {
	if utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func timeAt(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// moment reads a time that was written as micros.
type moment struct{ to *time.Time }

// Scan reads the number.
func (m moment) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*m.to = timeAt(n.Int64)
	return nil
}

// list is the parameter of {list}.
func list(items []string) string {
	if items == nil {
		items = []string{}
	}
	text, _ := json.Marshal(items) // strings always can
	return string(text)
}

// limit is the parameter of LIMIT for so many rows, 0 for all.
func limit(n int) int64 {
	if n <= 0 {
		return math.MaxInt64
	}
	return int64(n)
}
