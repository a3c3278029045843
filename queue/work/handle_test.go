package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/uci"
)

// someTask adds a task to the event.
func (s *service) someTask(t *testing.T, kind store.TaskKind, subject string) string {
	t.Helper()
	e, err := s.Store.Event(t.Context(), eventID)
	if err != nil {
		t.Fatal(err)
	}
	added := newTask(s.at(), kind, e, subject)
	if _, err := s.Store.AddTasks(t.Context(), []store.Task{added}); err != nil {
		t.Fatal(err)
	}
	return added.ID
}

// attempt runs a task whose work ends with err, after its context ended with
// cause where there is one. It returns what the queue hears.
func (s *service) attempt(t *testing.T, id string, cause, err error) error {
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	return s.handler(func(context.Context, store.Task, store.Event) error {
		if cause != nil {
			end(cause)
		}
		return err
	})(ctx, id)
}

func (s *service) taskNow(t testing.TB, id string) store.Task {
	t.Helper()
	task, err := s.Store.Task(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cause, err error
		again      bool // the queue is to bring it back
		state      store.TaskState
		attempts   int // that count
		code       string
	}{
		"bad input":         {nil, fault.New(fault.Invalid, "bad", "no"), false, store.TaskDead, 1, "bad"},
		"no honest answer":  {nil, fault.New(fault.Unprocessable, "few", "no"), false, store.TaskDead, 1, "few"},
		"damaged evidence":  {nil, fault.New(fault.Corrupt, "rot", "no"), false, store.TaskDead, 1, "rot"},
		"database away":     {nil, fault.New(fault.Unavailable, "database", "no"), true, store.TaskOpen, 0, "database"},
		"engine fails":      {nil, fault.New(fault.Unavailable, uci.PositionFailed, "no"), true, store.TaskOpen, 1, uci.PositionFailed},
		"unforeseen":        {nil, errors.New("secret detail"), true, store.TaskOpen, 1, "internal"},
		"differing reports": {nil, fault.New(fault.Conflict, "report_differs", "no"), true, store.TaskOpen, 1, "report_differs"},
		"not yet":           {nil, errNotYet, true, store.TaskOpen, 0, ""},
		"process stops":     {queue.ErrStopping, context.Canceled, true, store.TaskOpen, 0, ""},
		"caller gives up":   {context.Canceled, context.Canceled, true, store.TaskOpen, 0, ""},
		"takes too long":    {queue.ErrTimeout, context.Canceled, true, store.TaskOpen, 1, "timeout"},
		"removed":           {queue.ErrRemoved, context.Canceled, false, store.TaskOpen, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			id := s.someTask(t, Report, name)
			if err := s.attempt(t, id, c.cause, c.err); (err != nil && queue.FateOf(err) == queue.TryAgain) != c.again {
				t.Errorf("the queue hears %v", err)
			}
			task := s.taskNow(t, id)
			if task.State != c.state || task.Attempts != c.attempts || task.Reason.Code != c.code {
				t.Errorf("%+v", task)
			}
			if strings.Contains(task.Reason.Text, "secret") {
				t.Error("the reason tells users what only the log may know")
			}
		})
	}
}

// A task that fails of itself is given up in the end, and so is one that takes
// its worker with it every time, which leaves no word.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	s := serve(t)
	id := s.someTask(t, Report, "fails")
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		if state := s.taskNow(t, id).State; state != store.TaskOpen {
			t.Fatalf("before attempt %d: %s", attempt, state)
		}
		err := s.attempt(t, id, nil, fault.New(fault.Internal, "x", "it is broken"))
		if (err == nil) != (attempt == maxAttempts) {
			t.Fatalf("attempt %d: the queue hears %v", attempt, err)
		}
	}
	if task := s.taskNow(t, id); task.State != store.TaskDead || task.Reason.Text != "it is broken" || task.Attempts != maxAttempts {
		t.Errorf("%+v", task)
	}
	deadly := s.someTask(t, Report, "kills")
	for range maxStarts {
		if _, err := s.Store.StartTask(t.Context(), deadly, s.at()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.attempt(t, deadly, nil, errors.New("must not be worked on any more")); err != nil {
		t.Error(err)
	}
	if task := s.taskNow(t, deadly); task.State != store.TaskDead || task.Reason.Code != "worker_lost" {
		t.Errorf("%+v", task)
	}
	unlucky := s.someTask(t, Report, "began whenever its worker was killed")
	for range maxAttempts {
		if _, err := s.Store.StartTask(t.Context(), unlucky, s.at()); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // of which the second is the first that comes after a fault of its own
		if task := s.taskNow(t, unlucky); task.State != store.TaskOpen {
			t.Errorf("%+v", task)
		}
		_ = s.attempt(t, unlucky, nil, fault.New(fault.Internal, "x", "it is broken"))
	}
	if task := s.taskNow(t, unlucky); task.State != store.TaskDead {
		t.Errorf("%+v", task)
	}
	slow := s.someTask(t, Report, "gets on")
	for attempt := range 3 * maxAttempts {
		if _, err := s.Store.StartTask(t.Context(), slow, s.at()); err != nil {
			t.Fatal(err)
		}
		if err := s.Store.NoteProgress(t.Context(), slow, 100, attempt+1, s.at()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.attempt(t, slow, nil, fault.New(fault.Unavailable, "away", "")); err == nil || s.taskNow(t, slow).State != store.TaskOpen {
		t.Errorf("a task that gets on is given up: %v", err)
	}
	if n := s.Counts().Tasks[Report]; n[Dead] != 3 || n[Failed] != maxAttempts+1 {
		t.Errorf("%v", n)
	}
	if _, err := s.Retry(t.Context(), deadly); err != nil {
		t.Fatal(err)
	}
	if task := s.taskNow(t, deadly); task.State != store.TaskOpen || task.Attempts != 0 || !s.list.has(deadly) {
		t.Errorf("after Retry: %+v", task)
	}
}

// bad is a position of the first game of round 8.
func bad(t *testing.T) string { return readTexts(t, round8(t)).Games[0].Plies[40].Key }

func positionFails(key string, times int) func(string) error {
	return func(asked string) error {
		if asked == key && times != 0 {
			times--
			return fault.New(fault.Unavailable, uci.PositionFailed, "the engine ended three times")
		}
		return nil
	}
}

// A position on which engines fail is tried with every attempt and left to the
// report in the end, which says so as the command line does.
func TestHopelessPosition(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.engine.Fail = positionFails(bad(t), -1)
	s.accept(t, round8(t))
	s.work(t)
	run := brief(&pipelinetest.Oracle{Fail: positionFails(bad(t), -1)}, &pipelinetest.Shelf{})
	report, err := run.Run(t.Context(), readTexts(t, round8(t)))
	if err != nil || len(report.Errors) != 1 {
		t.Fatalf("%v, %v", report, err)
	}
	if got, want := string(s.screened(t).Body), string(asPrinted(t, report)); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
}

// An engine that fails for a while costs time alone, however often it fails.
func TestPassingTrouble(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.engine.Fail = positionFails(bad(t), maxAttempts-1)
	s.accept(t, round8(t))
	s.work(t)
	if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, round8(t))); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
}

// gamesFail makes every position of a game fail, as if it killed the engine.
func gamesFail(t *testing.T, n int) func(string) error {
	keys := map[string]bool{}
	for _, p := range readTexts(t, round8(t)).Games[n].Plies[20:] {
		keys[p.Key] = true
	}
	return func(key string) error {
		if keys[key] {
			return fault.New(fault.Unavailable, uci.PositionFailed, "the engine ended three times")
		}
		return nil
	}
}

// A game that cannot be evaluated is left out of the report, which says so; when
// it is retried with success, the report is that of all games.
func TestGameGivenUp(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.engine.Fail = gamesFail(t, 0)
	s.accept(t, round8(t))
	s.work(t)
	dead := slices.DeleteFunc(s.tasks(t, EvaluateQuick), func(t store.Task) bool { return t.State != store.TaskDead })
	if len(dead) != 1 || dead[0].Reason.Text == "" {
		t.Fatalf("%+v", dead)
	}
	without := s.screened(t)
	for _, word := range []string{`"not_evaluated": 1`, "could not be evaluated and is left out"} {
		if !strings.Contains(string(without.Body), word) {
			t.Errorf("the report lacks %s", word)
		}
	}
	given := []store.Task{} // up for tests, of which a progress does not tell
	for n := range 2000 {
		given = append(given, store.Task{ID: fmt.Sprintf("%032d", n), Kind: EvaluateFull, Event: eventID, State: store.TaskDead, Created: s.at(), Changed: s.at()})
	}
	if _, err := s.Store.AddTasks(t.Context(), given); err != nil {
		t.Fatal(err)
	}
	progress, err := s.Progress(t.Context(), eventID)
	if err != nil || len(progress.GivenUp) != 1 || progress.GivenUp[0].First != dead[0].ID || progress.GamesGivenUp != 1 || !progress.Idle || progress.Done {
		t.Errorf("%+v, %v", progress, err)
	}
	s.engine.Fail = nil
	if _, err := s.Retry(t.Context(), dead[0].ID); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, round8(t))); got != want {
		t.Error("after the retry the report is not that of all games")
	}
	if again, err := s.Store.Report(t.Context(), without.ID); err != nil || string(again.Body) != string(without.Body) {
		t.Error("the first report is gone")
	}
}
