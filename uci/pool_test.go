package uci

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// pauses is a clock that notes each waiting time without waiting.
type pauses struct {
	mu   sync.Mutex
	seen []time.Duration
}

func (p *pauses) wait(ctx context.Context, d time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = append(p.seen, d)
	return context.Cause(ctx)
}

// quickly is a back-off that takes no time.
func (p *pauses) quickly() Setting {
	return WithBackoff(Backoff{First: time.Second, Last: 3 * time.Second, Wait: p.wait})
}

// pool starts a pool of scripted engines and closes it when the test ends.
func pool(t *testing.T, e ucitest.Engine, size int, o ...Setting) *Pool {
	t.Helper()
	p, err := NewPool(t.Context(), e.Command(t), size, append(o, withLimits(soon()))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestPoolReplaces shows that an engine that dies once costs a restart and
// nothing else.
func TestPoolReplaces(t *testing.T) {
	for _, f := range []ucitest.Fault{ucitest.DiesInSearch, ucitest.PartialLine, ucitest.IllegalMove} {
		var clock pauses
		p := pool(t, ucitest.Engine{Fault: f, After: 2, Once: filepath.Join(t.TempDir(), "once")}, 1, clock.quickly())
		req := Request{Position: position(t, lonely), Recipe: tiny()}
		for range 3 {
			got, err := p.Evaluate(t.Context(), req)
			if diff := cmp.Diff(scripted(req.Position, req.Recipe), got, byInt); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got):\n%s", f, err, diff)
			}
		}
		if set := p.Identity().Set; !slices.Equal(set, []analysis.Option{{Name: "Hash", Value: "8"}, {Name: "Threads", Value: "1"}}) {
			t.Errorf("%s: options set %v", f, set)
		}
		if got := p.Stats(); got != (Stats{Evaluations: 3, Restarts: 1}) {
			t.Errorf("%s: %+v", f, got)
		}
		if !slices.Equal(clock.seen, []time.Duration{time.Second}) {
			t.Errorf("%s: pauses %v", f, clock.seen)
		}
	}
}

// TestPoolGivesUp shows an engine that always fails: the error names the
// position, and pauses grow until something succeeds.
func TestPoolGivesUp(t *testing.T) {
	var clock pauses
	p := pool(t, ucitest.Engine{Fault: ucitest.SkipsIndex}, 1, clock.quickly())
	req := Request{Position: position(t, lonely), Recipe: tiny()}
	try := func() {
		t.Helper()
		_, err := p.Evaluate(t.Context(), req)
		end, ok := errors.AsType[*TerminatedError](err)
		if !ok || !strings.Contains(end.Reason, "complete for all 3 moves") {
			t.Errorf("the cause is lost: %v", err)
		}
		if f, _ := errors.AsType[*fault.Error](err); f == nil || f.Code != PositionFailed {
			t.Errorf("code of %v", err)
		}
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), lonely) || !strings.Contains(err.Error(), "3 attempts") {
			t.Error(err)
		}
	}
	try()
	if _, err := p.Evaluate(t.Context(), Request{Position: req.Position, Recipe: req.Recipe, Passes: []string{analysis.Deep}}); err != nil {
		t.Errorf("a pass without fault: %v", err)
	}
	try()
	seconds := []time.Duration{1, 2, 3, 1, 2}
	for i := range seconds {
		seconds[i] *= time.Second
	}
	if !slices.Equal(clock.seen, seconds) {
		t.Errorf("pauses %v, want %v", clock.seen, seconds)
	}
	if got := p.Stats(); got != (Stats{Evaluations: 1, Restarts: 5}) {
		t.Errorf("%+v", got)
	}
}

func TestBackoffJitter(t *testing.T) {
	b := StandardBackoff(func() float64 { return 0.5 })
	for failures, want := range map[int]time.Duration{1: 75 * time.Millisecond, 2: 150 * time.Millisecond, 99: 7500 * time.Millisecond} {
		if got := b.delay(failures); got != want {
			t.Errorf("%d failures: %v, want %v", failures, got, want)
		}
	}
}

func TestWait(t *testing.T) {
	if err := wait(t.Context(), time.Nanosecond); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := wait(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestPoolWorkIsShared holds up one of two engines and shows that the other does all the rest
// meanwhile; then it closes the pool while the first is still held up.
func TestPoolWorkIsShared(t *testing.T) {
	once := filepath.Join(t.TempDir(), "once")
	p := pool(t, ucitest.Engine{Fault: ucitest.WaitsForStop, Once: once}, 2)
	req := Request{Position: position(t, lonely), Recipe: tiny()}
	answers := make(chan error)
	for range 10 {
		go func() {
			_, err := p.Evaluate(t.Context(), req)
			answers <- err
		}()
	}
	for range 9 {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	p.Close()
	if err := <-answers; fault.KindOf(err) != fault.Unavailable {
		t.Errorf("the held request ended with %v", err)
	}
	if _, err := p.Evaluate(t.Context(), req); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("the closed pool answered %v", err)
	}
}

// TestPoolCancel cancels one request that holds up the only engine and one that waits for it.
// The pool goes on.
func TestPoolCancel(t *testing.T) {
	for _, f := range []ucitest.Fault{ucitest.WaitsForStop, ucitest.HangsAfterStop} {
		p := pool(t, ucitest.Engine{Fault: f, Once: filepath.Join(t.TempDir(), "once")}, 1)
		req := Request{Position: position(t, lonely), Recipe: tiny()}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		answers := make(chan error)
		for range 2 {
			go func() {
				_, err := p.Evaluate(ctx, req)
				answers <- err
			}()
		}
		for range 2 {
			if err := <-answers; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", f, err)
			}
		}
		cancel()
		if _, err := p.Evaluate(t.Context(), req); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if got := p.Stats(); got != (Stats{Evaluations: 1}) {
			t.Errorf("%s: %+v", f, got)
		}
	}
}

// TestPoolRefuses shows requests for which another attempt would not help.
func TestPoolRefuses(t *testing.T) {
	p := pool(t, ucitest.Engine{Lacks: []string{"Hash"}}, 1)
	if _, err := p.Evaluate(t.Context(), Request{Recipe: tiny()}); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if _, err := p.Evaluate(t.Context(), Request{Position: position(t, lonely), Recipe: tiny()}); fault.KindOf(err) != fault.Unprocessable {
		t.Error(err)
	}
	if got := p.Stats(); got != (Stats{}) {
		t.Errorf("%+v", got)
	}
}

// TestPoolEngineChanged replaces the engine by another while a pool works.
func TestPoolEngineChanged(t *testing.T) {
	var clock pauses
	with := settled([]Setting{clock.quickly()})
	starts := 0
	p, err := newPool(t.Context(), 1, with, func(ctx context.Context) (*conversation, error) {
		if starts++; starts == 1 {
			return linked(ctx, ucitest.Engine{Fault: ucitest.NoMove}.Dial(t), with)
		}
		return linked(ctx, ucitest.Dial(t, greeting+"> quit"), with)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, err = p.Evaluate(t.Context(), Request{Position: position(t, lonely), Recipe: tiny()})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "has changed") {
		t.Error(err)
	}
	if f, _ := errors.AsType[*fault.Error](err); f == nil || f.Code == PositionFailed {
		t.Errorf("the position is blamed: %v", err)
	}
}

// TestPoolOrder shows with a real engine that neither order nor number of
// engines matters.
func TestPoolOrder(t *testing.T) {
	recipe := analysis.Recipe{Name: "small", Threads: 1, HashMiB: 4,
		Passes: []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 2000}, {Name: analysis.Wide, MultiPV: 50, Nodes: 6000}}}
	var positions []analysis.Position
	for _, v := range some(vectors(t), "quick", 1) {
		positions = append(positions, v.position(t))
	}
	one, err := Start(t.Context(), stockfish)
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	want := make([]analysis.Evaluation, len(positions))
	for i, p := range positions {
		if want[i], err = one.Evaluate(t.Context(), Request{Position: p, Recipe: recipe}); err != nil {
			t.Fatal(err)
		}
	}
	two, err := NewPool(t.Context(), stockfish, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2 {
		var wg sync.WaitGroup
		for _, i := range random.Perm(len(positions)) {
			wg.Go(func() {
				got, err := two.Evaluate(t.Context(), Request{Position: positions[i], Recipe: recipe})
				if diff := cmp.Diff(want[i], got, byInt); diff != "" || err != nil {
					t.Errorf("%s: %v (-want +got):\n%s", positions[i].Key, err, diff)
				}
			})
		}
		wg.Wait()
	}
}
