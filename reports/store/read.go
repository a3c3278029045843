package store

import (
	"context"
	"database/sql"
	"errors"
)

// readAll reads every row of a query outside a transaction.
func readAll[T any](ctx context.Context, db *DB, scan func(scanner, *T) error, text string, args ...any) (found []T, err error) {
	err = db.look(func(s session) (err error) {
		found, err = all(ctx, s, scan, text, args...)
		return err
	})
	return found, err
}

// readOne reads a query of one row outside a transaction; missing is the error
// where there is none.
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
