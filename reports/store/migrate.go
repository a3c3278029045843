package store

import (
	"context"
	"database/sql"
	"embed"
	"strings"

	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
)

// Several processes may migrate one file at the same moment, so a migration may be tried twice.
// Each must fail the second time, as CREATE does, and none may delete rows, because another
// process may have written them since.
//
//go:embed migrations/*.sql
var migrations embed.FS

// attempts is how often migrate tries while another process migrates the same file. The second
// one fails, and finds the work done when it tries again. PostgreSQL has a lock for this.
const attempts = 10

// Migrate brings the tables of a database up to date. Several processes may run it at once, and
// again at any time.
func Migrate(ctx context.Context, source string) error {
	db, err := connect(source)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.migrate(ctx)
}

// connect opens a database without checking its tables.
func connect(source string) (*DB, error) {
	if isAddress(source) {
		return connectPostgres(source)
	}
	return connectSQLite(source)
}

// migrate brings the tables up to date.
func (db *DB) migrate(ctx context.Context) error {
	return db.migrateTo(ctx, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

func (db *DB) migrateTo(ctx context.Context, up func(*goose.Provider) error) error {
	provider, err := db.provider()
	if err != nil {
		return db.describe(err)
	}
	if err := db.notNewer(ctx, newest(provider)); err != nil {
		return err
	}
	for range attempts {
		if err = up(provider); err == nil || ctx.Err() != nil {
			break
		}
	}
	return db.describe(err)
}

// provider knows all migrations: those that Go code carries out, and the statements of the other files.
func (db *DB) provider() (*goose.Provider, error) {
	steps := []*goose.Migration{db.sealingMigration(), db.listMigration(),
		db.sealsLater(figureMigration, "evaluation_sums", "sheets"), db.sealsLater(taskEndMigration, "task_ends"), db.logMigration()}
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := file.Name()
		if name == sealTables || name == listTables || name == logTables {
			continue
		}
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			return db.runFile(ctx, tx, name)
		}}, nil))
	}
	options := append(db.dialect.options(), goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(steps...))
	return goose.NewProvider(db.dialect.goose(), db.write, nil, options...)
}

// runFile runs the statements of a file; each ends with its line. (The parser of goose takes 4 MiB for every line.)
func (db *DB) runFile(ctx context.Context, tx *sql.Tx, name string) error {
	text, err := migrations.ReadFile("migrations/" + name)
	if err != nil {
		return err
	}
	for statement := range strings.SplitSeq(db.dialect.migration(string(text)), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// newest returns the version of the tables that this program needs.
func newest(p *goose.Provider) int64 {
	all := p.ListSources()
	return all[len(all)-1].Version
}

// version returns the version of the tables in the database, 0 if there are none.
func (db *DB) version(ctx context.Context) (version int64, err error) {
	err = db.look(func(s session) error {
		version = 0
		var tables int
		if err := s.row(ctx, db.dialect.hasTable(), "goose_db_version").Scan(&tables); err != nil || tables == 0 {
			return err
		}
		return s.row(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	})
	return version, err
}

// upToDate returns nil if the tables have the version that this program needs.
func (db *DB) upToDate(ctx context.Context) error {
	provider, err := db.provider()
	if err != nil {
		return db.describe(err)
	}
	version, err := db.version(ctx)
	if err != nil {
		return err
	}
	if version < newest(provider) {
		return fault.New(fault.Unavailable, "database_old",
			"the tables of the database %s are not up to date (version %d, needed is %d): run `fairplay migrate` with the same --database",
			db.name, version, newest(provider))
	}
	return db.notNewer(ctx, newest(provider))
}

// notNewer refuses a database that a later version of this program has changed, because this
// version does not know those tables.
func (db *DB) notNewer(ctx context.Context, known int64) error {
	version, err := db.version(ctx)
	if err == nil && version > known {
		err = fault.New(fault.Unavailable, "database_new",
			"the database %s is used by a later version of fairplay (its tables have version %d, this program knows %d): update fairplay",
			db.name, version, known)
	}
	return err
}
