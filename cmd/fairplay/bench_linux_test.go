package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/pgn"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// issue contains 1,110 games of one issue of The Week in Chess.
const issue = "../../testdata/pgn/twic1599_whole.pgn.zst"

// built builds the program in the form that users get; the test binary is larger.
func built(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "fairplay")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// finished is the time and memory that a run of the program took.
type finished struct {
	wall time.Duration
	cpu  time.Duration // processor time, with that of the engines
	peak int           // bytes of memory, of the program alone
}

// finish runs the program to its end and discards its output.
func finish(b *testing.B, program string, args ...string) finished {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var f finished
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				b.Fatal(err)
			}
			f.wall = time.Since(begun)
			f.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return f
		case <-tick.C:
			f.peak = max(f.peak, highWater(cmd.Process.Pid))
		}
	}
}

// highWater returns the most memory that a process has used so far, in bytes, 0 if the process
// is gone. The kernel's figure at the end of a process is no substitute, because it includes
// the engines and the parent process (getrusage(2)).
func highWater(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kB, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")))
			return kB << 10
		}
	}
	return 0
}

func megabytes(bytes int) float64 { return float64(bytes) / 1e6 }

// BenchmarkFirstScreen screens 1,110 games with a scripted engine, and reports
// the most memory that the program itself needed.
func BenchmarkFirstScreen(b *testing.B) {
	program, engine := built(b), ucitest.Engine{}.Command(b)
	fitted := fittedTo(b, engine)
	peak := 0
	for b.Loop() {
		cache := filepath.Join(b.TempDir(), "cache.db")
		peak = max(peak, finish(b, program, "screen", "--quiet", "--engine", engine, "--calibration", fitted, "--cache", cache, issue).peak)
	}
	b.ReportMetric(megabytes(peak), "peak-MB")
}

// fittedTo writes a calibration for an engine to which it was never fitted, so that games are
// scored as with Stockfish. The figures mean nothing.
func fittedTo(b *testing.B, engine string) string {
	all, err := calibration.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	fitted := *all[slices.IndexFunc(all, func(c *calibration.Calibration) bool { return c.Name == "standard-quick" })]
	pool, err := uci.NewPool(b.Context(), engine, 1)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	if fitted.Recipe, err = pool.Identity().Complete(analysis.Quick()); err != nil {
		b.Fatal(err)
	}
	fitted.RecipeFingerprint = fitted.Recipe.Fingerprint()
	path := filepath.Join(b.TempDir(), "calibration.json")
	if err := config.WriteWhole(path, config.ForEverybody, fitted.Save); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkSecondScreen screens 600 games whose evaluations by Stockfish are all in the cache,
// under the calibration that comes with the program.
func BenchmarkSecondScreen(b *testing.B) {
	program := built(b)
	games, cache := corpusGames(b, 600), filepath.Join(b.TempDir(), "cache.db")
	finish(b, program, "cache", "import", "--cache", cache, corpusFolder+"evaluations-quick.zst")
	var walls, cpus []time.Duration
	peak := 0
	for b.Loop() {
		f := finish(b, program, "screen", "--quiet", "--cache", cache, games)
		walls, cpus, peak = append(walls, f.wall), append(cpus, f.cpu), max(peak, f.peak)
	}
	scored(b, cache, games)
	slices.Sort(walls)
	slices.Sort(cpus)
	b.ReportMetric(walls[len(walls)/2].Seconds(), "median-s")
	b.ReportMetric(walls[0].Seconds(), "fastest-s")
	b.ReportMetric(cpus[len(cpus)/2].Seconds(), "cpu-s")
	b.ReportMetric(megabytes(peak), "peak-MB")
}

// corpusFolder contains the games and evaluations on which calibrations are fitted.
const corpusFolder = "../../testdata/corpus/"

// corpusGames writes the first games of the corpus into a file.
func corpusGames(b *testing.B, n int) string {
	return writeGames(b, read(b, corpusFolder+"games-quick.pgn.zst").Games[:n])
}

// writeGames writes games into a file.
func writeGames(b *testing.B, games []*analysis.Game) string {
	path := filepath.Join(b.TempDir(), "games.pgn")
	err := config.WriteWhole(path, config.ForEverybody, func(w io.Writer) error {
		for _, g := range games {
			if err := pgn.Write(w, g); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return path
}

func read(b *testing.B, file string) pipeline.Input {
	in, err := (&config.Program{}).Read(b.Context(), []string{file})
	if err != nil || len(in.Errors) > 0 {
		b.Fatal(err, in.Errors)
	}
	return in
}

// scored checks that the right thing was measured: every game has expectations, and no engine
// was asked.
func scored(b *testing.B, cache, games string) {
	before, _ := kept(b, cache)
	text := run(b, "screen", "--quiet", "--format", "json", "--cache", cache, games)
	after, _ := kept(b, cache)
	if after != before || strings.Count(text, `"expected"`) < 600 {
		b.Fatalf("%d positions were evaluated, and %d figures have an expectation", after-before, strings.Count(text, `"expected"`))
	}
}
