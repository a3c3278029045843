package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// issue is 1,110 games of one issue of The Week in Chess.
const issue = "../../testdata/pgn/twic1599_whole.pgn.zst"

// built builds the program as users have it; the test binary is larger.
func built(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "fairplay")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// finished is what a run of the program took.
type finished struct {
	wall time.Duration
	cpu  time.Duration // processor time, with that of the engines
	peak int           // bytes of memory, of the program alone
}

// finish runs the program to its end. What it prints is not kept.
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

// highWater is the most memory that a process has had until now, in bytes; 0
// where it is gone. What the kernel tells at a process's end will not do: it
// counts the engines and whoever started the process as well (getrusage(2)).
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
	peak := 0
	for b.Loop() {
		cache := filepath.Join(b.TempDir(), "cache.db")
		peak = max(peak, finish(b, program, screenArgs(engine, cache, issue)...).peak)
	}
	b.ReportMetric(megabytes(peak), "peak-MB")
}

func screenArgs(engine, cache, games string) []string {
	return []string{"screen", "--quiet", "--engine", engine, "--cache", cache, games}
}

// BenchmarkSecondScreen screens 600 games of which everything is in the cache.
// The evaluations are made up, and have the shape of those that Stockfish
// makes under the quick recipe.
func BenchmarkSecondScreen(b *testing.B) {
	program, engine := built(b), ucitest.Engine{}.Command(b)
	games, cache := firstGames(b, 600), filepath.Join(b.TempDir(), "cache.db")
	fill(b, engine, cache, games)
	args := screenArgs(engine, cache, games)
	var walls, cpus []time.Duration
	peak := 0
	for b.Loop() {
		f := finish(b, program, args...)
		walls, cpus, peak = append(walls, f.wall), append(cpus, f.cpu), max(peak, f.peak)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	b.ReportMetric(walls[len(walls)/2].Seconds(), "median-s")
	b.ReportMetric(walls[0].Seconds(), "fastest-s")
	b.ReportMetric(cpus[len(cpus)/2].Seconds(), "cpu-s")
	b.ReportMetric(megabytes(peak), "peak-MB")
}

// firstGames writes that many games into a file.
func firstGames(b *testing.B, n int) string {
	path := filepath.Join(b.TempDir(), "games.pgn")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for _, g := range read(b, issue).Games[:n] {
		if err := pgn.Write(f, g); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

func read(b *testing.B, file string) pipeline.Input {
	in, err := (&program{}).read(b.Context(), []string{file})
	if err != nil || len(in.Errors) > 0 {
		b.Fatal(err, in.Errors)
	}
	return in
}

// fill puts an evaluation of every position that the program will need into
// the cache.
func fill(b *testing.B, engine, cache, games string) {
	p := &program{env: func(string) string { return "" }}
	run, err := p.prepare(b.Context(), evaluating{recipe: "quick", engine: engine, cache: cache, workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	run.Engines, run.Workers = made{}, 2
	failed, err := run.Run(b.Context(), read(b, games).Games, func(int, []analysis.MoveRecord) error { return nil })
	if run.close(&err); err != nil || len(failed) > 0 {
		b.Fatal(err, failed)
	}
}

// made makes evaluations up: as many depths as Stockfish reaches on average,
// and values that change a little from one to the next.
type made struct{}

const (
	deepDepths = 28 // means of the forty positions of testdata/vectors
	wideDepths = 10
)

func (made) Evaluate(_ context.Context, req uci.Request) (analysis.Evaluation, error) {
	var e analysis.Evaluation
	if slices.Contains(req.Passes, analysis.Deep) {
		var best analysis.Line
		for depth := range deepDepths {
			if depth%6 == 0 { // a new mind every six depths
				best = table(req.Position, depth)[0]
			}
			e.Deep = append(e.Deep, analysis.DepthLine{Depth: depth + 1, Line: best})
		}
		e.BestMove = e.Deep[len(e.Deep)-1].Move
	}
	if slices.Contains(req.Passes, analysis.Wide) {
		for depth := 1; depth <= wideDepths; depth++ {
			e.Wide = append(e.Wide, analysis.DepthTable{Depth: depth, Lines: table(req.Position, depth)})
		}
	}
	return e, nil
}

// table values all moves: a value of each that lasts and a little that is of
// this depth alone.
func table(p analysis.Position, depth int) []analysis.Line {
	lines := make([]analysis.Line, len(p.Legal))
	for i, m := range p.Legal {
		value := ucitest.Score(p.Key, m, 0).Int() + ucitest.Score(p.Key, m, depth).Int()/15
		lines[i] = analysis.Line{Move: m, Value: analysis.Centipawns(value)}
	}
	slices.SortStableFunc(lines, func(a, b analysis.Line) int { return b.Value.Compare(a.Value) })
	return lines
}
