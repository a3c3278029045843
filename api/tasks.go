package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListTasks answers the tasks of an event.
func (s *Server) ListTasks(c echo.Context, event wire.EventID, params wire.ListTasksParams) error {
	p, err := pageOf(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	query := store.TasksQuery{Event: event, After: p.after, Limit: p.limit + 1}
	if !s.seesTests(callerOf(c).token, callerOf(c).event) {
		query.Without = work.TestKinds()
	}
	if params.State != nil {
		if query.State = store.TaskState(*params.State); !params.State.Valid() {
			return fault.New(fault.Invalid, "state", "state is open, done, dead or cancelled")
		}
	}
	tasks, err := s.store.Tasks(c.Request().Context(), query)
	if err != nil {
		return err
	}
	tasks, next := cut(tasks, p.limit, func(t store.Task) string { return t.ID })
	return c.JSON(http.StatusOK, wire.TaskList{Items: translated(tasks, wireTask), Next: next})
}

// RetryTask reopens a dead or cancelled task.
func (s *Server) RetryTask(c echo.Context, event wire.EventID, id wire.TaskID) error {
	ctx := c.Request().Context()
	requestOf(c).task = id
	task, err := s.store.Task(ctx, id)
	if err = within(event, task.Event, err); err != nil {
		return err
	}
	if ofTest(task.Kind) && !s.seesTests(callerOf(c).token, callerOf(c).event) {
		return access.Hidden()
	}
	if task, err = s.work.Retry(ctx, id); err != nil {
		return err
	}
	if err := s.audit(c, "task "+id); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wireTask(task))
}

// wireTask returns a task on the wire. The subject of a report and the reason of a failed test
// may name a player, so neither is shown here; the test itself shows its reason.
func wireTask(t store.Task) wire.Task {
	out := wire.Task{
		Id: t.ID, Kind: string(t.Kind), Subject: t.Subject, State: wire.TaskState(t.State), Attempts: t.Attempts,
		ReasonKind: t.Reason.KindName(), ReasonCode: t.Reason.Code, Reason: t.Reason.Text,
		Positions: t.Positions, PositionsDone: t.PositionsDone, Created: t.Created.UTC(), Changed: t.Changed.UTC(),
	}
	switch t.Kind {
	case work.Report:
		out.Subject, out.Reason = "", ""
	case work.Test:
		out.Reason = ""
	}
	return out
}
