package store

import (
	"context"
	"strconv"
	"time"

	"fairplay/analysis/fault"
)

// caseMigration is the migration that makes the tables of complaints.
const caseMigration = 11

// Hold is a step of what keeps a case from being erased: it is set, or released.
type Hold struct {
	Seq      int64 // within the case, from 1
	Released bool
	At       time.Time
	By       string // ID of a token
	Reason   string // empty once the case is erased
}

// Steps of a hold.
const (
	holdSet      = "set"
	holdReleased = "released"
)

const holdColumns = `case_id, seq, step, at, author, body`

// holdRow is a step of a hold with its reason sealed.
type holdRow struct {
	id   string
	step string
	body []byte
	Hold
}

func scanHold(row scanner, h *holdRow) error {
	err := row.Scan(&h.id, &h.Seq, &h.step, moment{&h.At}, &h.By, &h.body)
	h.Released = h.step == holdReleased
	return err
}

func (h holdRow) place() place { return place{h.id, "hold", strconv.FormatInt(h.Seq, 10)} }

// HoldCase sets a hold on a case, or releases it; Seq is set by the store. A hold that is set already, or
// released already, is a fault.Conflict error, and so is a case that was erased.
func (db *DB) HoldCase(ctx context.Context, id string, h Hold) error {
	return db.transaction(ctx, func(tx session) error {
		c, key, err := tx.lockCase(ctx, id)
		if err != nil {
			return err
		}
		step := holdSet
		switch {
		case h.Released && !c.Held:
			return fault.New(fault.Conflict, "case_hold", "there is no hold on this case")
		case h.Released:
			step = holdReleased
		case c.Held:
			return fault.New(fault.Conflict, "case_hold", "there is a hold on this case already")
		}
		n, err := one(ctx, tx, nil, scanInt, `SELECT count(*) FROM holds WHERE case_id = ?`, id)
		if err != nil {
			return err
		}
		row := holdRow{id: id, step: step, Hold: h}
		row.Seq = int64(n) + 1
		if row.body, err = key.seal(row.place(), []byte(clean(h.Reason))); err != nil {
			return err
		}
		_, err = tx.insertSealed(ctx, sealed("holds"), ``, [][]any{{id, row.Seq, step, h.At, h.By, row.body}})
		return err
	})
}

// Holds returns the holds that were set on a case and released, in their order.
func (db *DB) Holds(ctx context.Context, id string) (found []Hold, err error) {
	err = db.snapshot(ctx, func(s session) error {
		key, err := caseKeyOf(ctx, s, id)
		if err != nil {
			return err
		}
		rows, err := all(ctx, s, scanHold, `SELECT `+holdColumns+` FROM holds WHERE case_id = ? ORDER BY seq`, id)
		for i := 0; i < len(rows) && err == nil; i++ {
			if key != nil {
				var reason []byte
				reason, err = key.open(rows[i].place(), rows[i].body)
				rows[i].Reason = string(reason)
			}
			found = append(found, rows[i].Hold)
		}
		return err
	})
	return found, err
}

// EraseCase destroys the key of a case and removes its attachments, so that nothing that people wrote in it
// can be read again from this database; what happened when, and the chain that proves it, stay. A case that
// is open or under a hold is a fault.Conflict error. Erasing it again does only what was left undone: an
// Unavailable error with the code erasure_delayed says that the key is gone from the tables, and that
// others who are reading keep its bytes in the file for a moment. Earlier backups have the keys that were
// backed up with them.
func (db *DB) EraseCase(ctx context.Context, id string, at time.Time) error {
	err := db.transaction(ctx, func(tx session) error {
		c, err := caseOf(ctx, tx, id, `{lock}`)
		switch {
		case err != nil || !c.Erased.IsZero():
			return err
		case c.Closed.IsZero():
			return fault.New(fault.Conflict, "case_open", "the case is open: what it contains is needed until it is closed")
		case c.Held:
			return fault.New(fault.Conflict, "case_held", "there is a hold on this case: it must be released first")
		}
		if err := tx.eraseKey(ctx, id); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM case_blob_chunks WHERE case_id = ?`, id); err != nil {
			return err
		}
		c.Erased = at
		return tx.writeCaseRow(ctx, c)
	})
	if err != nil {
		return err
	}
	return db.describe(db.dialect.scrub(ctx, db.write))
}

// eraseKey removes a key.
func (s session) eraseKey(ctx context.Context, id string) error {
	_, err := s.exec(ctx, `DELETE FROM case_keys WHERE id = ?`, id)
	return err
}

func erasureDelayed() error {
	return fault.New(fault.Unavailable, "erasure_delayed", "the key is erased, but somebody who is reading keeps its bytes in the file of the database: erase again in a moment")
}
