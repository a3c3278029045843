package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/pack"
	"fairplay/reports/store"
)

const sampleEvent = "../testdata/corpus/sample/event"

// aClaim is a claim on a game of the sample, of which two of eight matches are borne out.
const aClaim = `{"player": "Nielsen,Pet", "engine": {"name": "Stockfish", "version": "16"}, "settings": {"hash": 1024, "lines": 1, "depth": 24},
	"interface": "ChessBase 17", "platform": "Windows 11", "procedure": "each move for itself",
	"games": [{"round": "1", "ranges": [{"first": 14, "last": 23, "reason": "from the novelty on", "matches": 8, "moves": [14, 15, 16, 18, 19, 21, 22, 23]}]}]}`

// withClaims opens a house with the recorded evaluations of the sample, and its games in an event.
func withClaims(t *testing.T) (h *house, event string) {
	t.Helper()
	s := apitest.Open(t, apitest.Setting{Calibrated: true, Recorded: sampleEvent + ".zst", Change: func(*api.Config) {}})
	h = &house{t: t, db: s.DB, queue: s.Queue, work: s.Work, spool: s.Spool, clock: &clock{s.Clock}, log: s.Log, url: s.URL, service: s}
	text, err := os.ReadFile(sampleEvent + ".pgn")
	h.must(err)
	event = h.event("Sample Open", "UKR")
	h.as(access.ChiefArbiter, event).upload(event, "event.pgn", string(text))
	return h, event
}

// claims opens a case in which an engine claim is made, and returns it with the number of the claim's entry.
func (c *caller) claims(event string) (id string, claim int64) {
	c.t.Helper()
	asked := `{"kind": "ptc", "competition": {"name": "Sample Open", "federation": "UKR", "mode": "over_the_board", "start": "2026-03-01", "time_zone": "Europe/Kyiv", "arbiters": []}}`
	if event != "" {
		asked = fmt.Sprintf(`{"kind": "ptc", "event": %q}`, event)
	}
	var opened registry.View
	c.want(c.call("POST", "/v1/cases", asked), http.StatusCreated, &opened)
	c.says(opened.ID, "entries", "filed", fmt.Sprintf(`{"form": %s, "channel": "email", "received": "2026-03-20T10:00:00Z"}`, strings.Replace(aForm, `"consent": "yes"`, `"consent": "no"`, 1)))
	v := c.says(opened.ID, "entries", "claim_made", aClaim)
	return opened.ID, v.Entries[len(v.Entries)-1].Seq
}

// run returns the only rerun of a case.
func (c *caller) run(id string) registry.ClaimRun {
	c.t.Helper()
	var list struct{ Items []registry.ClaimRun }
	c.want(c.call("GET", caseAt(id, "/claims"), ""), http.StatusOK, &list)
	if len(list.Items) != 1 {
		c.t.Fatalf("%+v", list)
	}
	return list.Items[0]
}

// A claim of eight matches is run again, and two are found. Nobody without a part in the case can tell that it was.
func TestAClaimIsRunAgain(t *testing.T) {
	t.Parallel()
	h, event := withClaims(t)
	secretary, arbiter, admin := h.holder(access.Grant{Role: access.FPLSecretary}), h.as(access.ChiefArbiter, event), h.holder(access.Grant{Role: access.Administrator})
	id, claim := secretary.claims(event)
	complainant := secretary.admits(id, access.Complainant, "Example, Anna")
	seen := func() string {
		var tasks, progress, list said
		tasks = arbiter.want(arbiter.call("GET", "/v1/events/"+event+"/tasks?limit=500", ""), http.StatusOK, nil)
		progress = arbiter.want(arbiter.call("GET", "/v1/events/"+event+"/progress", "", "Accept: application/json"), http.StatusOK, nil)
		list = arbiter.want(arbiter.call("GET", "/v1/events/"+event+"/reports", ""), http.StatusOK, nil)
		return string(tasks.body) + string(progress.body) + string(list.body)
	}
	before := seen()
	order := fmt.Sprintf(`{"claim": %d, "recipe": "quick", "rating": 2250}`, claim)
	for _, o := range []*caller{arbiter, admin, h.holder(access.Grant{Role: access.FPLMember})} {
		o.refused(o.call("POST", caseAt(id, "/claims"), order), http.StatusNotFound, "not_found")
		o.refused(o.call("GET", caseAt(id, "/claims"), ""), http.StatusNotFound, "not_found")
	}
	complainant.refused(complainant.call("POST", caseAt(id, "/claims"), order), http.StatusForbidden, "not_allowed")
	var run registry.ClaimRun
	secretary.want(secretary.call("POST", caseAt(id, "/claims"), order), http.StatusCreated, &run)
	if run.Claim != claim || run.Recipe != "quick" || run.Named || run.Engine == "" || run.Positions == 0 {
		t.Errorf("%+v", run)
	}
	at := caseAt(id, "/claims/", run.Task)
	h.eventually("the claim was run", func() bool { run = secretary.run(id); return run.State != store.TaskOpen })
	if run.State != store.TaskDone || run.Report == "" || run.PositionsDone != run.Positions {
		t.Fatalf("%+v\n%s", run, h.log)
	}
	made := secretary.want(secretary.call("GET", at+"/report", ""), http.StatusOK, nil)
	digest := sha256.Sum256(made.body)
	var report reports.ClaimReport
	h.must(json.Unmarshal(made.body, &report))
	if hex.EncodeToString(digest[:]) != run.Report || *report.Total.Claimed != 8 || report.Total.Found != 4 || report.Total.Confirmed != 2 || report.Total.Wrong != 6 {
		t.Errorf("%s: %+v", run.Report, report.Total)
	}
	if report.Rerun.Engine != reports.StandardEngine {
		t.Errorf("engine %s", report.Rerun.Engine)
	}
	found := secretary.sees(id)
	last := found.Entries[len(found.Entries)-1]
	if last.Kind != complaint.EntryClaimFound || last.By != secretary.id || !strings.Contains(string(last.Says), run.Report) {
		t.Errorf("%+v %s", last, last.Says)
	}
	pdf := secretary.call("GET", at+"/report?format=pdf&lang=uk", "")
	if pdf.status != http.StatusOK || !bytes.HasPrefix(pdf.body, []byte("%PDF")) || !strings.HasPrefix(pdf.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%d %v", pdf.status, pdf.header)
	}

	for _, o := range []*caller{arbiter, admin} {
		o.refused(o.call("GET", at+"/report", ""), http.StatusNotFound, "not_found")
		o.refused(o.call("POST", at+"/cancel", ""), http.StatusNotFound, "not_found")
	}
	complainant.refused(complainant.call("GET", at+"/report", ""), http.StatusNotFound, "not_found")
	complainant.refused(complainant.call("GET", caseAt(id, "/attachments/", run.Report), ""), http.StatusNotFound, "not_found")
	if text := allSaid(complainant.sees(id)); strings.Contains(text, run.Report) {
		t.Error("the complainant is told of the report")
	}
	arbiter.refused(arbiter.call("POST", "/v1/events/"+event+"/tasks/"+run.Task+"/retry", ""), http.StatusNotFound, "not_found")
	if answer, err := http.DefaultClient.Do(arbiter.request("GET", "/v1/tasks/"+run.Task, "")); err != nil || answer.Body.Close() != nil || answer.StatusCode != http.StatusNotFound {
		t.Errorf("the task has an address of its own: %v", err)
	}
	if after := seen(); after != before {
		t.Errorf("of the event it is seen that\n%s\nwas\n%s", after, before)
	}
	if figures := h.figures(); strings.Contains(figures, `"claim"`) || strings.Contains(figures, ":claim") || strings.Contains(figures, "Claim") {
		t.Errorf("the figures count claims")
	}
	if log := h.log.String(); strings.Contains(log, "Nielsen") || strings.Contains(log, run.Report) {
		t.Errorf("the log says %s", log)
	}
	read, err := h.db.AuditEntries(t.Context(), store.AuditQuery{Subject: id})
	h.must(err)
	readings := slices.DeleteFunc(read, func(e store.AuditEntry) bool { return e.Action != "readClaimReport" || e.Token != secretary.id })
	if len(readings) != 2 {
		t.Errorf("%d readings are in the audit: %+v", len(readings), readings)
	}

	whole := secretary.call("GET", caseAt(id, "/export?masked=true"), "")
	manifest, err := pack.Verify(bytes.NewReader(whole.body), int64(len(whole.body)))
	h.must(err)
	var packed []string
	for _, f := range manifest.Files {
		packed = append(packed, f.Path)
	}
	for _, ending := range []string{".json", ".pdf", ".html", ".txt"} {
		if name := "reports/" + run.Report + "_masked" + ending; !strings.Contains(strings.Join(packed, " "), name) {
			t.Errorf("the case file has no %s: %v", name, packed)
		}
	}

	chair := h.holder(access.Grant{Role: access.FPLChair})
	chair.says(id, "entries", "disregarded", `{}`)
	var erased registry.View
	chair.want(chair.call("POST", caseAt(id, "/erase"), `{"reason": "it is over"}`), http.StatusOK, &erased)
	chair.refused(chair.call("GET", at+"/report", ""), http.StatusNotFound, "not_found")
	var none wire.List[registry.ClaimRun]
	chair.want(chair.call("GET", caseAt(id, "/claims"), ""), http.StatusOK, &none)
	if len(none.Items) != 0 {
		t.Errorf("%+v", none)
	}
}

// The games of a claim may be an attachment. What cannot be run is refused before any work, with the reason.
func TestClaimOnAttachedGames(t *testing.T) {
	t.Parallel()
	h, _ := withClaims(t)
	secretary := h.holder(access.Grant{Role: access.FPLSecretary})
	id, claim := secretary.claims("")
	text, err := os.ReadFile(sampleEvent + ".pgn")
	h.must(err)
	attached := func(name, content string) string {
		var v registry.View
		secretary.want(secretary.call("POST", caseAt(id, "/attachments?name="+url.QueryEscape(name)), content, "Content-Type: application/octet-stream"), http.StatusCreated, &v)
		var file complaint.Attachment
		h.must(json.Unmarshal(v.Entries[len(v.Entries)-1].Says, &file))
		return file.Digest
	}
	games, paper := attached("games.pgn", string(text)), attached("paper.pdf", pdfFile)
	order := func(body string) said { return secretary.call("POST", caseAt(id, "/claims"), body) }
	for _, no := range []struct {
		body   string
		status int
		code   string
	}{
		{fmt.Sprintf(`{"claim": %d}`, claim), http.StatusBadRequest, "claim_games"},
		{fmt.Sprintf(`{"claim": %d, "file": %q}`, claim, paper), http.StatusBadRequest, "claim_file"},
		{fmt.Sprintf(`{"claim": %d, "file": %q}`, claim, strings.Repeat("0", 64)), http.StatusBadRequest, "claim_file"},
		{fmt.Sprintf(`{"claim": 1, "file": %q}`, games), http.StatusConflict, "case_lacks"},
	} {
		secretary.refused(order(no.body), no.status, no.code)
	}
	secretary.want(order(fmt.Sprintf(`{"claim": %d, "file": %q, "recipe": "quick", "rating": 2250}`, claim, games)), http.StatusCreated, nil)
	var run registry.ClaimRun
	h.eventually("the claim was run", func() bool { run = secretary.run(id); return run.State != store.TaskOpen })
	if run.State != store.TaskDone || run.File != games || run.Report == "" {
		t.Errorf("%+v\n%s", run, h.log)
	}
	for kind, says := range map[string]string{"claim_found": `{}`, "claim_ordered": `{}`} {
		secretary.refused(secretary.call("POST", caseAt(id, "/entries"), fmt.Sprintf(`{"kind": %q, "says": %s}`, kind, says)), http.StatusBadRequest, "case_entry")
	}
}
