package api_test

import (
	"net/http"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// A test waits, is cancelled, is requested again and is made.
func TestOrdersOfTests(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	base := "/v1/events/" + event
	c := h.as(access.FPLMember, event)
	arbiter := h.as(access.ChiefArbiter, event)
	arbiter.upload(event, "round8.pgn", games(t, 3))
	arbiter.want(arbiter.call("POST", base+"/pause", ""), http.StatusOK, nil)

	var list wire.List[store.StoredGame]
	c.want(c.call("GET", base+"/games?limit=1", ""), http.StatusOK, &list)
	order := `{"player": "12573981", "rating": 2750, "rating_sd": 30, "subset": "R8:10-20", "games": ["` + list.Items[0].ID + `"]}`
	var test, again wire.ListedTest
	c.want(c.call("POST", base+"/tests", order), http.StatusAccepted, &test)
	if test.State != store.TaskOpen || test.Kind != string(wire.TestKindFull) || test.Request.Games[0] != list.Items[0].ID || test.Request.RatingSD != 30 {
		t.Errorf("test %+v", test)
	}
	report := base + "/tests/" + test.ID + "/report"
	pending := c.want(c.call("GET", report, ""), http.StatusAccepted, nil)
	if pending.header.Get("Location") != report {
		t.Errorf("Location %q", pending.header.Get("Location"))
	}
	c.want(c.call("POST", base+"/tests/"+test.ID+"/cancel", ""), http.StatusOK, &again)
	if again.State != store.TaskCancelled {
		t.Errorf("cancelled %+v", again)
	}
	c.refused(c.call("GET", report, ""), http.StatusConflict, "cancelled")

	c.want(c.call("POST", base+"/tests", order), http.StatusAccepted, &again)
	if again.ID != test.ID || again.State != store.TaskOpen {
		t.Errorf("asked for again %+v", again)
	}
	arbiter.want(arbiter.call("POST", base+"/resume", ""), http.StatusOK, nil)
	c.finished(event)
	var made reports.FullTest
	c.want(c.call("GET", report, ""), http.StatusOK, &made)
	if made.Player.Rating != 2750 || made.Player.RatingSource != "given" || len(made.GameRows) != 1 {
		t.Errorf("report of %+v with %d games", made.Player, len(made.GameRows))
	}
	c.want(c.call("GET", base+"/tests/"+test.ID, ""), http.StatusOK, &again)
	explained(t, h, event, again.Report, made.Player.Name)
	refusedOrders(t, c, base+"/tests")
	inPages(t, c, base)
}

func refusedOrders(t *testing.T, c *caller, path string) {
	t.Helper()
	for _, stated := range []string{`"singled_out": true`, `"finished": false`, `"players": 96`} {
		c.refused(c.wrong("POST", path, `{"player": "12573981", `+stated+`}`), http.StatusBadRequest, "from_record")
	}
	c.refused(c.wrong("POST", path, `{"player": ""}`), http.StatusBadRequest, "player")
	c.refused(c.wrong("POST", path, `{"player": "12573981", "rating": -1}`), http.StatusBadRequest, "rating")
	c.refused(c.wrong("POST", path, `{"player": "12573981", "kind": "deep"}`), http.StatusBadRequest, "recipe")
	c.refused(c.call("POST", path, `{"player": "12573981", "rounds": "7"}`), http.StatusUnprocessableEntity, "no_games")
	c.refused(c.call("POST", path, `{"player": "12573981", "subset": "?"}`), http.StatusBadRequest, "subset")
	unknown := path + "/00000000000000000000000000000000"
	for _, got := range []said{c.call("GET", unknown, ""), c.call("GET", unknown+"/report", ""), c.call("POST", unknown+"/cancel", "")} {
		c.refused(got, http.StatusNotFound, "not_found")
	}
}

// inPages reads every list of an event entry by entry, and with wrong parameters.
func inPages(t *testing.T, c *caller, base string) {
	t.Helper()
	for _, list := range []string{"/batches", "/games", "/players", "/tasks", "/tests", "/reports", "/performances"} {
		n, pages := 0, 0
		for path := base + list + "?limit=1"; path != ""; pages++ {
			var page struct {
				Items []any
				Next  *string
			}
			c.want(c.call("GET", path, ""), http.StatusOK, &page)
			n += len(page.Items)
			path = ""
			if page.Next != nil {
				path = base + list + "?limit=1&cursor=" + *page.Next
			}
		}
		if n == 0 || n != pages {
			t.Errorf("%s: %d entries on %d pages of one", list, n, pages)
		}
		c.refused(c.wrong("GET", base+list+"?limit=0", ""), http.StatusBadRequest, "limit")
		c.refused(c.call("GET", base+list+"?cursor=%2B", ""), http.StatusBadRequest, "cursor")
	}
	c.refused(c.wrong("GET", base+"/tasks?state=lost", ""), http.StatusBadRequest, "state")
}

// explained asks for an explanation of a test: its figures go to the player, and to nobody of another name.
func explained(t *testing.T, h *house, event, report, player string) {
	t.Helper()
	secretary := h.holder(access.Grant{Role: access.FPLSecretary})
	for name, status := range map[string]int{player: http.StatusCreated, "Somebody Else": http.StatusUnprocessableEntity} {
		subject := h.holder(access.Grant{Role: access.Organiser})
		var asked struct{ ID string }
		subject.want(subject.call("POST", "/v1/data-requests", `{"what": "explanation", "name": "`+name+`"}`), http.StatusCreated, &asked)
		at := "/v1/data-requests/" + asked.ID
		got := secretary.call("POST", at+"/answers", `{"state": "answered", "text": "Your figures are enclosed.", "event": "`+event+`", "report": "`+report+`"}`)
		if got.status != status {
			t.Errorf("a report on %s for %s: %d %s", player, name, got.status, got.body)
		}
		if status != http.StatusCreated {
			continue
		}
		text := string(subject.want(subject.call("GET", at+"/explanation?format=table", ""), http.StatusOK, nil).body)
		if !strings.Contains(text, report) {
			t.Errorf("explanation for %s:\n%s", name, text)
		}
	}
}
