package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// workplace is the premises of a benchmark: the program in the form that users get, an arbiter,
// and more patience than tests have.
type workplace struct {
	*premises
	arbiter string
}

// workIn makes a workplace in one process with SQLite.
func workIn(b *testing.B, engine string) *workplace {
	return &workplace{premises: &premises{T: b, program: built(b), data: filepath.Join(b.TempDir(), "data"), key: filepath.Join(b.TempDir(), "server.key"), engine: engine}}
}

// workAmong makes a workplace for many processes. Its database waits for the disk, as real ones
// do.
func workAmong(b *testing.B, engine string) *workplace {
	h := onServers(b, ucitest.Engine{}, "fsync=on")
	h.program, h.engine = built(b), engine
	h.fairplay("migrate")
	return &workplace{premises: h}
}

// begin starts a server; the first one makes the arbiter.
func (w *workplace) begin(flags ...string) *serving {
	s := w.serve(flags...)
	w.arbiter = cmp.Or(w.arbiter, newArbiter(s, w.token))
	return s
}

// newArbiter makes the token of a chief arbiter.
func newArbiter(s *serving, administrator string) string {
	type created struct{ Secret string }
	return decode[created](s.T, s.must("POST", "/v1/tokens", administrator, []byte(`{"name": "Arbiter", "grants": [{"role": "chief-arbiter"}]}`))).Secret
}

// handIn hands a file in to a new event.
func (w *workplace) handIn(s *serving, file string) (event string) {
	event = s.event(w.arbiter)
	s.upload(w.arbiter, event, filepath.Base(file), []byte(contents(w, file)))
	return event
}

// finish waits until nothing is left to do for an event.
func (w *workplace) finish(s *serving, event string) { w.finishAsked(s, event, 20*time.Millisecond) }

// finishAsked is finish with another pause between two questions, where the answers cost more than what is measured.
func (w *workplace) finishAsked(s *serving, event string, every time.Duration) {
	const what = "the work on the event is done"
	type progress struct{ Done bool }
	within(w.T, time.Hour, every, what, func() bool {
		s.alive(what)
		return decode[progress](w.T, s.must("GET", "/v1/events/"+event+"/progress", w.arbiter, nil)).Done
	})
}

// work hands a file in and waits for its end, and returns how long that takes.
func (w *workplace) work(s *serving, file string) time.Duration {
	begun := time.Now()
	w.finish(s, w.handIn(s, file))
	return time.Since(begun)
}

// open opens the database beside the programs.
func (w *workplace) open() *store.DB {
	db, err := store.Open(w.Context(), cmp.Or(w.database, filepath.Join(w.data, "fairplay.db")))
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { db.Close() })
	return db
}

// evaluated returns how many positions, and how many passes, a database contains.
func evaluated(t T, db *store.DB) (positions, passes int) {
	cache := store.NewCache(db)
	defer cache.Close()
	recipes, err := cache.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range recipes {
		positions, passes = positions+r.Positions, passes+r.Passes
	}
	return positions, passes
}

// BenchmarkService lets the service and the command line evaluate the same games, and reports
// the time of both without the engines' work, which is measured by running the same games once
// more. The order is screen, service, service, screen, so that a machine that becomes busier
// harms both alike.
func BenchmarkService(b *testing.B) {
	b.Run("stockfish", func(b *testing.B) { againstScreen(b, stockfish(b), "testdata/faults.pgn") })
	b.Run("scripted", func(b *testing.B) {
		againstScreen(b, ucitest.Engine{Delay: perPass}.Command(b), firstGames(b, 60))
	})
}

// perPass makes the two searches of a position take five milliseconds.
const perPass = 2500 * time.Microsecond

func stockfish(b *testing.B) string {
	path, err := uci.Find("")
	if err != nil {
		b.Fatal(err)
	}
	return path
}

// firstGames writes the first games of the issue into a file.
func firstGames(b *testing.B, n int) string { return writeGames(b, read(b, issue).Games[:n]) }

// speed is how fast positions were evaluated.
type speed struct {
	positions int
	took      time.Duration
}

func (s speed) perSecond() float64 { return float64(s.positions) / s.took.Seconds() }

func (s *speed) add(other speed) {
	s.positions, s.took = s.positions+other.positions, s.took+other.took
}

func againstScreen(b *testing.B, engine, games string) {
	var ours, theirs speed
	var ratios []float64
	for b.Loop() {
		their := screenSpeed(b, engine, games)
		our := serviceSpeed(b, engine, games)
		our.add(serviceSpeed(b, engine, games))
		their.add(screenSpeed(b, engine, games))
		ratios = append(ratios, our.perSecond()/their.perSecond())
		ours.add(our)
		theirs.add(their)
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op") // the time of both together says nothing
	b.ReportMetric(ours.perSecond(), "positions/s")
	b.ReportMetric(theirs.perSecond(), "screen-positions/s")
	b.ReportMetric(ratios[len(ratios)/2], "median-ratio")
}

func screenSpeed(b *testing.B, engine, games string) speed {
	program, cache := built(b), filepath.Join(b.TempDir(), "cache.db")
	args := []string{"screen", "--quiet", "--engine", engine, "--cache", cache, games}
	first, again := finish(b, program, args...), finish(b, program, args...)
	positions, _ := kept(b, cache)
	return speed{positions, first.wall - again.wall}
}

func serviceSpeed(b *testing.B, engine, games string) speed {
	w := workIn(b, engine)
	s := w.begin()
	first, again := w.work(s, games), w.work(s, games)
	s.stop()
	positions, _ := evaluated(b, w.open())
	return speed{positions, first - again}
}

// BenchmarkWorkers lets more and more workers join the work on one event. It reports how many
// positions a second they evaluate together, the ratio of that to as many times the speed of
// one, and which part of the machine's cores is in use by anything.
func BenchmarkWorkers(b *testing.B) {
	for _, times := range []int{1, 20} {
		b.Run(fmt.Sprintf("ms=%d", 5*times), func(b *testing.B) { manyWorkers(b, time.Duration(times)*perPass) })
	}
}

func manyWorkers(b *testing.B, each time.Duration) {
	w := workAmong(b, ucitest.Engine{Delay: each}.Command(b))
	for b.Loop() {
		s := w.begin("--engines", "0")
		db := w.open()
		w.handIn(s, issue)
		one, running := 0.0, 0
		for _, n := range []int{1, 2, 4, 8, 16} {
			for ; running < n; running++ {
				w.premises.work("--engines", "1")
			}
			together, busy := pace(b, db)
			if n == 1 {
				one = together
			}
			b.ReportMetric(together, fmt.Sprintf("positions/s-%d", n))
			b.ReportMetric(together/one/float64(n), fmt.Sprintf("efficiency-%d", n))
			b.ReportMetric(busy, fmt.Sprintf("cores-%d", n))
		}
	}
	b.ReportMetric(0, "ns/op") // the time of all together says nothing
}

// pace measures how many positions a second come into a database during work, and how busy the
// machine is.
func pace(b *testing.B, db *store.DB) (perSecond, busy float64) {
	const settle, window = 2 * time.Second, 8 * time.Second
	earlier, _ := evaluated(b, db)
	within(b, time.Minute, 100*time.Millisecond, "more positions", func() bool {
		now, _ := evaluated(b, db)
		return now > earlier
	})
	<-time.After(settle) // gives the new workers time to start
	first, _ := evaluated(b, db)
	begun, before := time.Now(), ticksNow(b)
	<-time.After(window)
	last, _ := evaluated(b, db)
	return float64(last-first) / time.Since(begun).Seconds(), before.busyUntil(ticksNow(b))
}

// ticks counts what the machine's cores have done since it was started, in hundredths of a
// second (proc_stat(5)).
type ticks struct{ free, all float64 }

func ticksNow(b *testing.B) (now ticks) {
	first, _, _ := strings.Cut(contents(b, "/proc/stat"), "\n")
	for i, field := range strings.Fields(first)[1:9] { // the later fields are parts of these
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			b.Fatal(err)
		}
		now.all += n
		if i == 1 || i == 3 || i == 4 { // nice, idle, or waiting for a disk
			now.free += n
		}
	}
	return now
}

// busyUntil returns which part of the cores was in use until then.
func (t ticks) busyUntil(then ticks) float64 { return 1 - (then.free-t.free)/(then.all-t.all) }

// BenchmarkTogether lets two servers and eight workers work on one event, and reports how many
// of the searches were made more than once.
func BenchmarkTogether(b *testing.B) {
	w := workAmong(b, ucitest.Engine{Delay: perPass}.Command(b))
	w.engine = notes(b, w.engine)
	for b.Loop() {
		first := w.begin("--engines", "0")
		elsewhere := *w.premises
		elsewhere.data = filepath.Join(b.TempDir(), "elsewhere")
		processes := []*started{first.started, elsewhere.serve("--engines", "1").started}
		for range 8 {
			processes = append(processes, w.premises.work("--engines", "1"))
		}
		w.work(first, firstGames(b, 150))
		made := 0
		for _, p := range processes {
			made += p.searches()
			p.stop()
		}
		_, wanted := evaluated(b, w.open())
		b.ReportMetric(float64(made), "searches")
		b.ReportMetric(100*float64(made-wanted)/float64(wanted), "repeated-%")
	}
}
