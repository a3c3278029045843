package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// A chief arbiter screens a round and tests a player.
func TestFromTheFirstEventToTheReport(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	arbiter := h.as(access.ChiefArbiter, "")
	create := func(name string) said {
		return arbiter.call("POST", "/v1/events", `{"name": "`+name+`"}`, "Idempotency-Key: my event")
	}
	var made, again store.Event
	first := arbiter.want(create("Grand Swiss 2021"), http.StatusCreated, &made)
	event := made.ID
	if first.header.Get("Location") != "/v1/events/"+event {
		t.Errorf("Location %q", first.header.Get("Location"))
	}
	if second := arbiter.want(create("Grand Swiss 2021"), http.StatusCreated, &again); again.ID != event {
		t.Errorf("the same request again: %s", second.body)
	}
	if other := create("Another"); other.status != http.StatusConflict {
		t.Errorf("another request under the same key: %s", other.body)
	}

	text := games(t, 2)
	batch := arbiter.upload(event, "round8.pgn", text)
	if batch.State != store.BatchDone || batch.Counts.New != 2 || batch.Counts.Read != 2 {
		t.Fatalf("batch %+v", batch)
	}
	t.Run("screening", func(t *testing.T) { screened(t, arbiter, event, text) })
	t.Run("test", func(t *testing.T) { tested(t, arbiter, event) })
	t.Run("log", func(t *testing.T) { silent(t, h.log.String()) })
}

// The example hands a round in and prints a row for each player.
func TestExample(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	round := filepath.Join(t.TempDir(), "round1.pgn")
	h.must(os.WriteFile(round, []byte(games(t, 2)), 0o600))
	secret, _ := h.token(access.Grant{Role: access.ChiefArbiter})
	var out strings.Builder
	h.must(program{h.url, secret}.screen(t.Context(), "City Open 2026", round, &out))
	const table = `Vachier-Lagrave, Maxime: 35 moves count
Sasikiran, Krishnan: 31 moves count
Shirov, Alexei: 35 moves count
Firouzja, Alireza: 31 moves count
`
	if out.String() != table {
		t.Errorf("the example prints\n%s", out.String())
	}
	if err := (program{h.url, "fp_wrong"}).screen(t.Context(), "City Open 2026", round, &out); err == nil || !strings.HasPrefix(err.Error(), "POST /v1/events: ") {
		t.Errorf("without a token: %v", err)
	}
}

// screened checks the screening in every form.
func screened(t *testing.T, c *caller, event, text string) {
	path := "/v1/events/" + event + "/screening"
	got := c.want(c.call("GET", path, ""), http.StatusOK, nil)
	if want := asOnTheCommandLine(t, c.house, text); !bytes.Equal(got.body, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got.body, want)
	}
	var report reports.Screening
	c.must(json.Unmarshal(got.body, &report))
	var back bytes.Buffer
	c.must(render.Screening(&back, "json", &report, render.Options{}))
	if !bytes.Equal(back.Bytes(), got.body) {
		t.Error("a report that is read and written again is another")
	}
	tag := got.header.Get("ETag")
	same := c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)
	if len(same.body) > 0 {
		t.Error("304 with a body")
	}
	for _, view := range []struct{ query, accept, kind, holds string }{
		{"?format=html&lang=ru", "", "text/html; charset=utf-8", "Firouzja"},
		{"?format=csv", "", "text/csv; charset=utf-8", "name,fide_id"},
		{"?format=table&lang=uk", "", "text/plain; charset=utf-8", "Firouzja"},
		{"", "text/html", "text/html; charset=utf-8", "<html lang=\"en\""},
		{"", "text/csv;q=0.5, text/plain", "text/plain; charset=utf-8", "Firouzja"},
	} {
		page := c.want(c.call("GET", path+view.query, "", "Accept: "+view.accept), http.StatusOK, nil)
		if page.header.Get("Content-Type") != view.kind || !strings.Contains(string(page.body), view.holds) {
			t.Errorf("%s %s: type %s\n%.300s", view.query, view.accept, page.header.Get("Content-Type"), page.body)
		}
		if page.header.Get("ETag") == tag {
			t.Errorf("%s: two forms with one ETag", view.query)
		}
	}
	checkFiles(t, c, path, "screening")
	c.refused(c.call("GET", path, "", "Accept: image/png"), http.StatusNotAcceptable, "not_acceptable")
	c.refused(c.wrong("GET", path+"?format=docx", ""), http.StatusBadRequest, "format")
	c.refused(c.call("GET", path+"?rounds=x", ""), http.StatusBadRequest, "rounds")
	c.refused(c.wrong("GET", path+"?min_moves=many", ""), http.StatusBadRequest, "bad_parameter")

	c.want(c.call("GET", path+"?player=firouzja", ""), http.StatusOK, &report)
	if len(report.Players) != 1 {
		t.Errorf("%d rows for one player", len(report.Players))
	}
}

// asOnTheCommandLine is what fairplay screen --format json prints for a text.
func asOnTheCommandLine(t *testing.T, h *house, text string) []byte {
	t.Helper()
	in, err := pipeline.Read(t.Context(), func(yield func(pipeline.Text, error) bool) {
		yield(pipeline.Text{Name: "round8.pgn", Reader: strings.NewReader(text)}, nil)
	})
	h.must(err)
	terms := h.work.Quick
	terms.Cache, terms.RuleSet, terms.Assume = h.work.Cache, "FIDE", "standard"
	report, err := (&pipeline.EventScreening{Terms: terms}).Run(t.Context(), in)
	h.must(err)
	h.must(report.Sort(reports.Orders()[0]))
	var out bytes.Buffer
	h.must(render.Screening(&out, "json", report, render.Options{}))
	return out.Bytes()
}

// tested checks a test of one player, its report, and the other places where it appears.
func tested(t *testing.T, c *caller, event string) {
	base := "/v1/events/" + event
	var test wire.ListedTest
	asked := `{"kind": "full", "player": "Firouzja, Alireza"}`
	accepted := c.want(c.call("POST", base+"/tests", asked), http.StatusAccepted, &test)
	if accepted.header.Get("Location") != base+"/tests/"+test.ID {
		t.Errorf("Location %q", accepted.header.Get("Location"))
	}
	c.finished(event)
	c.want(c.call("GET", base+"/tests/"+test.ID, ""), http.StatusOK, &test)
	if test.State != store.TaskDone || test.Report == "" || test.Request.Player != "Firouzja, Alireza" {
		t.Fatalf("test %+v", test)
	}
	var report reports.FullTest
	got := c.want(c.call("GET", base+"/tests/"+test.ID+"/report", ""), http.StatusOK, &report)
	var back bytes.Buffer
	c.must(render.FullTest(&back, "json", &report, render.Options{}))
	if !bytes.Equal(back.Bytes(), got.body) {
		t.Error("a report that is read and written again is another")
	}
	for _, query := range []string{"?format=html&lang=uk", "?format=csv", "?format=table&lang=ru"} {
		c.want(c.call("GET", base+"/reports/"+test.Report+query, ""), http.StatusOK, nil)
	}
	c.refused(c.call("GET", base+"/reports/"+strings.Repeat("0", 64), ""), http.StatusNotFound, "report_unknown")
	c.refused(c.call("POST", base+"/tests", `{"player": "Nobody"}`), http.StatusNotFound, "no_player")
	c.refused(c.call("POST", base+"/tests", `{"player": "i"}`), http.StatusBadRequest, "several_players")

	var list wire.List[store.Report]
	c.want(c.call("GET", base+"/reports", ""), http.StatusOK, &list)
	if len(list.Items) < 2 {
		t.Errorf("%d reports", len(list.Items))
	}
	var performances wire.List[store.ReportedPerformance]
	c.want(c.call("GET", "/v1/performances?fide_id=12573981", ""), http.StatusOK, &performances)
	if len(performances.Items) != 2 || performances.Items[0].Name != "Firouzja, Alireza" {
		t.Errorf("performances %+v", performances)
	}
}

// silent checks that a log names no person and no event.
func silent(t *testing.T, log string) {
	for _, name := range []string{"Firouzja", "Sasikiran", "12573981", "Grand Swiss", "round8", "fp_"} {
		if strings.Contains(log, name) {
			t.Errorf("the log holds %q", name)
		}
	}
	for _, id := range []string{`"request":"`, `"event":"`, `"token":"`, `"task":"`, `"status":200`} {
		if !strings.Contains(log, id) {
			t.Errorf("the log lacks %s", id)
		}
	}
}
