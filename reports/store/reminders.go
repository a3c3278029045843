package store

import (
	"context"
	"time"

	"fairplay/analysis/fault"
)

// Reminder identifies one reminder: what is due in a case, how near it is, and the sender that
// sends it.
type Reminder struct {
	Case     string // the number that people see
	What     string // is due, as package complaint calls it
	Due      time.Time
	Nearness string
	Sender   string
}

const reminderKey = `case_number = ? AND what = ? AND due = ? AND nearness = ? AND carrier = ?`

func (r Reminder) key() []any { return []any{r.Case, r.What, r.Due, r.Nearness, r.Sender} }

// reminderState is how far a reminder has come.
type reminderState struct {
	attempts int
	next     time.Time
	sent     bool
}

func scanReminder(row scanner, r *reminderState) error {
	return row.Scan(&r.attempts, moment{&r.next}, &r.sent)
}

// ClaimReminder reports whether the caller should send a reminder now. If several ask at once, only
// one is told to. Until he reports that it is sent, it becomes due again after a pause, which
// depends on the number of attempts before.
func (db *DB) ClaimReminder(ctx context.Context, r Reminder, now time.Time, pause func(before int) time.Duration) (claimed bool, err error) {
	const ask = `SELECT attempts, next, sent FROM reminders WHERE ` + reminderKey
	known, err := readAll(ctx, db, scanReminder, ask, r.key()...)
	if err != nil || len(known) > 0 && (known[0].sent || known[0].next.After(now)) {
		return false, err
	}
	err = db.transaction(ctx, func(tx session) error {
		claimed = false
		row := append(r.key(), 0, time.Time{}, 0)
		if _, err := tx.insert(ctx, `reminders (case_number, what, due, nearness, carrier, attempts, next, sent)`, [][]any{row}); err != nil {
			return err
		}
		lost := fault.New(fault.Corrupt, "reminder_lost", "a reminder that was just stored is missing")
		is, err := one(ctx, tx, lost, scanReminder, ask+`{lock}`, r.key()...)
		if err != nil || is.sent || is.next.After(now) {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE reminders SET attempts = attempts + 1, next = ? WHERE `+reminderKey,
			append([]any{now.Add(pause(is.attempts))}, r.key()...)...)
		claimed = err == nil
		return err
	})
	return claimed, err
}

// ReminderSent notes that a claimed reminder is sent, so that it is never claimed again.
func (db *DB) ReminderSent(ctx context.Context, r Reminder) error {
	return db.single(func(s session) error {
		_, err := s.exec(ctx, `UPDATE reminders SET sent = 1 WHERE `+reminderKey, r.key()...)
		return err
	})
}
