package store

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

// CaseRecord is what can be known about a case without its key.
type CaseRecord struct {
	ID      string          // 16 random bytes, hex
	Event   string          // its ID, empty if the case is not about an event that is stored here
	State   complaint.State // after the last entry
	Arbiter bool            // it is open to the chief arbiter of the event
	Entries int64           // number of entries
	Opened  time.Time
	Changed time.Time // when the last entry was added
	Closed  time.Time // zero while it is open
	Erased  time.Time // zero if its content was not erased
	Held    bool      // a hold keeps it from being erased
	Parties []CaseParty
}

// CaseParty is somebody's part in a case.
type CaseParty struct {
	Role       access.Role
	Token      string // ID; empty for a federation
	Federation string // to which the case was handed over; empty for a person
	Entry      int64  // Seq of the entry that gave the part
}

// On returns the case as an object of access rules.
func (c CaseRecord) On() access.On {
	on := access.On{Event: c.Event, Case: c.ID, Arbiter: c.Arbiter}
	for _, p := range c.Parties {
		if p.Federation != "" {
			on.SentTo = append(on.SentTo, p.Federation)
		}
	}
	return on
}

const (
	caseColumns  = `id, event, state, arbiter, entries, opened, changed, closed, erased`
	caseSelected = caseColumns + `, ` + caseHeld
	partyColumns = `case_id, role, token, federation, entry`
)

func caseRow(c CaseRecord) []any {
	return []any{c.ID, c.Event, c.State, c.Arbiter, c.Entries, c.Opened, c.Changed, c.Closed, c.Erased}
}

func scanCase(row scanner, c *CaseRecord) error {
	return row.Scan(&c.ID, &c.Event, &c.State, &c.Arbiter, &c.Entries, moment{&c.Opened}, moment{&c.Changed}, moment{&c.Closed}, moment{&c.Erased}, &c.Held)
}

// marked is what the mark of a case is made of: who may see it, and how far it has come.
func (c CaseRecord) marked() []any {
	values := caseRow(c)
	for _, p := range slices.SortedFunc(slices.Values(c.Parties), func(a, b CaseParty) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Token, b.Token), cmp.Compare(a.Federation, b.Federation))
	}) {
		values = append(values, string(p.Role), p.Token, p.Federation, p.Entry)
	}
	return values
}

// casesWhere reads cases with their parties and marks, as they are stored.
func (s session) casesWhere(ctx context.Context, rest string, args ...any) ([]marked[CaseRecord], error) {
	found, err := all(ctx, s, marking(scanCase), `SELECT `+caseSelected+`, mark FROM cases `+rest, args...)
	if err != nil {
		return nil, err
	}
	return found, withParties(ctx, s, found)
}

// partyRow is a part in a case.
type partyRow struct {
	id string
	CaseParty
}

func scanParty(row scanner, p *partyRow) error {
	return row.Scan(&p.id, &p.Role, &p.Token, &p.Federation, &p.Entry)
}

func noCase(id string) error {
	return fault.New(fault.NotFound, "case_unknown", "there is no case %q", id)
}

func noKey() error {
	return fault.New(fault.Conflict, "case_key", "what people wrote in this cannot be opened: its key, or the server key that opens its key, is not here; "+
		"restore the backup with its keys, or add the server key of that time to the file as a further line")
}

// withParties adds their parties to cases.
func withParties(ctx context.Context, s session, cases []marked[CaseRecord]) error {
	ids := make([]string, len(cases))
	for i, c := range cases {
		ids[i] = c.row.ID
	}
	return each(ctx, s, func(row scanner) error {
		var p partyRow
		if err := scanParty(row, &p); err != nil {
			return err
		}
		c := &cases[slices.Index(ids, p.id)].row
		c.Parties = append(c.Parties, p.CaseParty)
		return nil
	}, `SELECT `+partyColumns+` FROM case_parties WHERE case_id IN {list} ORDER BY case_id, entry, role, token, federation`, list(ids))
}

// CasesQuery selects cases, in the order in which they were opened.
type CasesQuery struct {
	access.Scope                     // all, by ID, open to the arbiter of an event, or handed over to a federation
	Event        string              // furthermore, only those about this event; empty for all
	Open         bool                // furthermore, only those that are not closed
	With         complaint.EntryKind // furthermore, only those that have an entry of this kind and are not erased; empty for all
	After        string              // only those after the case with this ID; empty for all
	Limit        int                 // most cases; 0 for all
}

// Cases returns the cases that q selects, without those that no server wrote so.
func (db *DB) Cases(ctx context.Context, q CasesQuery) (found []CaseRecord, err error) {
	err = db.glance(ctx, func(s session) (err error) {
		rows, err := s.casesWhere(ctx, `WHERE (1 = ? OR id IN {list} OR arbiter = 1 AND event IN {list}
				OR id IN (SELECT case_id FROM case_parties WHERE federation <> '' AND federation IN {list}))
			AND ('' = ? OR event = ?) AND (0 = ? OR closed = 0)
			AND ('' = ? OR erased = 0 AND id IN (SELECT case_id FROM case_entries WHERE kind = ?))
			AND ('' = ? OR (opened, id) > (SELECT opened, id FROM cases WHERE id = ?))
			ORDER BY opened, id LIMIT ?`,
			q.All, list(q.Cases), list(q.Events), list(q.Federations), q.Event, q.Event, q.Open, q.With, q.With, q.After, q.After, limit(q.Limit))
		found = nil
		for _, m := range rows {
			if s.genuine("case", m.row.ID, m.mark, "cases", m.row.marked()) == nil {
				found = append(found, m.row)
			}
		}
		return err
	})
	return found, err
}

// Case returns one case; fault.NotFound if there is none.
func (db *DB) Case(ctx context.Context, id string) (c CaseRecord, err error) {
	err = db.glance(ctx, func(s session) (err error) {
		c, err = caseOf(ctx, s, id, ``)
		return err
	})
	return c, err
}

// caseOf reads a case; lock is `{lock}` to keep it locked until the transaction ends.
func caseOf(ctx context.Context, s session, id, lock string) (CaseRecord, error) {
	m, missing := one(ctx, s, noCase(id), marking(scanCase), `SELECT `+caseSelected+`, mark FROM cases WHERE id = ?`+lock, id)
	if missing != nil && fault.KindOf(missing) != fault.NotFound {
		return CaseRecord{}, missing
	}
	m.row.ID = id // parties are read either way, so that the time taken does not reveal whether the case exists
	found := []marked[CaseRecord]{m}
	if err := withParties(ctx, s, found); err != nil || missing != nil {
		return CaseRecord{}, orElse(err, missing)
	}
	return found[0].row, s.genuine("case", id, m.mark, "cases", found[0].row.marked())
}

// CaseHistory returns a case with all its entries, in their order. Bodies are nil if the key is
// destroyed or missing after a restore. It does not compare them with the log; Check does.
func (db *DB) CaseHistory(ctx context.Context, id string) (c CaseRecord, entries []complaint.Entry, err error) {
	err = db.snapshot(ctx, func(s session) error {
		if c, err = caseOf(ctx, s, id, ``); err != nil {
			return err
		}
		key, err := caseKeyOf(ctx, s, id)
		if err == nil {
			entries, err = caseEntries(ctx, s, id, key)
		}
		return err
	})
	return c, entries, err
}

// caseEntry is an entry of a case with its body sealed.
type caseEntry struct {
	id string
	complaint.Entry
}

const caseEntryColumns = `case_id, seq, kind, state, at, author, body, digest`

func scanCaseEntry(row scanner, e *caseEntry) error {
	return row.Scan(&e.id, &e.Seq, &e.Kind, &e.State, moment{&e.At}, &e.By, (*[]byte)(&e.Body), &e.Digest)
}

func (c caseEntry) place() place { return place{c.id, "entry", strconv.FormatInt(c.Seq, 10)} }

// digest is the SHA-256 of the words "fairplay case 2" and the fields of the entry with its body as it is sealed, each as a
// netstring.
func (c caseEntry) digest() string {
	return hexDigest(netstring(nil, "fairplay case 2", c.id, strconv.FormatInt(c.Seq, 10), string(c.Kind), string(c.State),
		strconv.FormatInt(micros(c.At), 10), c.By, string(c.Body)))
}

// caseEntries reads the entries of a case.
func caseEntries(ctx context.Context, s session, id string, key caseKey) ([]complaint.Entry, error) {
	rows, err := all(ctx, s, scanCaseEntry, `SELECT `+caseEntryColumns+` FROM case_entries WHERE case_id = ? ORDER BY seq`, id)
	if err != nil {
		return nil, err
	}
	entries := make([]complaint.Entry, len(rows))
	for i, row := range rows {
		entries[i] = row.Entry
		entries[i].Body = nil
		if key == nil {
			continue
		}
		if entries[i].Body, err = key.open(row.place(), row.Body); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// OpenCase stores a new case with its first entries and returns it; ID, Event, Arbiter, Closed and
// Parties are set by the caller. Its key is made of bytes from random. An ID that exists already is
// a fault.Conflict error, an event that does not exist NotFound.
func (db *DB) OpenCase(ctx context.Context, random io.Reader, c CaseRecord, entries []complaint.Entry) (CaseRecord, error) {
	if len(entries) == 0 {
		return CaseRecord{}, fault.New(fault.Internal, "case_empty", "a case begins with an entry")
	}
	opened := c
	err := db.transaction(ctx, func(tx session) error {
		if c.Event != "" { // which is not removed from now on
			if _, err := lockEvent(ctx, tx, c.Event); err != nil {
				return err
			}
		}
		opened = CaseRecord{ID: c.ID, Event: c.Event, Arbiter: c.Arbiter, Closed: c.Closed, Opened: timeAt(micros(entries[0].At))}
		key, err := newCaseKey(ctx, tx, random, c.ID)
		if err != nil {
			return err
		}
		added, err := tx.insertSealed(ctx, sealed("cases"), ``, [][]any{caseRow(opened)})
		if err == nil && added == 0 {
			err = fault.New(fault.Conflict, "case_exists", "there is a case %q already", c.ID)
		}
		if err != nil {
			return err
		}
		opened.Parties = slices.Clone(c.Parties)
		_, err = tx.writeCase(ctx, &opened, 0, key, entries)
		return err
	})
	return opened, err
}

// AppendCase adds entries to a case, with numbers and digests, all or none, and returns the case
// afterwards and the entries. write sees the case and all earlier entries, and returns the entries
// to add; it may also change Arbiter and Closed of the case and add Parties. If it returns an
// error, nothing is changed and the error is returned. It must be quick, and may be called more
// than once. An unknown case is NotFound; one that was erased, or whose key is missing here, is a
// Conflict.
func (db *DB) AppendCase(ctx context.Context, id string, write func(*CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) (c CaseRecord, added []complaint.Entry, err error) {
	err = db.transaction(ctx, func(tx session) (err error) {
		c, added, err = tx.appendCase(ctx, id, write)
		return err
	})
	return c, added, err
}

func (s session) appendCase(ctx context.Context, id string, write func(*CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) (CaseRecord, []complaint.Entry, error) {
	c, key, err := s.lockCase(ctx, id)
	if err != nil {
		return CaseRecord{}, nil, err
	}
	entries, err := caseEntries(ctx, s, id, key)
	if err != nil {
		return CaseRecord{}, nil, err
	}
	if n := int64(len(entries)); n != c.Entries || n > 0 && entries[n-1].Seq != n {
		return CaseRecord{}, nil, fault.New(fault.Corrupt, "case_entries", "entries of case %s are missing", id)
	}
	before := len(c.Parties)
	added, err := write(&c, entries)
	if err != nil {
		return CaseRecord{}, nil, err
	}
	c.ID = id
	added, err = s.writeCase(ctx, &c, before, key, added)
	return c, added, err
}

// lockCase reads a case that can be written to, with its key, and locks it until the transaction
// ends.
func (s session) lockCase(ctx context.Context, id string) (CaseRecord, caseKey, error) {
	c, err := caseOf(ctx, s, id, `{lock}`)
	if err != nil {
		return c, nil, err
	}
	key, err := caseKeyOf(ctx, s, id)
	if err == nil && !c.Erased.IsZero() {
		err = fault.New(fault.Conflict, "case_erased", "what this case contained has been erased")
	}
	if err == nil && key == nil {
		err = noKey()
	}
	return c, key, err
}

// writeCase writes new entries of a case, its parties after the first known ones, and its new
// state.
func (s session) writeCase(ctx context.Context, c *CaseRecord, known int, key caseKey, added []complaint.Entry) ([]complaint.Entry, error) {
	rows, done := make([][]any, len(added)), slices.Clone(added)
	for i, e := range added {
		c.Entries++
		e.Seq, e.At, e.By = c.Entries, timeAt(micros(e.At)), clean(e.By)
		row := caseEntry{c.ID, e}
		body, err := key.seal(row.place(), e.Body)
		if err != nil {
			return nil, err
		}
		row.Body = body
		e.Digest = row.digest()
		rows[i] = []any{c.ID, e.Seq, e.Kind, e.State, e.At, e.By, body, e.Digest}
		done[i], c.State, c.Changed = e, e.State, e.At
	}
	if _, err := s.insertSealed(ctx, sealed("case_entries"), ``, rows); err != nil {
		return nil, err
	}
	for _, e := range done {
		if err := s.writeHold(ctx, c.ID, key, e); err != nil {
			return nil, err
		}
	}
	var parties [][]any
	for i := known; i < len(c.Parties); i++ {
		p := &c.Parties[i]
		p.Entry = c.Entries
		parties = append(parties, []any{c.ID, p.Role, p.Token, p.Federation, p.Entry})
	}
	_, err := s.insertSealed(ctx, sealed("case_parties"), ``, parties)
	if err != nil {
		return nil, err
	}
	if err := s.writeCaseRow(ctx, *c); err != nil {
		return nil, err
	}
	*c, err = caseOf(ctx, s, c.ID, ``)
	return done, err
}

func (s session) writeCaseRow(ctx context.Context, c CaseRecord) error {
	mark, err := s.newMark(ctx, "cases", c.marked())
	if err != nil {
		return err
	}
	return s.change(ctx, sealed("cases"), `UPDATE cases SET state = ?, arbiter = ?, entries = ?, changed = ?, closed = ?, erased = ?, mark = ? WHERE id = ?`,
		c.State, c.Arbiter, c.Entries, c.Changed, c.Closed, c.Erased, mark, c.ID)
}
