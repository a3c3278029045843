package ucitest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// configuration is the ending of the file that tells a copy of the test binary
// which engine it is.
const configuration = ".ucitest.json"

// Main turns the test binary into an engine where Command has started it as
// one; it does not return then. Call it first in TestMain:
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

// Command returns the path of a program that is this engine, for as long as the
// test runs. The package's TestMain must call Main.
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
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+configuration, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
