package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/queue/queuetest"
	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
	"fairplay/uci/ucitest"
)

// trial holds what all faults share: the games, the engine, and the results without a fault.
type trial struct {
	engine   string
	games    []byte
	want     string // ledger
	searches int

	postgreSQL *storetest.Server // for tests that do not disturb it
	template   string            // address of a database with all tables
}

// faultGames are games of 12 to 20 turns from the Russian Higher League 2025 in The Week in
// Chess 1599.
const faultGames = "testdata/faults.pgn"

// TestFaults disturbs services of real processes in all ways that a service must survive. After
// each fault, everything that was handed in is worked on to its end; every result exists once;
// reports are the same byte for byte as without the fault; all stored data is as it was
// written; and engines have ended with their programs.
func TestFaults(t *testing.T) {
	tr := undisturbedService(t)
	for _, fault := range []struct {
		name    string
		disturb func(*testing.T, *trial)
	}{
		{"a worker is killed", killWorker},
		{"clocks jump", jumpClocks},
		{"the server is killed while it compiles the report", killDuringReport},
		{"the server is killed again and again", killServer},
		{"the server is killed during an upload", killDuringUpload},
		{"the server is killed between upload and queue", killBeforeQueue},
		{"all engines are killed again and again", killEveryEngine},
		{"Redis is killed and comes back empty", killRedis},
		{"Redis is emptied again and again", flushRedis},
		{"PostgreSQL is restarted", restartPostgreSQL},
		{"the disk is full", fillDisk},
		{"the same games are handed in at once", uploadAtOnce},
		{"uploads break off half-way", uploadHalf},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			fault.disturb(t, tr)
		})
	}
}

// undisturbedService lets a service in one process work on the games, and compares the result
// with that of the command line.
func undisturbedService(t testing.TB) *trial {
	t.Helper()
	tr := &trial{
		engine: notes(t, ucitest.Engine{Delay: 10 * time.Millisecond}.Command(t)),
		games:  []byte(contents(t, faultGames)),
	}
	v := tr.alone(t)
	s := v.serve("--engines", "2")
	v.open(s)
	v.handIn(s)
	tr.want = v.ledger(s)
	tr.searches = s.searches()
	s.stop()
	t.Logf("undisturbed, %d searches are made", tr.searches)
	if printed := run(t, "screen", "--engine", tr.engine, "--cache", filepath.Join(v.data, "fairplay.db"), "--quiet", "--format", "json", faultGames); !strings.HasPrefix(tr.want, strings.ReplaceAll(printed, filepath.Dir(faultGames)+"/", "")) {
		t.Fatalf("the command line says\n%s\nand the service\n%s", printed, tr.want)
	}
	tr.postgreSQL = storetest.Start(t)
	tr.template = tr.postgreSQL.Fresh(t)
	if err := store.Migrate(t.Context(), tr.template); err != nil {
		t.Fatal(err)
	}
	return tr
}

// victim is a service on trial, with an event.
type victim struct {
	*premises
	*trial
	arbiter, event string
}

// alone is a service in one process, with its database in a file and its Redis
// inside.
func (tr *trial) alone(t testing.TB) *victim {
	t.Helper()
	return &victim{premises: &premises{T: t, data: filepath.Join(t.TempDir(), "data"), key: filepath.Join(t.TempDir(), "server.key"), engine: tr.engine}, trial: tr}
}

// together is a service of several processes with a Redis and a database of its
// own.
func (tr *trial) together(t testing.TB) *victim {
	t.Helper()
	v := tr.alone(t)
	v.premises.postgreSQL, v.redisServer = tr.postgreSQL, queuetest.Start(t)
	v.database, v.redis = tr.postgreSQL.Copy(t, tr.template), v.redisServer.Address()
	return v
}

// quickly makes a process search every second for tasks that Redis has lost.
func quickly(flags ...string) []string { return append(flags, "--reconcile-every", "1s") }

// open makes an arbiter and his event.
func (v *victim) open(s *serving) {
	v.Helper()
	type created struct{ Secret string }
	v.arbiter = decode[created](v.T, s.must("POST", "/v1/tokens", v.token, []byte(`{"name": "Arbiter", "grants": [{"role": "chief-arbiter"}]}`))).Secret
	v.event = s.event(v.arbiter)
}

const batchName = "faults.pgn"

// uploads returns the path to which games are sent.
func (v *victim) uploads() string { return "/v1/events/" + v.event + "/batches?name=" + batchName }

// handIn hands the games in and returns the batch's id.
func (v *victim) handIn(s *serving) string {
	v.Helper()
	return s.upload(v.arbiter, v.event, batchName, v.games)
}

// settled waits until nothing is left to do, and compares the results with those without the
// fault. A server may fail to answer for a while, as part of the fault.
func (v *victim) settled(s *serving) {
	v.Helper()
	if diff := differences(v.want, v.ledger(s)); diff != "" {
		v.Errorf("undisturbed (-), and after the disturbance (+):\n%s", diff)
	}
	if said := v.fairplay("check", "--quiet"); !strings.Contains(said, "Everything is as fairplay wrote it.") {
		v.Error(said)
	}
}

// differences returns the lines that only one of two texts has: at most the last forty of each,
// because figures come first and follow from what comes last.
func differences(before, after string) string {
	var b strings.Builder
	only := func(sign, these, those string) {
		lines := slices.Collect(strings.Lines(those))
		these = strings.Join(slices.DeleteFunc(slices.Collect(strings.Lines(these)), func(line string) bool {
			i := slices.Index(lines, line)
			if i >= 0 {
				lines = slices.Delete(lines, i, i+1)
			}
			return i >= 0
		}), "")
		all := strings.SplitAfter(these, "\n")
		for _, line := range all[max(0, len(all)-40):] {
			if line != "" {
				b.WriteString(sign + line)
			}
		}
	}
	only("- ", before, after)
	only("+ ", after, before)
	if b.Len() == 0 && before != after {
		return "the order of the lines"
	}
	return b.String()
}

// awaitReport waits for the screening.
func (v *victim) awaitReport(s *serving) (body string) {
	v.Helper()
	const what = "the work on the event is done"
	type progress struct{ Done bool }
	get := func(path string) (reply, bool) {
		r, err := s.ask("GET", "/v1/events/"+v.event+path, v.arbiter, nil)
		return r, err == nil && r.status == http.StatusOK
	}
	within(v.T, 3*patience, 20*time.Millisecond, what, func() bool {
		s.alive(what)
		if r, ok := get("/progress"); !ok || !decode[progress](v.T, r).Done {
			return false
		}
		r, ok := get("/screening")
		body = string(r.body)
		return ok
	})
	return body
}

// openStore opens the database beside the programs.
func (v *victim) openStore() *store.DB {
	v.Helper()
	db, err := store.Open(v.Context(), cmp.Or(v.database, filepath.Join(v.data, "fairplay.db")))
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() { db.Close() })
	return db
}

// get returns an answer of the store, or fails the test on an error.
func get[V any](t testing.TB) func(V, error) V {
	t.Helper()
	return func(value V, err error) V {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// ledger waits until nothing is left to do and returns all results as text: first the
// screening, then the contents of the database, without what differs from event to event (ids,
// times) and without attempts.
func (v *victim) ledger(s *serving) string {
	v.Helper()
	var b bytes.Buffer
	io.WriteString(&b, v.awaitReport(s))
	db, ctx := v.openStore(), v.Context()
	event := get[store.Event](v.T)(db.Event(ctx, v.event))
	fmt.Fprintln(&b, "event:", event.State, event.Games)
	for _, batch := range get[[]store.Batch](v.T)(db.Batches(ctx, v.event, 0, 0)) {
		fmt.Fprintln(&b, "batch:", batch.Seq, batch.Files, batch.State, batch.Reason, batch.Counts)
		for _, o := range get[[]store.GameOutcome](v.T)(db.Outcomes(ctx, batch.ID, 0, 0)) {
			fmt.Fprintln(&b, "outcome:", o)
		}
	}
	for _, g := range get[[]store.StoredGame](v.T)(db.EventGames(ctx, v.event, 0, 0)) {
		fmt.Fprintln(&b, "game:", g.Seq, g.ID, g.SHA256, g.Source())
	}
	for _, r := range get[[]store.Report](v.T)(db.Reports(ctx, v.event, 0, 0)) {
		fmt.Fprintln(&b, "report:", r.Kind, r.ID)
	}
	for _, p := range get[[]store.ReportedPerformance](v.T)(db.Performances(ctx, store.PerformancesQuery{Event: v.event})) {
		fmt.Fprintln(&b, "performance:", p.Report, p.Player, p.Games, p.Moves)
	}
	var tasks []string
	for _, task := range get[[]store.Task](v.T)(db.Tasks(ctx, store.TasksQuery{Event: v.event})) {
		subject := task.Subject
		if task.Kind == "import" { // the id of a batch depends on the event
			subject = ""
		}
		tasks = append(tasks, fmt.Sprintln("task:", task.Kind, subject, task.State, task.Positions, task.PositionsDone))
	}
	slices.Sort(tasks)
	b.WriteString(strings.Join(tasks, ""))
	held := get[store.Checked](v.T)(db.Check(ctx, nil))
	fmt.Fprintln(&b, "held:", held.Uploads, "uploads,", held.Games, "games,", held.Evaluations, "evaluations,", held.Reports, "reports; damaged:", held.Damages)
	return b.String()
}
