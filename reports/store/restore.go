package store

import (
	"context"
	"io"
	"strings"

	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
)

// Restore reads what Backup wrote into a database that is empty, making the
// file and the tables where they are missing, and then brings the tables up to
// date. All is restored or nothing. Errors: fault.Conflict with the code
// database_not_empty where there is something already; fault.Invalid with the
// code backup_form for what is no backup, is cut off or was changed;
// fault.Unavailable with the code database_new for a backup of a later version
// of this program.
func Restore(ctx context.Context, source string, r io.Reader) (BackedUp, error) {
	in, err := newBackupReader(r)
	if err != nil {
		return BackedUp{}, err
	}
	defer in.free()
	db, err := connect(source)
	if err != nil {
		return BackedUp{}, err
	}
	defer db.Close()
	if err := db.migrateFor(ctx, in.schema); err != nil {
		return BackedUp{}, err
	}
	// Once only: what has been read cannot be read again.
	if err := db.describe(db.transact(ctx, func(tx session) error { return in.into(ctx, tx) })); err != nil {
		return BackedUp{}, err
	}
	return in.done, db.migrate(ctx)
}

// migrateFor gives an empty database the tables that a backup was made of.
func (db *DB) migrateFor(ctx context.Context, schema int64) error {
	version, err := db.version(ctx)
	if err != nil {
		return err
	}
	if version > 0 && version != schema {
		return fault.New(fault.Conflict, "database_not_empty",
			"the database %s has tables of another version than the backup: restore into one that does not exist yet", db.name)
	}
	return db.migrateTo(ctx, func(p *goose.Provider) error {
		if schema > newest(p) {
			return fault.New(fault.Unavailable, "database_new",
				"the backup was made by a later version of fairplay (its tables have version %d, this program knows %d): update fairplay",
				schema, newest(p))
		}
		_, err := p.UpTo(ctx, schema)
		return err
	})
}

// into writes all tables.
func (in *backupReader) into(ctx context.Context, tx session) error {
	if err := empty(ctx, tx, in.schema); err != nil {
		return err
	}
	for !in.ended {
		if err := in.some(); err != nil {
			return err
		}
		if err := in.write(ctx, tx); err != nil {
			return err
		}
	}
	if err := in.nothingMore(); err != nil {
		return err
	}
	for _, last := range tx.dialect.afterRestore() {
		if _, err := tx.exec(ctx, last); err != nil {
			return err
		}
	}
	return nil
}

// empty returns nil where there are no rows but those that every database with
// tables of that version has, and removes these.
func empty(ctx context.Context, tx session, schema int64) error {
	for _, t := range backupTables() {
		if t.since > schema {
			continue
		}
		if strings.HasSuffix(t.name, "_head") {
			if _, err := tx.exec(ctx, `DELETE FROM `+t.name+` WHERE seq = 0`); err != nil {
				return err
			}
		}
		n, err := one(ctx, tx, nil, scanInt, `SELECT count(*) FROM (SELECT 1 AS found FROM `+t.name+` LIMIT 1) AS sample`)
		if err != nil {
			return err
		}
		if n > 0 {
			return fault.New(fault.Conflict, "database_not_empty", "the database is not empty: restore into a new one")
		}
	}
	return nil
}

func (in *backupReader) write(ctx context.Context, tx session) error {
	if len(in.rows) == 0 {
		return nil
	}
	added, err := tx.insert(ctx, in.target, in.rows)
	if m, known := tx.dialect.meaning(err); known && m.kind == fault.Internal {
		err = in.refuse(err, "what a row before it refers to is missing")
	}
	if err == nil && added != len(in.rows) {
		err = in.refuse(nil, "a row before it comes twice")
	}
	in.done.Rows += added
	in.rows, in.size = in.rows[:0], 0
	return err
}
