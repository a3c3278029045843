package store

import (
	"context"
	"strconv"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

// caseMigration is the migration that makes the tables of complaints.
const caseMigration = 11

// Steps of a hold, which keeps a case from being erased: entries of the case set and release it.
const (
	holdSet      = "set"
	holdReleased = "released"
)

const holdColumns = `case_id, seq, step, at, author, body`

// caseHeld is a condition on cases: more holds were set than released.
const caseHeld = `(SELECT count(*) FROM holds WHERE case_id = cases.id AND step = '` + holdSet + `') >
	(SELECT count(*) FROM holds WHERE case_id = cases.id AND step = '` + holdReleased + `')`

// holdRow is a step of a hold, with its reason sealed.
type holdRow struct {
	id   string // of the case
	seq  int64  // of the entry that set or released it
	step string
	at   time.Time
	by   string
	body []byte
}

func scanHold(row scanner, h *holdRow) error {
	return row.Scan(&h.id, &h.seq, &h.step, moment{&h.at}, &h.by, &h.body)
}

func (h holdRow) place() place { return place{h.id, "hold", strconv.FormatInt(h.seq, 10)} }

// holdStep returns what an entry does to holds; "" for nothing.
func holdStep(kind complaint.EntryKind) string {
	switch kind {
	case complaint.EntryHoldSet:
		return holdSet
	case complaint.EntryHoldLifted:
		return holdReleased
	}
	return ""
}

// writeHold notes what an entry does to holds.
func (s session) writeHold(ctx context.Context, id string, key caseKey, e complaint.Entry) error {
	h := holdRow{id: id, seq: e.Seq, step: holdStep(e.Kind)}
	if h.step == "" {
		return nil
	}
	body, err := key.seal(h.place(), e.Body)
	if err != nil {
		return err
	}
	_, err = s.insertSealed(ctx, sealed("holds"), ``, [][]any{{id, h.seq, h.step, e.At, e.By, body}})
	return err
}

// EraseCase destroys the key of a case and removes its attachments and the drafts of its forms, so that nothing that people wrote in it
// can be read again from this database; what happened when, and the log that proves it, stay. Nobody has a
// part any more in what is gone: the grants of parties and judges go too. A case that
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
		if _, err := tx.exec(ctx, `DELETE FROM drafts WHERE form LIKE ?`, "%/"+id+"/%"); err != nil {
			return err
		}
		for _, p := range c.Parties {
			if p.Token == "" {
				continue
			}
			if err := tx.ungrant(ctx, p.Token, access.Grant{Role: p.Role, Case: id}); err != nil {
				return err
			}
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
