package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
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
	if !seesTests(callerOf(c)) {
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
	return c.JSON(http.StatusOK, wire.List[wire.ListedTask]{Items: translated(tasks, listedTask), Next: next})
}

// RetryTask reopens a dead or cancelled task.
func (s *Server) RetryTask(c echo.Context, event wire.EventID, id wire.TaskID) error {
	ctx := c.Request().Context()
	requestOf(c).task = id
	task, err := s.store.Task(ctx, id)
	if err = within(event, task.Event, err); err != nil {
		return err
	}
	if ofTest(task.Kind) && !seesTests(callerOf(c)) {
		return access.Hidden()
	}
	if task, err = s.control.Retry(ctx, id); err != nil {
		return err
	}
	if err := s.audit(c, "task "+id); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, listedTask(task))
}

// RetryTasks reopens what was given up for one reason.
func (s *Server) RetryTasks(c echo.Context, _ wire.EventID) error {
	var order wire.RetryOrder
	if err := s.readJSON(c, &order); err != nil {
		return err
	}
	progress, err := s.RetryAll(c.Request().Context(), callerOf(c), order)
	return answered(c, progress, err)
}

// RetryAll reopens what was given up in the event for one reason, as far as the caller may see it.
func (s *Server) RetryAll(ctx context.Context, who *door.Caller, order wire.RetryOrder) (wire.Progress, error) {
	if order.Code == "" || len(order.Code) > 64 || strings.Trim(order.Code, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return wire.Progress{}, fault.New(fault.Invalid, "code", "code is the code of one of the errors of the event")
	}
	kinds := slices.DeleteFunc(work.EventKinds(), func(k store.TaskKind) bool {
		return ofTest(k) && !seesTests(who) || order.Kind != nil && string(k) != *order.Kind
	})
	if len(kinds) == 0 {
		return wire.Progress{}, fault.New(fault.Invalid, "task_kind", "there are no tasks of the kind %q", *order.Kind)
	}
	n, err := s.control.RetryAll(ctx, who.Event.ID, order.Code, kinds...)
	if err != nil {
		return wire.Progress{}, err
	}
	if err := who.Audit(ctx, fmt.Sprintf("%d tasks, %s", n, order.Code)); err != nil {
		return wire.Progress{}, err
	}
	return s.Progress(ctx, who)
}

// listedTask returns a task as clients see it. The subject of a report and the reason of a failed test
// may name a player, so neither is shown here; the test itself shows its reason.
func listedTask(t store.Task) wire.ListedTask {
	out := wire.ListedTask{Task: t, ReasonKind: t.Reason.KindName(), ReasonCode: t.Reason.Code, Reason: t.Reason.Text}
	if t.Kind == work.Report {
		out.Subject = ""
	}
	if namesPlayers(t.Kind) {
		out.Reason = ""
	}
	return out
}

// namesPlayers reports whether the reason why a task of a kind failed may name a player.
func namesPlayers(kind store.TaskKind) bool { return kind == work.Report || kind == work.Test }
