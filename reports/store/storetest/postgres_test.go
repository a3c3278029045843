package storetest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestServer(t *testing.T) {
	s := Start(t)
	first, second := s.Fresh(t), s.Fresh(t)
	if first == second {
		t.Fatalf("twice %s", first)
	}
	s.Exec(t, first, `CREATE TABLE words (word text); INSERT INTO words VALUES ('chess')`)
	s.Restart(t)
	expectWords(t, first, 1)
	s.Exec(t, first, `INSERT INTO words VALUES ('board')`)
	s.Crash(t)
	if _, err := pgx.Connect(t.Context(), first); err == nil {
		t.Error("a server that has ended answers")
	}
	s.Restart(t)
	expectWords(t, first, 2)
	s.Stop(t)
	s.Stop(t) // without effect
}

func expectWords(t *testing.T, address string, want int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	var got int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM words`).Scan(&got); err != nil || got != want {
		t.Errorf("%d words, %v; want %d", got, err, want)
	}
}
