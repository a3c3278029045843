package store

import (
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/tournament"
)

// figureReads are the actions of these tests that read figures.
var figureReads = []string{"readScreening", "listPerformances"}

func removal() AuditEntry {
	return AuditEntry{At: minute, Token: "token", Role: "chief-arbiter", Action: "removeEvent", Detail: "a wrong file"}
}

func read(action, subject, detail string) AuditEntry {
	return AuditEntry{At: minute, Token: "token", Role: "chief-arbiter", Action: action, Subject: subject, Detail: detail}
}

// fillBeside gives another event, b, the same games and a report of its own.
func fillBeside(t *testing.T, db *DB) {
	t.Helper()
	makeEvent(t, db, "b")
	makeBatch(t, db, "b", "beside")
	finish(t, db, resultOf("beside", newGame("g1", "", 1), newGame("g2", "", 2)))
	ok(t, db.PutReport(t.Context(), newReport("shared", "b", "x"), []ReportedPerformance{{Kind: "screening", Player: "p", FideID: "1503014"}}))
	ok(t, db.PutReport(t.Context(), newReport("only of a", "a", "z"), []ReportedPerformance{{Kind: "screening", Player: "r", FideID: "14100010"}}))
}

func checkRemoval(t *testing.T, db *DB) {
	expectFault(t, db.RemoveEvent(t.Context(), "a", figureReads, removal()), fault.NotFound, "event_unknown")
	fill(t, db)
	more(t, db)
	fillBeside(t, db)
	refused := read("readScreening", "a", "refused: not_allowed")
	before := []AuditEntry{refused, read("readScreening", "b", ""), read("readProgress", "a", ""), read("listPerformances", "", "fide_id 1503014")}
	ok(t, db.Audit(t.Context(), before))
	ok(t, db.RemoveEvent(t.Context(), "a", figureReads, removal()))

	same(t, "after it", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	_, err := db.Event(t.Context(), "a")
	expectFault(t, err, fault.NotFound, "event_unknown")
	same(t, "tasks", must[[]Task](t)(db.Tasks(t.Context(), TasksQuery{Event: "a"})), nil)
	same(t, "journal", must[[]tournament.JournalEntry](t)(db.Journal(t.Context(), "a")), nil)
	same(t, "roles", must[Token](t)(db.Token(t.Context(), "other")).Grants, nil)
	same(t, "proposed roles", must[[]Proposal](t)(db.Proposals(t.Context())), nil)
	_, err = db.Report(t.Context(), newReport("", "", "z").ID)
	expectFault(t, err, fault.NotFound, "report_unknown")
	same(t, "a report of both", must[Report](t)(db.Report(t.Context(), newReport("", "", "x").ID)).Event, "b")
	same(t, "figures", len(must[[]ReportedPerformance](t)(db.Performances(t.Context(), PerformancesQuery{}))), 1)
	same(t, "shared games", must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT count(*) FROM event_games`)), 2)
	nothingOf(t, db, "a")

	entries := chain(t, db)
	last := entries[len(entries)-1]
	same(t, "what the audit says", last.Subject+" "+last.Token+" "+last.Detail, `a token "Event a": a wrong file`)
	expectFault(t, db.RemoveEvent(t.Context(), "a", figureReads, removal()), fault.NotFound, "event_unknown")

	makeEvent(t, db, "a") // by the same idempotency key
	same(t, "made again", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
}

// nothingOf finds rows that name an event, in whatever table.
func nothingOf(t *testing.T, db *DB, event string) {
	t.Helper()
	for _, table := range backupTables() {
		for _, column := range []string{"event", "batch"} {
			id := map[string]string{"event": event, "batch": "one"}[column]
			n, err := readOne(t.Context(), db, nil, scanInt, `SELECT count(*) FROM `+table.name+` WHERE `+column+` = ?`, id)
			if err == nil && n > 0 { // most tables have no such column
				t.Errorf("%d rows of %s", n, table.name)
			}
		}
	}
}

func checkRemovalRefused(t *testing.T, db *DB) {
	for i, c := range []struct {
		code string
		make func(event string) error
	}{
		{"event_read", func(event string) error { return db.Audit(t.Context(), []AuditEntry{read("readScreening", event, "")}) }},
		{"event_read", func(event string) error {
			ok(t, db.PutReport(t.Context(), newReport("key of "+event, event, event), []ReportedPerformance{{Kind: "screening", Player: "p", FideID: "1503014"}}))
			return db.Audit(t.Context(), []AuditEntry{read("listPerformances", "", "fide_id 1503014")})
		}},
		{"event_in_case", func(event string) error {
			_, err := db.OpenCase(t.Context(), rand.Reader, CaseRecord{ID: "case", Event: event}, []complaint.Entry{newCaseEntry("opened", "x", "")})
			return err
		}},
		{"event_closed", func(event string) error {
			_, err := db.ChangeEvent(t.Context(), event, 0, func(e *Event) error { e.State = EventClosed; return nil })
			return err
		}},
		{"event_packaged", func(event string) error { return writeKind(t, db, event, tournament.PackageMade) }},
		{"event_noted", func(event string) error { return writeKind(t, db, event, tournament.Logged) }},
		{"event_noted", func(event string) error { return writeKind(t, db, event, tournament.Watched) }},
	} {
		event := fmt.Sprint("event-", i)
		makeEvent(t, db, event)
		ok(t, c.make(event))
		ends := len(chain(t, db))
		err := db.RemoveEvent(t.Context(), event, figureReads, removal())
		expectFault(t, err, fault.Conflict, c.code)
		if err != nil && !strings.HasPrefix(err.Error(), "the event stays: ") {
			t.Errorf("it does not say what happens: %v", err)
		}
		must[Event](t)(db.Event(t.Context(), event))
		same(t, "audit of what was refused", len(chain(t, db)), ends)
	}
	_, err := db.OpenCase(t.Context(), rand.Reader, CaseRecord{ID: "another", Event: "no such event"}, []complaint.Entry{newCaseEntry("opened", "x", "")})
	expectFault(t, err, fault.NotFound, "event_unknown")
	same(t, "after them", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
}

// writeKind adds an entry of a kind to a journal.
func writeKind(t *testing.T, db *DB, event string, kind tournament.JournalKind) error {
	_, err := db.AppendJournal(t.Context(), event, func(Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		return []tournament.JournalEntry{{Kind: kind, At: start, By: "token", Body: []byte(`{}`)}}, nil
	})
	return err
}

// Of an event that is removed while others read its figures, whoever was answered with one is in the audit, and the
// event is still there.
func checkRemovalTogether(t *testing.T, db *DB) {
	const n = 12
	ok(t, db.AddToken(t.Context(), newToken("token", access.Grant{Role: "administrator"})))
	a := NewAuditor(db)
	defer a.Close()
	gone := 0
	for i := range n {
		event := fmt.Sprint("event-", i)
		makeEvent(t, db, event)
		ok(t, db.PutReport(t.Context(), newReport("key of "+event, event, event), []ReportedPerformance{{Kind: "screening", Player: "p"}}))
		addTasks(t, db, newTask("task of "+event, event))
		begin, seen, refused := make(chan struct{}), 0, error(nil)
		var all sync.WaitGroup
		all.Go(func() {
			<-begin
			if err := a.Append(t.Context(), read("readScreening", event, "")); err != nil { // as the API does it: the audit comes first
				t.Error(err)
			}
			figures, err := db.Performances(t.Context(), PerformancesQuery{Event: event})
			if seen = len(figures); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			<-begin
			refused = db.RemoveEvent(t.Context(), event, figureReads, removal())
		})
		close(begin)
		all.Wait()
		_, err := db.Event(t.Context(), event)
		switch {
		case refused == nil && (seen > 0 || err == nil):
			t.Errorf("removed although somebody has seen %d figures: %v", seen, err)
		case refused == nil:
			gone++
		case err != nil:
			t.Errorf("refused and removed: %v, %v", refused, err)
		default:
			expectFault(t, refused, fault.Conflict, "event_read")
		}
	}
	t.Logf("%d of %d were removed", gone, n)
	same(t, "after it", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
}
