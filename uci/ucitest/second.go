package ucitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Second returns how the second engine is started, Stockfish 19 for node as
// "make second-engine" installs it: the program and its only argument. The test
// fails where either is missing.
func Second(t testing.TB) (program, argument string) {
	t.Helper()
	program, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("%v; run make second-engine", err)
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	argument = filepath.Join(folder, "fairplay", "npm", "node_modules", "stockfish", "bin", "stockfish-19-single.js")
	if _, err := os.Stat(argument); err != nil {
		t.Fatalf("%v; run make second-engine", err)
	}
	return program, argument
}
