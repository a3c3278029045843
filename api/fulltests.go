package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListTests answers the tests of an event.
func (s *Server) ListTests(c echo.Context, _ wire.EventID, params wire.ListTestsParams) error {
	list, err := s.PlayerTests(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// PlayerTests returns the tests of the event.
func (s *Server) PlayerTests(ctx context.Context, who *door.Caller, params wire.ListTestsParams) (list wire.List[wire.ListedTest], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	tests, err := s.store.Tests(ctx, who.Event.ID, p.from, p.limit+1)
	if err != nil {
		return list, err
	}
	tests, list.Next = cut(tests, p.limit, func(t store.Test) string { return strconv.FormatInt(t.Seq, 10) })
	list.Items, err = s.listedTests(ctx, who.Event.ID, tests...)
	return list, err
}

// StartTest orders a test of a player.
func (s *Server) StartTest(c echo.Context, event wire.EventID) error {
	var asked struct {
		wire.NewTest
		onRecord
	}
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if err := asked.refused(); err != nil {
		return err
	}
	test, err := s.OrderTest(c.Request().Context(), callerOf(c), asked.NewTest)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+event+"/tests/"+test.ID)
	c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	return c.JSON(http.StatusAccepted, test)
}

// OrderTest orders a test of a player of the event.
func (s *Server) OrderTest(ctx context.Context, who *door.Caller, asked wire.NewTest) (wire.ListedTest, error) {
	request, err := testRequest(asked)
	if err != nil {
		return wire.ListedTest{}, err
	}
	release, err := s.take(ctx, who) // it reads all games of the event
	if err != nil {
		return wire.ListedTest{}, err
	}
	defer release()
	test, err := s.tests.StartTest(ctx, who.Event.ID, request, who.Token.ID)
	if err != nil {
		return wire.ListedTest{}, err
	}
	if err := who.Audit(ctx, "test "+test.ID); err != nil {
		return wire.ListedTest{}, err
	}
	return s.listedTest(ctx, test)
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
func testRequest(asked wire.NewTest) (r reports.TestRequest, err error) {
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
func (s *Server) ReadTest(c echo.Context, _ wire.EventID, id wire.TestID) error {
	test, err := s.PlayerTest(c.Request().Context(), callerOf(c), id)
	return answered(c, test, err)
}

// PlayerTest returns one test of the event, with what has changed since it was made.
func (s *Server) PlayerTest(ctx context.Context, who *door.Caller, id string) (wire.ListedTest, error) {
	test, err := s.test(ctx, who, id)
	if err != nil {
		return wire.ListedTest{}, err
	}
	shown, err := s.listedTest(ctx, test)
	if err != nil {
		return shown, err
	}
	outdated, err := s.outdated(ctx, who, test)
	if outdated != nil {
		shown.Changed = outdated.Changed
	}
	return shown, err
}

// outdated says what has changed since a test was made, as far as the caller may see it: those who
// may not see the watch list learn nothing of it, and not what is permitted now. It is nil without a
// report, and for a report that says what holds now.
func (s *Server) outdated(ctx context.Context, who *door.Caller, test store.Test) (*reports.Outdated, error) {
	if test.Report == "" {
		return nil, nil
	}
	release, err := s.take(ctx, who) // it reads the games, and the reports of all tests
	if err != nil {
		return nil, err
	}
	defer release()
	out, err := s.tests.Outdated(ctx, *who.Event, test)
	if err != nil || out == nil || who.May(access.SeeWatch) {
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
func (s *Server) CancelTest(c echo.Context, _ wire.EventID, id wire.TestID) error {
	test, err := s.EndTest(c.Request().Context(), callerOf(c), id)
	return answered(c, test, err)
}

// EndTest ends a test of the event.
func (s *Server) EndTest(ctx context.Context, who *door.Caller, id string) (wire.ListedTest, error) {
	test, err := s.test(ctx, who, id)
	if err != nil {
		return wire.ListedTest{}, err
	}
	if err := s.tests.CancelTest(ctx, id); err != nil {
		return wire.ListedTest{}, err
	}
	if err := who.Audit(ctx, "test "+id); err != nil {
		return wire.ListedTest{}, err
	}
	return s.listedTest(ctx, test)
}

// ReadTestReport answers the report of a test, or how far the work has come.
func (s *Server) ReadTestReport(c echo.Context, event wire.EventID, id wire.TestID, params wire.ReadTestReportParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	ctx, who := c.Request().Context(), callerOf(c)
	test, err := s.test(ctx, who, id)
	if err != nil {
		return err
	}
	if test.Report == "" {
		return s.noReportYet(c, test, view)
	}
	report, err := s.store.ReportIn(ctx, event, test.Report)
	if err != nil {
		return err
	}
	if view.format != "json" { // the stored bytes never change
		if view.outdated, err = s.outdated(ctx, who, test); err != nil {
			return err
		}
	}
	return s.answerReport(c, report, view, params.IfNoneMatch)
}

// TestReport returns the report of a test of the event that is done, as far as the caller may see it.
func (s *Server) TestReport(ctx context.Context, who *door.Caller, id string) (*reports.FullTest, error) {
	test, err := s.test(ctx, who, id)
	if err != nil {
		return nil, err
	}
	stored, err := s.store.ReportIn(ctx, who.Event.ID, test.Report)
	if err != nil {
		return nil, err
	}
	report := &reports.FullTest{}
	if err := decodeReport(stored, report); err != nil {
		return nil, err
	}
	if !who.May(access.SeeWatch) {
		report.Discreet()
	}
	return report, nil
}

// noReportYet says why a test has no report.
func (s *Server) noReportYet(c echo.Context, test store.Test, v view) error {
	shown, err := s.listedTest(c.Request().Context(), test)
	if err != nil {
		return err
	}
	switch shown.State {
	case store.TaskDead:
		return fault.New(fault.Unprocessable, "test_dead", "the test could not be made: %s", shown.Reason)
	case store.TaskCancelled:
		return fault.New(fault.Conflict, "cancelled", "the test was cancelled; ask for it again to go on")
	}
	return s.beingMade(c, test.Event, v)
}

// test returns a test of the event. A test of another event is not found.
func (s *Server) test(ctx context.Context, who *door.Caller, id string) (store.Test, error) {
	test, err := s.store.Test(ctx, id)
	return test, within(who.Event.ID, test.Event, err)
}

// listedTest returns a test as clients see it, with the state of its task.
func (s *Server) listedTest(ctx context.Context, test store.Test) (wire.ListedTest, error) {
	shown, err := s.listedTests(ctx, test.Event, test)
	if err != nil {
		return wire.ListedTest{}, err
	}
	return shown[0], nil
}

// listedTests returns tests of an event as clients see them, with the state of their tasks.
func (s *Server) listedTests(ctx context.Context, event string, tests ...store.Test) ([]wire.ListedTest, error) {
	tasks, err := s.store.Tasks(ctx, store.TasksQuery{Event: event, Kind: work.Test})
	if err != nil {
		return nil, err
	}
	out := make([]wire.ListedTest, len(tests))
	for i, test := range tests {
		if out[i], err = testWith(test, tasks); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// testWith returns a test with the state of its task, which may be one of these.
func testWith(t store.Test, tasks []store.Task) (wire.ListedTest, error) {
	out := wire.ListedTest{Test: t, State: store.TaskOpen}
	order, err := reports.ReadTestOrder(t.Request)
	if err != nil {
		return out, err
	}
	out.Request = stated(order.TestRequest)
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

// stated returns what a request for a test states of its own.
func stated(r reports.TestRequest) wire.NewTest {
	return wire.NewTest{
		Kind: r.Kind, Player: r.Player, Rating: r.Rating, RatingSD: r.RatingSD, Rounds: r.Rounds.String(),
		Subset: r.Subset, Second: r.WithSecond, Games: r.GameIDs,
	}
}
