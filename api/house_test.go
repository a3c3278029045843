package api_test

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/queue"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

// house is a whole service.
type house struct {
	t     testing.TB
	db    *store.DB
	queue *queue.Queue
	work  *work.Service
	spool string
	clock *clock
	log   *apitest.Log
	url   string

	service *apitest.Service
}

// clock is the time of the service.
type clock struct{ *apitest.Clock }

func (c *clock) now() time.Time          { return c.Now() }
func (c *clock) advance(d time.Duration) { c.Advance(d) }

// figures returns the figures for Prometheus.
func (h *house) figures() string {
	h.t.Helper()
	answer := httptest.NewRecorder()
	h.service.Server.Metrics().ServeHTTP(answer, httptest.NewRequestWithContext(h.t.Context(), "GET", "/metrics", nil))
	return answer.Body.String()
}

// open builds a house; change may alter the server's settings. The work on tasks
// goes on until the test ends.
func open(t testing.TB, change func(*api.Config)) *house {
	t.Helper()
	return build(t, ucitest.Engine{}, change)
}

func build(t testing.TB, engine ucitest.Engine, change func(*api.Config)) *house {
	t.Helper()
	s := apitest.Open(t, apitest.Setting{Engine: engine, Change: change})
	return &house{t: t, db: s.DB, queue: s.Queue, work: s.Work, spool: s.Spool, clock: &clock{s.Clock}, log: s.Log, url: s.URL, service: s}
}

func (h *house) must(err error) {
	h.t.Helper()
	h.service.Must(err)
}

// token puts a token with these grants into the store and returns its secret and
// id.
func (h *house) token(grants ...access.Grant) (secret, id string) {
	return h.tokenUntil(time.Time{}, grants...)
}

func (h *house) tokenUntil(expires time.Time, grants ...access.Grant) (secret, id string) {
	h.t.Helper()
	return h.service.Token(store.Token{Name: "somebody", Grants: grants, Expires: expires})
}

// event puts an event into the store and returns its id.
func (h *house) event(name, federation string) string {
	h.t.Helper()
	return h.service.Event(name, federation)
}

// as returns a client with the token of a role in an event; without an event the role is
// unbound.
func (h *house) as(role access.Role, event string) *caller {
	h.t.Helper()
	secret, id := h.token(access.Grant{Role: role, Event: event})
	return &caller{house: h, secret: secret, id: id}
}

// round is a real round of six games; games returns the first n of them.
func games(t testing.TB, n int) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitAfter(string(b), "\n\n[Event ")
	if n < len(parts) {
		return strings.TrimSuffix(strings.Join(parts[:n], ""), "[Event ")
	}
	return string(b)
}
