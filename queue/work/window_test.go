package work

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
	"fairplay/reports/tournament"
)

// waits records evaluations of an event that was handed in by a token, without games.
func (s *service) waits(t testing.TB, event, token string, games int) []string {
	t.Helper()
	ctx := t.Context()
	e := store.Event{ID: event, Name: event, State: store.EventOpen, Created: s.clock.look()}
	if err := s.Store.CreateEvent(ctx, e); err != nil {
		t.Fatal(err)
	}
	file := s.receive(t, [2]string{"x.pgn", event})[0]
	if err := s.Keep(ctx, file); err != nil {
		t.Fatal(err)
	}
	batch := store.Batch{ID: "batch of " + event, Event: event, State: store.BatchWaiting, Created: e.Created, Token: token,
		Files: []store.Upload{{SHA256: file.SHA256, Name: file.Name, Size: file.Size}}}
	imports := newTask(s.at(), Import, e, batch.ID)
	if _, _, err := s.Store.CreateBatch(ctx, batch, imports); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.FinishTask(ctx, imports.ID, s.at()); err != nil {
		t.Fatal(err)
	}
	tasks := make([]store.Task, games)
	for i := range tasks {
		tasks[i] = newTask(s.at(), EvaluateQuick, e, fmt.Sprint(i), "recipe")
		tasks[i].Recipe, tasks[i].Positions = s.recipe(EvaluateQuick), 40
	}
	if _, err := s.Store.AddTasks(ctx, tasks); err != nil {
		t.Fatal(err)
	}
	return idsOf(tasks)
}

// next has the service choose, and finishes what it has chosen first. It returns the event of that.
func (s *service) next(t testing.TB) string {
	t.Helper()
	if err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	item, ok := s.list.take()
	if !ok {
		return ""
	}
	if err := s.Store.FinishTask(t.Context(), item.ID, s.at()); err != nil {
		t.Fatal(err)
	}
	return s.taskNow(t, item.ID).Event
}

// order is which events come next.
func (s *service) order(t testing.TB, n int) string {
	t.Helper()
	var events []string
	for range n {
		events = append(events, s.next(t))
	}
	return strings.Join(events, " ")
}

// Tokens have turns, and the events of a token among themselves; no more than a few tasks are in the queue.
func TestTurns(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.waits(t, "a1", "anna", 3000)
	if got := s.order(t, 3); got != "a1 a1 a1" || len(s.list.waiting) > 3 {
		t.Errorf("%s; %d wait in the queue", got, len(s.list.waiting))
	}
	s.waits(t, "b", "boris", 6)
	s.waits(t, "a2", "anna", 100)
	s.order(t, 2) // chosen before
	if got := strings.Fields(s.order(t, 12)); slices.Index(got, "a2") < 0 || slices.Index(got[slices.Index(got, "a2"):], "a1") < 0 {
		t.Errorf("the events of a token have no turns: %v", got)
	} else if n := len(slices.DeleteFunc(got, func(e string) bool { return e != "b" })); n < 5 || n > 6 {
		t.Errorf("of twelve turns six are another's, but he had %d", n)
	}
	s.list.waiting = nil // lost, as Redis may lose it
	if got := s.order(t, 4); strings.Count(got, "a1") != 2 || strings.Count(got, "a2") != 2 {
		t.Errorf("after Redis was emptied: %s", got)
	}
}

// What is said to be live while it waits goes first, and so does an event in a round of its schedule; others keep one
// place in the window.
func TestLiveLater(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.waits(t, "archive", "anna", 100)
	s.waits(t, "round", "anna", 4)
	s.waits(t, "planned", "boris", 4)
	s.order(t, 1)
	if _, err := s.Store.ChangeEvent(t.Context(), "round", 0, func(e *store.Event) error { e.Live = true; return nil }); err != nil {
		t.Fatal(err)
	}
	live := func() (events []string) {
		if err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, item := range s.list.waiting {
			if item.Priority == queue.Live {
				events = append(events, s.taskNow(t, item.ID).Event)
			}
		}
		return events
	}
	if got := live(); len(got) < windowLeast || slices.ContainsFunc(got, func(e string) bool { return e != "round" }) {
		t.Errorf("live are %v", got)
	}
	start := s.clock.look().Add(-time.Hour)
	stated := tournament.Schedule{Rounds: []tournament.RoundTimes{{Round: 1, Start: start, End: start.Add(2 * time.Hour)}}}
	if _, err := s.note(t.Context(), "planned", "boris", s.at(), stated, func(store.Event) bool { return true }); err != nil {
		t.Fatal(err)
	}
	s.list.waiting = nil
	if got := live(); !slices.Contains(got, "planned") || !slices.Contains(got, "round") {
		t.Errorf("live are %v", got)
	}
	s.clock.now = start.Add(5 * time.Hour) // its games have come in
	s.list.waiting = nil
	if got := live(); slices.Contains(got, "planned") {
		t.Errorf("after the round live are %v", got)
	}
	usual := 0
	for _, item := range s.list.waiting {
		if item.Priority == queue.Usual {
			usual++
		}
	}
	if usual != 1 {
		t.Errorf("beside live tasks %d others wait, want 1", usual)
	}
}

// Cancelling touches rows alone: it takes less time than it took to plan these tasks, and so does resuming. BenchmarkArchive
// has the goal of a second.
func TestCancelIsQuick(t *testing.T) {
	for _, where := range []string{"sqlite", "postgres"} {
		t.Run(where, func(t *testing.T) {
			source := filepath.Join(t.TempDir(), "fairplay.db")
			if where == "postgres" {
				source = storetest.Start(t).Fresh(t)
				if err := store.Migrate(t.Context(), source); err != nil {
					t.Fatal(err)
				}
			}
			s := reopen(t, source)
			planned := time.Now()
			s.waits(t, "archive", "anna", 40_000)
			planning := time.Since(planned)
			s.waits(t, "other", "boris", 6)
			if err := s.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			for i, do := range []func(context.Context, string) error{s.Cancel, s.Resume} {
				begun := time.Now()
				if err := do(t.Context(), "archive"); err != nil {
					t.Fatal(err)
				}
				took := time.Since(begun)
				t.Logf("step %d takes %v, planning took %v", i+1, took, planning)
				if took > planning {
					t.Errorf("step %d takes %v, planning took %v", i+1, took, planning)
				}
			}
		})
	}
}

// An import that is cancelled leaves nothing to be done, whenever it is: it begins again when the event is resumed or the
// files are handed in again, and the report is the same.
func TestCancelDuringImport(t *testing.T) {
	t.Parallel()
	for _, again := range []string{"resumed", "handed in again"} {
		s := serve(t)
		batch := s.accept(t, round8(t))
		item, _ := s.list.take()
		looks := 0
		s.clock.at = func(int) {
			if looks++; looks != 2 {
				return
			}
			if err := s.Cancel(t.Context(), eventID); err != nil {
				t.Error(err)
			}
		}
		_ = s.Handlers()[item.Kind](t.Context(), item.ID)
		s.list.active = ""
		if open, err := s.Store.Tasks(t.Context(), store.TasksQuery{Event: eventID, State: store.TaskOpen}); err != nil || len(open) > 0 || len(s.list.waiting) > 0 {
			t.Errorf("still open: %+v, %v", open, err)
		}
		if b, err := s.Store.Batch(t.Context(), batch.ID); err != nil || b.State == store.BatchWaiting {
			t.Errorf("%+v, %v", b, err)
		}
		if again == "resumed" {
			if err := s.Resume(t.Context(), eventID); err != nil {
				t.Fatal(err)
			}
		} else {
			s.accept(t, round8(t))
		}
		s.work(t)
		if got, want := s.screened(t).Body, printed(t, reports.Filter{}, round8(t)); !bytes.Equal(got, want) {
			t.Errorf("%s: another report", again)
		}
	}
}

// Where tasks take no time, more of them wait; a moment later no longer.
func TestWindowFollowsThePace(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.waits(t, "a", "anna", 100)
	for _, c := range []struct {
		name       string
		done, want int
	}{{"nothing done", 0, 0}, {"five at once", 5, 5}, {"many at once", 3 * windowBurst, windowBurst}} {
		for range c.done {
			s.counters.finished(EvaluateQuick, s.Now())
		}
		if err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := len(s.list.waiting); n != windowLeast+c.want {
			t.Errorf("%s: %d wait", c.name, n)
		}
	}
	s.clock.mu.Lock()
	s.clock.now = s.clock.now.Add(time.Second)
	s.clock.mu.Unlock()
	s.list.waiting = nil
	if err := s.Advance(t.Context()); err != nil || len(s.list.waiting) != windowLeast {
		t.Errorf("a second later %d wait, %v", len(s.list.waiting), err)
	}
}
