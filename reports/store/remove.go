package store

import (
	"context"
	"slices"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
)

// RemoveEvent removes an event that was made by mistake, with all that is only about it: what is stated and written
// about it, its batches, tasks, tests, reports and figures, and who had a role in it. Games, files and evaluations stay,
// because other events may have the same. reads are the actions of the audit by which somebody reads or orders figures of
// players; whoever does so must be in the audit before he sees one.
//
// entry goes into the audit; its detail is the reason, before which the name of the event is put. An unknown event is
// NotFound. The event stays, and the error is Conflict, if it is closed (event_closed), if somebody has read a figure of
// it (event_read), if there is a complaint about it (event_in_case) or a package of it (event_packaged), or if somebody
// has written into its log or its watch list (event_noted).
func (db *DB) RemoveEvent(ctx context.Context, id string, reads []string, entry AuditEntry) error {
	return db.transaction(ctx, func(tx session) error {
		e, err := lockEvent(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := tx.removable(ctx, e); err != nil {
			return err
		}
		players, err := all(ctx, tx, scanText, `SELECT DISTINCT fide_id FROM performances WHERE event = ? AND fide_id <> ''`, id)
		if err != nil {
			return err
		}
		if err := tx.unread(ctx, e, reads, players); err != nil {
			return err
		}
		if err := tx.removeEvent(ctx, id); err != nil {
			return err
		}
		// From here on whoever wants to read a figure waits, and then finds no event. Until here somebody may have read one.
		if _, err := tx.lockLog(ctx); err != nil {
			return err
		}
		if err := tx.unread(ctx, e, reads, players); err != nil {
			return err
		}
		entry := entry
		entry.Subject, entry.Detail = id, strconv.Quote(e.Name)+": "+entry.Detail
		tx.audit(entry)
		return nil
	})
}

func scanText(row scanner, text *string) error { return row.Scan(text) }

// removable returns a Conflict error that says what the event is needed for, apart from figures that somebody has read.
func (s session) removable(ctx context.Context, e Event) error {
	needed := func(code, text string) error { return fault.New(fault.Conflict, code, "the event stays: %s", text) }
	if e.State == EventClosed {
		return needed("event_closed", "it is closed; open it again first, with a reason")
	}
	for _, why := range []struct {
		code, text, where string
		args              []any
	}{
		{"event_in_case", "there is a complaint about it", `cases WHERE event = ?`, []any{e.ID}},
		{"event_packaged", "a package of it was made", `journal WHERE event = ? AND kind = ?`, []any{e.ID, tournament.PackageMade}},
		{"event_noted", "somebody has written into its log or its watch list", `journal WHERE event = ? AND kind IN (?, ?)`,
			[]any{e.ID, tournament.Logged, tournament.Watched}},
	} {
		if n, err := one(ctx, s, nil, scanInt, `SELECT count(*) FROM `+why.where, why.args...); err != nil || n > 0 {
			return orElse(err, needed(why.code, why.text))
		}
	}
	return nil
}

// unread returns a Conflict error if the audit says that somebody has read a figure of the event: of the event itself, or
// of one of these players, by his FIDE ID, in all events together, since the event is there.
func (s session) unread(ctx context.Context, e Event, reads, players []string) error {
	of := make([]string, len(players))
	for i, player := range players {
		of[i] = "fide_id " + player
	}
	n, err := one(ctx, s, nil, scanInt, `SELECT count(*) FROM audit WHERE action IN {list} AND detail NOT LIKE 'refused: %'
		AND (subject = ? OR subject = '' AND happened >= ? AND detail IN {list})`, list(reads), e.ID, e.Created, list(of))
	if err == nil && n > 0 {
		err = fault.New(fault.Conflict, "event_read", "the event stays: somebody has read or ordered figures of its players, and the audit must go on saying of what")
	}
	return err
}

// removeEvent removes the rows of an event, each before those to which it refers.
func (s session) removeEvent(ctx context.Context, id string) error {
	bodies, err := all(ctx, s, scanText, `SELECT id FROM reports WHERE event = ?`, id)
	if err != nil {
		return err
	}
	const ofBatches = `batch IN (SELECT id FROM batches WHERE event = ?)`
	for _, table := range []string{"staged_games", "staged_outcomes"} {
		if _, err := s.exec(ctx, `DELETE FROM `+table+` WHERE `+ofBatches, id); err != nil {
			return err
		}
	}
	if _, err := s.exec(ctx, `DELETE FROM drafts WHERE form LIKE ?`, "%/"+id+"%"); err != nil {
		return err
	}
	if err := s.ungrantEvent(ctx, id); err != nil {
		return err
	}
	if _, err := s.unsealEach(ctx, sealed("task_ends"), `SELECT id FROM tasks WHERE state <> 'open' AND event = ?`, id); err != nil {
		return err
	}
	const ofEvent = `event = ?`
	for _, rows := range [][2]string{
		{"performances", ofEvent}, {"reports", ofEvent}, {"tests", ofEvent}, {"tasks", ofEvent}, {"event_games", ofEvent}, {"event_inputs", ofEvent},
		{"idempotency_keys", ofBatches}, {"outcomes", ofBatches}, {"batch_files", ofBatches}, {"batches", ofEvent},
		{"journal", ofEvent}, {"event_facts", ofEvent}, {"events", `id = ?`},
	} {
		if err := s.removeWhere(ctx, sealed(rows[0]), rows[1], id); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(bodies, chunkLen) {
		if err := s.removeWhere(ctx, sealed("report_bodies"), `id IN {list} AND id NOT IN (SELECT id FROM reports)`, list(some)); err != nil {
			return err
		}
	}
	return nil
}

// ungrantEvent takes back every role in an event, and proposals of one.
func (s session) ungrantEvent(ctx context.Context, id string) error {
	type held struct {
		token string
		access.Grant
	}
	found, err := all(ctx, s, func(row scanner, h *held) error { return row.Scan(&h.token, &h.Role, &h.Event, &h.Case, &h.Federation) },
		`SELECT `+grantColumns+` FROM grants WHERE event = ? UNION SELECT `+grantColumns+` FROM grant_proposals WHERE event = ? ORDER BY token`, id, id)
	if err != nil {
		return err
	}
	for _, h := range found {
		if err := s.ungrant(ctx, h.token, h.Grant); err != nil {
			return err
		}
	}
	return nil
}
