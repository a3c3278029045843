package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fairplay/analysis/fault"
)

// TaskState is the state of a task.
type TaskState string

// The states of a task.
const (
	TaskOpen      TaskState = "open" // to be done, or being done
	TaskDone      TaskState = "done"
	TaskDead      TaskState = "dead" // given up; the reason is kept, and ReviveTask opens it again
	TaskCancelled TaskState = "cancelled"
)

// TaskKind names the kind of work. Package work defines the kinds.
type TaskKind string

// TaskFailure is why an attempt at a task failed. The zero value is none.
type TaskFailure struct {
	Kind fault.Kind
	Code string // a stable slug; never empty if there is a reason
	Text string // for users
}

// KindName returns the name of the kind, empty if there is no reason.
func (t TaskFailure) KindName() string {
	if t == (TaskFailure{}) {
		return ""
	}
	return t.Kind.String()
}

// Err returns the reason as an error.
func (t TaskFailure) Err() error { return fault.New(t.Kind, t.Code, "%s", t.Text) }

// Task is one piece of work: the record of something that should happen. A queue only wakes a
// worker, which then looks here.
type Task struct {
	ID            string    `json:"id"`      // from its content, so that the same task is never kept twice
	Kind          TaskKind  `json:"kind"`    // `import`, `evaluate-quick`, `evaluate-full`, `evaluate-second`, `test` or `report`
	Subject       string    `json:"subject"` // what it works on: a batch, a game, a test
	State         TaskState `json:"state"`
	Attempts      int       `json:"attempts"`  // times it has been started
	Positions     int       `json:"positions"` // positions to evaluate
	PositionsDone int       `json:"positions_done"`
	Created       time.Time `json:"created"`
	Changed       time.Time `json:"changed"`

	Event    string      `json:"-"` // empty for none
	Group    string      `json:"-"` // names the tasks of a kind in an event
	Recipe   string      `json:"-"` // fingerprint: only engines of this recipe can do it; empty where it does not matter
	Priority int         `json:"-"`
	Reason   TaskFailure `json:"-"` // of the last failure; it may name a player
}

// TasksQuery selects tasks, in ascending order of ID.
type TasksQuery struct {
	Event   string     // empty for all
	Kind    TaskKind   // empty for all
	State   TaskState  // empty for all
	Without []TaskKind // kinds to leave out
	After   string     // only IDs after this one
	Limit   int        // most tasks; 0 for all
}

// Cancellation selects tasks to be cancelled: those that meet all given conditions, of which there must be
// at least one.
type Cancellation struct {
	Event  string
	IDs    []string
	Kind   TaskKind
	Recipe string // of tasks that are for another one
	Code   string // of the reason that is kept
}

// TaskCounts counts tasks of one kind.
type TaskCounts struct {
	Open, Done, Dead, Cancelled int
	Games, GamesDone            int // those with positions to evaluate, without the cancelled; of them, those done
	Positions, PositionsDone    int // of those that are not cancelled
}

// EventProgress says how far the tasks of an event have come.
type EventProgress struct {
	Games, GamesDone         int // tasks with positions to evaluate, without the cancelled; of them, those done
	Positions, PositionsDone int // of these tasks
	Kinds                    map[TaskKind]TaskCounts
}

// Leave removes the tasks of one kind from the counts.
func (e *EventProgress) Leave(kind TaskKind) {
	c := e.Kinds[kind]
	e.Games, e.GamesDone = e.Games-c.Games, e.GamesDone-c.GamesDone
	e.Positions, e.PositionsDone = e.Positions-c.Positions, e.PositionsDone-c.PositionsDone
	delete(e.Kinds, kind)
}

// taskIdentity lists the columns that identify a task and never change, taskCourse the others.
const (
	taskIdentity = `id, kind, event, subject, task_group`
	taskCourse   = `priority, state, attempts, reason_kind, reason_code, reason, positions, positions_done, created, changed, recipe`
	taskColumns  = taskIdentity + `, ` + taskCourse
	taskEnd      = `id, state, attempts, reason_kind, reason_code, reason, positions, positions_done` // sealed of one that is not open
)

func taskRow(t Task) []any {
	return []any{t.ID, t.Kind, t.Event, t.Subject, t.Group, t.Priority, cmp.Or(t.State, TaskOpen), t.Attempts,
		t.Reason.KindName(), t.Reason.Code, t.Reason.Text, t.Positions, t.PositionsDone, t.Created, t.Changed, t.Recipe}
}

func scanTask(row scanner, t *Task) error {
	var kind string
	err := row.Scan(&t.ID, &t.Kind, &t.Event, &t.Subject, &t.Group, &t.Priority, &t.State, &t.Attempts,
		&kind, &t.Reason.Code, &t.Reason.Text, &t.Positions, &t.PositionsDone, moment{&t.Created}, moment{&t.Changed}, &t.Recipe)
	t.Reason.Kind = fault.ParseKind(kind)
	return err
}

func noTask(id string) error {
	return fault.New(fault.NotFound, "task_unknown", "there is no task %q", id)
}

// AddTasks stores tasks and returns how many were new. Existing tasks stay unchanged, whatever
// their state.
func (db *DB) AddTasks(ctx context.Context, tasks []Task) (added int, err error) {
	return db.addTasks(ctx, tasks, func(session) error { return nil })
}

// AddFollowing stores what follows from an open task, as AddTasks does, some at a time. Once that task is not open any
// more, because somebody has cancelled it, the error is fault.Conflict with the code task_ended.
func (db *DB) AddFollowing(ctx context.Context, from string, tasks []Task) error {
	_, err := db.addTasks(ctx, tasks, func(tx session) error {
		t, err := one(ctx, tx, noTask(from), scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id = ?{lock}`, from)
		if err == nil && t.State != TaskOpen {
			err = fault.New(fault.Conflict, "task_ended", "the task from which others follow is not open any more")
		}
		return err
	})
	return err
}

func (db *DB) addTasks(ctx context.Context, tasks []Task, check func(session) error) (added int, err error) {
	for chunk := range slices.Chunk(sortedTasks(tasks), chunkLen) {
		n := 0
		if err := db.transaction(ctx, func(tx session) (err error) {
			if err = check(tx); err == nil {
				n, err = insertTasks(ctx, tx, chunk)
			}
			return err
		}); err != nil {
			return added, err
		}
		added += n
	}
	return added, nil
}

func sortedTasks(tasks []Task) []Task {
	return slices.SortedFunc(slices.Values(tasks), func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
}

func insertTasks(ctx context.Context, tx session, tasks []Task) (added int, err error) {
	rows := make([][]any, len(tasks))
	for i, t := range sortedTasks(tasks) {
		rows[i] = taskRow(t)
	}
	return tx.insertSealed(ctx, sealed("tasks"), taskCourse, rows)
}

// Task returns one task; fault.NotFound if there is none.
func (db *DB) Task(ctx context.Context, id string) (Task, error) {
	return readOne(ctx, db, noTask(id), scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id = ?`, id)
}

// Tasks returns the tasks that q selects.
func (db *DB) Tasks(ctx context.Context, q TasksQuery) ([]Task, error) {
	where, args := conditions(map[string]string{
		"event": q.Event, "kind": string(q.Kind), "state": string(q.State)})
	if len(q.Without) > 0 {
		where += ` AND kind NOT IN {list}`
		args = append(args, list(q.Without))
	}
	args = append([]any{q.After}, append(args, limit(q.Limit))...)
	return readAll(ctx, db, scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id > ?`+where+` ORDER BY id LIMIT ?`, args...)
}

// EndedTasks returns the IDs of the tasks of a kind in an event that are not open.
func (db *DB) EndedTasks(ctx context.Context, event string, kind TaskKind) (map[string]bool, error) {
	ids, err := readAll(ctx, db, func(row scanner, id *string) error { return row.Scan(id) },
		`SELECT id FROM tasks WHERE event = ? AND kind = ? AND state IN ('done', 'dead', 'cancelled')`, event, kind)
	ended := make(map[string]bool, len(ids))
	for _, id := range ids {
		ended[id] = true
	}
	return ended, err
}

// CountOpen returns how many tasks of a kind in an event are open.
func (db *DB) CountOpen(ctx context.Context, event string, kind TaskKind) (int, error) {
	return readOne(ctx, db, nil, scanInt, `SELECT count(*) FROM tasks WHERE event = ? AND kind = ? AND state = 'open'`, event, kind)
}

// IsOpen reports whether a task of one of the kinds is open in an event.
func (db *DB) IsOpen(ctx context.Context, event string, kinds ...TaskKind) (bool, error) {
	n, err := readOne(ctx, db, nil, scanInt, `SELECT count(*) FROM
		(SELECT 1 FROM tasks WHERE event = ? AND kind IN {list} AND state = 'open' LIMIT 1) AS found`, event, list(kinds))
	return n > 0, err
}

// StartTask counts an attempt at an open task and returns the task. A task that is not open is
// returned unchanged.
func (db *DB) StartTask(ctx context.Context, id string, at time.Time) (Task, error) {
	var started []Task
	err := db.single(func(s session) (err error) {
		started, err = all(ctx, s, scanTask, `UPDATE tasks SET attempts = attempts + 1, changed = ?
			WHERE id = ? AND state = 'open' RETURNING `+taskColumns, at, id)
		return err
	})
	switch {
	case err != nil:
		return Task{}, err
	case len(started) == 0:
		return db.Task(ctx, id)
	}
	return started[0], nil
}

// changeTask lets change alter a task, which is locked meanwhile. Only state, attempts, reason
// and positions are written.
func (db *DB) changeTask(ctx context.Context, id string, at time.Time, change func(*Task) error) (t Task, err error) {
	err = db.transaction(ctx, func(tx session) error {
		before, err := one(ctx, tx, noTask(id), scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id = ?{lock}`, id)
		if err != nil {
			return err
		}
		t = before
		if err := change(&t); err != nil || t == before {
			return err
		}
		t.Changed = at
		return writeTask(ctx, tx, before.State, t)
	})
	return t, err
}

// writeTask writes a task that was in a state before.
func writeTask(ctx context.Context, tx session, before TaskState, t Task) error {
	const text = `UPDATE tasks SET state = ?, attempts = ?, reason_kind = ?, reason_code = ?, reason = ?,
		positions = ?, positions_done = ?, changed = ? WHERE id = ?`
	values := []any{t.State, t.Attempts, t.Reason.KindName(), t.Reason.Code, t.Reason.Text, t.Positions, t.PositionsDone, t.Changed, t.ID}
	var err error
	switch {
	case t.State != TaskOpen:
		err = tx.change(ctx, sealed("task_ends"), text, values...)
	case before != TaskOpen:
		_, err = tx.unsealEach(ctx, sealed("task_ends"), text+` RETURNING id`, values...)
	default:
		_, err = tx.exec(ctx, text, values...)
	}
	return err
}

// Progress returns how far the tasks of an event have come, by one statement.
func (db *DB) Progress(ctx context.Context, event string) (EventProgress, error) {
	rows, err := readAll(ctx, db, scanTaskTally, `SELECT kind, state, count(*),
			CAST(sum(positions) AS BIGINT), CAST(sum(positions_done) AS BIGINT), sum(CASE WHEN positions > 0 THEN 1 ELSE 0 END)
		FROM tasks WHERE event = ? GROUP BY kind, state`, event)
	p := EventProgress{Kinds: map[TaskKind]TaskCounts{}}
	for _, row := range rows {
		p.add(row)
	}
	return p, err
}

// taskTally counts the tasks of one kind in one state.
type taskTally struct {
	kind            TaskKind
	state           TaskState
	tasks           int
	positions, done int
	withPositions   int // tasks
}

func scanTaskTally(row scanner, t *taskTally) error {
	return row.Scan(&t.kind, &t.state, &t.tasks, &t.positions, &t.done, &t.withPositions)
}

func (e *EventProgress) add(t taskTally) {
	counts := e.Kinds[t.kind]
	switch t.state {
	case TaskOpen:
		counts.Open += t.tasks
	case TaskDone:
		counts.Done += t.tasks
		counts.GamesDone += t.withPositions
		e.GamesDone += t.withPositions
	case TaskDead:
		counts.Dead += t.tasks
	case TaskCancelled:
		counts.Cancelled += t.tasks
	}
	if t.state != TaskCancelled {
		counts.Games += t.withPositions
		counts.Positions += t.positions
		counts.PositionsDone += t.done
		e.Games += t.withPositions
		e.Positions += t.positions
		e.PositionsDone += t.done
	}
	e.Kinds[t.kind] = counts
}
