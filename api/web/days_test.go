package web_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/queue"
	"fairplay/reports/access"
)

// unwellParts are an engine and a queue that stop working when told to.
type unwellParts struct {
	api.Backlog
	down atomic.Bool
}

func (u *unwellParts) Ping(ctx context.Context) error {
	if u.down.Load() {
		return errors.New("connection refused")
	}
	return u.Backlog.Ping(ctx)
}

func (u *unwellParts) Depth(ctx context.Context) (map[string]queue.Depth, error) {
	return u.Backlog.Depth(ctx)
}

// When Redis or the engines are down, pages say so and what still works: figures that are made stay
// readable, and games can be handed in.
func TestPartsThatAreDown(t *testing.T) {
	t.Parallel()
	parts := &unwellParts{}
	h := apitest.Open(t, apitest.Setting{
		Calibrated: true,
		Change: func(c *api.Config) {
			parts.Backlog, c.Queue = c.Queue, parts
			c.Engines = func() error {
				if parts.down.Load() {
					return errors.New("no engine")
				}
				return nil
			}
		},
		Mount: func(s *api.Server) {
			if err := web.Mount(web.Config{API: s}); err != nil {
				t.Fatal(err)
			}
		},
	})
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	parts.down.Store(true)
	p.want(p.get("/events/"+event+"/screening"), http.StatusOK, "Firouzja", "The list of tasks does not answer", "No engine works just now")
	p.want(p.handIn("/events/"+event+"/upload", map[string]string{"one.pgn": "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n"}), http.StatusOK, "one.pgn")
}

// A form whose sign-in ended while it was filled in is kept, encrypted, and stands filled in after the
// next sign-in with the same token; for nobody else, and not for longer than a week.
func TestHalfFilledForm(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	token := csrfField.FindStringSubmatch(p.get("/events/new").text)
	if token == nil {
		t.Fatal("no form")
	}
	h.Clock.Advance(12*time.Hour + time.Minute)
	got := p.postRaw("/events/new", url.Values{"csrf": {token[1]}, "name": {"Half-filled Open"}})
	if got.at.Path != "/" || got.at.Query().Get("next") != "/events/new" {
		t.Fatalf("after the end of the sign-in: %s", got.at)
	}
	other := as(h, access.ChiefArbiter, "").signIn()
	if strings.Contains(other.get("/events/new").text, "Half-filled") {
		t.Error("somebody else sees the draft")
	}
	p.signIn()
	p.want(p.get("/events/new"), http.StatusOK, "Half-filled Open")
	h.Clock.Advance(8 * 24 * time.Hour)
	p.signIn()
	if strings.Contains(p.get("/events/new").text, "Half-filled") {
		t.Error("the draft is older than a week")
	}
}
