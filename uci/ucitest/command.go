package ucitest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// configuration is the ending of the file that tells a copy of the test binary how its engine
// behaves.
const configuration = ".ucitest.json"

// Main turns the test binary into an engine if Command has started it as one, and then does not
// return. Call it first in TestMain:
//
//	func TestMain(m *testing.M) {
//		ucitest.Main()
//		os.Exit(m.Run())
//	}
func Main() {
	b, err := os.ReadFile(os.Args[0] + configuration)
	if err != nil {
		return
	}
	var e Engine
	if err := json.Unmarshal(b, &e); err != nil {
		panic(err)
	}
	// os.Exit would wait a second for the race detector's last reports.
	syscall.Exit(e.Run(os.Stdin, os.Stdout))
}

// Command returns the path of a program that runs this engine until the test ends. The
// package's TestMain must call Main.
func (e Engine) Command(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "engine")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	e.configure(t, path)
	return path
}

// Rebuilt is like Command, but the program's file has other bytes, which depend on Taste.
func (e Engine) Rebuilt(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rebuilt")
	Rebuild(t, self, path, "another build "+e.Taste)
	e.configure(t, path)
	return path
}

// Rebuild copies a program to a file and appends more bytes, which a program ignores.
func Rebuild(t testing.TB, program, path, more string) {
	t.Helper()
	b, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(b, more...), 0o700); err != nil {
		t.Fatal(err)
	}
}

// configure tells the program at path how its engine behaves.
func (e Engine) configure(t testing.TB, path string) {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+configuration, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
