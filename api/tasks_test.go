package api_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// A task that was given up appears in the progress with its reason, and can be retried.
func TestTasksThatFail(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	c.upload(event, "a.pgn", games(t, 1))
	at := h.clock.now().UTC()
	engine := store.TaskFailure{Kind: fault.Unavailable, Code: "engine_failed", Text: "no engine could evaluate it"}
	id := func(letter string) string { return strings.Repeat(letter, 32) }
	for letter, kind := range map[string]store.TaskKind{"a": work.EvaluateQuick, "b": work.EvaluateQuick, "c": work.EvaluateQuick, "d": work.Report, "e": work.EvaluateFull} {
		task := store.Task{ID: id(letter), Kind: kind, Event: event, Subject: "nothing", State: store.TaskOpen, Positions: 10, Created: at, Changed: at}
		_, err := h.db.AddTasks(context.Background(), []store.Task{task})
		h.must(err)
		reason := engine
		if kind == work.Report {
			reason.Text = "Somebody has no rating"
		}
		h.must(h.db.FailTask(t.Context(), task.ID, reason, true, at))
	}
	path := "/v1/events/" + event
	c.want(c.call("POST", path+"/pause", ""), http.StatusOK, nil) // nobody works on them
	now := func(by *caller) (p wire.Progress) {
		by.want(by.call("GET", path+"/progress", ""), http.StatusOK, &p)
		return p
	}
	progress := now(c)
	if progress.Dead != 5 || progress.GamesGivenUp != 3 || progress.Done || len(progress.Errors) != 2 {
		t.Errorf("progress %+v", progress)
	}
	if e := progress.Errors[0]; e.Tasks != 3 || e.Reason != engine.Text || e.Code != engine.Code || e.Task != id("a") {
		t.Errorf("%+v", e)
	}
	if e := progress.Errors[1]; e.Kind != string(work.Report) || e.Reason != "" {
		t.Errorf("the reason of a report may name a player: %+v", e)
	}
	var list wire.List[wire.ListedTask]
	c.want(c.call("GET", path+"/tasks?state=dead", ""), http.StatusOK, &list)
	if len(list.Items) != 5 || list.Items[0].ReasonCode != "engine_failed" {
		t.Errorf("tasks %+v", list)
	}
	var again wire.ListedTask
	c.want(c.call("POST", path+"/tasks/"+id("a")+"/retry", ""), http.StatusOK, &again)
	if again.State != store.TaskOpen {
		t.Errorf("task %+v", again)
	}
	c.refused(c.call("POST", path+"/tasks/retry", `{"code": "engine_failed", "kind": "nothing"}`), http.StatusBadRequest, "task_kind")
	for _, body := range []string{`{}`, `{"code": "<b>"}`} {
		c.refused(c.wrong("POST", path+"/tasks/retry", body), http.StatusBadRequest, "code")
	}
	var after wire.Progress
	c.want(c.call("POST", path+"/tasks/retry", `{"code": "something_else"}`), http.StatusOK, &after)
	if after.Dead < 4 {
		t.Errorf("another reason is tried again: %+v", after)
	}
	c.want(c.call("POST", path+"/tasks/retry", `{"code": "engine_failed", "kind": "evaluate-quick"}`), http.StatusOK, &after)
	if after.GamesGivenUp != 0 || after.Dead != 2 {
		t.Errorf("tried again: %+v", after)
	}
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{Limit: 1000})
	h.must(err)
	if !slices.ContainsFunc(entries, func(e store.AuditEntry) bool { return e.Action == "retryTasks" && e.Detail == "2 tasks, engine_failed" }) {
		t.Errorf("the audit does not say so: %+v", entries[len(entries)-3:])
	}
}
