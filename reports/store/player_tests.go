package store

import (
	"context"
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
)

// Test is a test of a player and, once finished, its report. Clients see it as wire.ListedTest.
type Test struct {
	ID      string    `json:"id"` // 16 random bytes, hex
	Event   string    `json:"event"`
	Kind    string    `json:"kind"`
	Report  string    `json:"report"` // id of the report; empty until it is there
	Created time.Time `json:"created"`

	Seq     int64           `json:"-"` // number within its event, from 1
	Request json.RawMessage `json:"-"` // a reports.TestOrder
	Group   string          `json:"-"` // group of the tasks for which it waits
	Token   string          `json:"-"` // ID of the token that requested it
}

const testColumns = `id, seq, event, kind, request, task_group, report, created, token`

func scanTest(row scanner, t *Test) error {
	var request string
	err := row.Scan(&t.ID, &t.Seq, &t.Event, &t.Kind, &request, &t.Group, &t.Report, moment{&t.Created}, &t.Token)
	t.Request = []byte(request)
	return err
}

func noTest(id string) error {
	return fault.New(fault.NotFound, "test_unknown", "there is no test %q", id)
}

// CreateTest stores a test together with the tasks that it needs. Errors: fault.NotFound for an
// unknown event, fault.Conflict for an ID that exists already.
func (db *DB) CreateTest(ctx context.Context, t Test, tasks ...Task) error {
	return db.transaction(ctx, func(tx session) error {
		if _, err := lockEvent(ctx, tx, t.Event); err != nil {
			return err
		}
		seq, err := nextSeq(ctx, tx, "tests", t.Event)
		if err != nil {
			return err
		}
		added, err := tx.insertSealed(ctx, sealed("tests"), ``,
			[][]any{{t.ID, seq, t.Event, t.Kind, jsonText(t.Request), t.Group, t.Report, t.Created, t.Token}})
		if err != nil {
			return err
		}
		if added == 0 {
			return fault.New(fault.Conflict, "test_exists", "there is a test %q already", t.ID)
		}
		_, err = insertTasks(ctx, tx, tasks)
		return err
	})
}

// Test returns one test; fault.NotFound if there is none.
func (db *DB) Test(ctx context.Context, id string) (Test, error) {
	return readOne(ctx, db, noTest(id), scanTest, `SELECT `+testColumns+` FROM tests WHERE id = ?`, id)
}

// Tests returns the tests of an event in the order of Seq: those after a given Seq, at most n,
// or all for n = 0.
func (db *DB) Tests(ctx context.Context, event string, after int64, n int) ([]Test, error) {
	return readAll(ctx, db, scanTest, `SELECT `+testColumns+` FROM tests WHERE event = ? AND seq > ? ORDER BY seq LIMIT ?`,
		event, after, limit(n))
}

// FinishTest stores the report that answers a test. A test has one answer; if it has another
// already, the error is fault.Conflict.
func (db *DB) FinishTest(ctx context.Context, id, report string) error {
	return db.transaction(ctx, func(tx session) error {
		n, err := tx.changed(ctx, sealed("tests"), `UPDATE tests SET report = ? WHERE id = ? AND report IN ('', ?)`, report, id, report)
		if err != nil || n > 0 {
			return err
		}
		if _, err := one(ctx, tx, noTest(id), scanTest, `SELECT `+testColumns+` FROM tests WHERE id = ?`, id); err != nil {
			return err
		}
		return fault.New(fault.Conflict, "test_answered", "the test has been answered with another report")
	})
}
