package store

import (
	"context"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Several processes may bring one file up to date at the same moment, so that a
// migration may be tried twice. Each must fail the second time, as CREATE does,
// and none may throw rows away: another process may have written them since.
//
//go:embed migrations/*.sql
var migrations embed.FS

// attempts is how often migrate tries when another process is migrating the
// same file at the same moment: the one that comes second fails, and finds the
// work done when it looks again.
const attempts = 10

// migrate brings the tables up to date.
func (db *DB) migrate(ctx context.Context) error {
	provider, err := db.migrations()
	if err != nil {
		return err
	}
	for range attempts {
		if _, err = provider.Up(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (db *DB) migrations() (*goose.Provider, error) {
	folder, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db.sql, folder, goose.WithDisableGlobalRegistry(true))
}
