package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// start is the first day in the tests.
var start = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// stillClock returns a clock that stands still and never ticks.
func stillClock(now time.Time) clock {
	return clock{now: func() time.Time { return now }, ticks: nil, stop: func() {}}
}

func openCacheAt(ctx context.Context, source string, clock clock) (*Cache, error) {
	db, err := Open(ctx, source)
	if err != nil {
		return nil, err
	}
	c := newCache(db, clock)
	c.owns = true
	return c, nil
}

// openStill opens a cache that writes only when told to.
func openStill(t testing.TB, path string, now time.Time) *Cache {
	t.Helper()
	c, err := openCacheAt(t.Context(), path, stillClock(now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// cacheFile names a database of a test, which has its tables and nothing in them: copied, because making the tables takes
// longer than most tests. Where nothing may be, there is nowhere.
func cacheFile(t testing.TB) string {
	t.Helper()
	text, err := newTables()
	ok(t, err)
	path := nowhere(t)
	ok(t, os.WriteFile(path, text, 0o600))
	return path
}

// nowhere names a database that is not there.
func nowhere(t testing.TB) string { return filepath.Join(t.TempDir(), "evaluations.db") }

// newTables is a new database.
var newTables = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "fairplay-tables-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "new.db")
	if err := Migrate(context.Background(), path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func score(v int) analysis.Score {
	s, _ := analysis.ScoreFromInt(v)
	return s
}

// The positions and moves of the tests. The cache does not check that they belong together.
const (
	position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	other    = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
)

var legal = func() []analysis.Move {
	moves := []analysis.Move{analysis.NewMove(12, 28, 0), analysis.NewMove(11, 27, 0), analysis.NewMove(6, 21, 0)}
	slices.Sort(moves)
	return moves
}()

// deepOnly is an evaluation with a deep pass of that value.
func deepOnly(value int) analysis.Evaluation {
	return analysis.Evaluation{BestMove: legal[2], Deep: []analysis.DepthLine{
		{Depth: 1, Line: analysis.Line{Move: legal[0], Value: score(10)}},
		{Depth: 2, Line: analysis.Line{Move: legal[1], Value: score(value)}},
	}}
}

func wideOnly(value int) analysis.Evaluation {
	return analysis.Evaluation{Wide: []analysis.DepthTable{{Depth: 1, Lines: []analysis.Line{
		{Move: legal[1], Value: score(value)}, {Move: legal[0], Value: score(value - 5)}, {Move: legal[2], Value: score(value - 9)},
	}}}}
}

func bothPasses(value int) analysis.Evaluation {
	e := deepOnly(value)
	e.Wide = wideOnly(value).Wide
	return e
}

func put(t testing.TB, c *Cache, recipe, position string, e analysis.Evaluation) {
	t.Helper()
	if err := c.Put(t.Context(), recipe, position, e, legal); err != nil {
		t.Fatal(err)
	}
}

func flush(t testing.TB, c *Cache) {
	t.Helper()
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
}

// expect checks what the cache holds of one position; the zero Evaluation
// stands for nothing.
func expect(t testing.TB, c *Cache, recipe, position string, want analysis.Evaluation) {
	t.Helper()
	got, ok, err := c.Get(t.Context(), recipe, position)
	if err != nil {
		t.Fatal(err)
	}
	if wanted := len(want.Deep)+len(want.Wide) > 0; ok != wanted {
		t.Errorf("Get = %v, want %v", ok, wanted)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(analysis.Score{})); diff != "" {
		t.Error(diff)
	}
}

func expectFault(t testing.TB, err error, kind fault.Kind, code string) {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || e.Kind != kind || e.Code != code {
		t.Errorf("error %v, want kind %v and code %s", err, kind, code)
	}
}
