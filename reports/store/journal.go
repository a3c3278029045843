package store

import (
	"context"
	"slices"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
)

// journalRow is an entry of the journal of an event.
type journalRow struct {
	event string
	tournament.JournalEntry
}

const journalColumns = `event, seq, kind, at, author, body, digest`

func scanJournal(row scanner, e *journalRow) error {
	var body string
	err := row.Scan(&e.event, &e.Seq, &e.Kind, moment{&e.At}, &e.By, &body, &e.Digest)
	e.Body = []byte(body)
	return err
}

// digest is the SHA-256 of the words "fairplay journal 2" and the fields of the entry, each as a netstring.
func (j journalRow) digest() string {
	return hexDigest(netstring(nil, "fairplay journal 2", j.event, strconv.FormatInt(j.Seq, 10), string(j.Kind),
		strconv.FormatInt(micros(j.At), 10), j.By, string(j.Body)))
}

// AppendJournal adds entries to the journal of an event, with numbers and digests, all or none, and
// returns them. write sees the event and all earlier entries, and returns the entries to add; it
// may refuse: its error is returned, and nothing is added. It must be quick, and may be called more
// than once. An entry that alters figures raises the generation of the event's games; one that
// closes or reopens the event changes its state, and a checkpoint is signed of each closing. An unknown event is NotFound.
func (db *DB) AppendJournal(ctx context.Context, event string,
	write func(Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error)) (added []tournament.JournalEntry, err error) {
	err = db.transaction(ctx, func(tx session) error {
		e, err := lockEvent(ctx, tx, event)
		if err != nil {
			return err
		}
		journal, err := journalOf(ctx, tx, event)
		if err != nil {
			return err
		}
		if n := len(journal); n > 0 && journal[n-1].Seq != int64(n) {
			return fault.New(fault.Corrupt, "journal", "entries of the journal of event %s are missing", event)
		}
		if added, err = write(e, journal); err != nil {
			return err
		}
		added = slices.Clone(added)
		rows, changed := make([][]any, len(added)), false
		for i := range added {
			added[i] = next(event, journal, added[i])
			journal = append(journal, added[i])
			a := added[i]
			rows[i] = []any{event, a.Seq, a.Kind, a.At, a.By, string(a.Body), a.Digest}
			changed = e.note(a.Kind) || changed
		}
		if _, err := tx.insertSealed(ctx, sealed("journal"), ``, rows); err != nil || !changed {
			return err
		}
		if err := writeEvent(ctx, tx, e); err != nil || db.ring == nil || e.State != EventClosed {
			return err
		}
		_, err = db.signCheckpoint(ctx, tx, EventClosing, "", added[len(added)-1].At)
		return err
	})
	return added, err
}

// note changes the state of an event as an entry of its journal requires, and reports whether it did.
func (e *Event) note(kind tournament.JournalKind) bool {
	switch {
	case kind == tournament.EventClosed:
		e.State, e.Live = EventClosed, false
		e.Version++
	case kind == tournament.EventReopened:
		e.State = EventOpen
		e.Version++
	case kind.AltersFigures():
		e.Games++
	default:
		return false
	}
	return true
}

// next returns an entry completed for the end of a journal.
func next(event string, journal []tournament.JournalEntry, e tournament.JournalEntry) tournament.JournalEntry {
	e.Seq, e.At, e.By = int64(len(journal))+1, timeAt(micros(e.At)), clean(e.By)
	e.Digest = journalRow{event, e}.digest()
	return e
}

// Journal returns the entries about an event, in their order. It does not compare them with the log; Check does.
func (db *DB) Journal(ctx context.Context, event string) (entries []tournament.JournalEntry, err error) {
	err = db.look(func(s session) error {
		entries, err = journalOf(ctx, s, event)
		return err
	})
	return entries, err
}

func journalOf(ctx context.Context, s session, event string) ([]tournament.JournalEntry, error) {
	rows, err := all(ctx, s, scanJournal, `SELECT `+journalColumns+` FROM journal WHERE event = ? ORDER BY seq`, event)
	var entries []tournament.JournalEntry
	for _, row := range rows {
		entries = append(entries, row.JournalEntry)
	}
	return entries, err
}
