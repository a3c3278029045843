package store

import (
	"context"
	"database/sql"
	"strings"

	"github.com/pressly/goose/v3"
)

// sealMigration is the migration that makes the tables of the seals and seals the existing
// rows. Changes after it are detected.
const (
	sealMigration = 3
	sealTables    = "00003_seals.sql"
)

func (db *DB) sealingMigration() *goose.Migration {
	return goose.NewGoMigration(sealMigration, &goose.GoFunc{RunTx: db.beginSealing}, nil)
}

func (db *DB) beginSealing(ctx context.Context, tx *sql.Tx) error {
	s := newSession(tx, db.dialect)
	if err := db.runFile(ctx, tx, sealTables); err != nil {
		return err
	}
	for _, t := range sealedTables() {
		if t.isLater() {
			continue
		}
		if err := s.sealExisting(ctx, t); err != nil {
			return err
		}
	}
	if err := s.countExisting(ctx); err != nil {
		return err
	}
	_, err := db.closeLog(ctx, s)
	return err
}

// Migrations that seal what had no seals before: the sums of evaluations and the sheets, and how tasks have ended.
const (
	figureMigration  = 6
	taskEndMigration = 18
)

// sealsLater is a migration that seals all rows of some tables.
func (db *DB) sealsLater(version int64, tables ...string) *goose.Migration {
	return goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		s := newSession(tx, db.dialect)
		for _, name := range tables {
			if err := s.sealExisting(ctx, sealed(name)); err != nil {
				return err
			}
		}
		_, err := db.closeLog(ctx, s)
		return err
	}}, nil)
}

// sealExisting seals all rows of a table.
func (s session) sealExisting(ctx context.Context, t sealedTable) error {
	return each(ctx, s, func(row scanner) error {
		values, err := scanValues(row, len(t.columns))
		if err != nil {
			return err
		}
		return s.seal(t, values)
	}, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.rows())
}

// countExisting adds up all evaluations.
func (s session) countExisting(ctx context.Context) error {
	return each(ctx, s, func(row scanner) error {
		var recipe int64
		var digest []byte
		err := row.Scan(&recipe, &digest)
		s.count(recipe, digest, false)
		return err
	}, `SELECT recipe, digest FROM evaluations`)
}
