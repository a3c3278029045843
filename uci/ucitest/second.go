package ucitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// SecondBehaviour is the behaviour of the second engine under its recipe.
const SecondBehaviour = "5b39cb5c4bf7ccec656d1d18100ba77de226f9b96de74c822b2e0977764884d4"

// Second returns the command that starts the second engine, Stockfish 19 for node as "make
// second-engine" installs it: the program and its only argument. The test fails where either is
// missing.
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
