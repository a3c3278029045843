package api_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/queue"
	"fairplay/reports/access"
)

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	broken := fault.New(fault.Unavailable, "engine", "no engine could be started")
	var engines error
	h := open(t, func(c *api.Config) { c.Engines = func() error { return engines } })
	nobody := &caller{house: h}
	for _, path := range []string{"/healthz", "/livez"} {
		if got := nobody.want(nobody.call("GET", path, ""), http.StatusOK, nil); string(got.body) != "ok\n" {
			t.Errorf("%s %q", path, got.body)
		}
	}
	var ready wire.Readiness
	nobody.want(nobody.call("GET", "/readyz", ""), http.StatusOK, &ready)
	if !ready.Ready || len(ready.Parts) != 3 {
		t.Errorf("ready %+v", ready)
	}
	engines = broken
	nobody.want(nobody.call("GET", "/readyz", ""), http.StatusServiceUnavailable, &ready)
	if p := ready.Parts[2]; ready.Ready || p.OK || p.Name != "engines" || p.Reason != broken.Msg {
		t.Errorf("without engines %+v", ready)
	}
}

// A part that the server can do without is shown, and nothing waits for it.
func TestReadinessWithoutExtras(t *testing.T) {
	t.Parallel()
	gone := errors.New("dial tcp 10.0.0.7:3310: connection refused")
	h := open(t, func(c *api.Config) {
		c.Extras = []api.Extra{{Name: "clamd", Health: func(context.Context) error { return gone }}}
	})
	var ready wire.Readiness
	nobody := &caller{house: h}
	got := nobody.want(nobody.call("GET", "/readyz", ""), http.StatusOK, &ready)
	last := ready.Parts[len(ready.Parts)-1]
	if !ready.Ready || last.Name != "clamd" || last.OK || last.Reason != "does not answer" || strings.Contains(string(got.body), "10.0.0.7") {
		t.Errorf("%s", got.body)
	}
}

// A server whose database can only be read is not ready; and frequent requests do not make it
// write all the time.
func TestReadinessIsProvedByWriting(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) {
		c.Database = func(context.Context) error { return fault.New(fault.Unavailable, "database_full", "the disk is full") }
	})
	nobody := &caller{house: h}
	var ready wire.Readiness
	nobody.want(nobody.call("GET", "/readyz", ""), http.StatusServiceUnavailable, &ready)
	if p := ready.Parts[0]; p.Name != "database" || p.OK || p.Reason != "the disk is full" {
		t.Errorf("%+v", ready)
	}
	var proofs atomic.Int64
	still := time.Now()
	h = open(t, func(c *api.Config) {
		c.Database = func(ctx context.Context) error { proofs.Add(1); return c.Store.Writable(ctx) }
		c.Now = func() time.Time { return still }
	})
	nobody = &caller{house: h}
	for range 20 {
		nobody.want(nobody.call("GET", "/readyz", ""), http.StatusOK, nil)
	}
	if proofs.Load() != 1 {
		t.Errorf("%d proofs", proofs.Load())
	}
}

// deaf is a queue that does not answer.
type deaf struct{}

func (deaf) Ping(context.Context) error { return errors.New("dial tcp 10.0.0.7: connection refused") }
func (deaf) Depth(context.Context) (map[string]queue.Depth, error) {
	return nil, errors.New("connection refused")
}

func TestReadinessWithoutRedis(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Queue = deaf{} })
	nobody := &caller{house: h}
	var ready wire.Readiness
	got := nobody.want(nobody.call("GET", "/readyz", ""), http.StatusServiceUnavailable, &ready)
	if p := ready.Parts[1]; p.Name != "redis" || p.OK || p.Reason != "does not answer" || strings.Contains(string(got.body), "10.0.0.7") {
		t.Errorf("without Redis %s", got.body)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Grand Swiss", "")
	c := h.as(access.ChiefArbiter, event)
	c.upload(event, "round8.pgn", games(t, 1))
	c.want(c.call("POST", "/v1/events/"+event+"/tests", testOfFirouzja), http.StatusAccepted, nil)
	c.finished(event)
	text := h.figures()
	if strings.Contains(text, "test") || strings.Contains(text, "Test") || strings.Contains(text, "full") {
		t.Error("the figures tell that somebody is tested")
	}
	open, err := http.Get(h.url + "/metrics")
	h.must(err)
	if open.Body.Close(); open.StatusCode != http.StatusNotFound {
		t.Errorf("everybody reads the figures: %d", open.StatusCode)
	}
	for _, line := range []string{
		"fairplay_positions_evaluated_total ", "fairplay_positions_cached_total ", "fairplay_engine_restarts_total 0",
		`fairplay_task_attempts_total{kind="evaluate-quick",outcome="done"} 1`, `fairplay_task_attempts_total{kind="import",outcome="done"} 1`,
		`fairplay_http_request_seconds_count{operation="uploadGames",status="202"} 1`, "fairplay_queue_tasks{", "fairplay_progress_streams ", "go_goroutines ",
	} {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("no %s", line)
		}
	}
	for _, name := range []string{"Firouzja", "Grand Swiss", event, c.id} {
		if strings.Contains(text, name) {
			t.Errorf("the figures hold %s", name)
		}
	}
}

func TestPagesAndHeaders(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for path, policy := range map[string]string{"/docs": "script-src 'self';", "/healthz": "default-src 'none'", "/openapi.yaml": "default-src 'none'"} {
		answer, err := http.Get(h.url + path)
		h.must(err)
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK || !strings.Contains(answer.Header.Get("Content-Security-Policy"), policy) ||
			answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: %d %v", path, answer.StatusCode, answer.Header)
		}
	}
	for request, want := range map[string]int{
		"GET /nothing": http.StatusNotFound, "GET /v1/nothing": http.StatusNotFound, "GET /docs/../server.go": http.StatusNotFound,
		"PUT /v1/events": http.StatusMethodNotAllowed, "DELETE /healthz": http.StatusMethodNotAllowed,
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequestWithContext(t.Context(), method, h.url+path, nil)
		h.must(err)
		answer, err := http.DefaultClient.Do(r)
		h.must(err)
		answer.Body.Close()
		if answer.StatusCode != want || answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", request, answer.StatusCode, answer.Header.Get("Content-Type"))
		}
	}
}

// The life of a token: made, bound to an event, read, unbound, revoked; and all of it in the
// audit.
func TestTokens(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	admin := h.as(access.Administrator, "")
	var made wire.CreatedToken
	admin.want(admin.call("POST", "/v1/tokens", `{"name": "Officer", "grants": [{"role": "fair-play-officer"}]}`), http.StatusCreated, &made)
	officer := &caller{house: h, secret: made.Secret, id: made.Token.ID}
	if left := made.Token.Expires.Sub(h.clock.now()); left < 364*24*time.Hour || left > 366*24*time.Hour {
		t.Errorf("a token that says nothing lives for %v", left)
	}
	var me wire.ListedToken
	officer.want(officer.call("GET", "/v1/me", ""), http.StatusOK, &me)
	if me.ID != officer.id || me.Name != "Officer" {
		t.Errorf("me %+v", me)
	}

	event := h.event("Open", "")
	arbiter := h.as(access.ChiefArbiter, event)
	base := "/v1/events/" + event
	officer.refused(officer.call("GET", base, ""), http.StatusNotFound, "not_found")
	arbiter.want(arbiter.call("POST", base+"/grants", `{"token": "`+officer.id+`", "role": "fair-play-officer"}`), http.StatusCreated, nil)
	officer.want(officer.call("GET", base, ""), http.StatusOK, nil)
	var grants wire.List[wire.EventGrant]
	arbiter.want(arbiter.call("GET", base+"/grants", ""), http.StatusOK, &grants)
	if len(grants.Items) != 2 {
		t.Errorf("grants %+v", grants.Items)
	}
	arbiter.want(arbiter.call("DELETE", base+"/grants/"+officer.id+"/fair-play-officer", ""), http.StatusNoContent, nil)
	officer.refused(officer.call("GET", base, ""), http.StatusNotFound, "not_found")
	arbiter.refused(arbiter.wrong("DELETE", base+"/grants/"+officer.id+"/chief-arbiter", ""), http.StatusNotFound, "not_found")
	arbiter.refused(arbiter.wrong("POST", base+"/grants", `{"token": "`+officer.id+`", "role": "chief-arbiter"}`), http.StatusBadRequest, "grant")
	arbiter.refused(arbiter.call("POST", base+"/grants", `{"token": "`+strings.Repeat("0", 32)+`", "role": "organiser"}`),
		http.StatusUnprocessableEntity, "no_such_token")

	arbiter.refused(arbiter.call("POST", base+"/grants", `{"token": "`+admin.id+`", "role": "fair-play-officer"}`),
		http.StatusUnprocessableEntity, "administrator")

	admin.want(admin.call("DELETE", "/v1/tokens/"+officer.id, ""), http.StatusNoContent, nil)
	officer.refused(officer.call("GET", "/v1/me", ""), http.StatusUnauthorized, "token_revoked")
	h.awaitUse(officer.id)
	var token wire.ListedToken
	admin.want(admin.call("GET", "/v1/tokens/"+officer.id, ""), http.StatusOK, &token)
	if token.Revoked == nil || token.LastUsed == nil {
		t.Errorf("revoked %+v", token)
	}
	audited(t, admin, "createToken", "grantAccess", "withdrawAccess", "revokeToken")
	refusedTokens(t, admin)
	if log := h.log.String(); strings.Contains(log, made.Secret) {
		t.Error("the log holds a secret")
	}
}

// audited reads the audit in pages of one.
func audited(t *testing.T, c *caller, actions ...string) {
	t.Helper()
	var before int64
	for path := "/v1/audit?limit=1"; path != ""; {
		var list wire.List[wire.ListedAudit]
		c.want(c.call("GET", path, ""), http.StatusOK, &list)
		for _, e := range list.Items {
			refused := strings.HasPrefix(e.Detail, "refused: ")
			if !refused && (len(actions) == 0 || e.Action != actions[0]) || e.Seq != before+1 {
				t.Fatalf("entry %+v, still expected %v", e, actions)
			}
			if before = e.Seq; !refused {
				actions = actions[1:]
			}
		}
		path = ""
		if list.Next != "" {
			path = "/v1/audit?limit=1&cursor=" + list.Next
		}
	}
	if len(actions) > 0 {
		t.Errorf("the audit lacks %v", actions)
	}
}

// The audit is read from its end, page by page, and by who did what to whom.
func TestAuditIsReadFromItsEnd(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	admin := h.as(access.Administrator, "")
	var made wire.CreatedToken
	for range 3 {
		admin.want(admin.call("POST", "/v1/tokens", `{"name": "Office", "grants": [{"role": "organiser"}]}`), http.StatusCreated, &made)
	}
	admin.want(admin.call("DELETE", "/v1/tokens/"+made.Token.ID, ""), http.StatusNoContent, nil)
	read := func(query string) (all []string) {
		var list wire.List[wire.ListedAudit]
		for path := "/v1/audit?limit=2&" + query; path != ""; {
			list = wire.List[wire.ListedAudit]{}
			admin.want(admin.call("GET", path, ""), http.StatusOK, &list)
			for _, e := range list.Items {
				all = append(all, strconv.FormatInt(e.Seq, 10)+" "+e.Action)
			}
			if path = ""; list.Next != "" {
				path = "/v1/audit?limit=2&" + query + "&cursor=" + list.Next
			}
		}
		return all
	}
	for query, want := range map[string]string{
		"order=newest":                        "4 revokeToken, 3 createToken, 2 createToken, 1 createToken",
		"order=newest&action=createToken":     "3 createToken, 2 createToken, 1 createToken",
		"subject=" + made.Token.ID:            "3 createToken, 4 revokeToken",
		"token=" + admin.id + "&order=oldest": "1 createToken, 2 createToken, 3 createToken, 4 revokeToken",
		"token=" + made.Token.ID:              "",
	} {
		if got := strings.Join(read(query), ", "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	admin.refused(admin.wrong("GET", "/v1/audit?order=random", ""), http.StatusBadRequest, "order")
}

func refusedTokens(t *testing.T, c *caller) {
	t.Helper()
	for _, body := range []string{
		`{"name": "a", "grants": [{"role": "federation-officer"}]}`,
		`{"name": "a", "grants": [{"role": "administrator", "federation": "UKR"}]}`,
		`{"name": "a", "grants": [{"role": "organiser", "federation": "UKR"}]}`,
		`{"name": "a", "grants": [{"role": "administrator"}, {"role": "chief-arbiter"}]}`,
		`{"name": "a", "grants": [{"role": "organiser"}], "expires": "2001-01-01T00:00:00Z"}`,
	} {
		if got := c.call("POST", "/v1/tokens", body); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", body, got.status)
		}
	}
	for _, body := range []string{
		`{"name": "a", "grants": []}`, `{"name": "", "grants": [{"role": "organiser"}]}`, `{"name": "a", "grants": [{"role": "king"}]}`,
		`{"name": "a", "grants": [{"role": "organiser", "event": "x"}]}`,
	} {
		if got := c.wrong("POST", "/v1/tokens", body); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", body, got.status)
		}
	}
}

func TestReference(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(access.Organiser, "")
	var recipes wire.List[wire.ListedRecipe]
	c.want(c.call("GET", "/v1/recipes", ""), http.StatusOK, &recipes)
	if len(recipes.Items) != 2 || recipes.Items[0].Recipe.Name != "quick" || recipes.Items[0].Recipe.Engine == "" {
		t.Errorf("recipes %+v", recipes.Items)
	}
	var calibrations wire.List[wire.ListedCalibration]
	c.want(c.call("GET", "/v1/calibrations", ""), http.StatusOK, &calibrations)
	ranges := map[string][2]float64{}
	for _, k := range calibrations.Items {
		ranges[k.Recipe] = [2]float64{k.RatingLow, k.RatingHigh}
	}
	if quick := ranges["quick"]; len(ranges) != 4 || ranges["full"] != quick || ranges["second"] != quick || quick[0] < 1400 || quick[1] <= quick[0] {
		t.Errorf("ranges of ratings %v: the full and the second calibration lean on the quick one", ranges)
	}
}

// An unforeseen failure gets a general answer, and its cause is in the log.
func TestFaultsOfTheServer(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	h.service.Server.Mount(func(e *echo.Echo) {
		e.GET("/falls", func(echo.Context) error { panic("the store falls") })
		e.GET("/away", func(echo.Context) error {
			return fault.Wrap(errors.New("disk on fire"), fault.Unavailable, "database", "the database does not answer")
		})
		e.GET("/damaged", func(echo.Context) error {
			return fault.New(fault.Corrupt, "chain", "row 17 of secret table is damaged")
		})
	})
	c := h.as(access.Administrator, "")
	c.refused(c.unvalidated("/falls"), http.StatusInternalServerError, "internal")
	c.refused(c.unvalidated("/away"), http.StatusServiceUnavailable, "database")
	c.refused(c.unvalidated("/damaged"), http.StatusInternalServerError, "chain")
	log := h.log.String()
	if !strings.Contains(log, "panic: the store falls") || !strings.Contains(log, "disk on fire") {
		t.Error("the log does not say what happened")
	}
}

// unvalidated asks for something that openapi.yaml does not have.
func (c *caller) unvalidated(path string) said {
	c.t.Helper()
	answer, err := http.DefaultClient.Do(c.request("GET", path, ""))
	c.must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	c.must(err)
	return said{answer.StatusCode, answer.Header, body}
}

// The detail of a problem is in the language of the client, its code is not.
func TestProblemsInTheLanguageOfTheClient(t *testing.T) {
	t.Parallel()
	nobody := &caller{house: open(t, func(*api.Config) {})}
	for accept, detail := range map[string]string{
		"":                      "this needs a token: Authorization: Bearer fp_...",
		"de":                    "this needs a token: Authorization: Bearer fp_...",
		"ru-RU, en;q=0.5":       "нужен токен: Authorization: Bearer fp_...",
		"de, uk;q=0.9, *;q=0.1": "потрібен токен: Authorization: Bearer fp_...",
	} {
		t.Run(accept, func(t *testing.T) {
			var problem wire.Problem
			got := nobody.want(nobody.call("GET", "/v1/events", "", "Accept-Language: "+accept), http.StatusUnauthorized, &problem)
			if problem.Detail != detail || problem.Code != "no_token" || got.header.Get("Content-Language") == "" {
				t.Errorf("%+v %v", problem, got.header)
			}
		})
	}
}
