package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// A caller who may not know that a player is tested cannot learn it from the number of tasks.
func TestProgressKeepsTestsToThoseWhoSeeThem(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	officer, organiser := h.as(access.FairPlayOfficer, event), h.as(access.Organiser, event)
	officer.upload(event, "round8.pgn", games(t, 2))
	progress := func(c *caller) (p wire.Progress) {
		c.want(c.call("GET", "/v1/events/"+event+"/progress", ""), http.StatusOK, &p)
		return p
	}
	before := progress(organiser)

	h.must(work.Control{Service: h.work}.Pause(t.Context(), event)) // so that the test stays open
	officer.want(officer.call("POST", "/v1/events/"+event+"/tests", `{"player": "12573981"}`), http.StatusAccepted, nil)
	if p := progress(officer); p.Done || p.Open != 2 || p.Games != before.Games+1 {
		t.Errorf("an officer sees %+v", p)
	}
	during := progress(organiser)
	if during.State = before.State; !sameProgress(during, before) {
		t.Errorf("an organiser sees %+v, and before the test %+v", during, before)
	}
	stream := organiser.follow(event, "")
	if e, ok := stream.next(); !ok || e.kind != "done" || e.progress.Games != before.Games {
		t.Errorf("an organiser is told %+v", e)
	}

	h.must(work.Control{Service: h.work}.Resume(t.Context(), event))
	officer.finished(event)
	if after := progress(organiser); !sameProgress(after, before) {
		t.Errorf("an organiser sees %+v, and before the test %+v", after, before)
	}
}

func sameProgress(a, b wire.Progress) bool {
	return a.Games == b.Games && a.GamesDone == b.GamesDone && a.Positions == b.Positions && a.PositionsDone == b.PositionsDone &&
		a.Open == b.Open && a.Dead == b.Dead && a.Cancelled == b.Cancelled && a.Done == b.Done && a.State == b.State
}

// What is in somebody else's event gets the same answer as what does not exist.
func TestThingsOfOtherEventsAreNowhere(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	theirs, event := h.event("Theirs", ""), h.event("Open", "")
	them, c := h.as(access.ChiefArbiter, theirs), h.as(access.ChiefArbiter, event)
	batch := them.upload(theirs, "round8.pgn", games(t, 1))
	var tasks wire.List[wire.ListedTask]
	them.want(them.call("GET", "/v1/events/"+theirs+"/tasks", ""), http.StatusOK, &tasks)
	var test wire.ListedTest
	them.want(them.call("POST", "/v1/events/"+theirs+"/tests", `{"player": "12573981"}`), http.StatusAccepted, &test)
	var list wire.List[store.StoredGame]
	them.want(them.call("GET", "/v1/events/"+theirs+"/games", ""), http.StatusOK, &list)
	for _, request := range [][3]string{
		{"GET", "/batches/", batch.ID}, {"GET", "/tests/", test.ID}, {"GET", "/games/", list.Items[0].ID},
		{"POST", "/tasks/", tasks.Items[0].ID + "/retry"},
	} {
		method, base, id := request[0], "/v1/events/"+event+request[1], request[2]
		missing := strings.Repeat("0", 8) + id[8:]
		there := without(c, c.call(method, base+id, ""), id)
		nowhere := without(c, c.call(method, base+missing, ""), missing)
		if there != nowhere || there.Status != http.StatusNotFound {
			t.Errorf("%s: of others %+v, nowhere %+v", base, there, nowhere)
		}
	}
}

// without returns a problem without the id that was requested.
func without(c *caller, got said, id string) (p wire.Problem) {
	c.t.Helper()
	c.must(json.Unmarshal(got.body, &p))
	p.Request, p.Detail = "", strings.ReplaceAll(p.Detail, id, "")
	return p
}
