package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
)

// While a new screening is being made, everybody gets the last one, and every form says what it
// lacks. If there is none, people get a page.
func TestScreeningWhileAnotherIsMade(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	base := "/v1/events/" + event
	path := base + "/screening"
	c.want(c.call("POST", base+"/pause", ""), http.StatusOK, nil)
	c.want(c.call("POST", base+"/batches?name=one.pgn", games(t, 2), asPGN), http.StatusAccepted, nil)
	for accept, kind := range map[string]string{
		"text/html": "text/html; charset=utf-8", "text/plain": "text/plain; charset=utf-8", "application/json": "application/json",
	} {
		page := c.want(c.call("GET", path+"?lang=uk", "", "Accept: "+accept), http.StatusAccepted, nil)
		if page.header.Get("Content-Type") != kind || page.header.Get("Retry-After") == "" {
			t.Errorf("%s: %v", accept, page.header)
		}
		if people := accept != "application/json"; people != bytes.Contains(page.body, []byte("Звіт складається.")) {
			t.Errorf("%s: %s", accept, page.body)
		}
	}
	c.want(c.call("POST", base+"/resume", ""), http.StatusOK, nil)
	c.finished(event)
	whole := c.want(c.call("GET", path, ""), http.StatusOK, nil)
	if whole.header.Get("Fairplay-Lacking") != "nothing" || bytes.Contains(whole.body, []byte(`"lacking"`)) {
		t.Errorf("a screening that lacks nothing is marked: %v", whole.header)
	}

	c.want(c.call("POST", base+"/pause", ""), http.StatusOK, nil)
	c.want(c.call("POST", base+"/batches?name=two.pgn", games(t, 3), asPGN), http.StatusAccepted, nil)
	stale := c.want(c.call("GET", path, ""), http.StatusOK, nil)
	var marked wire.ShownScreening
	if err := json.Unmarshal(stale.body, &marked); err != nil || marked.Lacking == nil || *marked.Lacking != (reports.Lacking{Batches: 1}) {
		t.Errorf("marked %+v, %v", marked.Lacking, err)
	}
	if !bytes.HasSuffix(stale.body, whole.body[1:]) || stale.header.Get("ETag") == whole.header.Get("ETag") || stale.header.Get("Fairplay-Lacking") != "games=0, batches=1" {
		t.Errorf("%v\n%.300s", stale.header, stale.body)
	}
	c.want(c.call("GET", path, "", "If-None-Match: "+stale.header.Get("ETag")), http.StatusNotModified, nil)
	for format, mark := range map[string]string{
		"html": "<body>\n<p class=\"hint\" role=\"status\"><strong>Not the latest state: this table does not hold everything", "table": "Not the latest state:", "csv": ",lacking\r\n",
	} {
		page := c.want(c.call("GET", path+"?format="+format, ""), http.StatusOK, nil)
		if !strings.Contains(string(page.body), mark) || !strings.Contains(string(page.body), "1") {
			t.Errorf("%s does not say %q:\n%.600s", format, mark, page.body)
		}
	}
	c.want(c.call("POST", base+"/resume", ""), http.StatusOK, nil)
	c.finished(event)
	if now := c.want(c.call("GET", path, ""), http.StatusOK, nil); bytes.Equal(now.body, whole.body) || now.header.Get("Fairplay-Lacking") != "nothing" {
		t.Error("the third game changed nothing")
	}
}

// Filters and orders apply to the finished report: a hundred of them store no task and no
// report, and no figure changes.
func TestViewsAreOfTheFinishedReport(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	c.upload(event, "round8.pgn", games(t, 4))
	path := "/v1/events/" + event + "/screening"
	var whole, view reports.Screening
	c.want(c.call("GET", path, ""), http.StatusOK, &whole)
	before, err := work.Control{Service: h.work}.Progress(t.Context(), event)
	h.must(err)
	for n := range 50 {
		c.want(c.call("GET", fmt.Sprintf("%s?min_moves=%d&sort=name", path, n+1), ""), http.StatusOK, &view)
	}
	if want := " --min-moves 50 --sort name "; !strings.Contains(view.Provenance.Command, want) {
		t.Errorf("the command of the view is %s", view.Provenance.Command)
	}
	for i := 1; i < len(view.Players); i++ {
		if view.Players[i-1].Name > view.Players[i].Name {
			t.Errorf("%s before %s", view.Players[i-1].Name, view.Players[i].Name)
		}
	}
	c.want(c.call("GET", path+"?player=firouzja", ""), http.StatusOK, &view)
	if !strings.Contains(view.Provenance.Command, "fairplay screen ") || !strings.Contains(view.Provenance.Command, " --player firouzja ") {
		t.Errorf("the command of a player's row is %s", view.Provenance.Command)
	}
	if len(view.Players) != 1 || view.Selection.Hidden != len(whole.Players)-1 || view.Games.Analysed != whole.Games.Analysed {
		t.Errorf("%d rows, %+v, %+v", len(view.Players), view.Selection, view.Games)
	}
	for _, r := range whole.Players {
		if r.Name == view.Players[0].Name && *r.MM.Actual != *view.Players[0].MM.Actual {
			t.Errorf("alone %+v, among all %+v", view.Players[0], r)
		}
	}
	c.want(c.call("GET", path+"?sort=name", ""), http.StatusOK, &view)
	if len(view.Players) != len(whole.Players) || view.Selection.Hidden != 0 || strings.Contains(view.Provenance.Command, "--player") {
		t.Errorf("a view leaves its traces in the next: %d rows, %s", len(view.Players), view.Provenance.Command)
	}
	c.want(c.call("GET", path+"?rounds=8", ""), http.StatusOK, &view)
	if len(view.Players) != len(whole.Players) || view.Selection.Rounds != "8" {
		t.Errorf("%d rows, %+v", len(view.Players), view.Selection)
	}
	c.refused(c.call("GET", path+"?player=nobody", ""), http.StatusNotFound, "no_player")
	c.refused(c.call("GET", path+"?rounds=77", ""), http.StatusNotFound, "no_round")
	c.refused(c.call("GET", path+"?sort=strength", ""), http.StatusBadRequest, "sort")
	after, err := work.Control{Service: h.work}.Progress(t.Context(), event)
	h.must(err)
	kept, err := h.db.Reports(t.Context(), event, 0, 0)
	h.must(err)
	if fmt.Sprint(before.Kinds) != fmt.Sprint(after.Kinds) || len(kept) != 1 {
		t.Errorf("tasks before %v, after %v; %d reports are kept", before.Kinds, after.Kinds, len(kept))
	}
}

// The screening round by round is there in every form, of the rounds whose games are evaluated.
func TestScreeningByRound(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.FairPlayOfficer, event)
	path := "/v1/events/" + event + "/screening/rounds"
	c.refused(c.call("GET", path, ""), http.StatusNotFound, "no_round")
	c.upload(event, "round8.pgn", games(t, 2))
	c.upload(event, "round9.pgn", strings.ReplaceAll(strings.ReplaceAll(games(t, 1), "[Round \"8", "[Round \"9"), "2021.11.04", "2021.11.05"))
	c.finished(event)
	var followed reports.ByRound
	c.want(c.call("GET", path, ""), http.StatusOK, &followed)
	if len(followed.Rounds) == 0 || len(followed.Players) != 4 {
		t.Fatalf("%+v", followed)
	}
	for _, p := range followed.Players {
		until := 0
		for _, r := range p.Rounds {
			if until += r.Moves; r.Until != until || r.ROI != nil || r.ROIMissing == "" || r.TotalMissing == "" || r.ChangeMissing == "" {
				t.Errorf("%s: %+v", p.Name, r)
			}
		}
	}
	for query, holds := range map[string]string{"?format=html&lang=ru": "ROI по турам", "?format=csv": "record,name", "?format=table": "ROI round by round"} {
		if got := c.want(c.call("GET", path+query, ""), http.StatusOK, nil); !strings.Contains(string(got.body), holds) {
			t.Errorf("%s lacks %s", query, holds)
		}
	}
	checkFiles(t, c, path, "screening-rounds")
	c.refused(c.wrong("GET", path+"?format=docx", ""), http.StatusBadRequest, "format")
	tag := c.call("GET", path, "").header.Get("ETag")
	c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)
	if csv := c.call("GET", path+"?format=csv", "").header.Get("ETag"); tag == "" || csv == tag {
		t.Errorf("ETag %s, of CSV %s", tag, csv)
	}
	c.upload(event, "round9.pgn", strings.ReplaceAll(strings.ReplaceAll(games(t, 1), "[Round \"8", "[Round \"7"), "2021.11.04", "2021.11.03"))
	c.finished(event)
	if now := c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusOK, nil).header.Get("ETag"); now == tag {
		t.Errorf("games were changed and the ETag is still %s", now)
	}
}
