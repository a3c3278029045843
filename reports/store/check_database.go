package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"fairplay/analysis/fault"
)

// unreadable turns an error of reading a damaged table into a damage, so that the other tables
// are still checked.
func (c *checker) unreadable(what string, err error) error {
	if m, ok := c.db.dialect.meaning(err); ok && m.kind == fault.Corrupt {
		c.damage(what, "all", "they cannot be read to their end: the database "+m.reason)
		return nil
	}
	return err
}

// integrity has SQLite check its pages and indexes, and compares the tables, indexes and
// triggers with those that this program makes.
func (sqliteDialect) integrity(ctx context.Context, s session) (found []Damage, err error) {
	err = each(ctx, s, func(row scanner) error {
		var text string
		if err := row.Scan(&text); err != nil || text == "ok" {
			return err
		}
		found = append(found, Damage{"database", "file", text})
		return nil
	}, `PRAGMA integrity_check`)
	if err != nil {
		return found, err
	}
	want, err := freshSchema(ctx)
	if err != nil {
		return found, err
	}
	is, err := schemaOf(ctx, s)
	return append(found, differences(is, want)...), err
}

// freshSchema returns the schema of a new database.
func freshSchema(ctx context.Context) (map[string]string, error) {
	db, err := newDB(sqliteDialect{}, "in memory")
	if err != nil {
		return nil, err
	}
	if db.write, err = sql.Open("sqlite", ":memory:"); err != nil {
		return nil, err
	}
	defer db.write.Close()
	db.write.SetMaxOpenConns(1)
	db.read = db.write
	if err := db.migrate(ctx); err != nil {
		return nil, err
	}
	return schemaOf(ctx, session{on: db.read, dialect: db.dialect})
}

// schemaOf returns the statements that made tables, indexes and triggers, by the name of each.
func schemaOf(ctx context.Context, s session) (map[string]string, error) {
	made := map[string]string{}
	err := each(ctx, s, func(row scanner) error {
		var kind, name, text string
		err := row.Scan(&kind, &name, &text)
		made[kind+" "+name] = text
		return err
	}, `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
	return made, err
}

func differences(is, want map[string]string) (found []Damage) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, there := is[name]; !there {
			found = append(found, Damage{"database", name, "it is missing"})
		} else if text != want[name] {
			found = append(found, Damage{"database", name, "it has been changed: fairplay makes it otherwise"})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, known := want[name]; !known {
			found = append(found, Damage{"database", name, "fairplay makes no such thing: it may change what is written"})
		}
	}
	return found
}

// integrity finds triggers and rules that change rows without the writer's knowledge. Pages are
// for PostgreSQL's own tools.
func (postgresDialect) integrity(ctx context.Context, s session) (found []Damage, err error) {
	err = each(ctx, s, func(row scanner) error {
		var kind, name, table string
		err := row.Scan(&kind, &name, &table)
		found = append(found, Damage{"database", fmt.Sprintf("%s %s on %s", kind, name, table), "fairplay makes no such thing: it may change what is written"})
		return err
	}, `SELECT 'trigger', t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
			JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND n.nspname = current_schema()
		UNION ALL SELECT 'rule', rulename, tablename FROM pg_rules WHERE schemaname = current_schema()
		ORDER BY 1, 2, 3`)
	return found, err
}

// versions finds versions of the tables that are recorded twice or not at all.
func (c *checker) versions(ctx context.Context, s session) error {
	provider, err := c.db.provider()
	if err != nil {
		return err
	}
	known := []int64{0}
	for _, source := range provider.ListSources() {
		known = append(known, source.Version)
	}
	next := 0
	return each(ctx, s, func(row scanner) error {
		var version int64
		if err := row.Scan(&version); err != nil {
			return err
		}
		want := newest(provider) + 1
		if next < len(known) {
			want = known[next]
		}
		if version != want {
			c.damage("database", "table goose_db_version", fmt.Sprintf("version %d stands where %d is expected: the list of versions has been altered", version, want))
		}
		if at, found := slices.BinarySearch(known, version); found {
			next = at
		}
		next++
		return nil
	}, `SELECT version_id FROM goose_db_version WHERE is_applied ORDER BY version_id`)
}

// CheckNoted compares the log with an end of it that somebody noted outside the database. Whoever can write to the database
// can drop the end of the log, or make all of it anew, and Check finds nothing; only such a note, or a checkpoint, shows it.
func (db *DB) CheckNoted(ctx context.Context, seal int64, hash []byte) (found []Damage, err error) {
	err = db.look(func(s session) error {
		found = nil
		why, err := s.strays(ctx, seal, hash)
		if why != "" {
			found = []Damage{{"seal", strconv.FormatInt(seal, 10), why}}
		}
		return err
	})
	return found, err
}

// CheckNotedAudit does the same with an end of the audit that was noted when it had a chain of its own. It shows whether the
// entries until then are still the same.
func (db *DB) CheckNotedAudit(ctx context.Context, seq int64, hash []byte) ([]Damage, error) {
	entries, err := db.AuditEntries(ctx, AuditQuery{Limit: int(seq)})
	if err != nil {
		return nil, err
	}
	end := logEnd{hash: make([]byte, 32)}
	for _, e := range entries {
		end = logEnd{e.Seq, e.chained(end.hash)}
	}
	if end.seq != seq || !bytes.Equal(end.hash, hash) {
		return []Damage{{"audit", strconv.FormatInt(seq, 10), "the entries until this one are not those that were noted: some are missing or others"}}, nil
	}
	return nil, nil
}
