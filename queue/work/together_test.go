package work

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/calibration"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// embedded opens a queue inside this process.
func embedded(t testing.TB, s *service) *queue.Queue {
	t.Helper()
	q, err := queue.Open(t.Context(), queue.Address{}, queue.Options{Kinds: s.Kinds()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	return q
}

// serving has the services work on a queue until the test ends, or until the
// function that it returns is called.
func serving(t testing.TB, q *queue.Queue, concurrency int, servers ...*service) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	for _, s := range servers {
		s.Queue, s.Now = q, time.Now
		serving.Go(func() {
			err := q.Serve(ctx, queue.Duties{Concurrency: concurrency, Handlers: s.Handlers()})
			if err != nil {
				t.Errorf("the queue is no longer served: %v", err)
			}
		})
	}
	stop = sync.OnceFunc(func() {
		cancel()
		serving.Wait()
	})
	t.Cleanup(stop)
	return stop
}

// await asks for the screening until it is there.
func (s *service) await(t testing.TB) store.Report {
	t.Helper()
	ask := time.NewTicker(20 * time.Millisecond)
	defer ask.Stop()
	for {
		<-ask.C
		r, pending, err := s.Screening(t.Context(), eventID)
		if err != nil && !strings.Contains(err.Error(), "no games yet") {
			t.Fatal(err)
		}
		if err == nil && pending == nil {
			return s.stored(t, r.ID)
		}
	}
}

// engines gives services one pool of engines.
func engines(t testing.TB, path string, size int, servers ...*service) {
	t.Helper()
	pool, err := uci.NewPool(t.Context(), path, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	for _, s := range servers {
		for _, terms := range []*pipeline.Terms{&s.Quick, &s.Full} {
			terms.Engines, terms.Workers = pool, size
			if terms.Recipe, err = pool.Identity().Complete(terms.Recipe); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// direct is what the command line prints with the engines of a service.
func direct(t testing.TB, s *service, files ...[2]string) string {
	t.Helper()
	run := pipeline.EventScreening{Terms: s.Quick}
	run.Cache = &pipelinetest.Shelf{}
	report, err := run.Run(t.Context(), readTexts(t, files...))
	if err != nil {
		t.Fatal(err)
	}
	return string(asPrinted(t, report))
}

// Two servers with a real queue, database and engines that die now and then say
// what the command line says, and evaluate hardly a position twice.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fairplay.db")
	first, second := reopen(t, path), reopen(t, path)
	first.create(t, store.Event{ID: eventID, Name: "Open", TimeClass: analysis.StandardTime})
	for i, s := range []*service{first, second} {
		once := filepath.Join(t.TempDir(), fmt.Sprint("died", i))
		engines(t, ucitest.Engine{Fault: ucitest.DiesInSearch, After: 20, Once: once}.Command(t), 2, s)
	}
	second.Quick.Recipe, second.Full.Recipe = first.Quick.Recipe, first.Full.Recipe // their files differ by the fault alone
	stop := serving(t, embedded(t, first), 6, first, second)
	files := [][2]string{round8(t), hard(t)}
	first.accept(t, files...)
	got := string(second.await(t).Body)
	stop()
	if restarts := first.Counts().EngineRestarts + second.Counts().EngineRestarts; restarts == 0 {
		t.Error("no engine has died, so that nothing is proved of those that do")
	}
	engines(t, ucitest.Engine{}.Command(t), 2, first)
	first.Quick.Recipe = second.Quick.Recipe
	if want := direct(t, first, files...); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	kept, err := second.Cache.Stats(t.Context())
	if err != nil || len(kept) != 1 {
		t.Fatalf("%d recipes, %v", len(kept), err)
	}
	evaluated := first.Counts().Evaluated + second.Counts().Evaluated
	if repeated := evaluated - int64(kept[0].Positions); repeated < 0 || 100*repeated > evaluated {
		t.Errorf("%d positions were evaluated to know %d", evaluated, kept[0].Positions)
	}
}

// shortGames are two of the shortest games of a week of chess (twic1599_whole in
// testdata/pgn).
const shortGames = `[Event "77th ch-RUS HL 2025"]
[Date "2025.06.29"]
[Round "4.3"]
[White "Sakaev,K"]
[Black "Zakhartsov,Vl"]
[Result "1/2-1/2"]
[WhiteElo "2551"]
[BlackElo "2446"]

1. Nf3 d5 2. g3 g6 3. Bg2 Bg7 4. O-O e5 5. d3 Nc6 6. e4 Nge7 7. Nc3 d4 8. Ne2
O-O 9. c3 a5 1/2-1/2

[Event "Shamakhi Open 2025"]
[Date "2025.06.28"]
[Round "2.6"]
[White "Shirinov,Yashar"]
[Black "Garayev,Kanan"]
[Result "1-0"]
[WhiteElo "1770"]
[BlackElo "2337"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 d5 5. cxd5 exd5 6. Bg5 Nc6 7. e3 h6 8. Bh4
g5 9. Bg3 Ne4 10. Bd3 Qe7 11. Bxe4 dxe4 12. d5 Ne5 13. Bxe5 1-0
`

// Stockfish, the book and the calibrations that come with the program: what the
// service says of real games is what the command line says, byte for byte.
func TestServiceWithStockfish(t *testing.T) {
	t.Parallel()
	s := serve(t)
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	s.Quick.Book, s.Quick.Fits = book.Standard(), pipeline.EngineLibrary{Library: library}
	s.Quick.Policy = analysis.StandardPolicy()
	s.Quick.Policy.BookSHA256 = s.Quick.Book.SHA256()
	engines(t, "/usr/games/stockfish", 2, s)
	file := [2]string{"short.pgn", shortGames}
	serving(t, embedded(t, s), 6, s)
	s.accept(t, file)
	got := string(s.await(t).Body)
	if want := direct(t, s, file); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	if !strings.Contains(got, `"expected"`) {
		t.Errorf("there is no expectation in\n%s", got)
	}
}
