package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

func TestEventsChange(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(access.Administrator, "")
	var event store.Event
	made := c.want(c.call("POST", "/v1/events", `{"name": "City Open", "federation": "UKR", "start": "2026-03-14", "end": "2026-03-22"}`), http.StatusCreated, &event)
	path := "/v1/events/" + event.ID
	tag := made.header.Get("ETag")
	c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)

	c.refused(c.call("PATCH", path, `{"live": true}`), http.StatusPreconditionRequired, "if_match")
	changed := c.want(c.call("PATCH", path, `{"live": true, "planned_rounds": 9}`, "If-Match: "+tag), http.StatusOK, &event)
	if !event.Live || event.PlannedRounds != 9 || changed.header.Get("ETag") == tag {
		t.Errorf("changed %+v", event)
	}
	c.refused(c.call("PATCH", path, `{"live": false}`, "If-Match: "+tag), http.StatusPreconditionFailed, "event_changed")
	c.refused(c.call("PATCH", path, `{"live": false}`, "If-Match: nonsense"), http.StatusPreconditionFailed, "event_changed")
	c.refused(c.call("PATCH", path, `{"end": "2026-03-01"}`, "If-Match: *"), http.StatusBadRequest, "event")
	for _, step := range []struct{ facts, want string }{
		{`{"mode": "hybrid", "titles": ["GM", "IM"], "prize_fund": 20000, "time_zone": "Asia/Tashkent"}`,
			`{"mode":"hybrid","time_zone":"Asia/Tashkent","prize_fund":20000,"titles":["GM","IM"]}`},
		{`{"prize_fund": null, "titles": [], "women": "no"}`, `{"mode":"hybrid","time_zone":"Asia/Tashkent","women":"no","titles":[]}`},
		{`{"mode": "", "titles": null, "women": "", "time_zone": ""}`, `{}`},
	} {
		event = store.Event{}
		c.want(c.call("PATCH", path, `{"facts": `+step.facts+`}`, "If-Match: *"), http.StatusOK, &event)
		if facts, err := json.Marshal(event.Facts); err != nil || string(facts) != step.want {
			t.Errorf("%s makes the facts %s, want %s", step.facts, facts, step.want)
		}
	}
	for _, bad := range []string{`{"mode": "by post"}`, `{"moed": "hybrid"}`, `{"rated": true}`, `{"titles": ["NM"]}`, `{"prize_fund": -1}`} {
		if got := c.wrong("PATCH", path, `{"facts": `+bad+`}`, "If-Match: *"); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", bad, got.status)
		}
	}
	c.refused(c.call("PATCH", path, `{"facts": {"time_zone": "Europe/Nowhere"}}`, "If-Match: *"), http.StatusBadRequest, "event_facts")
	c.refused(c.wrong("PATCH", path, `{"ends": "2026-03-01"}`, "If-Match: *"), http.StatusBadRequest, "json")
	c.refused(c.wrong("POST", "/v1/events", `{"name": ""}`), http.StatusBadRequest, "event")
	c.refused(c.wrong("POST", "/v1/events", `{"name": "a", "federation": "ukr"}`), http.StatusBadRequest, "event")
	c.refused(c.wrong("POST", "/v1/events", `name`, "Content-Type: text/plain"), http.StatusUnsupportedMediaType, "media_type")

	for _, step := range []struct {
		action, body string
		state        store.EventState
	}{{"pause", "", "paused"}, {"resume", "", "open"}, {"close", `{"reason": "nothing was stated of it"}`, "closed"}, {"close", `{"reason": "once more"}`, "closed"}} {
		c.want(c.call("POST", path+"/"+step.action, step.body), http.StatusOK, &event)
		if event.State != step.state {
			t.Errorf("%s: state %s", step.action, event.State)
		}
	}
	arbiter := h.as(access.ChiefArbiter, event.ID)
	arbiter.refused(arbiter.call("POST", path+"/batches", games(t, 1), asPGN), http.StatusConflict, "event_closed")
	c.refused(c.call("POST", path+"/pause", ""), http.StatusConflict, "event_closed")
	c.refused(c.call("POST", path+"/resume", ""), http.StatusBadRequest, "reason")
	c.want(c.call("POST", path+"/resume", `{"reason": "a round was forgotten"}`), http.StatusOK, &event)
	if event.State != store.EventOpen {
		t.Errorf("after resume: %s", event.State)
	}
	var progress wire.Progress
	c.want(c.call("POST", path+"/cancel", ""), http.StatusOK, &progress)
	if !progress.Done {
		t.Errorf("after cancel: %+v", progress)
	}
	listed(t, c)
}

// listed reads all events in pages of two.
func listed(t *testing.T, c *caller) {
	t.Helper()
	for _, name := range []string{"b", "c", "d"} {
		c.house.event(name, "NOR")
	}
	n, pages := 0, 0
	for path := "/v1/events?limit=2"; path != ""; pages++ {
		var list wire.List[store.Event]
		c.want(c.call("GET", path, ""), http.StatusOK, &list)
		n += len(list.Items)
		path = ""
		if list.Next != "" {
			path = "/v1/events?limit=2&cursor=" + list.Next
		}
	}
	if n != 4 || pages != 2 {
		t.Errorf("%d events on %d pages", n, pages)
	}
	var some wire.List[store.Event]
	c.want(c.call("GET", "/v1/events?federation=UKR", ""), http.StatusOK, &some)
	if len(some.Items) != 1 {
		t.Errorf("%d events of one federation", len(some.Items))
	}
	c.refused(c.wrong("GET", "/v1/events?limit=501", ""), http.StatusBadRequest, "limit")
	c.refused(c.call("GET", "/v1/audit?cursor=%21", ""), http.StatusBadRequest, "cursor")
}

// Text that no database can store is refused before any is asked.
func TestTextThatIsNone(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	arbiter, admin := h.as(access.ChiefArbiter, ""), h.as(access.Administrator, "")
	arbiter.refused(arbiter.call("POST", "/v1/events", `{"name": "a\u0000b"}`), http.StatusBadRequest, "event")
	admin.refused(admin.call("POST", "/v1/tokens", `{"name": "a\nb", "grants": [{"role": "organiser"}]}`), http.StatusBadRequest, "token")
	c.refused(c.call("GET", "/v1/events/"+event+"/performances?player=%00", ""), http.StatusBadRequest, "player")
	c.refused(c.call("GET", "/v1/events/"+event+"/screening?player=%ff", ""), http.StatusBadRequest, "player")
	c.refused(c.wrong("GET", "/v1/events?federation=u%00r", ""), http.StatusBadRequest, "federation")
	c.refused(c.call("POST", "/v1/events/"+event+"/batches?name=%00", games(t, 1), asPGN), http.StatusBadRequest, "name")
	c.refused(c.call("GET", "/v1/events?cursor=AP8", ""), http.StatusBadRequest, "cursor")
	for _, path := range []string{"/v1/events/%00", "/v1/events/" + event + "/games/%ff%00", "/v1/events/" + event + "/tests/ABC"} {
		c.refused(c.wrong("GET", path, ""), http.StatusNotFound, "not_found")
	}
}

// What openapi.yaml lets an event state is what the rules know.
func TestStatedFactsAreWhatRulesKnow(t *testing.T) {
	t.Parallel()
	facts := spec(t).doc.Components.Schemas["StatedFacts"].Value.Properties
	for name, known := range map[string][]string{
		"mode": texts(regulations.Modes()), "system": texts(tournament.Systems()), "championship": texts(tournament.Championships()),
	} {
		var said []string
		for _, v := range facts[name].Value.Enum {
			if v != "" {
				said = append(said, v.(string))
			}
		}
		if !slices.Equal(said, known) {
			t.Errorf("%s is one of %v, the rules know %v", name, said, known)
		}
	}
}

func texts[S ~string](all []S) (out []string) {
	for _, s := range all {
		out = append(out, string(s))
	}
	return out
}

// An event made by mistake is removed by its chief arbiter or an administrator, for a reason, while nobody has read a
// figure of it; the audit says so.
func TestRemoveEvent(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Wrong Open", "UKR")
	c, organiser, admin := h.as(access.ChiefArbiter, event), h.as(access.Organiser, event), h.as(access.Administrator, "")
	path := "/v1/events/" + event
	c.want(c.call("POST", path+"/batches?name=one.pgn", games(t, 2), asPGN), http.StatusAccepted, nil)
	c.finished(event)
	organiser.refused(organiser.call("DELETE", path, `{"reason": "a wrong file"}`), http.StatusForbidden, "not_allowed")
	c.refused(c.call("DELETE", path, `{"reason": " "}`), http.StatusBadRequest, "reason")
	c.want(c.call("DELETE", path, `{"reason": "a wrong file"}`), http.StatusNoContent, nil)
	for _, gone := range []string{"", "/screening", "/games", "/progress", "/tasks"} {
		c.refused(c.call("GET", path+gone, ""), http.StatusNotFound, "not_found")
	}
	c.refused(c.call("DELETE", path, `{"reason": "a wrong file"}`), http.StatusNotFound, "not_found")
	admin.refused(admin.call("DELETE", path, `{"reason": "a wrong file"}`), http.StatusNotFound, "not_found")
	var audit wire.List[wire.ListedAudit]
	admin.want(admin.call("GET", "/v1/audit?action=removeEvent&subject="+event, ""), http.StatusOK, &audit)
	said := slices.ContainsFunc(audit.Items, func(e wire.ListedAudit) bool {
		return e.Role == "chief-arbiter" && e.Detail == `"Wrong Open": a wrong file`
	})
	if !said {
		t.Errorf("the audit says %+v", audit.Items)
	}
}

// Whatever shows or orders figures keeps an event from being removed.
func TestEventThatWasReadStays(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for _, read := range []string{"/screening", "/screening/rounds", "/tests", "/reports", "/performances", "/actions", "/section"} {
		event := h.event("Read Open", "UKR")
		c, path := h.as(access.ChiefArbiter, event), "/v1/events/"+event
		if got := c.call("GET", path+read, ""); got.status >= http.StatusInternalServerError {
			t.Errorf("%s: %d", read, got.status)
		}
		c.refused(c.call("DELETE", path, `{"reason": "a wrong file"}`), http.StatusConflict, "event_read")
		c.want(c.call("GET", path, ""), http.StatusOK, nil)
	}
}

// Many read figures while the event is removed: if one of them got any, the event is still there.
func TestRemoveEventWhileItIsRead(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for range 8 {
		event := h.event("Wrong Open", "UKR")
		c, path := h.as(access.ChiefArbiter, event), "/v1/events/"+event
		c.want(c.call("POST", path+"/batches?name=one.pgn", games(t, 1), asPGN), http.StatusAccepted, nil)
		c.finished(event)
		begin, seen := make(chan struct{}), atomic.Int32{}
		var all sync.WaitGroup
		for _, read := range []string{"/screening", "/performances", "/reports"} {
			all.Go(func() {
				<-begin
				if got := c.call("GET", path+read, ""); got.status == http.StatusOK {
					seen.Add(1)
				} else if got.status != http.StatusNotFound {
					t.Errorf("%s: %d %s", read, got.status, got.body)
				}
			})
		}
		var removed int
		all.Go(func() {
			<-begin
			removed = c.call("DELETE", path, `{"reason": "a wrong file"}`).status
		})
		close(begin)
		all.Wait()
		if after := c.call("GET", path, "").status; removed == http.StatusNoContent && (seen.Load() > 0 || after != http.StatusNotFound) ||
			removed != http.StatusNoContent && (removed != http.StatusConflict || after != http.StatusOK) {
			t.Errorf("removing says %d, reading afterwards %d, and %d have read figures", removed, after, seen.Load())
		}
	}
}
