package store

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"fairplay/analysis/fault"
)

func newTask(id, event string) Task {
	return Task{ID: id, Kind: "kind", Event: event, Subject: "subject of " + id, Group: "group", Priority: 2, State: TaskOpen,
		Positions: 40, Created: start, Changed: start}
}

func addTasks(t testing.TB, db *DB, tasks ...Task) {
	t.Helper()
	if n := must[int](t)(db.AddTasks(t.Context(), tasks)); n != len(tasks) {
		t.Fatalf("%d of %d tasks are new", n, len(tasks))
	}
}

func taskIDs(tasks []Task) (ids []string) {
	for _, task := range tasks {
		ids = append(ids, task.ID)
	}
	return ids
}

func expectTask(t testing.TB, db *DB, want Task) {
	t.Helper()
	same(t, "task "+want.ID, must[Task](t)(db.Task(t.Context(), want.ID)), want)
}

var minute = start.Add(time.Minute)

func checkTasks(t *testing.T, db *DB) {
	for _, id := range []string{"open", "paused", "closed"} {
		e := newEvent(id)
		e.State = EventState(id)
		ok(t, db.CreateEvent(t.Context(), e))
	}
	a, b, c, d := newTask("a", "open"), newTask("b", "paused"), newTask("c", "closed"), newTask("d", "")
	e := newTask("e", "open")
	e.Kind, e.Group = "another", "another"
	addTasks(t, db, e, d, c, b, a)
	changed := a
	changed.Kind = "changed"
	if n := must[int](t)(db.AddTasks(t.Context(), []Task{changed, newTask("f", "open")})); n != 1 {
		t.Errorf("%d tasks are new, want 1", n)
	}
	expectTask(t, db, a)
	_, err := db.Task(t.Context(), "unknown")
	expectFault(t, err, fault.NotFound, "task_unknown")
	_, err = db.StartTask(t.Context(), "unknown", start)
	expectFault(t, err, fault.NotFound, "task_unknown")

	same(t, "lines", must[[]TaskLine](t)(db.TaskLines(t.Context(), "kind")), []TaskLine{{}, {Event: "closed", Live: true}, {Event: "open", Live: true}})
	same(t, "lines after others", must[[]TaskLine](t)(db.TaskLines(t.Context(), "kind", "another", "unknown")), []TaskLine{{}, {Event: "closed", Live: true}})
	same(t, "next", taskIDs(must[[]Task](t)(db.NextTasks(t.Context(), "kind", "open", "recipe", nil, 9))), []string{"a", "f"})
	same(t, "next but one", taskIDs(must[[]Task](t)(db.NextTasks(t.Context(), "kind", "open", "", []string{"a"}, 1))), []string{"f"})
	of := newTask("r", "open")
	of.Recipe = "recipe"
	addTasks(t, db, of)
	same(t, "next under a recipe", taskIDs(must[[]Task](t)(db.NextTasks(t.Context(), "kind", "open", "recipe", nil, 9))), []string{"a", "f", "r"})
	same(t, "next under another", taskIDs(must[[]Task](t)(db.NextTasks(t.Context(), "kind", "open", "other", nil, 9))), []string{"a", "f"})
	expectTask(t, db, of)
	ok(t, db.FinishTask(t.Context(), "r", minute))
	ok(t, db.FinishTask(t.Context(), "f", minute))
	for name, c := range map[string]struct {
		q    TasksQuery
		want []string
	}{
		"all":       {TasksQuery{}, []string{"a", "b", "c", "d", "e", "f", "r"}},
		"after":     {TasksQuery{After: "b", Limit: 2}, []string{"c", "d"}},
		"event":     {TasksQuery{Event: "open"}, []string{"a", "e", "f", "r"}},
		"done":      {TasksQuery{Event: "open", State: TaskDone}, []string{"f", "r"}},
		"kind":      {TasksQuery{Kind: "another"}, []string{"e"}},
		"of nobody": {TasksQuery{Event: "unknown"}, nil},
	} {
		same(t, name, taskIDs(must[[]Task](t)(db.Tasks(t.Context(), c.q))), c.want)
	}
	if n := must[int](t)(db.CountOpen(t.Context(), "open", "kind")); n != 1 {
		t.Errorf("%d open tasks, want 1", n)
	}
	if !must[bool](t)(db.IsOpen(t.Context(), "open", "unknown", "another")) || must[bool](t)(db.IsOpen(t.Context(), "open", "unknown")) {
		t.Error("open kinds")
	}
	same(t, "of some", taskIDs(must[[]Task](t)(db.TasksOf(t.Context(), []string{"e", "unknown", "a"}))), []string{"a", "e"})
	same(t, "backlog", must[[]TaskBacklog](t)(db.TaskBacklogs(t.Context())), []TaskBacklog{{"another", 1, start}, {"kind", 4, start}})
	ok(t, db.AddFollowing(t.Context(), "a", []Task{newTask("g", "")}))
	expectFault(t, db.AddFollowing(t.Context(), "f", []Task{newTask("h", "")}), fault.Conflict, "task_ended")

	same(t, "cancelled", cancel(t, db, Cancellation{Event: "open"}), 2)
	same(t, "cancelled", cancel(t, db, Cancellation{Event: "paused", IDs: []string{"b", "c", "a"}}), 1)
	same(t, "cancelled", cancel(t, db, Cancellation{IDs: []string{}}), 0)
	_, err = db.CancelTasks(t.Context(), Cancellation{}, minute)
	expectFault(t, err, fault.Invalid, "cancel_without_condition")
	a.State, a.Changed = TaskCancelled, minute
	expectTask(t, db, a)

	revive := func(r Revival) int {
		t.Helper()
		r.Event, r.Kinds = "open", []TaskKind{"kind", "another"}
		return must[int](t)(db.ReviveTasks(t.Context(), r, minute))
	}
	for name, r := range map[string]Revival{
		"open": {State: TaskOpen}, "dead": {State: TaskDead}, "code": {State: TaskCancelled, Code: "x"}, "nothing": {State: TaskCancelled, IDs: []string{}},
	} {
		same(t, name, revive(r), 0)
	}
	same(t, "revived", revive(Revival{State: TaskCancelled, IDs: []string{"a", "b"}, Except: "x"}), 1)
	a.State = TaskOpen
	expectTask(t, db, a)
	same(t, "revived", revive(Revival{State: TaskCancelled, Except: "x"}), 1)
}

func cancel(t testing.TB, db *DB, what Cancellation) int {
	t.Helper()
	return must[int](t)(db.CancelTasks(t.Context(), what, minute))
}

func checkTaskEnds(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	a := newTask("a", "a")
	addTasks(t, db, a, newTask("b", "a"))
	a.Attempts, a.Changed = 1, minute
	same(t, "started", must[Task](t)(db.StartTask(t.Context(), "a", minute)), a)

	ok(t, db.NoteProgress(t.Context(), "a", 50, 20, minute))
	a.Positions, a.PositionsDone = 50, 20
	expectTask(t, db, a)
	ok(t, db.FailTask(t.Context(), "a", TaskFailure{fault.Unavailable, "engine_away", "the engine is away"}, false, minute))
	a.Reason = TaskFailure{fault.Unavailable, "engine_away", "the engine is away"}
	expectTask(t, db, a)
	must[Task](t)(db.StartTask(t.Context(), "a", minute))
	ok(t, db.ReturnTask(t.Context(), "a", TaskFailure{}, minute))
	expectTask(t, db, a) // one attempt, and the reason as it was
	must[Task](t)(db.StartTask(t.Context(), "a", minute))
	ok(t, db.NoteProgress(t.Context(), "a", 50, 19, minute))
	a.Attempts = 2
	expectTask(t, db, a)
	ok(t, db.NoteProgress(t.Context(), "a", 50, 21, minute))
	a.Attempts, a.PositionsDone = 1, 21
	expectTask(t, db, a) // which has got on
	ok(t, db.ReturnTask(t.Context(), "a", TaskFailure{fault.Internal, "x", "y"}, minute))
	ok(t, db.ReturnTask(t.Context(), "a", TaskFailure{fault.Internal, "x", "y"}, minute))
	a.Attempts, a.Reason = 0, TaskFailure{fault.Internal, "x", "y"}
	expectTask(t, db, a)

	ok(t, db.FailTask(t.Context(), "a", TaskFailure{fault.Corrupt, "z", "w"}, true, minute))
	a.State, a.Reason = TaskDead, TaskFailure{fault.Corrupt, "z", "w"}
	expectTask(t, db, a)
	same(t, "given up", must[[]GivenUp](t)(db.TasksGivenUp(t.Context(), "")), []GivenUp{{"kind", "z", 1, "a", "w"}})
	same(t, "given up elsewhere", len(must[[]GivenUp](t)(db.TasksGivenUp(t.Context(), "nowhere"))), 0)
	same(t, "started though dead", must[Task](t)(db.StartTask(t.Context(), "a", minute.Add(1))), a)
	ok(t, db.NoteProgress(t.Context(), "a", 1, 1, minute.Add(1)))
	expectTask(t, db, a)

	revived := newTask("a", "a")
	revived.Positions, revived.Changed = 50, minute
	same(t, "revived", must[Task](t)(db.ReviveTask(t.Context(), "a", minute)), revived)
	ok(t, db.FinishTask(t.Context(), "a", minute, newTask("next", "a"), newTask("b", "a")))
	revived.State, revived.PositionsDone = TaskDone, 50
	expectTask(t, db, revived)
	expectTask(t, db, newTask("next", "a"))
	ok(t, db.FinishTask(t.Context(), "a", minute.Add(1), newTask("next", "a")))
	expectTask(t, db, revived)
	_, err := db.ReviveTask(t.Context(), "a", minute)
	expectFault(t, err, fault.Conflict, "task_done")
	ok(t, db.FailTask(t.Context(), "a", TaskFailure{fault.Internal, "late", "late"}, true, minute))
	expectTask(t, db, revived)

	cancel(t, db, Cancellation{IDs: []string{"b"}})
	ok(t, db.FinishTask(t.Context(), "b", minute, newTask("never", "a")))
	_, err = db.Task(t.Context(), "never")
	expectFault(t, err, fault.NotFound, "task_unknown")
	if b := must[Task](t)(db.ReviveTask(t.Context(), "b", minute)); b.State != TaskOpen {
		t.Errorf("a cancelled task revived is %s", b.State)
	}
	expectFault(t, db.FinishTask(t.Context(), "unknown", minute), fault.NotFound, "task_unknown")
	old, dead, today := newTask("old", "other"), newTask("dead", "third"), newTask("today", "other")
	old.Recipe, dead.Recipe, today.Recipe, dead.State = "of before", "of before", "of today", TaskDead
	addTasks(t, db, old, dead, today)
	same(t, "for another recipe", must[[]string](t)(db.OtherRecipes(t.Context(), "kind", "of today")), []string{"other", "third"})
	for event, n := range map[string]int{"other": 1, "third": 1} {
		same(t, "cancelled for another recipe", must[int](t)(db.CancelTasks(t.Context(), Cancellation{Event: event, Kind: "kind", Recipe: "of today"}, minute)), n)
	}
	same(t, "then", len(must[[]string](t)(db.OtherRecipes(t.Context(), "kind", "of today"))), 0)
}

func checkTasksTogether(t *testing.T, db *DB) {
	const n = 150
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for worker := range 4 {
		wg.Go(func() {
			var tasks []Task
			for i := range n {
				tasks = append(tasks, newTask(fmt.Sprint((i+worker*71)%n), "a"))
			}
			added, err := db.AddTasks(t.Context(), tasks)
			if err != nil {
				t.Error(err)
			}
			for i := range 20 {
				if _, err := db.StartTask(t.Context(), fmt.Sprint(i), minute); err != nil {
					t.Error(err)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			total += added
		})
	}
	wg.Wait()
	if total != n {
		t.Errorf("%d tasks were new, want %d", total, n)
	}
	for i := range 20 {
		if task := must[Task](t)(db.Task(t.Context(), fmt.Sprint(i))); task.Attempts != 4 {
			t.Errorf("task %d has %d attempts, want 4", i, task.Attempts)
		}
	}
}

func checkProgress(t *testing.T, db *DB) {
	same(t, "of nothing", must[EventProgress](t)(db.Progress(t.Context(), "a")), EventProgress{Kinds: map[TaskKind]TaskCounts{}})
	for i := range 6 {
		addTasks(t, db, newTask(fmt.Sprint(i), "a"))
	}
	report := newTask("report", "a")
	report.Kind, report.Positions = "report", 0
	addTasks(t, db, report, newTask("other", "b"))
	ok(t, db.FinishTask(t.Context(), "0", minute))
	ok(t, db.FinishTask(t.Context(), "1", minute))
	ok(t, db.NoteProgress(t.Context(), "2", 40, 15, minute))
	ok(t, db.FailTask(t.Context(), "3", TaskFailure{fault.Internal, "x", "x"}, true, minute))
	cancel(t, db, Cancellation{IDs: []string{"4"}})
	progress := must[EventProgress](t)(db.Progress(t.Context(), "a"))
	same(t, "progress", progress, EventProgress{
		Games: 5, GamesDone: 2, Positions: 200, PositionsDone: 95,
		Kinds: map[TaskKind]TaskCounts{
			"kind":   {Open: 2, Done: 2, Dead: 1, Cancelled: 1, Games: 5, GamesDone: 2, Positions: 200, PositionsDone: 95},
			"report": {Open: 1},
		}})
	progress.Leave("kind")
	progress.Leave("no such kind")
	same(t, "of reports alone", progress, EventProgress{Kinds: map[TaskKind]TaskCounts{"report": {Open: 1}}})
}
