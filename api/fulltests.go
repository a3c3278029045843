package api

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListTests answers the tests of an event.
func (s *Server) ListTests(c echo.Context, event wire.EventID, params wire.ListTestsParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	tests, err := s.store.Tests(c.Request().Context(), event, p.from, p.limit+1)
	if err != nil {
		return err
	}
	tests, next := cut(tests, p.limit, func(t store.Test) string { return strconv.FormatInt(t.Seq, 10) })
	items, err := s.wireTests(c, event, tests...)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wire.List[wire.Test]{Items: items, Next: next})
}

// StartTest orders a test of a player.
func (s *Server) StartTest(c echo.Context, event wire.EventID) error {
	var asked struct {
		wire.TestRequest
		onRecord
	}
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if err := asked.refused(); err != nil {
		return err
	}
	request, err := testRequest(asked.TestRequest)
	if err != nil {
		return err
	}
	release, err := s.take(c.Request().Context(), callerOf(c)) // it reads all games of the event
	if err != nil {
		return err
	}
	defer release()
	test, err := s.tests.StartTest(c.Request().Context(), event, request, callerOf(c).Token.ID)
	if err != nil {
		return err
	}
	if err := s.audit(c, "test "+test.ID); err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+event+"/tests/"+test.ID)
	c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	return s.answerTest(c, http.StatusAccepted, test)
}

// onRecord holds facts that a request for a test may not state, because they follow from the
// record.
type onRecord struct {
	SingledOut any `json:"singled_out"`
	Finished   any `json:"finished"`
	Players    any `json:"players"`
}

// refused says where a fact comes from that somebody has stated.
func (o onRecord) refused() error {
	switch {
	case o.SingledOut != nil:
		return fault.New(fault.Invalid, "from_record", "whether a player was singled out before the event comes from its watch list alone, and only from entries that were written before round 1: leave singled_out out")
	case o.Finished != nil:
		return fault.New(fault.Invalid, "from_record", "whether the event is over comes from its schedule: leave finished out")
	case o.Players != nil:
		return fault.New(fault.Invalid, "from_record", "how many take part comes from the list of players, from players of the event, or from the games where they name more: leave players out")
	}
	return nil
}

// testRequest reads a request for a test.
func testRequest(asked wire.TestRequest) (r reports.TestRequest, err error) {
	r = reports.TestRequest{
		Kind: cmp.Or(asked.Kind, reports.FullKind), Player: asked.Player, Rating: asked.Rating, RatingSD: asked.RatingSD,
		Subset: asked.Subset, WithSecond: asked.Second, GameIDs: asked.Games,
	}
	if asked.Rounds != "" {
		r.Rounds, err = reports.ParseRounds(asked.Rounds)
	}
	return r, err
}

// ReadTest answers one test.
func (s *Server) ReadTest(c echo.Context, event wire.EventID, id wire.TestID) error {
	test, err := s.test(c, event, id)
	if err != nil {
		return err
	}
	shown, err := s.wireTests(c, event, test)
	if err != nil {
		return err
	}
	outdated, err := s.outdated(c, test)
	if err != nil {
		return err
	}
	if outdated != nil {
		shown[0].Changed = outdated.Changed
	}
	return c.JSON(http.StatusOK, shown[0])
}

// outdated says what has changed since a test was made, as far as the caller may see it: those who
// may not see the watch list learn nothing of it, and not what is permitted now. It is nil without a
// report, and for a report that says what holds now.
func (s *Server) outdated(c echo.Context, test store.Test) (*reports.Outdated, error) {
	if test.Report == "" {
		return nil, nil
	}
	release, err := s.take(c.Request().Context(), callerOf(c)) // it reads the games, and the reports of all tests
	if err != nil {
		return nil, err
	}
	defer release()
	out, err := s.tests.Outdated(c.Request().Context(), *callerOf(c).Event, test)
	if err != nil || out == nil || may(c, access.SeeWatch) {
		return out, err
	}
	out.Now = nil
	out.Changed = slices.DeleteFunc(out.Changed, func(f reports.ChangedFact) bool {
		return f == reports.WatchChanged || f == reports.LogChanged
	})
	if len(out.Changed) == 0 {
		return nil, nil
	}
	return out, nil
}

// CancelTest ends a test.
func (s *Server) CancelTest(c echo.Context, event wire.EventID, id wire.TestID) error {
	test, err := s.test(c, event, id)
	if err != nil {
		return err
	}
	if err := s.tests.CancelTest(c.Request().Context(), id); err != nil {
		return err
	}
	if err := s.audit(c, "test "+id); err != nil {
		return err
	}
	return s.answerTest(c, http.StatusOK, test)
}

// ReadTestReport answers the report of a test, or how far the work has come.
func (s *Server) ReadTestReport(c echo.Context, event wire.EventID, id wire.TestID, params wire.ReadTestReportParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	test, err := s.test(c, event, id)
	if err != nil {
		return err
	}
	if test.Report == "" {
		return s.noReportYet(c, test, view)
	}
	report, err := s.store.ReportIn(c.Request().Context(), event, test.Report)
	if err != nil {
		return err
	}
	if view.outdated, err = s.outdatedFor(c, test, view); err != nil {
		return err
	}
	return s.answerReport(c, report, view, params.IfNoneMatch)
}

// outdatedFor is outdated for a view of a report; the stored bytes, which are the JSON, never change.
func (s *Server) outdatedFor(c echo.Context, test store.Test, v view) (*reports.Outdated, error) {
	if v.format == "json" {
		return nil, nil
	}
	return s.outdated(c, test)
}

// noReportYet says why a test has no report.
func (s *Server) noReportYet(c echo.Context, test store.Test, v view) error {
	shown, err := s.wireTests(c, test.Event, test)
	if err != nil {
		return err
	}
	switch shown[0].State {
	case store.TaskDead:
		return fault.New(fault.Unprocessable, "test_dead", "the test could not be made: %s", shown[0].Reason)
	case store.TaskCancelled:
		return fault.New(fault.Conflict, "cancelled", "the test was cancelled; ask for it again to go on")
	}
	return s.beingMade(c, test.Event, v)
}

// test returns a test of an event. A test of another event is not found.
func (s *Server) test(c echo.Context, event, id string) (store.Test, error) {
	test, err := s.store.Test(c.Request().Context(), id)
	return test, within(event, test.Event, err)
}

func (s *Server) answerTest(c echo.Context, status int, test store.Test) error {
	shown, err := s.wireTests(c, test.Event, test)
	if err != nil {
		return err
	}
	return c.JSON(status, shown[0])
}

// wireTests returns tests of an event on the wire, with the state of their tasks.
func (s *Server) wireTests(c echo.Context, event string, tests ...store.Test) ([]wire.Test, error) {
	tasks, err := s.store.Tasks(c.Request().Context(), store.TasksQuery{Event: event, Kind: work.Test})
	if err != nil {
		return nil, err
	}
	out := make([]wire.Test, len(tests))
	for i, test := range tests {
		if out[i], err = wireTest(test, tasks); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func wireTest(t store.Test, tasks []store.Task) (wire.Test, error) {
	out := wire.Test{
		ID: t.ID, Event: t.Event, Kind: t.Kind, State: store.TaskOpen, Report: t.Report, Created: t.Created.UTC(),
	}
	order, err := reports.ReadTestOrder(t.Request)
	if err != nil {
		return out, err
	}
	out.Request = wireTestRequest(order.TestRequest)
	if i := slices.IndexFunc(tasks, func(task store.Task) bool { return task.Subject == t.ID }); i >= 0 {
		out.State, out.Reason = tasks[i].State, tasks[i].Reason.Text
	}
	if t.Report != "" {
		out.State, out.Reason = store.TaskDone, ""
	} else if out.State == store.TaskDone {
		out.State = store.TaskOpen // the report is being written
	}
	return out, nil
}

func wireTestRequest(r reports.TestRequest) wire.TestRequest {
	return wire.TestRequest{
		Kind: r.Kind, Player: r.Player, Rating: r.Rating, RatingSD: r.RatingSD, Rounds: r.Rounds.String(),
		Subset: r.Subset, Second: r.WithSecond, Games: r.GameIDs,
	}
}

// notZero returns a pointer to a value, nil for the zero value.
func notZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
