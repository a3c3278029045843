package store

import (
	"context"
	"slices"
	"strings"
)

// markedKind is a table whose rows carry marks.
type markedKind struct {
	table, what string
	key         []string // columns that name a row
	rows        func(context.Context, session) ([]markedRow, error)
}

// markedRow is what is needed of a row to check its mark, or to make it anew.
type markedRow struct {
	id     string // for people
	key    []any
	mark   string
	values []any
}

func markedKinds() []markedKind {
	return []markedKind{
		{"tokens", "token", []string{"id"}, func(ctx context.Context, s session) ([]markedRow, error) {
			tokens, err := s.tokensWhere(ctx, `id <> ''`)
			return rowsOf(tokens, err, func(t marked[Token]) markedRow {
				return markedRow{t.row.ID, []any{t.row.ID}, t.mark, t.row.marked(t.version)}
			})
		}},
		{"grant_proposals", "proposed grant", columnsOf(grantColumns), func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := all(ctx, s, marking(scanProposal), `SELECT `+proposalColumns+`, mark FROM grant_proposals`)
			return rowsOf(found, err, func(p marked[Proposal]) markedRow {
				key := grantRow(p.row.Token, p.row.Grant)
				return markedRow{sealed("grant_proposals").words(key), key, p.mark, p.row.marked()}
			})
		}},
		{"sign_ins", "sign-in", []string{"digest"}, func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := all(ctx, s, marking(scanSignIn), `SELECT `+signInColumns+`, mark FROM sign_ins`)
			return rowsOf(found, err, func(in marked[SignIn]) markedRow {
				return markedRow{in.row.name(), []any{in.row.name()}, in.mark, in.row.marked()}
			})
		}},
		{"drafts", "draft", []string{"token", "form"}, func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := all(ctx, s, marking(scanDraft), `SELECT `+draftColumns+`, mark FROM drafts`)
			return rowsOf(found, err, func(d marked[Draft]) markedRow {
				return markedRow{d.row.name(), []any{d.row.Token, d.row.Form}, d.mark, d.row.marked()}
			})
		}},
		{"events", "event", []string{"id"}, func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := all(ctx, s, marking(scanEvent), `SELECT `+eventSelected+`, mark FROM events`)
			return rowsOf(found, err, func(e marked[Event]) markedRow {
				return markedRow{e.row.ID, []any{e.row.ID}, e.mark, e.row.marked()}
			})
		}},
		{"cases", "case", []string{"id"}, func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := s.casesWhere(ctx, ``)
			return rowsOf(found, err, func(c marked[CaseRecord]) markedRow {
				return markedRow{c.row.ID, []any{c.row.ID}, c.mark, c.row.marked()}
			})
		}},
		{"data_requests", "data request", []string{"id", "seq"}, func(ctx context.Context, s session) ([]markedRow, error) {
			found, err := all(ctx, s, marking(scanData), `SELECT `+dataColumns+`, mark FROM data_requests`)
			return rowsOf(found, err, func(d marked[dataRow]) markedRow {
				return markedRow{d.row.name(), []any{d.row.id, d.row.Seq}, d.mark, d.row.marked()}
			})
		}},
	}
}

func rowsOf[T any](found []T, err error, of func(T) markedRow) ([]markedRow, error) {
	rows := make([]markedRow, len(found))
	for i, item := range found {
		rows[i] = of(item)
	}
	return rows, err
}

// markAll marks every row with a key and wraps the keys of cases with it. Rows for which keep is false stay
// as they are. It returns how many these are.
func (s session) markAll(ctx context.Context, key ServerKey, keep func(markedKind, markedRow) bool) (left int, err error) {
	for _, kind := range markedKinds() {
		rows, err := kind.rows(ctx, s)
		if err != nil {
			return left, err
		}
		for _, row := range rows {
			if !keep(kind, row) {
				left++
				continue
			}
			mark, err := key.mark(kind.table, row.values)
			if err != nil {
				return left, err
			}
			if _, err := s.exec(ctx, `UPDATE `+kind.table+` SET mark = ? WHERE `+strings.Join(kind.key, " = ? AND ")+` = ?`,
				slices.Insert(slices.Clone(row.key), 0, any(mark))...); err != nil {
				return left, err
			}
		}
	}
	lost, err := s.wrapAll(ctx, key)
	return left + lost, err
}

// wrapAll wraps the keys of cases and data requests with a key. It returns how many it could not open.
func (s session) wrapAll(ctx context.Context, key ServerKey) (lost int, err error) {
	type kept struct {
		id   string
		body []byte
	}
	found, err := all(ctx, s, func(row scanner, k *kept) error { return row.Scan(&k.id, &k.body) }, `SELECT id, body FROM case_keys`)
	if err != nil {
		return 0, err
	}
	for _, k := range found {
		plain := caseKey(k.body)
		if len(k.body) != caseKeySize { // otherwise it is of a time before server keys
			if plain, err = s.ring.all().unwrap(k.id, k.body); err != nil || plain == nil {
				lost++
				continue
			}
		}
		if _, err := s.exec(ctx, `UPDATE case_keys SET body = ? WHERE id = ?`, key.wrap(k.id, plain), k.id); err != nil {
			return lost, err
		}
	}
	return lost, nil
}

// setKeyMark writes with which key the rows of the database are marked.
func (s session) setKeyMark(ctx context.Context, key ServerKey, m keyMark) (err error) {
	m.key, m.since = key.id, timeAt(micros(s.ring.Now()))
	if m.database == "" {
		if m.database, err = NewID(s.ring.Random); err != nil {
			return err
		}
	}
	if m.mark, err = key.mark("server_key", m.values()); err != nil {
		return err
	}
	return s.change(ctx, sealed("server_key"), `INSERT INTO server_key (`+keyMarkColumns+`) VALUES (1, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE
		SET key = excluded.key, database = excluded.database, since = excluded.since, mark = excluded.mark`, m.key, m.database, m.since, m.mark)
}

// adoptAll marks everything there is with the newest key.
func (s session) adoptAll(ctx context.Context, before keyMark) error {
	key := s.ring.all()[0]
	if _, err := s.markAll(ctx, key, func(markedKind, markedRow) bool { return true }); err != nil {
		return err
	}
	return s.setKeyMark(ctx, key, before)
}

// Rekeyed says what Rekey did.
type Rekeyed struct {
	Was, Is string // ids of keys; the same if nothing was left to be done
	Left    int    // rows and keys of cases that did not carry the mark of the server, and are left so
}

// Rekey marks everything with the newest key of the server, and wraps the keys of cases with it, in one
// step. A row that does not carry the mark of the server does not get one by this. entry, whose detail is set, goes into
// the audit.
func (db *DB) Rekey(ctx context.Context, entry AuditEntry) (done Rekeyed, err error) {
	err = db.transaction(ctx, func(tx session) error {
		if err := tx.aloneWith(ctx, "server_key"); err != nil {
			return err
		}
		m, err := tx.keyMark(ctx)
		if err != nil {
			return err
		}
		key := tx.ring.all()[0]
		if done = (Rekeyed{Was: m.key, Is: key.id}); m.key == key.id {
			return nil
		}
		done.Left, err = tx.markAll(ctx, key, func(kind markedKind, row markedRow) bool { return tx.fits(row.mark, kind.table, row.values) })
		if err != nil {
			return err
		}
		if err := tx.setKeyMark(ctx, key, m); err != nil {
			return err
		}
		entry := entry
		entry.Detail = "from " + done.Was + " to " + done.Is
		tx.audit(entry)
		return nil
	})
	return done, err
}

// aloneWith waits until no other transaction uses a table, and keeps others away from it until this one ends.
func (s session) aloneWith(ctx context.Context, table string) error {
	text := s.dialect.alone(table)
	if text == "" {
		return nil
	}
	_, err := s.exec(ctx, text)
	return err
}
