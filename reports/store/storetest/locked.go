package storetest

import (
	"context"
	"sync"
	"testing"
)

// Lock keeps everybody from writing to a table of the database with that address, until the
// returned function is called or the test ends. Writers wait meanwhile.
func (s *Server) Lock(t testing.TB, address, table string) (release func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn := connect(ctx, t, address)
	release = sync.OnceFunc(func() { conn.Close(context.Background()) })
	t.Cleanup(release)
	if _, err := conn.Exec(ctx, "BEGIN; LOCK TABLE "+table+" IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	return release
}

// Waiting returns how many statements in the database with that address wait
// for somebody's lock.
func (s *Server) Waiting(t testing.TB, address string) (n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn := connect(ctx, t, address)
	defer conn.Close(ctx)
	err := conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
