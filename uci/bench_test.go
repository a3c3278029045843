package uci

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/uci/ucitest"
)

// bare is the simplest driver possible: it sends the same searches and waits
// for bestmove.
type bare struct {
	cmd   *exec.Cmd
	stdin io.Writer
	lines *bufio.Scanner
}

func startBare(b *testing.B, path string) *bare {
	cmd := exec.Command(path)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return &bare{cmd, stdin, bufio.NewScanner(stdout)}
}

func (b *bare) until(word string) {
	for b.lines.Scan() && !strings.HasPrefix(b.lines.Text(), word) {
	}
}

func (b *bare) evaluate(p analysis.Position, r analysis.Recipe) {
	for _, pass := range r.Passes {
		fmt.Fprintf(b.stdin, "setoption name Hash value %d\nsetoption name MultiPV value %d\nucinewgame\nisready\n", r.HashMiB, pass.MultiPV)
		b.until("readyok")
		fmt.Fprintf(b.stdin, "position fen %s\ngo nodes %d\n", p.Key, pass.Nodes)
		b.until("bestmove")
	}
}

// race gives the positions to a number of workers, each of which takes the next one when it is
// free, and returns how long that took.
func race(positions []analysis.Position, workers int, evaluate func(worker int, p analysis.Position)) time.Duration {
	next := make(chan analysis.Position)
	var wg sync.WaitGroup
	start := time.Now()
	for w := range workers {
		wg.Go(func() {
			for p := range next {
				evaluate(w, p)
			}
		})
	}
	for _, p := range positions {
		next <- p
	}
	close(next)
	wg.Wait()
	return time.Since(start)
}

// BenchmarkPool gives the same positions to a pool and to bare engines in turn, because the
// machine is never quiet. It reports positions a second and their ratio.
func BenchmarkPool(b *testing.B) {
	scripted := func(b *testing.B) string { return ucitest.Engine{Delay: 20 * time.Millisecond}.Command(b) }
	real := func(*testing.B) string { return stockfish }
	for _, c := range []struct {
		name    string
		engine  func(*testing.B) string
		workers int
	}{{"stockfish/1", real, 1}, {"stockfish/2", real, 2}, {"scripted/1", scripted, 1}, {"scripted/2", scripted, 2}} {
		b.Run(c.name, func(b *testing.B) { compare(b, c.engine(b), c.workers) })
	}
}

func compare(b *testing.B, path string, workers int) {
	var positions []analysis.Position
	for _, v := range some(vectors(b), "quick", 1) {
		positions = append(positions, v.position(b))
	}
	recipe := analysis.Quick()
	pool, err := NewPool(b.Context(), path, workers)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	engines := make([]*bare, workers)
	for i := range engines {
		engines[i] = startBare(b, path)
	}
	const stretch = 4 // positions for each worker before the other driver has its turn
	var ours, theirs time.Duration
	var ratios []float64
	n := 0
	for b.Loop() {
		at := n * stretch * workers % len(positions)
		part := positions[at:min(at+stretch*workers, len(positions))]
		var we, they time.Duration
		us := func() {
			we = race(part, workers+1, func(_ int, p analysis.Position) {
				if _, err := pool.Evaluate(b.Context(), Request{Position: p, Recipe: recipe}); err != nil {
					b.Error(err)
				}
			})
		}
		them := func() {
			they = race(part, workers, func(w int, p analysis.Position) { engines[w].evaluate(p, recipe) })
		}
		if n++; n == 1 { // both warm up
			us()
			them()
		}
		if n%2 == 0 {
			us()
			them()
		} else {
			them()
			us()
		}
		ours, theirs, ratios = ours+we, theirs+they, append(ratios, they.Seconds()/we.Seconds())
	}
	done := float64(n * stretch * workers)
	b.ReportMetric(done/ours.Seconds(), "pool-positions/s")
	b.ReportMetric(done/theirs.Seconds(), "bare-positions/s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "median-ratio")
}
