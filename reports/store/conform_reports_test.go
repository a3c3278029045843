package store

import (
	"encoding/json"
	"fmt"
	"testing"

	"fairplay/analysis/fault"
)

func newReport(key, event, text string) Report {
	body := []byte(fmt.Sprintf("{%q:true}", text))
	return Report{Key: key, Kind: "screening", Event: event, ID: hexDigest(body), Body: body, Created: start}
}

func (r Report) withoutBody(seq int64) Report {
	r.Body, r.Seq = nil, seq
	return r
}

func checkReports(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	makeEvent(t, db, "b")
	one, two, same1 := newReport("one", "a", "x"), newReport("two", "a", "y"), newReport("same", "b", "x")
	two.Test = "test"
	same1.Created = minute
	for _, r := range []Report{one, two, same1, one} {
		ok(t, db.PutReport(t.Context(), r, nil))
	}
	one.Seq, two.Seq, same1.Seq = 1, 2, 1
	same(t, "by key", must[Report](t)(db.FindReport(t.Context(), "two")), two.withoutBody(2))
	same(t, "the same body elsewhere", must[Report](t)(db.FindReport(t.Context(), "same")), same1.withoutBody(1))
	same(t, "by digest", must[Report](t)(db.Report(t.Context(), one.ID)), one)
	same(t, "of an event", must[Report](t)(db.ReportIn(t.Context(), "b", one.ID)), same1)
	_, err := db.ReportIn(t.Context(), "b", two.ID)
	expectFault(t, err, fault.NotFound, "report_unknown")
	_, err = db.FindReport(t.Context(), "unknown")
	expectFault(t, err, fault.NotFound, "report_unknown")
	same(t, "list", must[[]Report](t)(db.Reports(t.Context(), "a", 0, 0)), []Report{one.withoutBody(1), two.withoutBody(2)})
	same(t, "after", must[[]Report](t)(db.Reports(t.Context(), "a", 1, 1)), []Report{two.withoutBody(2)})

	expectFault(t, db.PutReport(t.Context(), newReport("one", "a", "z"), nil), fault.Conflict, "report_differs")
	expectFault(t, db.PutReport(t.Context(), newReport("three", "unknown", "z"), nil), fault.NotFound, "event_unknown")
	wrong := newReport("four", "a", "z")
	wrong.ID = one.ID
	expectFault(t, db.PutReport(t.Context(), wrong, nil), fault.Invalid, "report_digest")

	alter(t, db, `UPDATE report_bodies SET body = ?`, db.packing.pack([]byte("altered")))
	_, err = db.Report(t.Context(), one.ID)
	expectFault(t, err, fault.Corrupt, "report_damaged")
}

// alter changes rows that the program never changes.
func alter(t testing.TB, db *DB, text string, args ...any) {
	t.Helper()
	n := must[int](t)(session{on: db.write, dialect: db.dialect}.exec(t.Context(), text, args...))
	if n == 0 {
		t.Fatalf("nothing is altered by %s", text)
	}
}

func checkPerformances(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	makeEvent(t, db, "b")
	performance := func(r Report, player string, rating int) ReportedPerformance {
		return ReportedPerformance{Report: r.ID, Event: r.Event, Kind: r.Kind, Player: player, Name: "Name of " + player, FideID: "fide " + player,
			Rating: rating, Games: 9, Moves: 210, Body: json.RawMessage(`{"z":"1.25"}`)}
	}
	one, two := newReport("one", "a", "x"), newReport("two", "b", "y")
	p := performance(one, "p", 2400)
	q, p2 := performance(one, "q", 2500), performance(two, "p", 2410)
	ok(t, db.PutReport(t.Context(), one, []ReportedPerformance{p, q}))
	ok(t, db.PutReport(t.Context(), one, []ReportedPerformance{p, q})) // again
	ok(t, db.PutReport(t.Context(), two, []ReportedPerformance{p2}))
	every := must[[]ReportedPerformance](t)(db.Performances(t.Context(), PerformancesQuery{}))
	if len(every) != 3 {
		t.Fatalf("%d performances", len(every))
	}
	p.Seq, q.Seq, p2.Seq = every[0].Seq, every[1].Seq, every[2].Seq
	for name, c := range map[string]struct {
		q    PerformancesQuery
		want []ReportedPerformance
	}{
		"all":         {PerformancesQuery{}, []ReportedPerformance{p, q, p2}},
		"event":       {PerformancesQuery{Event: "a"}, []ReportedPerformance{p, q}},
		"player":      {PerformancesQuery{Player: "p"}, []ReportedPerformance{p, p2}},
		"FIDE id":     {PerformancesQuery{FideID: "fide q"}, []ReportedPerformance{q}},
		"report":      {PerformancesQuery{Report: two.ID}, []ReportedPerformance{p2}},
		"events":      {PerformancesQuery{Player: "p", Events: []string{"b", "c"}}, []ReportedPerformance{p2}},
		"no event":    {PerformancesQuery{Events: []string{}}, nil},
		"after, some": {PerformancesQuery{After: p.Seq, Limit: 1}, []ReportedPerformance{q}},
	} {
		same(t, name, must[[]ReportedPerformance](t)(db.Performances(t.Context(), c.q)), c.want)
	}

	makeBatch(t, db, "b", "played")
	finish(t, db, resultOf("played", newGame("g", "", 1)))
	both := []string{"a", "b"}
	for player, want := range map[string][]string{"100": {"b"}, "200": {"b"}, "fide p": both, "fide q": {"a"}, "300": nil} {
		same(t, "where "+player+" plays", must[[]string](t)(db.PlayedIn(t.Context(), player, both)), want)
		same(t, "where "+player+" plays among none", must[[]string](t)(db.PlayedIn(t.Context(), player, []string{})), nil)
	}
}

func checkTests(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	test := func(id string, seq int64) Test {
		return Test{ID: id, Seq: seq, Event: "a", Kind: "full", Request: json.RawMessage(`{"player":"Тест"}`), Group: "g " + id,
			Created: start, Token: "token"}
	}
	one, two := test("one", 1), test("0two", 2)
	ok(t, db.CreateTest(t.Context(), one, newTask("a", "a"), newTask("b", "a")))
	ok(t, db.CreateTest(t.Context(), two))
	expectTask(t, db, newTask("b", "a"))
	same(t, "read", must[Test](t)(db.Test(t.Context(), "one")), one)
	same(t, "list", must[[]Test](t)(db.Tests(t.Context(), "a", 0, 0)), []Test{one, two})
	same(t, "after", must[[]Test](t)(db.Tests(t.Context(), "a", 1, 1)), []Test{two})
	expectFault(t, db.CreateTest(t.Context(), one, newTask("c", "a")), fault.Conflict, "test_exists")
	_, err := db.Task(t.Context(), "c")
	expectFault(t, err, fault.NotFound, "task_unknown")
	lost := test("three", 1)
	lost.Event = "unknown"
	expectFault(t, db.CreateTest(t.Context(), lost), fault.NotFound, "event_unknown")
	_, err = db.Test(t.Context(), "three")
	expectFault(t, err, fault.NotFound, "test_unknown")

	ok(t, db.FinishTest(t.Context(), "one", "report"))
	ok(t, db.FinishTest(t.Context(), "one", "report"))
	expectFault(t, db.FinishTest(t.Context(), "one", "another"), fault.Conflict, "test_answered")
	expectFault(t, db.FinishTest(t.Context(), "three", "another"), fault.NotFound, "test_unknown")
	one.Report = "report"
	same(t, "finished", must[Test](t)(db.Test(t.Context(), "one")), one)
}
