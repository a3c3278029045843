package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
)

// oldCache makes a file as the first version of this program did, with one
// evaluation.
func oldCache(t *testing.T) (path string) {
	t.Helper()
	path = nowhere(t)
	db := must[*DB](t)(connectSQLite(path))
	ok(t, db.migrateTo(t.Context(), func(p *goose.Provider) error {
		_, err := p.UpTo(t.Context(), 1)
		return err
	}))
	alter(t, db, `INSERT INTO recipes (id, fingerprint) VALUES (1, 'quick')`)
	for key, body := range must[map[rowKey][]byte](t)(encode(rowKey{recipe: "quick", position: position}, bothPasses(30))) {
		alter(t, db, `INSERT INTO evaluations (recipe, position, pass, body, digest, used) VALUES (1, ?, ?, ?, ?, 0)`,
			key.position, key.pass, body, digest(key, body))
	}
	ok(t, db.Close())
	return path
}

func TestOldCacheIsBroughtUpToDate(t *testing.T) {
	path := oldCache(t)
	var wg sync.WaitGroup
	for i := range 6 { // by several at once
		wg.Go(func() {
			db, err := Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if err := db.CreateEvent(t.Context(), newEvent(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	db := openFresh(t, path)
	expect(t, cacheIn(t, db), "quick", position, bothPasses(30))
	if n := len(must[[]Event](t)(db.Events(t.Context(), EventsQuery{}))); n != 6 {
		t.Errorf("%d events", n)
	}
}

// A published migration is never changed, because databases exist that it has made. The digests
// come from sha256sum.
func TestMigrationsStayAsTheyAre(t *testing.T) {
	published := map[string]string{
		"00001_evaluations.sql": "04fa0ef7143f0c55d1a8856a35d260ce41a3296758f734e4a0212b6019c8c25e",
		"00002_service.sql":     "a998b26577b262fac5334dd60725fea92cd260e0140985f58a64fc41fb07851c",
		"00003_seals.sql":       "4a3eba34dda887d01d1d21fb2bbe2deabc8503c437f89cd588fe2b84f4accf0b",
	}
	for name, want := range published {
		text := must[[]byte](t)(migrations.ReadFile("migrations/" + name))
		sum := sha256.Sum256(text)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s has been changed: %s", name, got)
		}
	}
}

func TestMigrationsOfPostgres(t *testing.T) {
	server := storetest.Start(t)

	empty := server.Fresh(t)
	_, err := Open(t.Context(), empty)
	expectFault(t, err, fault.Unavailable, "database_old")
	if err == nil || !strings.Contains(err.Error(), "fairplay migrate") {
		t.Errorf("the error does not say what helps: %v", err)
	}
	_, err = OpenCache(t.Context(), empty)
	expectFault(t, err, fault.Unavailable, "database_old")

	t.Run("by many at once", func(t *testing.T) {
		source := server.Fresh(t)
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				if err := Migrate(t.Context(), source); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		ok(t, openFresh(t, source).Ping(t.Context()))
	})
	t.Run("one after the other", func(t *testing.T) { checkAdvisoryLock(t, server.Fresh(t)) })
	t.Run("the same tables", func(t *testing.T) { checkSameTables(t, server.Fresh(t)) })
	t.Run("of a later version", func(t *testing.T) {
		for _, source := range []string{server.Fresh(t), cacheFile(t)} {
			db := openFresh(t, source)
			alter(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`)
			_, err := Open(t.Context(), source)
			expectFault(t, err, fault.Unavailable, "database_new")
			expectFault(t, Migrate(t.Context(), source), fault.Unavailable, "database_new")
		}
	})
}

// A migration waits until the lock is free.
func checkAdvisoryLock(t *testing.T, source string) {
	db := must[*DB](t)(connectPostgres(source))
	defer db.Close()
	conn := must[*sql.Conn](t)(db.write.Conn(t.Context()))
	defer conn.Close()
	ok(t, advisoryLock{}.SessionLock(t.Context(), conn))

	migrated := make(chan error, 1)
	go func() { migrated <- Migrate(context.WithoutCancel(t.Context()), source) }()
	waiting := 0
	for waiting == 0 {
		waiting = must[int](t)(readOne(t.Context(), db, nil, scanInt,
			`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`))
	}
	select {
	case err := <-migrated:
		t.Fatalf("migrated although another program holds the lock: %v", err)
	default:
	}
	ok(t, advisoryLock{}.SessionUnlock(t.Context(), conn))
	ok(t, <-migrated)
}

// column is the description of a column that both databases give.
type column struct {
	Table, Name, Kind string
	NotNull           bool
}

func scanColumn(row scanner, c *column) error {
	return row.Scan(&c.Table, &c.Name, &c.Kind, &c.NotNull)
}

// The tables have the same columns in the same order in both databases, and a
// backup leaves none out.
func checkSameTables(t *testing.T, address string) {
	sqlite, postgres := openFresh(t, cacheFile(t)), openFresh(t, address)
	const named = `m.name NOT LIKE 'goose%' AND m.name NOT LIKE 'sqlite%'`
	inSQLite := must[[]column](t)(readAll(t.Context(), sqlite, scanColumn,
		`SELECT m.name, c.name, c.type, c."notnull" OR c.pk > 0 FROM sqlite_master m JOIN pragma_table_info(m.name) c
			WHERE m.type = 'table' AND `+named+` ORDER BY m.name, c.cid`))
	inPostgres := must[[]column](t)(readAll(t.Context(), postgres, scanColumn,
		`SELECT table_name, column_name, upper(data_type), is_nullable = 'NO' FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name NOT LIKE 'goose%' ORDER BY table_name COLLATE "C", ordinal_position`))
	for i, c := range inSQLite {
		inSQLite[i].Kind = map[string]string{"INTEGER": "BIGINT", "TEXT": "TEXT", "BLOB": "BYTEA"}[c.Kind]
	}
	same(t, "columns", inPostgres, inSQLite)

	tables := map[string]bool{}
	for _, c := range inSQLite {
		tables[c.Table] = true
	}
	backedUp := backupTables()
	for _, b := range backedUp {
		if !tables[b.name] {
			t.Errorf("there is no table %s to back up", b.name)
		}
		delete(tables, b.name)
	}
	// Made again from tables in the backup or by the next start, gone in a week anyway, or in a file of their own.
	for _, passing := range []string{"case_keys", "staged_games", "staged_outcomes", "sheets", "engines", "sign_ins", "drafts", "preferences"} {
		delete(tables, passing)
	}
	if len(tables) > 0 {
		t.Errorf("a backup leaves out %v", tables)
	}

	name := func(row scanner, name *string) error { return row.Scan(name) }
	indexes := must[[]string](t)(readAll(t.Context(), sqlite, name,
		`SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`))
	slices.Sort(indexes)
	same(t, "indexes", must[[]string](t)(readAll(t.Context(), postgres, name,
		`SELECT i.indexname FROM pg_indexes i WHERE i.schemaname = 'public'
			AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)
			AND i.tablename NOT LIKE 'goose%' ORDER BY i.indexname COLLATE "C"`)), indexes)
}
