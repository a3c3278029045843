package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

// TestMain lets the test binary be three programs: a scripted engine, fairplay-calibrate, and the tests.
func TestMain(m *testing.M) {
	ucitest.Main()
	testscript.Main(m, map[string]func(){"fairplay-calibrate": main})
}

// TestScripts runs the scenarios of testdata/script. $ENGINE is a scripted engine, $TESTDATA the folder of games.
func TestScripts(t *testing.T) {
	engine := ucitest.Engine{}.Command(t)
	games, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"cache-import": cacheImport},
		Setup: func(env *testscript.Env) error {
			env.Setenv("ENGINE", engine)
			env.Setenv("TESTDATA", games)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("HOME", env.WorkDir)
			return os.Mkdir(filepath.Join(env.WorkDir, ".cache"), 0o755)
		},
	})
}

// cacheImport does what "fairplay cache import" does, and prints how many passes were new: cache-import CACHE FILE.
func cacheImport(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cache-import CACHE FILE")
	}
	from, err := os.Open(ts.MkAbs(args[1]))
	ts.Check(err)
	defer from.Close()
	cache, err := store.OpenCache(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	read, err := cache.Import(context.Background(), from)
	ts.Check(err)
	ts.Check(cache.Close())
	fmt.Fprintf(ts.Stdout(), "%d new passes\n", read.New)
}
