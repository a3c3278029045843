package work

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"fairplay/queue"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/store"
)

// unfinished is a packed file of so many games in about 2 kB: versions of one
// game in turn, none with a result.
func unfinished(t testing.TB, games int) [2]string {
	t.Helper()
	game := `[White "A, A"]
[Black "B, B"]
[Site "%s"]

1. e4 e5

`
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(strings.Repeat(fmt.Sprintf(game, "x")+fmt.Sprintf(game, "y"), games/2))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return [2]string{fmt.Sprintf("unfinished%d.pgn.gz", games), packed.String()}
}

// A game that stands in a file ever so often is settled as often, and each time
// at the same cost: the places where it stands are looked at once, at the end.
func TestImportIsLinear(t *testing.T) {
	cost := func(games int) float64 {
		s := serve(t)
		list := &wakings{}
		s.Queue = list
		b := s.accept(t, unfinished(t, games))
		before := pipelinetest.OwnCPU(t)
		imported := list.waiting[0]
		if imported.Kind != queue.ItemKind(Import) {
			t.Fatalf("%+v", imported)
		}
		if err := s.Handlers()[queue.ItemKind(Import)](t.Context(), imported.ID); err != nil {
			t.Fatal(err)
		}
		took := pipelinetest.OwnCPU(t) - before
		if b, err := s.Store.Batch(t.Context(), b.ID); err != nil || b.Counts.Read != games || b.Counts.New != 1 {
			t.Fatalf("%+v, %v", b.Counts, err)
		}
		return took.Seconds() / float64(games)
	}
	few, many := cost(1000), cost(10_000)
	t.Logf("a game of 1000 takes %.0f µs, one of 10000 %.0f", few*1e6, many*1e6)
	if many > 2*few {
		t.Errorf("a game of 10000 takes %.1f times what one of 1000 does", many/few)
	}
}

// One more game in an event is read, planned and scored alone, and the others are
// not heard of again.
func TestOneMoreGame(t *testing.T) {
	t.Parallel()
	s := serve(t)
	file := fileText(t, demo)[1]
	last := strings.LastIndex(file, "[Event ")
	s.accept(t, [2]string{"one.pgn", file[:last]})
	s.work(t)
	first := s.screened(t)
	before := s.scored(t)
	s.accept(t, [2]string{"two.pgn", file[last:]})
	imported, _ := s.list.take()
	if err := s.Handlers()[queue.ItemKind(Import)](t.Context(), imported.ID); err != nil {
		t.Fatal(err)
	}
	if n := len(s.list.waiting); n != 1 || s.list.waiting[0].Kind != listed(EvaluateQuick, s.recipe(EvaluateQuick)) {
		t.Errorf("the queue is told of %d tasks: %+v", n, s.list.waiting)
	}
	s.work(t)
	if s.screened(t).ID == first.ID {
		t.Error("one more game changes nothing")
	}
	if after := s.scored(t); before == 0 || after != before+1 {
		t.Errorf("%d games were scored, then %d", before, after)
	}
	want := printed(t, reports.Filter{}, [2]string{"one.pgn", file[:last]}, [2]string{"two.pgn", file[last:]})
	if got := s.screened(t).Body; !bytes.Equal(got, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
}

// scored returns how many games have sheets.
func (s *service) scored(t *testing.T) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", s.source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM sheets`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// BenchmarkUnfinished imports the same unfinished game over and over out of 2 kB,
// and reports the processor time of a game among 40 000 beside one among 1000,
// and the longest that another user's write had to wait meanwhile.
func BenchmarkUnfinished(b *testing.B) {
	for b.Loop() {
		few, _ := importUnfinished(b, 1000)
		many, wait := importUnfinished(b, 40_000)
		b.ReportMetric(1e6*few, "µs/game-of-1000")
		b.ReportMetric(1e6*many, "µs/game-of-40000")
		b.ReportMetric(many/few, "ratio")
		b.ReportMetric(wait.Seconds(), "longest-wait-s")
	}
}

// importUnfinished returns the processor seconds of each game, and the longest
// write of somebody else.
func importUnfinished(b *testing.B, games int) (each float64, longest time.Duration) {
	s := serve(b)
	list := &wakings{}
	s.Queue = list
	s.accept(b, unfinished(b, games))
	ended, written := make(chan struct{}), make(chan time.Duration)
	go func() {
		var longest time.Duration
		for n := 0; ; n++ {
			begun := time.Now()
			if err := s.Store.CreateEvent(b.Context(), store.Event{ID: fmt.Sprintf("%032x", n+100)}); err != nil {
				b.Error(err)
			}
			longest = max(longest, time.Since(begun))
			select {
			case <-ended:
				written <- longest
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	before := pipelinetest.OwnCPU(b)
	if err := s.Handlers()[queue.ItemKind(Import)](b.Context(), list.waiting[0].ID); err != nil {
		b.Fatal(err)
	}
	took := pipelinetest.OwnCPU(b) - before
	close(ended)
	return took.Seconds() / float64(games), <-written
}
