package pipeline

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports/intake"
	"fairplay/reports/store"
	"fairplay/uci"
)

// BenchmarkEvaluation evaluates positions of real games with Stockfish under
// the quick recipe, as the program does it, and has bare processes make the
// same searches. The two have their turns in the order ours, bare, bare, ours,
// so that a machine that grows busier does both the same harm.
func BenchmarkEvaluation(b *testing.B) {
	for workers := 1; workers <= 2; workers++ {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { againstBare(b, workers) })
	}
}

func againstBare(b *testing.B, workers int) {
	path, err := uci.Find("")
	if err != nil {
		b.Fatal(err)
	}
	pool, err := uci.NewPool(b.Context(), path, workers)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	recipe, err := pool.Identity().Complete(analysis.Quick())
	if err != nil {
		b.Fatal(err)
	}
	engines := make([]*bare, workers)
	for i := range engines {
		engines[i] = startBare(b, path)
	}
	parts := stretches(b, 1+2*workers)
	ours := func(part stretch) screened { return part.evaluate(b, pool, recipe, workers) }
	warm := ours(parts[len(parts)-1])
	inTurn(engines, warm.positions, recipe)

	var we, they, asking time.Duration
	var ratios []float64
	n := 0
	for i := 0; b.Loop(); i++ {
		part := parts[i%len(parts)]
		first := ours(part)
		theirs := inTurn(engines, first.positions, recipe) + inTurn(engines, first.positions, recipe)
		again := ours(part)
		took := first.took + again.took
		we, they, n = we+took, they+theirs, n+2*len(first.positions)
		asking += first.asking + again.asking
		ratios = append(ratios, theirs.Seconds()/took.Seconds())
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op") // of both together: says nothing
	b.ReportMetric(float64(n)/we.Seconds(), "positions/s")
	b.ReportMetric(float64(n)/they.Seconds(), "bare-positions/s")
	b.ReportMetric(they.Seconds()/we.Seconds(), "ratio")
	b.ReportMetric(ratios[len(ratios)/2], "median-ratio")
	b.ReportMetric(asking.Seconds()/(we.Seconds()*float64(workers)), "engines-asked")
}

// stretch is some turns of one game.
type stretch struct {
	game        *analysis.Game
	first, last int
}

// stretches cuts the middle of the demonstration games into stretches of so
// many turns, no two in a row from the same game.
func stretches(b *testing.B, turns int) (all []stretch) {
	in, err := Read(b.Context(), opened([]string{demo}))
	if err != nil {
		b.Fatal(err)
	}
	for first := 13; first+turns <= 35; first += turns {
		for _, g := range in.Games {
			if len(g.Plies) > 2*(first+turns) {
				all = append(all, stretch{g, first, first + turns - 1})
			}
		}
	}
	return all
}

// screened is what evaluating a stretch took.
type screened struct {
	positions [][]uci.Request // the searches of each
	took      time.Duration
	asking    time.Duration // time that requests were with the engines, summed
}

// evaluate evaluates a stretch with a new cache.
func (s stretch) evaluate(b *testing.B, pool *uci.Pool, recipe analysis.Recipe, workers int) screened {
	cache, err := store.OpenCache(b.Context(), filepath.Join(b.TempDir(), "cache.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer cache.Close()
	policy := analysis.StandardPolicy()
	policy.FirstTurn, policy.LastTurn = s.first, s.last
	asked := &recorder{Engines: pool, at: map[string]int{}}
	e := Evaluator{Recipe: recipe, Policy: policy, Engines: asked, Cache: cache, Workers: workers}
	begun := time.Now()
	failed, err := e.Run(b.Context(), []*analysis.Game{s.game}, func(int, []analysis.MoveRecord) error { return nil })
	if err != nil || len(failed) > 0 {
		b.Fatal(err, failed)
	}
	asked.took = time.Since(begun)
	return asked.screened
}

// recorder notes what is asked of Engines, by position.
type recorder struct {
	Engines
	mu sync.Mutex
	at map[string]int // place of a position's searches
	screened
}

func (r *recorder) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	begun := time.Now()
	e, err := r.Engines.Evaluate(ctx, req)
	r.note(req, time.Since(begun))
	return e, err
}

func (r *recorder) note(req uci.Request, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, known := r.at[req.Position.Key]
	if !known {
		i = len(r.positions)
		r.at[req.Position.Key] = i
		r.positions = append(r.positions, nil)
	}
	r.positions[i] = append(r.positions[i], req)
	r.asking += took
}

// bare is an engine with the simplest driver possible: it sends a search and
// waits for bestmove.
type bare struct {
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
	return &bare{stdin, bufio.NewScanner(stdout)}
}

func (b *bare) until(word string) {
	for b.lines.Scan() && !strings.HasPrefix(b.lines.Text(), word) {
	}
}

func (b *bare) search(s uci.Request, hashMiB int, pass analysis.Pass) {
	fmt.Fprintf(b.stdin, "setoption name Hash value %d\nsetoption name MultiPV value %d\nucinewgame\nisready\n", hashMiB, pass.MultiPV)
	b.until("readyok")
	fmt.Fprintf(b.stdin, "position fen %s\ngo nodes %d\n", s.Position.Key, pass.Nodes)
	b.until("bestmove")
}

// inTurn has engines make the searches of the positions, each taking the next
// position when it is free, and returns how long that took.
func inTurn(engines []*bare, positions [][]uci.Request, recipe analysis.Recipe) time.Duration {
	next := make(chan []uci.Request)
	var wg sync.WaitGroup
	begun := time.Now()
	for _, e := range engines {
		wg.Go(func() {
			for searches := range next {
				for _, s := range searches {
					pass, _ := recipe.Pass(s.Passes[0])
					e.search(s, recipe.HashMiB, pass)
				}
			}
		})
	}
	for _, searches := range positions {
		next <- searches
	}
	close(next)
	wg.Wait()
	return time.Since(begun)
}

// BenchmarkRead reads 1,110 games from a packed file, as the program does, with
// all positions and their keys.
func BenchmarkRead(b *testing.B) {
	games, plies := 0, 0
	before := pipelinetest.OwnCPU(b)
	for b.Loop() {
		in, err := Read(b.Context(), file("../../testdata/pgn/twic1599_whole.pgn.zst"))
		if err != nil || len(in.Errors) > 0 {
			b.Fatal(err, in.Errors)
		}
		for _, g := range in.Games {
			games, plies = games+1, plies+len(g.Plies)
		}
	}
	cpu := (pipelinetest.OwnCPU(b) - before).Seconds()
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(games)/cpu, "games/cpu-s")
	b.ReportMetric(float64(games)/float64(b.N), "games")
	b.ReportMetric(float64(plies)/float64(b.N), "plies")
}

func file(path string) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		for part, err := range intake.Open(path, nil, intake.Limits{}) {
			if !yield(Text{Name: part.Name, Reader: part.Reader}, err) {
				return
			}
		}
	}
}
