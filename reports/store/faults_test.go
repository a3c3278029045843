package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
)

func TestFaultsOfPostgres(t *testing.T) {
	server := storetest.Start(t, "max_connections=40")
	source := server.Fresh(t)
	db := openFresh(t, source)
	makeEvent(t, db, "a")
	t.Run("restarted", func(t *testing.T) { checkRestart(t, server, db) })
	t.Run("cut off within a transaction", func(t *testing.T) { checkCutOff(t, db) })
	t.Run("in words", func(t *testing.T) { checkCodes(t, db) })
	t.Run("at the door", func(t *testing.T) { checkAddresses(t, server, source) })
}

// After a restart every connection of the pool is dead, but nobody notices. While the server is
// away, everybody gets an error.
func checkRestart(t *testing.T, server *storetest.Server, db *DB) {
	for _, end := range []func(testing.TB){server.Stop, server.Crash} {
		occupy(t, db)
		end(t)
		_, err := db.Event(t.Context(), "a")
		expectFault(t, err, fault.Unavailable, "database_unreachable")
		_, err = db.ChangeEvent(t.Context(), "a", 0, func(*Event) error { return nil })
		expectFault(t, err, fault.Unavailable, "database_unreachable")
		server.Restart(t)
		must[Event](t)(db.Event(t.Context(), "a"))

		occupy(t, db)
		server.Restart(t)
		var wg sync.WaitGroup
		for range 2 * maxConnections {
			wg.Go(func() {
				if _, err := db.Event(t.Context(), "a"); err != nil {
					t.Error(err)
				}
				if _, err := db.ChangeEvent(t.Context(), "a", 0, func(e *Event) error { e.Players++; return nil }); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	if e := must[Event](t)(db.Event(t.Context(), "a")); e.Players != 100+4*maxConnections {
		t.Errorf("%d changes were kept, want %d", e.Players-100, 4*maxConnections)
	}
}

// occupy makes the pool open all its connections.
func occupy(t *testing.T, db *DB) {
	t.Helper()
	var conns []*sql.Conn
	for len(conns) < maxConnections {
		conn, err := db.write.Conn(t.Context())
		ok(t, err)
		if conn.PingContext(t.Context()) == nil { // none that has died before
			conns = append(conns, conn)
		}
	}
	for _, conn := range conns {
		ok(t, conn.Close())
	}
}

func checkCutOff(t *testing.T, db *DB) {
	before := must[Event](t)(db.Event(t.Context(), "a"))
	runs := 0
	err := db.transaction(t.Context(), func(tx session) error {
		runs++
		if _, err := tx.exec(t.Context(), `UPDATE events SET name = 'lost'`); err != nil {
			return err
		}
		_, err := tx.exec(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	expectFault(t, err, fault.Unavailable, "database_lost")
	if runs != 1 {
		t.Errorf("what may have been done was done %d times", runs)
	}
	same(t, "event", must[Event](t)(db.Event(t.Context(), "a")), before)
}

// The codes are those of appendix A of the manual of PostgreSQL.
func checkCodes(t *testing.T, db *DB) {
	for code, want := range map[string]struct {
		kind fault.Kind
		code string
		says string
	}{
		"53100": {fault.Unavailable, "database_full", "the disk of its server is full"},
		"53300": {fault.Unavailable, "database_busy", "takes no more connections"},
		"57P01": {fault.Unavailable, "database_lost", "stopped or started"},
		"57P03": {fault.Unavailable, "database_lost", "stopped or started"},
		"55P03": {fault.Unavailable, "database_busy", "busy"},
		"25006": {fault.Unavailable, "database_read_only", "write"},
		"42P01": {fault.Unavailable, "database_old", "fairplay migrate"},
		"23505": {fault.Internal, "database_rule", "rules"},
		"XX001": {fault.Corrupt, "database_corrupt", "damaged"},
		"22012": {fault.Unavailable, "database_unavailable", "as expected"},
	} {
		err := db.transaction(t.Context(), func(tx session) error {
			_, err := tx.exec(t.Context(), fmt.Sprintf(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '%s'; END $$`, code))
			return err
		})
		expectFault(t, err, want.kind, want.code)
		if err == nil || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%s: %v", code, err)
		}
	}
	runs := 0 // a transaction that got in another's way is repeated
	ok(t, db.transaction(t.Context(), func(tx session) error {
		if runs++; runs > 2 {
			return nil
		}
		_, err := tx.exec(t.Context(), `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '40P01'; END $$`)
		return err
	}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Event(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func checkAddresses(t *testing.T, server *storetest.Server, source string) {
	for _, c := range []struct {
		name, address, code string
		kind                fault.Kind
	}{
		{"no address", "postgres://user:secret@host:port/x", "database_address", fault.Invalid},
		{"no server", "postgres://user:secret@127.0.0.1:1/x", "database_unreachable", fault.Unavailable},
		{"no database", server.Address("unknown"), "database_unavailable", fault.Unavailable},
		{"no such user", strings.Replace(source, "postgres@", "nobody:secret@", 1), "database_refused", fault.Unavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open(t.Context(), c.address)
			expectFault(t, err, c.kind, c.code)
			if err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
}

// A full disk stops writing and nothing else. Once there is room again, everything goes on.
func TestDiskFull(t *testing.T) {
	db := openFresh(t, cacheFile(t))
	makeEvent(t, db, "a")
	pragma := func(text string) {
		_, err := db.write.ExecContext(t.Context(), text)
		ok(t, err)
	}
	var pages int
	ok(t, db.write.QueryRowContext(t.Context(), `PRAGMA page_count`).Scan(&pages))
	pragma(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+8))
	body := noise(3 * uploadChunk)
	err := db.PutUpload(t.Context(), hexDigest(body), int64(len(body)), bytes.NewReader(body), start)
	expectFault(t, err, fault.Unavailable, "database_full")
	var games []StoredGame
	for i := range 200 {
		games = append(games, newGame(fmt.Sprint(i), string(noise(1000)), i))
	}
	expectFault(t, db.PutGames(t.Context(), games), fault.Unavailable, "database_full")
	must[Event](t)(db.Event(t.Context(), "a"))
	pragma(`PRAGMA max_page_count = 1000000`)
	putUpload(t, db, body)
	ok(t, db.PutGames(t.Context(), games))
	found := must[Checked](t)(db.Check(t.Context(), nil))
	same(t, "check", found, Checked{Uploads: 1, Games: 200, Seals: 3, Rows: 203, SealHead: 3, SealHash: found.SealHash})
}
