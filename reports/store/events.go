package store

import (
	"context"

	"fairplay/analysis/fault"
)

const eventColumns = `id, name, site, federation, starts, ends, time_class, rule_set, planned_rounds, players,
	state, live, games, version, created`

func eventRow(e Event) []any {
	return []any{e.ID, e.Name, e.Site, e.Federation, e.Start, e.End, e.TimeClass, e.RuleSet, e.PlannedRounds, e.Players,
		e.State, e.Live, e.Games, e.Version, e.Created}
}

func scanEvent(row scanner, e *Event) error {
	return row.Scan(&e.ID, &e.Name, &e.Site, &e.Federation, &e.Start, &e.End, &e.TimeClass, &e.RuleSet, &e.PlannedRounds, &e.Players,
		&e.State, &e.Live, &e.Games, &e.Version, moment{&e.Created})
}

func noEvent(id string) error {
	return fault.New(fault.NotFound, "event_unknown", "there is no event %q", id)
}

// CreateEvent keeps a new event, at version 1 and without games. An ID that is
// taken is a fault.Conflict error.
func (db *DB) CreateEvent(ctx context.Context, e Event) error {
	e.Version, e.Games = 1, 0
	if e.State == "" {
		e.State = EventOpen
	}
	return db.transaction(ctx, func(tx session) error {
		added, err := tx.insertSealed(ctx, sealed("events"), ``, [][]any{eventRow(e)})
		if err == nil && added == 0 {
			err = fault.New(fault.Conflict, "event_exists", "there is an event %q already", e.ID)
		}
		return err
	})
}

// Event returns one event; fault.NotFound where there is none.
func (db *DB) Event(ctx context.Context, id string) (Event, error) {
	return readOne(ctx, db, noEvent(id), scanEvent, `SELECT `+eventColumns+` FROM events WHERE id = ?`, id)
}

// Events returns the events that q selects.
func (db *DB) Events(ctx context.Context, q EventsQuery) ([]Event, error) {
	everyone := q.IDs == nil && q.Federations == nil
	return readAll(ctx, db, scanEvent, `SELECT `+eventColumns+` FROM events
		WHERE id > ? AND (1 = ? OR id IN {list} OR federation IN {list}) AND ('' = ? OR federation = ?)
		ORDER BY id LIMIT ?`,
		q.After, everyone, list(q.IDs), list(q.Federations), q.Federation, q.Federation, limit(q.Limit))
}

// ChangeEvent has change alter an event and raises its version; ID, Created,
// Games and Version stay as they are whatever change does to them. Change must
// be quick, and may be called more than once; an error of its own leaves all as
// it was and is returned. Another version than the one given is a fault.Conflict
// error with the code event_changed; version 0 stands for whatever is there.
func (db *DB) ChangeEvent(ctx context.Context, id string, version int64, change func(*Event) error) (changed Event, err error) {
	err = db.transaction(ctx, func(tx session) error {
		before, err := lockEvent(ctx, tx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.New(fault.Conflict, "event_changed", "the event has been changed meanwhile: read it again")
		}
		changed = before
		if err := change(&changed); err != nil {
			return err
		}
		changed.ID, changed.Created, changed.Games, changed.Version = id, before.Created, before.Games, before.Version+1
		return writeEvent(ctx, tx, changed)
	})
	return changed, err
}

// lockEvent reads an event that nobody else changes until the transaction ends.
func lockEvent(ctx context.Context, tx session, id string) (Event, error) {
	return one(ctx, tx, noEvent(id), scanEvent, `SELECT `+eventColumns+` FROM events WHERE id = ?{lock}`, id)
}

func writeEvent(ctx context.Context, tx session, e Event) error {
	row := eventRow(e)
	_, err := tx.exec(ctx, `UPDATE events SET name = ?, site = ?, federation = ?, starts = ?, ends = ?, time_class = ?, rule_set = ?,
		planned_rounds = ?, players = ?, state = ?, live = ?, games = ?, version = ?, created = ? WHERE id = ?`,
		append(row[1:len(row):len(row)], e.ID)...)
	if err != nil {
		return err
	}
	return tx.seal(sealed("events"), row)
}
