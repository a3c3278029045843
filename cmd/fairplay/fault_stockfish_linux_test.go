package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/uci"
)

// A server is killed while Stockfish searches for it. The report of the next server is that of
// an undisturbed run of the command line.
func TestServerWithStockfishKilled(t *testing.T) {
	t.Parallel()
	stockfish, err := uci.Find("")
	if err != nil {
		t.Fatal(err)
	}
	h := &premises{T: t, data: filepath.Join(t.TempDir(), "data"), key: filepath.Join(t.TempDir(), "server.key"), engine: notes(t, stockfish)}
	games := filepath.Join(t.TempDir(), batchName)
	if err := os.WriteFile(games, []byte(fragment), 0o600); err != nil {
		t.Fatal(err)
	}
	v := &victim{premises: h, trial: &trial{games: []byte(fragment)}}
	s := v.serve("--engines", "1")
	v.open(s)
	v.handIn(s)
	s.awaitSearch(3)
	if engines := s.die(); engines != 1 {
		t.Errorf("%d engines went with the server", engines)
	}
	s = v.serve("--engines", "1")
	got := v.awaitReport(s)
	printed := run(t, "screen", "--engine", h.engine, "--cache", cacheFile(t), "--workers", "1", "--quiet", "--format", "json", games)
	if want := strings.ReplaceAll(printed, games, batchName); got != want {
		t.Errorf("the server that was killed says\n%s\nand the command line\n%s", got, want)
	}
}
