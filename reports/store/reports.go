package store

import (
	"context"
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
)

// Report is a report in a list.
type Report struct {
	ID      string    `json:"id"`   // SHA-256 of the report's JSON
	Kind    string    `json:"kind"` // `screening`, or the test's: `quick` or `full`
	Event   string    `json:"event"`
	Test    string    `json:"test"` // the test that it belongs to; empty for a screening
	Created time.Time `json:"created"`

	Seq  int64  `json:"-"` // number within its event, from 1
	Key  string `json:"-"` // the question; one key has one report
	Body []byte `json:"-"` // canonical JSON; nil in lists
}

// ReportedPerformance is the part of a report that is about one player.
type ReportedPerformance struct {
	Report string          `json:"report"` // id of the report that says so
	Event  string          `json:"event"`
	Kind   string          `json:"kind"`
	Player string          `json:"player"` // FIDE id; the name where there is none
	Name   string          `json:"name"`
	FideID string          `json:"fide_id"`
	Rating int             `json:"rating"`
	Games  int             `json:"games"`   // analysed
	Moves  int             `json:"moves"`   // counted
	Body   json.RawMessage `json:"figures"` // the player's row of the screening, or the tests of the full test

	Seq int64 `json:"-"` // the order in which performances were stored
}

// PerformancesQuery selects performances, in ascending order of Seq.
type PerformancesQuery struct {
	Event  string   // empty for all
	Report string   // empty for all
	Player string   // empty for all
	FideID string   // empty for all
	Events []string // furthermore, only those of these events; nil for all
	After  int64    // only Seq after this one
	Limit  int      // most performances; 0 for all
}

const (
	reportColumns      = `r.seq, r.id, r.name, r.kind, r.event, r.test, r.created`
	reportLinkColumns  = `name, event, seq, id, kind, test, created`
	performanceColumns = `report, event, n, kind, player, name, fide_id, rating, games, moves, body`
)

func (r *Report) listed() []any {
	return []any{&r.Seq, &r.ID, &r.Key, &r.Kind, &r.Event, &r.Test, moment{&r.Created}}
}

func scanListed(row scanner, r *Report) error { return row.Scan(r.listed()...) }

func noReport(id string) error {
	return fault.New(fault.NotFound, "report_unknown", "there is no report %q", id)
}

// PutReport stores a report together with the performances in it. Storing the same report under
// the same key again is no error; another report is a fault.Conflict error with the code
// report_differs, because a report is written once. A body that does not match its digest is a
// fault.Invalid error.
func (db *DB) PutReport(ctx context.Context, r Report, performances []ReportedPerformance) error {
	if hexDigest(r.Body) != r.ID {
		return fault.New(fault.Invalid, "report_digest", "the report does not have the digest %s", r.ID)
	}
	packed := db.packing.pack(r.Body)
	return db.transaction(ctx, func(tx session) error {
		if _, err := lockEvent(ctx, tx, r.Event); err != nil {
			return err
		}
		before, err := all(ctx, tx, func(row scanner, id *string) error { return row.Scan(id) }, `SELECT id FROM reports WHERE name = ?`, r.Key)
		if err != nil {
			return err
		}
		if len(before) > 0 && before[0] != r.ID {
			return fault.New(fault.Conflict, "report_differs", "there is another report already where this one belongs")
		}
		if len(before) > 0 {
			return nil
		}
		return insertReport(ctx, tx, r, packed, performances)
	})
}

func insertReport(ctx context.Context, tx session, r Report, packed []byte, performances []ReportedPerformance) error {
	seq, err := nextSeq(ctx, tx, "reports", r.Event)
	if err != nil {
		return err
	}
	if _, err := tx.insertSealed(ctx, sealed("report_bodies"), `body`, [][]any{{r.ID, packed}}); err != nil {
		return err
	}
	if _, err := tx.insertSealed(ctx, sealed("reports"), ``,
		[][]any{{r.Key, r.Event, seq, r.ID, r.Kind, r.Test, r.Created}}); err != nil {
		return err
	}
	rows := make([][]any, len(performances))
	for i, p := range performances {
		rows[i] = []any{r.ID, r.Event, i, p.Kind, p.Player, p.Name, p.FideID, p.Rating, p.Games, p.Moves, jsonText(p.Body)}
	}
	_, err = tx.insertSealed(ctx, sealed("performances"), ``, rows)
	return err
}

// Report returns the report with that digest; fault.NotFound if there is none. If it answers
// several questions, the first one is named.
func (db *DB) Report(ctx context.Context, id string) (Report, error) {
	return db.report(ctx, id, `r.id = ?`, id)
}

// ReportIn returns the report with that digest in an event; fault.NotFound if the event has
// no such report.
func (db *DB) ReportIn(ctx context.Context, event, id string) (Report, error) {
	return db.report(ctx, id, `r.id = ? AND r.event = ?`, id, event)
}

// FindReport returns the report that answers a question, without its body; fault.NotFound where
// there is none.
func (db *DB) FindReport(ctx context.Context, key string) (Report, error) {
	return readOne(ctx, db, noReport(key), scanListed, `SELECT `+reportColumns+` FROM reports r WHERE r.name = ?`, key)
}

// LastScreening returns the most recent screening of all players of an event, without its body;
// fault.NotFound if there is none.
func (db *DB) LastScreening(ctx context.Context, event string) (Report, error) {
	return readOne(ctx, db, noReport(event), scanListed, `SELECT `+reportColumns+` FROM reports r WHERE r.event = ? AND r.kind = 'screening'
		AND EXISTS (SELECT 1 FROM performances p WHERE p.report = r.id AND p.event = r.event) ORDER BY r.seq DESC LIMIT 1`, event)
}

func (db *DB) report(ctx context.Context, name, where string, args ...any) (Report, error) {
	return readOne(ctx, db, noReport(name), func(row scanner, r *Report) (err error) {
		var packed []byte
		if err := row.Scan(append(r.listed(), &packed)...); err != nil {
			return err
		}
		r.Body, err = db.packing.unpack(packed)
		if err != nil || hexDigest(r.Body) != r.ID {
			return fault.Wrap(err, fault.Corrupt, "report_damaged", "the stored report %s does not match its digest", r.ID)
		}
		return nil
	}, `SELECT `+reportColumns+`, b.body FROM reports r JOIN report_bodies b ON b.id = r.id
		WHERE `+where+` ORDER BY r.created, r.name LIMIT 1`, args...)
}

// Reports returns the reports of an event in the order of Seq, without bodies: those after a
// given Seq, at most n, or all for n = 0.
func (db *DB) Reports(ctx context.Context, event string, after int64, n int) ([]Report, error) {
	return readAll(ctx, db, scanListed,
		`SELECT `+reportColumns+` FROM reports r WHERE r.event = ? AND r.seq > ? ORDER BY r.seq LIMIT ?`, event, after, limit(n))
}

// Performances returns the performances that q selects.
func (db *DB) Performances(ctx context.Context, q PerformancesQuery) ([]ReportedPerformance, error) {
	where, args := conditions(map[string]string{
		"event": q.Event, "report": q.Report, "player": q.Player, "fide_id": q.FideID})
	if q.Events != nil {
		where += ` AND event IN {list}`
		args = append(args, list(q.Events))
	}
	args = append([]any{q.After}, append(args, limit(q.Limit))...)
	return readAll(ctx, db, scanPerformance, `SELECT seq, report, event, kind, player, name, fide_id, rating, games, moves, body
		FROM performances WHERE seq > ?`+where+` ORDER BY seq LIMIT ?`, args...)
}

func scanPerformance(row scanner, p *ReportedPerformance) error {
	var body string
	err := row.Scan(&p.Seq, &p.Report, &p.Event, &p.Kind, &p.Player, &p.Name, &p.FideID, &p.Rating, &p.Games, &p.Moves, &body)
	p.Body = []byte(body)
	return err
}
