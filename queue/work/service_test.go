package work

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// wakings is a queue that only remembers what it was told. Tests take from it
// what they want done, and lose it as Redis may.
type wakings struct {
	mu      sync.Mutex
	waiting []queue.Item
	active  string // ID of what was taken last
	removed []string
}

func (w *wakings) Known(context.Context) (map[string]queue.ItemState, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := map[string]queue.ItemState{}
	if w.active != "" {
		known[w.active] = queue.Active
	}
	for _, t := range w.waiting {
		known[t.ID] = queue.Waiting
	}
	return known, nil
}

func (w *wakings) Enqueue(_ context.Context, tasks ...queue.Item) (added int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range tasks {
		if !w.has(t.ID) {
			w.waiting = append(w.waiting, t)
			added++
		}
	}
	return added, nil
}

func (w *wakings) has(id string) bool {
	for _, t := range w.waiting {
		if t.ID == id {
			return true
		}
	}
	return false
}

func (w *wakings) Remove(_ context.Context, ids ...string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.removed = append(w.removed, ids...)
	for _, id := range ids {
		for i, t := range w.waiting {
			if t.ID == id {
				w.waiting = append(w.waiting[:i:i], w.waiting[i+1:]...)
				break
			}
		}
	}
	return nil
}

// take returns the task that has waited longest.
func (w *wakings) take() (queue.Item, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.active = ""; len(w.waiting) == 0 {
		return queue.Item{}, false
	}
	t := w.waiting[0]
	w.active = t.ID
	w.waiting = w.waiting[1:]
	return t, true
}

// watch is a clock that goes on by a millisecond with every look at it.
type watch struct {
	mu    sync.Mutex
	now   time.Time
	looks int
	at    func(look int) // called with every look
}

func (w *watch) look() time.Time {
	w.mu.Lock()
	w.now = w.now.Add(time.Millisecond)
	w.looks++
	n, at := w.looks, w.at
	now := w.now
	w.mu.Unlock()
	if at != nil {
		at(n)
	}
	return now
}

// service is a Service over a database of its own.
type service struct {
	*Service
	Intake
	Records
	Screenings
	Control
	Tests
	Claims
	Worker
	source string // of the database
	engine *pipelinetest.Oracle
	list   *wakings
	clock  *watch
}

const eventID = "00000000000000000000000000000001"

// serve opens a service on a new database in which there is one event.
func serve(t testing.TB) *service {
	t.Helper()
	s := reopen(t, filepath.Join(t.TempDir(), "fairplay.db"))
	s.create(t, store.Event{ID: eventID, Name: "Open", TimeClass: analysis.StandardTime})
	return s
}

// reopen opens a service on a database.
func reopen(t testing.TB, source string) *service {
	t.Helper()
	db, err := store.Open(context.Background(), source)
	if err != nil {
		t.Fatal(err)
	}
	cache := store.NewCache(db)
	t.Cleanup(func() {
		cache.Close()
		db.Close()
	})
	s := &service{source: source, engine: &pipelinetest.Oracle{}, list: &wakings{}, clock: &watch{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}}
	quick := brief(s.engine, nil).Terms
	full := quick
	full.Recipe = analysis.Full()
	shared := &Service{
		Store: db, Cache: cache, Queue: s.list, Quick: quick, Full: full, Now: s.clock.look, Spool: t.TempDir(),
	}
	s.Service, s.Intake, s.Records, s.Screenings = shared, Intake{shared}, Records{shared}, Screenings{shared}
	s.Control, s.Tests, s.Claims, s.Worker = Control{shared}, Tests{shared}, Claims{shared}, Worker{shared}
	return s
}

func (s *service) create(t testing.TB, e store.Event) {
	t.Helper()
	e.State, e.Created = store.EventOpen, s.clock.look()
	if err := s.Store.CreateEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

// noFits expects nothing.
type noFits struct{}

func (noFits) Find(analysis.Recipe, analysis.Policy, analysis.TimeClass) (*pipeline.Fit, error) {
	return nil, nil
}

// brief is a screening that looks at no more than two dozen turns of a game.
func brief(engine pipeline.Engines, cache pipeline.EvaluationCache) *pipeline.EventScreening {
	s := &pipeline.EventScreening{Terms: pipeline.Terms{
		Evaluator: pipeline.Evaluator{
			Recipe: analysis.Quick(), Policy: analysis.StandardPolicy(), Engines: engine, Cache: cache, Workers: 2,
		},
		Rules: regulations.Shipped(), Assume: analysis.StandardTime, Fits: noFits{},
	}}
	s.Policy.LastTurn = 32
	return s
}

const demo = "../../testdata/demo/grand_swiss_2021_round_8.pgn"

// receive spools texts under their names.
func (s *service) receive(t testing.TB, files ...[2]string) []Received {
	t.Helper()
	var received []Received
	for _, f := range files {
		r, err := s.Receive(t.Context(), f[0], strings.NewReader(f[1]), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		received = append(received, r)
	}
	return received
}

// accept hands files in as one batch.
func (s *service) accept(t testing.TB, files ...[2]string) store.Batch {
	t.Helper()
	b, _, err := s.Accept(t.Context(), eventID, s.receive(t, files...), "token", "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// doing returns what does tasks of a kind, nil if nothing does.
func (s *service) doing(kind store.TaskKind) queue.Handler {
	return s.Handlers()[listed(kind, s.recipe(kind))]
}

// work does what the queue holds until it is empty. Handlers that fail are put
// back; the work ends when one has failed so often in a row that it will not
// succeed.
func (s *service) work(t testing.TB) {
	t.Helper()
	handlers := s.Handlers()
	for failures := 0; failures < 100; {
		next, ok := s.list.take()
		if !ok {
			return
		}
		if err := handlers[next.Kind](t.Context(), next.ID); err != nil {
			failures++
			if queue.FateOf(err) == queue.TryAgain {
				s.list.Enqueue(t.Context(), next)
			}
			continue
		}
		failures = 0
	}
	t.Fatal("the work does not come to an end")
}

// screened returns the screening of the event, which must be there.
func (s *service) screened(t testing.TB) store.Report {
	t.Helper()
	r, pending, err := s.Screening(t.Context(), eventID)
	if err != nil || pending != nil {
		t.Fatalf("pending %v, %v", pending, err)
	}
	return s.stored(t, r.ID)
}

// stored returns a report with its body.
func (s *service) stored(t testing.TB, id string) store.Report {
	t.Helper()
	r, err := s.Store.ReportIn(t.Context(), eventID, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// printed is what the command line prints of files.
func printed(t testing.TB, only reports.Filter, files ...[2]string) []byte {
	t.Helper()
	run := brief(&pipelinetest.Oracle{}, &pipelinetest.Shelf{})
	run.Only = only
	report, err := run.Run(t.Context(), readTexts(t, files...))
	if err != nil {
		t.Fatal(err)
	}
	return asPrinted(t, report)
}

func asPrinted(t testing.TB, report *reports.Screening) []byte {
	t.Helper()
	if err := report.Sort(reports.Orders()[0]); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.Screening(&b, "json", report, render.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readTexts(t testing.TB, files ...[2]string) pipeline.Input {
	t.Helper()
	in, err := pipeline.Read(t.Context(), func(yield func(pipeline.Text, error) bool) {
		for _, f := range files {
			for text, err := range decoded(strings.NewReader(f[1]), f[0], (&Service{}).Limits) {
				if !yield(text, err) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Files { // those that were packed
		for _, f := range files {
			if part, err := pipeline.NewDigestReader(strings.NewReader(f[1])).Part(f[0]); err == nil && part.File == in.Files[i].File {
				in.Files[i].Bytes, in.Files[i].SHA256 = part.Bytes, part.SHA256
			}
		}
	}
	return in
}

// tasks returns the tasks of the event of a kind, all where it is empty.
func (s *service) tasks(t testing.TB, kind store.TaskKind) []store.Task {
	t.Helper()
	tasks, err := s.all(t.Context(), store.TasksQuery{Event: eventID, Kind: kind})
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func fileText(t testing.TB, path string) [2]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return [2]string{filepath.Base(path), string(b)}
}

// round8 is a file with some games of a real round.
func round8(t testing.TB) [2]string { return fileText(t, demo) }

// hard is a file with games that are bad, cut, unplayed, of variants, or there
// twice.
func hard(t testing.TB) [2]string {
	games := round8(t)[1]
	first := games[:strings.Index(games[1:], "[Event ")+1]
	return [2]string{"hard.pgn", first + fileText(t, "../../testdata/pgn/hard/short_game.pgn")[1] +
		"\n[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"y\"]\n[White \"C\"\n\n1. e4 zz *\n\n" + first}
}

// reads demands that the screening waits for files that are still to be read.
func (s *service) reads(t *testing.T) {
	t.Helper()
	if _, pending, err := s.Screening(t.Context(), eventID); err != nil || pending == nil {
		t.Errorf("before the import: pending %v, %v", pending, err)
	}
}

// A report of the first round is no answer while the second is being read.
func TestScreeningWaitsForWhatWasHandedIn(t *testing.T) {
	t.Parallel()
	s := serve(t)
	if _, pending, err := s.Screening(t.Context(), eventID); pending != nil || fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("of no games: pending %v, %v", pending, err)
	}
	s.accept(t, round8(t))
	s.reads(t)
	s.work(t)
	first := s.screened(t)
	s.accept(t, hard(t))
	s.reads(t)
	s.work(t)
	if second := s.screened(t); second.ID == first.ID {
		t.Error("the second round changed nothing")
	}
}

func TestServiceScreensAsTheCommandLineDoes(t *testing.T) {
	t.Parallel()
	files := [][2]string{round8(t), hard(t), {"letter.pgn", "no games at all"}}
	s := serve(t)
	s.accept(t, files[0])
	s.accept(t, files[1:]...)
	s.reads(t)
	s.work(t)
	if got, want := s.screened(t).Body, printed(t, reports.Filter{}, files...); !bytes.Equal(got, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	part, err := s.Part(t.Context(), eventID, reports.Rounds{{8, 8}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asPrinted(t, part), printed(t, reports.Filter{Rounds: reports.Rounds{{8, 8}}}, files...); !bytes.Equal(got, want) {
		t.Errorf("of one round the service says\n%s\nthe command line\n%s", got, want)
	}
	if _, err := s.Part(t.Context(), eventID, reports.Rounds{{77, 77}}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a round that was not played: %v", err)
	}
	for position, times := range s.engine.Asked {
		if times > 1 {
			t.Errorf("%s was evaluated %d times", position, times)
		}
	}
}

// A round that comes again in a longer file of the same name, and a game that is
// corrected, leave what the command line says of the files of today.
func TestFilesThatGrow(t *testing.T) {
	t.Parallel()
	whole := round8(t)
	cut := strings.LastIndex(whole[1], "[Event ")
	s := serve(t)
	s.accept(t, [2]string{whole[0], whole[1][:cut]})
	s.work(t)
	before := len(s.engine.Asked)
	corrected := [2]string{whole[0], strings.Replace(whole[1], `[WhiteElo "`, `[WhiteElo "1`, 1)}
	b := s.accept(t, corrected)
	s.work(t)
	b, err := s.Store.Batch(t.Context(), b.ID)
	if err != nil || b.Counts.New != 1 || b.Counts.Corrected != 1 || b.Counts.Known != b.Counts.Read-2 {
		t.Errorf("%+v, %v", b.Counts, err)
	}
	if got, want := s.screened(t).Body, printed(t, reports.Filter{}, corrected); !bytes.Equal(got, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	var last int
	for _, times := range s.engine.Asked {
		last += times
	}
	if last != len(s.engine.Asked) || last == before {
		t.Errorf("%d evaluations of %d positions, %d before", last, len(s.engine.Asked), before)
	}
}

func TestSameBatchAgain(t *testing.T) {
	t.Parallel()
	s := serve(t)
	first := s.accept(t, round8(t))
	s.work(t)
	asked := len(s.engine.Asked)
	again, existed, err := s.Accept(t.Context(), eventID, s.receive(t, round8(t)), "somebody else", "")
	if err != nil || !existed || again.ID != first.ID || again.State != store.BatchDone || again.Counts.New == 0 {
		t.Errorf("%+v, %v, %v", again, existed, err)
	}
	s.work(t)
	if len(s.engine.Asked) != asked {
		t.Error("the same batch was evaluated again")
	}
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	s := serve(t)
	files := s.receive(t, round8(t), hard(t))
	if _, _, err := s.Accept(t.Context(), "nowhere", files, "token", ""); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown event: %v", err)
	}
	if _, _, err := s.Accept(t.Context(), eventID, nil, "token", ""); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no files: %v", err)
	}
	first, _, err := s.Accept(t.Context(), eventID, files[:1], "token", "key")
	if err != nil {
		t.Fatal(err)
	}
	if again, existed, err := s.Accept(t.Context(), eventID, files[:1], "token", "key"); err != nil || !existed || again.ID != first.ID {
		t.Errorf("the same under the same key: %v, %v", existed, err)
	}
	if _, _, err := s.Accept(t.Context(), eventID, files[1:], "token", "key"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("another under the same key: %v", err)
	}
	if _, err := s.Store.ChangeEvent(t.Context(), eventID, 0, func(e *store.Event) error { e.State = store.EventClosed; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Accept(t.Context(), eventID, files[1:], "token", ""); fault.KindOf(err) != fault.Conflict {
		t.Errorf("closed event: %v", err)
	}
	if again, existed, err := s.Accept(t.Context(), eventID, files[:1], "token", "key"); err != nil || !existed || again.ID != first.ID {
		t.Errorf("what a closed event has taken: %v, %v", existed, err)
	}
}

// Games that come in while a screening is still warm are in the next one, which
// is made a while later, and until then the last one is shown.
func TestUploadsAreDebounced(t *testing.T) {
	t.Parallel()
	s := serve(t)
	begun, looks := s.Now(), atomic.Int64{}
	s.Now = func() time.Time { return begun.Add(time.Duration(looks.Add(1)) * shortRest / restTimes) } // all takes long
	var lengths []time.Duration
	var ends []func()
	s.rests.after = func(length time.Duration, end func()) { lengths, ends = append(lengths, length), append(ends, end) }
	s.accept(t, twoGames(t))
	s.work(t)
	first := s.screened(t)
	s.accept(t, round8(t))
	s.work(t)
	r, lacking, err := s.Screening(t.Context(), eventID)
	if err != nil || lacking == nil || *lacking != (reports.Lacking{}) || r.ID != first.ID {
		t.Fatalf("a second screening at once: %q, %+v, %v", r.ID, lacking, err)
	}
	if len(ends) != 1 || lengths[0] < shortRest || lengths[0] > longestRest {
		t.Fatalf("rests of %v", lengths)
	}
	ends[0]()
	s.work(t)
	if s.screened(t).ID == first.ID {
		t.Error("the second screening is the first")
	}
}

// brokenBody ends in the middle.
type brokenBody struct{ text *strings.Reader }

func (b brokenBody) Read(p []byte) (int, error) {
	if b.text.Len() == 0 {
		return 0, errors.New("connection reset")
	}
	return b.text.Read(p)
}

// While a new screening is being made, the last one is there, with what it lacks.
// Nothing is recorded or kept for parts of it.
func TestLastScreening(t *testing.T) {
	t.Parallel()
	s := serve(t)
	if _, _, err := s.Screening(t.Context(), eventID); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("of no games: %v", err)
	}
	s.accept(t, twoGames(t))
	if r, lacking, err := s.Screening(t.Context(), eventID); err != nil || r.ID != "" || *lacking != (reports.Lacking{Batches: 1}) {
		t.Errorf("before the first: %q, %+v, %v", r.ID, lacking, err)
	}
	s.work(t)
	first := s.screened(t)
	s.accept(t, round8(t))
	if r, lacking, err := s.Screening(t.Context(), eventID); err != nil || r.ID != first.ID || *lacking != (reports.Lacking{Batches: 1}) {
		t.Errorf("while a file is read: %q, %+v, %v", r.ID, lacking, err)
	}
	imported, _ := s.list.take()
	if err := s.Handlers()[queue.ItemKind(Import)](t.Context(), imported.ID); err != nil {
		t.Fatal(err)
	}
	r, lacking, err := s.Screening(t.Context(), eventID)
	if err != nil || r.ID != first.ID || lacking.Batches != 0 || lacking.Games == 0 {
		t.Errorf("while games are evaluated: %q, %+v, %v", r.ID, lacking, err)
	}
	tasks, err := s.Store.Tasks(t.Context(), store.TasksQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Part(t.Context(), eventID, reports.Rounds{{1, 99}}); err != nil && fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if after, err := s.Store.Tasks(t.Context(), store.TasksQuery{}); err != nil || len(after) != len(tasks) {
		t.Errorf("%d tasks before a part was read, %d after, %v", len(tasks), len(after), err)
	}
	s.work(t)
	if r := s.screened(t); r.ID == first.ID {
		t.Error("the second round changed nothing")
	}
	if kept, err := s.Store.Reports(t.Context(), eventID, 0, 0); err != nil || len(kept) != 2 {
		t.Errorf("%d reports are kept, %v", len(kept), err)
	}
}

func TestReceive(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		receive func() (Received, error)
		kind    fault.Kind
	}{
		"cut off":   {func() (Received, error) { return s.Receive(t.Context(), "a", brokenBody{strings.NewReader("abc")}, 10) }, fault.Invalid},
		"too large": {func() (Received, error) { return s.Receive(t.Context(), "a", strings.NewReader("abcd"), 3) }, fault.TooLarge},
		"given up":  {func() (Received, error) { return s.Receive(ended, "a", strings.NewReader("abcd"), 9) }, fault.Invalid},
	} {
		if _, err := c.receive(); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, _ := os.ReadDir(s.Spool); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
	r, err := s.Receive(t.Context(), `C:\chess\round 1.pgn`, strings.NewReader("abc"), 3)
	if err != nil {
		t.Fatal(err)
	}
	// SHA-256 of "abc": FIPS 180-2, appendix B.1.
	if r.Name != "round 1.pgn" || r.Size != 3 || r.SHA256 != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("%+v", r)
	}
	if err := r.Discard(); err != nil {
		t.Error(err)
	}
}

// What a killed process has left is cleared away, and nothing that is not its
// own.
func TestClearSpool(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "incoming")
	if err := ClearSpool(folder); err != nil {
		t.Fatal(err)
	}
	p := Intake{&Service{Spool: folder}}
	if _, err := p.Receive(t.Context(), "a.pgn", strings.NewReader("1. e4"), 10); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(folder, "letter.txt")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ClearSpool(folder); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(folder + "/*")
	if err != nil || len(left) != 1 || left[0] != kept {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestUploadNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.pgn": "a.pgn", "": "upload.pgn", "..": "upload.pgn", "/etc/passwd": "passwd", "a/b/": "b", "x\x00\ny.pgn": "xy.pgn", "\u202eabc\u200b.pgn": "abc.pgn",
		strings.Repeat("я", 150) + ".pgn": strings.Repeat("я", 98) + ".pgn",
	} {
		if got := pipeline.UploadName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
