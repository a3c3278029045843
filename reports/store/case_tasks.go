package store

import (
	"context"

	"fairplay/reports/complaint"
)

// OrderTask adds entries to a case, as AppendCase does, together with the task that follows from
// them: both or neither. The task belongs to no event; its subject is the case.
func (db *DB) OrderTask(ctx context.Context, id string, t Task, write func(*CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) error {
	t.Event, t.Subject = "", id
	return db.transaction(ctx, func(tx session) error {
		if _, _, err := tx.appendCase(ctx, id, write); err != nil {
			return err
		}
		_, err := insertTasks(ctx, tx, []Task{t})
		return err
	})
}
