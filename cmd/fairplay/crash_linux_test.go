package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// screened is a screening that is disturbed in one way after another, and its result without
// disturbance.
type screened struct {
	games, engine string
	workers       string
	want          string // the report
	passes        int    // number of searches that it takes
}

// undisturbed screens the games once.
func undisturbed(t *testing.T, games, engine, workers string) *screened {
	t.Helper()
	s := &screened{games: games, engine: engine, workers: workers}
	cache := cacheFile(t)
	run := s.start(t, cache)
	s.want = run.report()
	if _, s.passes = kept(t, cache); s.passes == 0 || run.searches() != s.passes {
		t.Fatalf("undisturbed, %d searches were made for %d passes", run.searches(), s.passes)
	}
	return s
}

func (s *screened) start(t testing.TB, cache string) *started {
	t.Helper()
	return start(t, "screen", "--engine", s.engine, "--workers", s.workers, "--cache", cache, "--quiet", "--format", "json", s.games)
}

// again screens with the cache that a disturbed run has left. It must make the same report, and
// search only for the passes that the cache lacks.
func (s *screened) again(t *testing.T, cache string) {
	t.Helper()
	_, have := kept(t, cache)
	if have == 0 || have >= s.passes {
		t.Errorf("the disturbed run left %d of %d passes", have, s.passes)
	}
	run := s.start(t, cache)
	if got := run.report(); got != s.want {
		t.Errorf("another report than without disturbance:\n%s", got)
	}
	if n := run.searches(); n != s.passes-have {
		t.Errorf("%d searches were made although only %d of %d passes were missing", n, s.passes-have, s.passes)
	}
}

func cacheFile(t testing.TB) string { return filepath.Join(t.TempDir(), "cache.db") }

// sample writes the first games of the demonstration into a file.
func sample(t testing.TB, games int) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	const begin = "[Event "
	all := strings.Split(string(text), begin)
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte(strings.Join(all[:1+games], begin)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Whatever kills engines or the program itself, at any moment, the report is the same in the
// end, and no evaluation is repeated.
func TestCrashes(t *testing.T) {
	engine := notes(t, ucitest.Engine{Delay: 10 * time.Millisecond}.Command(t))
	s := undisturbed(t, sample(t, 3), engine, "2")
	for name, disturb := range map[string]func(*testing.T, *screened){
		"engines are killed":         killEngines,
		"the program is killed":      killProgram,
		"the program is interrupted": interrupt,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			disturb(t, s)
		})
	}
}

func killEngines(t *testing.T, s *screened) {
	run := s.start(t, cacheFile(t))
	var killed []process
	for n := 20; n <= 100; n += 20 {
		run.awaitSearch(n)
		killed = append(killed, run.killEngine())
	}
	if got := run.report(); got != s.want {
		t.Errorf("another report than without disturbance:\n%s", got)
	}
	if more := run.searches() - s.passes; more < 1 || more > 2*len(killed) {
		t.Errorf("%d searches were made again for %d engines killed", more, len(killed))
	}
}

// killEngine kills the engine that has run longest.
func (s *started) killEngine() process {
	s.Helper()
	var engines []process
	s.await("an engine runs", func() bool { engines = s.engines(); return len(engines) > 0 })
	if err := syscall.Kill(engines[0].pid, syscall.SIGKILL); err != nil {
		s.Fatal(err)
	}
	return engines[0]
}

func killProgram(t *testing.T, s *screened) {
	cache := cacheFile(t)
	run := s.start(t, cache)
	safe := 0
	run.await("evaluations are in the file", func() bool { _, safe = kept(t, cache); return safe > 0 })
	run.awaitSearch(run.searches() + 4) // so that some are not yet stored
	engines := run.engines()
	run.signal(syscall.SIGKILL)
	<-run.ended
	awaitEnd(t, engines)
	if _, left := kept(t, cache); left < safe {
		t.Errorf("%d passes were in the file, %d are after the kill", safe, left)
	}
	s.again(t, cache)
}

// awaitEnd waits until engines, of which there is at least one, have ended.
func awaitEnd(t testing.TB, engines []process) {
	t.Helper()
	if len(engines) == 0 {
		t.Error("no engine ran")
	}
	every(t, "the engines end", func() bool {
		return !slices.ContainsFunc(engines, func(p process) bool { return !p.gone() })
	})
}

// Engines end with the program however it ends, even those that ignore the end of their input.
func TestKilledProgramLeavesNoEngine(t *testing.T) {
	t.Parallel()
	engine := notes(t, ucitest.Engine{Delay: 10 * time.Millisecond, Fault: ucitest.IgnoresQuit}.Command(t))
	run := (&screened{games: sample(t, 1), engine: engine, workers: "2"}).start(t, cacheFile(t))
	run.awaitSearch(10)
	engines := run.engines()
	run.signal(syscall.SIGKILL)
	<-run.ended
	awaitEnd(t, engines)
}

func interrupt(t *testing.T, s *screened) {
	cache := cacheFile(t)
	run := s.start(t, cache)
	run.awaitSearch(60)
	engines := run.engines()
	run.signal(syscall.SIGINT)
	<-run.ended
	if code := run.cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d, not 130", code)
	}
	if got := run.stderr.String(); got != "fairplay: stopped. What was evaluated so far is kept; the same command goes on from there.\n" {
		t.Errorf("said %q", got)
	}
	if run.stdout.String() != "" {
		t.Errorf("printed half a report:\n%s", &run.stdout)
	}
	for _, e := range engines {
		if !e.gone() {
			t.Errorf("engine %d still runs", e.pid)
		}
	}
	const inFlight = 2 * 2 // two passes for each of two workers
	if _, have := kept(t, cache); run.searches()-have > inFlight {
		t.Errorf("of %d searches begun only %d passes were kept", run.searches(), have)
	}
	s.again(t, cache)
}

// An engine that does not obey delays the end of the program. A second Ctrl-C ends it at once.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	t.Parallel()
	engine := notes(t, ucitest.Engine{Fault: ucitest.HangsInSearch, After: 5}.Command(t))
	run := (&screened{games: sample(t, 1), engine: engine, workers: "1"}).start(t, cacheFile(t))
	run.awaitSearch(6)
	engines := run.engines()
	every(t, "the program ends", func() bool {
		run.signal(syscall.SIGINT)
		return run.over()
	})
	status := run.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("the program ended by itself: %v\n%s", run.cmd.ProcessState, &run.stderr)
	}
	awaitEnd(t, engines)
}

// fragment is a part of a game just long enough to count: from turn 9 on, it has four positions
// to evaluate.
const fragment = `[White "Vachier-Lagrave, Maxime"]
[Black "Shirov, Alexei"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "3r2k1/1bp2ppp/p2q4/Pp1P4/3Q4/1B5P/1P3PP1/4R1K1 w - - 1 2"]

2. Qe3 h6 3. Rd1 Bc8 4. Rc1 Bd7 5. Qg3 Qxg3 6. fxg3 Rc8 7. Rf1 Kf8 8. d6 f6
9. Rd1 cxd6 10. Rxd6 1/2-1/2
`

// Stockfish itself is killed while it searches.
func TestStockfishKilled(t *testing.T) {
	t.Parallel()
	stockfish, err := uci.Find("")
	if err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(t.TempDir(), "fragment.pgn")
	if err := os.WriteFile(games, []byte(fragment), 0o600); err != nil {
		t.Fatal(err)
	}
	s := undisturbed(t, games, notes(t, stockfish), "1")
	run := s.start(t, cacheFile(t))
	run.awaitSearch(3)
	killed := run.killEngine()
	if got := run.report(); got != s.want {
		t.Errorf("another report than without disturbance:\n%s", got)
	}
	if !killed.gone() || run.searches() <= s.passes {
		t.Errorf("%d searches were made, %d undisturbed: the kill struck nothing", run.searches(), s.passes)
	}
}
