package api_test

import (
	"net/http"
	"runtime"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

func TestProgressAsAStream(t *testing.T) {
	t.Parallel()
	h := build(t, ucitest.Engine{Delay: 2 * time.Millisecond}, nil)
	event := h.event("Open", "")
	c := h.as(access.Organiser, event)
	c.want(c.call("POST", "/v1/events/"+event+"/batches", games(t, 3), asPGN), http.StatusAccepted, nil)

	first, second := c.follow(event, ""), c.follow(event, "")
	kinds := map[string]int{}
	var last told
	for before := -1; ; {
		e, ok := first.next()
		if !ok {
			break
		}
		kinds[e.kind]++
		if e.progress.PositionsDone < before {
			t.Errorf("positions went from %d to %d", before, e.progress.PositionsDone)
		}
		before, last = e.progress.PositionsDone, e
	}
	if kinds["progress"] == 0 || kinds["done"] != 1 || last.kind != "done" || !last.progress.Done {
		t.Errorf("told %v, at last %+v", kinds, last)
	}
	if p := last.progress; p.Games != 3 || p.GamesDone != 3 || p.Positions == 0 || p.PositionsDone != p.Positions || p.Open != 0 {
		t.Errorf("at last %+v", p)
	}
	for {
		e, ok := second.next()
		if !ok {
			t.Error("the second stream was not told the end")
		}
		if !ok || e.id == last.id {
			break
		}
	}
	if again := c.follow(event, last.id); again.status != http.StatusNoContent {
		t.Errorf("who knows that all is done is answered %d", again.status)
	}
	anew := c.follow(event, "older")
	if e, ok := anew.next(); !ok || e.kind != "done" || e.id != last.id {
		t.Errorf("who knows something older is told %+v", e)
	}
}

// A stream lasts as long as the right to it.
func TestStreamEndsWithItsRight(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) {
		c.Heartbeat = 20 * time.Millisecond
		c.Limits.Patience = 50 * time.Millisecond // a stream is silent for longer, and goes on
	})
	event := h.event("Open", "UKR")
	h.keepOpen(event)
	for name, end := range map[string]func(c *caller){
		"token revoked": func(c *caller) { h.must(h.db.RevokeToken(t.Context(), c.id, h.clock.now().UTC())) },
		"role taken back": func(c *caller) {
			h.must(h.db.Ungrant(t.Context(), c.id, access.Grant{Role: access.Organiser, Event: event}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := h.as(access.Organiser, event)
			stream := c.follow(event, "")
			if e, ok := stream.next(); !ok || e.kind != "progress" {
				t.Fatalf("at first %+v", e)
			}
			const beats = 10 * len(": still here\n\n")
			if _, err := stream.lines.Peek(beats); err != nil {
				t.Fatalf("not ten signs of life: %v", err)
			}
			end(c)
			if e, ok := stream.next(); ok {
				t.Errorf("told %+v", e)
			}
			if stream.beats < 10 {
				t.Errorf("%d signs of life", stream.beats)
			}
		})
	}
}

// A token follows a limited number of streams at a time, and may follow another when one has
// ended.
func TestStreamsOfOneTokenAreBounded(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Streams = 2 })
	event := h.event("Open", "")
	h.keepOpen(event)
	c, other := h.as(access.Organiser, event), h.as(access.Organiser, event)
	first := c.follow(event, "")
	for _, stream := range []*following{first, c.follow(event, ""), other.follow(event, "")} {
		if e, ok := stream.next(); !ok || e.kind != "progress" {
			t.Fatalf("told %+v", e)
		}
	}
	refused := c.call("GET", "/v1/events/"+event+"/progress", "", "Accept: text/event-stream")
	c.refused(refused, http.StatusTooManyRequests, "rate_limit")
	if refused.header.Get("Retry-After") == "" {
		t.Error("it does not say when to come again")
	}
	first.close()
	for c.follow(event, "").status == http.StatusTooManyRequests {
		runtime.Gosched() // until the server has seen that the client left
	}
}

// keepOpen gives an event a task that nobody works on.
func (h *house) keepOpen(event string) {
	h.t.Helper()
	at := h.clock.now().UTC()
	_, err := h.db.AddTasks(h.t.Context(), []store.Task{{
		ID: "ffffffffffffffffffffffffffffffff", Kind: "evaluate-quick", Event: event, Subject: "x", State: store.TaskOpen, Created: at, Changed: at,
	}})
	h.must(err)
}

// Streams do not keep a server from stopping; if they did, this test would not end.
func TestStreamEndsWithTheServer(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	h.keepOpen(event)
	c := h.as(access.Organiser, event)
	if e, ok := c.follow(event, "").next(); !ok || e.kind != "progress" {
		t.Errorf("told %+v", e)
	}
}

// A caller whose right has ended gets nothing more, not even the next sign of life.
func TestNothingIsToldAfterTheRight(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Heartbeat = time.Hour })
	event := h.event("Open", "UKR")
	h.keepOpen(event)
	for name, c := range map[string]struct {
		who *caller
		end func(c *caller)
	}{
		"token revoked": {h.as(access.Organiser, event), func(c *caller) { h.must(h.db.RevokeToken(t.Context(), c.id, h.clock.now().UTC())) }},
		"event of another federation": {h.holder(access.Grant{Role: access.FederationOfficer, Federation: "UKR"}), func(*caller) {
			_, err := h.db.ChangeEvent(t.Context(), event, 0, func(e *store.Event) error { e.Federation = "NOR"; return nil })
			h.must(err)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			stream := c.who.follow(event, "")
			if e, ok := stream.next(); !ok || e.kind != "progress" {
				t.Fatalf("at first %+v", e)
			}
			c.end(c.who)
			at := h.clock.now().UTC()
			_, err := h.db.AddTasks(t.Context(), []store.Task{{ID: name, Kind: "import", Event: event, State: store.TaskOpen, Created: at, Changed: at}})
			h.must(err)
			if e, ok := stream.next(); ok {
				t.Errorf("told %+v", e)
			}
		})
	}
}
