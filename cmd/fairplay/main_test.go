package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"fairplay/analysis"
	"fairplay/uci/ucitest"
)

// endAtOnce spares every program of a test the second that the race detector waits at its end.
const endAtOnce = "atexit_sleep_ms=0"

// TestMain lets the test binary be five programs: a scripted engine, an engine whose commands
// are noted, fairplay itself, fairplay with a clock that jumps, and the tests.
func TestMain(m *testing.M) {
	ucitest.Main()
	standIn()
	os.Setenv("GORACE", endAtOnce)
	testscript.Main(m, map[string]func(){"fairplay": main, adrift: func() { os.Exit(runProcess(driftingClock)) }})
}

var update = flag.Bool("update", false, "write the golden texts of the scripts anew")

// TestScripts runs the scenarios of testdata/script: each is a story that a user could live
// through. $ENGINE is a scripted engine, $SECOND another that claims to be the second one,
// $TESTDATA the folder of games.
func TestScripts(t *testing.T) {
	engine := ucitest.Engine{}.Command(t)
	second := ucitest.Engine{Named: analysis.SecondEngine, Taste: "second"}.Command(t)
	games, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", Cmds: scriptCommands(), UpdateScripts: *update, RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values[serverKey{}] = new([]*launched)
			env.Setenv("ENGINE", engine)
			env.Setenv("SECOND", second)
			env.Setenv("GORACE", endAtOnce)
			env.Setenv("TESTDATA", games)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("HOME", env.WorkDir)
			return os.Mkdir(filepath.Join(env.WorkDir, ".cache"), 0o755)
		},
	})
}
