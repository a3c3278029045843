package api_test

import (
	"context"
	"net/http"
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
	task := store.Task{
		ID: strings.Repeat("a", 32), Kind: work.EvaluateQuick, Event: event, Subject: "nothing", State: store.TaskOpen,
		Created: h.clock.now().UTC(), Changed: h.clock.now().UTC(),
	}
	second := task
	second.ID = strings.Repeat("b", 32)
	_, err := h.db.AddTasks(context.Background(), []store.Task{task, second})
	h.must(err)
	h.must(h.db.FailTask(t.Context(), second.ID, store.TaskFailure{Kind: fault.Unavailable, Code: "engine", Text: "no engine could evaluate it"}, true, h.clock.now().UTC()))
	h.must(h.db.FailTask(t.Context(), task.ID, store.TaskFailure{Kind: fault.Unavailable, Code: "engine", Text: "no engine could evaluate it"}, true, h.clock.now().UTC()))
	var progress wire.Progress
	c.want(c.call("GET", "/v1/events/"+event+"/progress", ""), http.StatusOK, &progress)
	if progress.Dead != 2 || len(progress.Errors) != 1 || progress.Errors[0].Tasks != 2 || progress.Errors[0].Reason != "no engine could evaluate it" {
		t.Errorf("progress %+v", progress)
	}
	var list wire.TaskList
	c.want(c.call("GET", "/v1/events/"+event+"/tasks?state=dead", ""), http.StatusOK, &list)
	if len(list.Items) != 2 || list.Items[0].ReasonCode != "engine" {
		t.Errorf("tasks %+v", list)
	}
	var again wire.Task
	c.want(c.call("POST", "/v1/events/"+event+"/tasks/"+task.ID+"/retry", ""), http.StatusOK, &again)
	if again.State != wire.TaskStateOpen {
		t.Errorf("task %+v", again)
	}
}
