package store

import (
	"context"
	"time"

	"fairplay/analysis/fault"
)

// NoteProgress stores how many positions an open task has, and how many of them are done; the
// stored number of done positions never falls. Where it rises, earlier attempts no longer
// count: a task that makes progress must not be given up, however often its worker is lost.
func (db *DB) NoteProgress(ctx context.Context, id string, positions, done int, at time.Time) error {
	return db.single(func(s session) error {
		_, err := s.exec(ctx, `UPDATE tasks SET positions = ?,
			attempts = CASE WHEN positions_done < ? AND attempts > 1 THEN 1 ELSE attempts END,
			positions_done = CASE WHEN positions_done < ? THEN ? ELSE positions_done END, changed = ?
			WHERE id = ? AND state = 'open'`,
			positions, done, done, done, at, id)
		return err
	})
}

// FinishTask ends a task as done and stores the tasks that follow from it, in one transaction.
// A cancelled task stays cancelled, and nothing follows. Finishing a task again changes
// nothing.
func (db *DB) FinishTask(ctx context.Context, id string, at time.Time, then ...Task) error {
	return db.transaction(ctx, func(tx session) error {
		if err := finishTask(ctx, tx, id, at); err != nil || len(then) == 0 {
			return err
		}
		t, err := one(ctx, tx, noTask(id), scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id = ?`, id)
		if err != nil || t.State == TaskCancelled {
			return err
		}
		_, err = insertTasks(ctx, tx, then)
		return err
	})
}

func finishTask(ctx context.Context, s session, id string, at time.Time) error {
	n, err := s.changed(ctx, sealed("task_ends"), `UPDATE tasks SET state = 'done', positions_done = positions, changed = ?,
		reason_kind = '', reason_code = '', reason = '' WHERE id = ? AND state IN ('open', 'dead')`, at, id)
	if err != nil || n > 0 {
		return err
	}
	_, err = one(ctx, s, noTask(id), scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id = ?`, id)
	return err
}

// FailTask stores why an attempt at an open task failed. If dead is true, the task is given up;
// otherwise it stays open.
func (db *DB) FailTask(ctx context.Context, id string, reason TaskFailure, dead bool, at time.Time) error {
	_, err := db.changeTask(ctx, id, at, func(t *Task) error {
		if t.State != TaskOpen {
			return nil
		}
		t.Reason = reason
		if dead {
			t.State = TaskDead
		}
		return nil
	})
	return err
}

// ReturnTask takes back the attempt that StartTask counted, because it ended for a reason
// outside the task: the program was told to stop, or something that it needs is away. The zero
// Reason leaves the stored one.
func (db *DB) ReturnTask(ctx context.Context, id string, reason TaskFailure, at time.Time) error {
	_, err := db.changeTask(ctx, id, at, func(t *Task) error {
		if t.State != TaskOpen {
			return nil
		}
		t.Attempts = max(t.Attempts-1, 0)
		if reason != (TaskFailure{}) {
			t.Reason = reason
		}
		return nil
	})
	return err
}

// ReviveTask opens a dead or cancelled task again, as if it had never been started. An open one
// stays unchanged; for one that is done the error is fault.Conflict.
func (db *DB) ReviveTask(ctx context.Context, id string, at time.Time) (Task, error) {
	return db.changeTask(ctx, id, at, func(t *Task) error {
		switch t.State {
		case TaskDone:
			return fault.New(fault.Conflict, "task_done", "the task is done: there is nothing to try again")
		case TaskDead, TaskCancelled:
			t.State, t.Attempts, t.PositionsDone = TaskOpen, 0, 0
			t.Reason = TaskFailure{}
		}
		return nil
	})
}

// Revival selects tasks to be opened again: those that meet all given conditions.
type Revival struct {
	Event  string
	State  TaskState  // dead or cancelled
	Kinds  []TaskKind // any of these
	IDs    []string   // any of these; nil for all
	Code   string     // of the reason; empty for any
	Except string     // code of a reason; empty for none
}

// ReviveTasks opens dead or cancelled tasks of an event again, as if they had never been started, and returns how many.
func (db *DB) ReviveTasks(ctx context.Context, which Revival, at time.Time) (n int, err error) {
	where, args := conditions(map[string]string{"event": which.Event, "reason_code": which.Code})
	if which.IDs != nil {
		where += ` AND id IN {list}`
		args = append(args, list(which.IDs))
	}
	if which.Except != "" {
		where += ` AND reason_code <> ?`
		args = append(args, which.Except)
	}
	err = db.transaction(ctx, func(tx session) error {
		n, err = tx.unsealEach(ctx, sealed("task_ends"), `UPDATE tasks SET state = 'open', attempts = 0, positions_done = 0,
			reason_kind = '', reason_code = '', reason = '', changed = ?
			WHERE state = ? AND state IN ('dead', 'cancelled') AND kind IN {list}`+where+` RETURNING id`,
			append([]any{at, which.State, list(which.Kinds)}, args...)...)
		return err
	})
	return n, err
}

// CancelTasks cancels the selected open tasks, of those for another recipe also the given-up ones, and returns how many.
func (db *DB) CancelTasks(ctx context.Context, what Cancellation, at time.Time) (n int, err error) {
	from := `state = 'open'`
	where, args := conditions(map[string]string{"event": what.Event, "kind": string(what.Kind)})
	if what.IDs != nil {
		where += ` AND id IN {list}`
		args = append(args, list(what.IDs))
	}
	if where == "" {
		return 0, fault.New(fault.Invalid, "cancel_without_condition", "say which tasks to cancel")
	}
	if what.Recipe != "" {
		from = `state IN ('open', 'dead')`
		where += ` AND recipe NOT IN ('', ?)`
		args = append(args, what.Recipe)
	}
	err = db.transaction(ctx, func(tx session) error {
		n, err = tx.changed(ctx, sealed("task_ends"), `UPDATE tasks SET state = 'cancelled', reason_code = ?, changed = ? WHERE `+from+where,
			append([]any{what.Code, at}, args...)...)
		return err
	})
	return n, err
}
