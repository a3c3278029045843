package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

var update = flag.Bool("update", false, "write testdata/access.golden anew; read the difference before you commit it")

// operation is one operation and a request for it that succeeds where it is permitted. In path
// and body, {event} and similar words stand for ids.
type operation struct {
	id, method, path string
	body             string
	headers          []string
}

// operations lists all operations that need a token.
func operations() []operation {
	const event = "/v1/events/{event}"
	get := func(id, path string) operation { return operation{id: id, method: "GET", path: path} }
	post := func(id, path, body string, headers ...string) operation {
		return operation{id: id, method: "POST", path: path, body: body, headers: headers}
	}
	return []operation{
		get("listEvents", "/v1/events"),
		post("createEvent", "/v1/events", `{"name": "Another"}`),
		get("readEvent", event),
		{id: "changeEvent", method: "PATCH", path: event, body: `{"players": 30}`, headers: []string{"If-Match: *"}},
		post("closeEvent", event+"/close", `{"reason": "it is over"}`),
		post("pauseEvent", event+"/pause", ""),
		post("resumeEvent", event+"/resume", `{"reason": "more games have come"}`),
		post("cancelEvent", event+"/cancel", ""),
		{id: "removeEvent", method: "DELETE", path: event, body: `{"reason": "it is read already, and stays"}`},
		get("readProgress", event+"/progress"),
		get("readClosing", event+"/closing"),
		post("makePackage", event+"/package", ""),
		get("readPackage", event+"/package"),
		get("listBatches", event+"/batches"),
		post("uploadGames", event+"/batches?name=round.pgn", "{games}", asPGN),
		get("readBatch", event+"/batches/{batch}"),
		get("listOutcomes", event+"/batches/{batch}/outcomes"),
		get("listFiles", event+"/files"),
		get("listGames", event+"/games"),
		get("countGames", event+"/games/counts"),
		get("readGame", event+"/games/{game}"),
		get("listPlayers", event+"/players"),
		get("readRounds", event+"/rounds"),
		get("readRound", event+"/rounds/8"),
		{id: "planRounds", method: "PUT", path: event + "/rounds", body: `{"rounds": [{"round": 1, "start": "2021-10-27T14:00:00+03:00", "end": "2021-10-27T21:00:00+03:00"}]}`, headers: []string{"If-Match: *"}},
		get("readCompleteness", event+"/completeness"),
		get("readLevel", event+"/level"),
		get("readDuties", event+"/duties"),
		post("tickDuty", event+"/duties", `{"duty": "registration", "state": "done", "date": "2021-10-01"}`),
		get("readNorms", event+"/norms"),
		get("readFairPlaySection", event+"/section"),
		get("listWatch", event+"/watch"),
		post("addWatch", event+"/watch", `{"player": {"name": "Firouzja, Alireza"}, "reason": "a complaint", "evidence": ["complaint"]}`),
		post("withdrawWatch", event+"/watch/{watch}/withdraw", `{"reason": "a mistake"}`),
		get("readActions", event+"/actions"),
		get("listLog", event+"/log"),
		post("addNote", event+"/log", `{"player": {"name": "Firouzja, Alireza"}, "round": 8, "what": "absence", "left": 17}`),
		get("readRoster", event+"/roster"),
		post("importRoster", event+"/roster/import?from=games", ""),
		{id: "putRosterPlayer", method: "PUT", path: event + "/roster/1", body: `{"name": "Somebody"}`},
		get("listQuestions", event+"/questions"),
		post("answerQuestion", event+"/questions", `{"name": "Nobody", "number": 0}`),
		get("listTasks", event+"/tasks"),
		post("retryTask", event+"/tasks/{task}/retry", ""),
		post("retryTasks", event+"/tasks/retry", `{"code": "engine_failed"}`),
		get("readScreening", event+"/screening"),
		get("readScreeningRounds", event+"/screening/rounds"),
		get("listTests", event+"/tests"),
		post("startTest", event+"/tests", testOfFirouzja),
		get("readTest", event+"/tests/{test}"),
		post("cancelTest", event+"/tests/{test}/cancel", ""),
		get("readTestReport", event+"/tests/{test}/report"),
		get("readGameMoves", event+"/games/{game}/moves"),
		get("listReports", event+"/reports"),
		get("readReport", event+"/reports/{report}"),
		get("readReportProof", event+"/reports/{report}/proof"),
		get("listEventPerformances", event+"/performances"),
		get("listPerformances", "/v1/performances?fide_id=12573981"),
		get("readCareer", "/v1/players/12573981/career"),
		get("listGrants", event+"/grants"),
		post("grantAccess", event+"/grants", `{"token": "{spare}", "role": "organiser"}`),
		{id: "withdrawAccess", method: "DELETE", path: event + "/grants/{spare}/organiser"},
		get("readMe", "/v1/me"),
		get("listTokens", "/v1/tokens"),
		post("createToken", "/v1/tokens", `{"name": "Somebody", "grants": [{"role": "chief-arbiter"}]}`),
		post("grantToken", "/v1/tokens/{spare}/grants", `{"role": "organiser", "event": "{event}"}`),
		get("readToken", "/v1/tokens/{spare}"),
		{id: "revokeToken", method: "DELETE", path: "/v1/tokens/{revoked}"},
		get("listAudit", "/v1/audit?limit=1"),
		get("listCases", "/v1/cases"),
		post("openCase", "/v1/cases", `{"kind": "ptc", "event": "{event}"}`),
		post("checkForm", "/v1/cases/admissibility", `{"kind": "ptc", "form": `+aForm+`}`),
		get("readCase", "/v1/cases/{case}"),
		get("readCasePart", "/v1/cases/{case}/entries"),
		post("writeCase", "/v1/cases/{case}/entries", `{"kind": "disclosed", "says": {"where": "a paper", "when": "2026-03-21T10:00:00Z", "what": "that there is a case"}}`),
		post("addAttachment", "/v1/cases/{case}/attachments?name=more.pdf", pdfFile, "Content-Type: application/octet-stream"),
		get("readAttachment", "/v1/cases/{case}/attachments/{attachment}"),
		get("listClaims", "/v1/cases/{case}/claims"),
		post("orderClaim", "/v1/cases/{case}/claims", `{"claim": 3, "recipe": "quick"}`),
		post("cancelClaim", "/v1/cases/{case}/claims/{claim}/cancel", ""),
		get("readClaimReport", "/v1/cases/{case}/claims/{claim}/report"),
		post("inviteParty", "/v1/cases/{case}/parties/complainant", `{"name": "Example, Anna"}`),
		get("readLetter", "/v1/cases/{case}/letters/form?format=table"),
		get("exportCase", "/v1/cases/{case}/export"),
		post("eraseCase", "/v1/cases/{case}/erase", `{"reason": "it is over"}`),
		get("listMembers", "/v1/case-members"),
		get("listDataRequests", "/v1/data-requests"),
		post("askData", "/v1/data-requests", `{"what": "existence", "name": "Somebody"}`),
		get("readDataRequest", "/v1/data-requests/{request}"),
		get("readExplanation", "/v1/data-requests/{request}/explanation?format=table"),
		post("eraseDataRequest", "/v1/data-requests/{request}/erase", `{"reason": "it is over"}`),
		post("answerData", "/v1/data-requests/{request}/answers", `{"state": "waiting", "text": "a case is open"}`),
		get("listFideLists", "/v1/fide-lists"),
		post("importFideList", "/v1/fide-lists?name=standard_mar26frl.txt", fideList, "Content-Type: text/plain"),
		get("lookUpLevel", "/v1/level?facts=%7B%22official%22%3A%22yes%22%7D&start=2026-03-14"),
		get("readNotice", "/v1/notice"),
		get("listRecipes", "/v1/recipes"),
		get("listCalibrations", "/v1/calibrations"),
		get("readCalibration", "/v1/calibrations/standard-quick"),
	}
}

// fideList is a rating list of one player.
const fideList = `ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA MAR26 Gms K  B-day Flag
14100000       Kovalenko, Olena                                             UKR F   WIM                          2252  0   20 1998  
`

const testOfFirouzja = `{"kind": "quick", "player": "12573981"}`

// statistics reports whether an operation reads statistics of players, judged by
// its address alone.
func (o operation) statistics() bool {
	return o.method == "GET" && (strings.Contains(o.path, "/screening") || strings.Contains(o.path, "/tests") ||
		strings.HasSuffix(o.path, "/moves") || strings.Contains(o.path, "/reports") || strings.Contains(o.path, "/performances") || strings.HasSuffix(o.path, "/career"))
}

// onRecord reports whether an operation reads what arbiters and officers have on record of players.
func (o operation) onRecord() bool {
	return o.method == "GET" && (strings.HasSuffix(o.path, "/watch") || strings.HasSuffix(o.path, "/actions") || strings.HasSuffix(o.path, "/log") || strings.HasSuffix(o.path, "/section"))
}

// ofCase reports whether an operation reads a complaint or a request for data, which is always audited.
func (o operation) ofCase() bool {
	return o.method == "GET" && (strings.HasPrefix(o.path, "/v1/cases") || strings.HasPrefix(o.path, "/v1/data-requests"))
}

func (o operation) ofEvent() bool { return strings.Contains(o.path, "{event}") }

// filled is an event that has something to see for every operation.
type filled struct {
	ids            *strings.Replacer
	event, inquiry string
}

func fill(t *testing.T, h *house, name, federation string) filled {
	t.Helper()
	event := h.event(name, federation)
	c := h.as(access.ChiefArbiter, event)
	batch := c.upload(event, "round.pgn", games(t, 1))
	h.receive(event, "event.trf", tournamentFile(pairingsOfRound8()[:1]))
	c.want(c.call("GET", "/v1/events/"+event+"/screening", ""), http.StatusOK, nil)
	var test wire.ListedTest
	c.want(c.call("POST", "/v1/events/"+event+"/tests", testOfFirouzja), http.StatusAccepted, &test)
	c.finished(event)
	c.want(c.call("GET", "/v1/events/"+event+"/tests/"+test.ID, ""), http.StatusOK, &test)
	var list wire.List[store.StoredGame]
	c.want(c.call("GET", "/v1/events/"+event+"/games", ""), http.StatusOK, &list)
	var tasks wire.List[wire.ListedTask]
	c.want(c.call("GET", "/v1/events/"+event+"/tasks", ""), http.StatusOK, &tasks)
	task := slices.IndexFunc(tasks.Items, func(t wire.ListedTask) bool { return t.Kind == work.EvaluateQuick })
	var watched journal.WatchListItem
	c.want(c.call("POST", "/v1/events/"+event+"/watch", `{"player": {"fide_id": "12573981"}, "reason": "a complaint", "evidence": ["complaint"]}`), http.StatusCreated, &watched)
	inquiry, attachment, claim, request := fillCase(h, event, federation)
	_, spare := h.token()
	_, revoked := h.token()
	return filled{event: event, inquiry: inquiry, ids: strings.NewReplacer("{event}", event, "{case}", inquiry, "{attachment}", attachment, "{claim}", claim, "{request}", request, "{batch}", batch.ID, "{test}", test.ID, "{report}", test.Report,
		"{game}", list.Items[0].ID, "{task}", tasks.Items[task].ID, "{watch}", strconv.FormatInt(watched.Entry.Seq, 10), "{spare}", spare, "{revoked}", revoked, "{games}", games(t, 1))}
}

// fillCase makes a complaint about an event of which the respondent has been informed and the engine claim run again, and a
// request for data.
func fillCase(h *house, event, federation string) (inquiry, attachment, claim, request string) {
	h.t.Helper()
	secretary := h.holder(access.Grant{Role: access.FPLSecretary})
	var v registry.View
	secretary.want(secretary.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, event)), http.StatusCreated, &v)
	secretary.says(v.ID, "entries", "filed", fmt.Sprintf(`{"form": %s, "channel": "fide_office", "received": "2026-03-20T10:00:00Z"}`, aForm))
	secretary.says(v.ID, "entries", "claim_made", `{"player": "12573981", "engine": {"name": "Stockfish"}, "settings": {}, "games": [{"round": "8", "ranges": [{"first": 12, "last": 16, "matches": 5}]}]}`)
	var run registry.ClaimRun
	secretary.want(secretary.call("POST", caseAt(v.ID, "/claims"), `{"claim": 3, "recipe": "quick"}`), http.StatusCreated, &run)
	h.eventually("the claim was run", func() bool { return secretary.run(v.ID).Report != "" })
	secretary.want(secretary.call("POST", "/v1/cases/"+v.ID+"/attachments?name=scan.pdf", pdfFile, "Content-Type: application/octet-stream"), http.StatusCreated, &v)
	var file complaint.Attachment
	h.must(json.Unmarshal(v.Entries[len(v.Entries)-1].Says, &file))
	for _, rule := range v.Admissibility {
		if rule.Answer == complaint.Undecided {
			secretary.says(v.ID, "entries", "assessed", fmt.Sprintf(`{"criterion": %q, "answer": "passed", "reason": "looked at"}`, rule.Criterion))
		}
	}
	host := federation
	if host == "" {
		host = "NOR"
	}
	secretary.says(v.ID, "entries", "admitted", fmt.Sprintf(`{"routing": {"online": false, "rated": "yes", "level": "C", "titles": ["GM"], "award": "no", "host": %q}}`, host))
	secretary.says(v.ID, "entries", "respondent_informed", `{"respondent": "Sample, Boris", "manner": "e-mail", "sent": "2026-03-21T10:00:00Z", "answer_by": "2026-04-21T10:00:00Z"}`)
	var asked struct{ ID string }
	secretary.want(secretary.call("POST", "/v1/data-requests", `{"what": "existence", "name": "Anna"}`), http.StatusCreated, &asked)
	return v.ID, file.Digest, run.Task, asked.ID
}

// grantOf binds a role as its holder would be bound to an event of Ukraine, or to a case about it.
func grantOf(role access.Role, event, inquiry string) access.Grant {
	switch role {
	case access.Administrator:
		return access.Grant{Role: role}
	case access.FederationOfficer:
		return access.Grant{Role: role, Federation: "UKR"}
	case access.Investigator, access.Complainant, access.Respondent:
		return access.Grant{Role: role, Case: inquiry}
	}
	return access.Grant{Role: role, Event: event}
}

// Every operation is tried with every role: on one's own event, on a foreign one, and with an
// unbound role; and with tokens that open nothing. testdata/access.golden shows the results to
// people. The test itself checks what must hold in any case.
func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	home, abroad := fill(t, h, "Kyiv Open", "UKR"), fill(t, h, "Oslo Open", "NOR")
	w := newWalk(h, home)

	described := describedOperations(t)
	var table strings.Builder
	fmt.Fprintf(&table, "%s\n%-22s", goldenHead, "")
	for _, role := range access.Roles() {
		fmt.Fprintf(&table, " %-18s", role)
	}
	for _, o := range operations() {
		if !described[o.id] {
			t.Errorf("%s is not in openapi.yaml, or needs no token there", o.id)
		}
		delete(described, o.id)
		fmt.Fprintf(&table, "\n%-22s", o.id)
		for _, role := range access.Roles() {
			own, unbound := w.bound[role], w.unbound[role]
			cells := []string{w.try(o, own, home), w.try(o, own, abroad), w.try(o, unbound, home)}
			w.check(o, role, cells)
			fmt.Fprintf(&table, " %-18s", strings.Join(cells, " "))
		}
		w.shut(o, home)
	}
	for id := range described {
		t.Errorf("%s was not tried", id)
	}
	var lines []string
	for line := range strings.Lines(table.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	golden(t, strings.Join(lines, "\n")+"\n")

	h.must(h.close(home.event))
	federation := w.bound[access.FederationOfficer]
	for _, o := range operations() {
		if o.statistics() && o.method == "GET" && w.try(o, w.bound[access.FPLMember], home) != w.try(o, federation, home) {
			t.Errorf("%s of a closed event differs for a federation officer", o.id)
		}
	}
	var seen wire.List[store.ReportedPerformance]
	federation.want(federation.call("GET", "/v1/performances?fide_id=12573981", ""), http.StatusOK, &seen)
	for _, p := range seen.Items {
		if p.Event != home.event {
			t.Errorf("a federation officer sees %+v", p)
		}
	}
}

const goldenHead = `Who may do what: on an event of one's own, on a foreign one, and with a role that is bound to nothing.
+ permitted, - answered 404 as if it were not there, x answered 403. The events are open: once
they are closed, a federation officer sees what others see of their statistics.`

// holder is somebody with one grant.
func (h *house) holder(g access.Grant) *caller {
	secret, id := h.token(g)
	return &caller{house: h, secret: secret, id: id}
}

// walk goes through operations.
type walk struct {
	*house
	bound, unbound map[access.Role]*caller
	shutOut        map[string]*caller // callers whose tokens open nothing, by the code of their error
	audited        int64              // entries so far
}

func newWalk(h *house, home filled) *walk {
	w := &walk{house: h, bound: map[access.Role]*caller{}, unbound: map[access.Role]*caller{}}
	for _, role := range access.Roles() {
		w.bound[role] = h.holder(grantOf(role, home.event, home.inquiry))
		w.unbound[role] = h.holder(access.Grant{Role: role})
	}
	all := []access.Grant{{Role: "administrator"}, {Role: "chief-arbiter"}, {Role: "chief-arbiter", Event: home.event}}
	expired, _ := h.tokenUntil(h.clock.now().Add(-time.Second), all...)
	revoked, id := h.token(all...)
	h.must(h.db.RevokeToken(h.t.Context(), id, h.clock.now().UTC()))
	w.shutOut = map[string]*caller{
		"no_token": {house: h}, "token_expired": {house: h, secret: expired}, "token_revoked": {house: h, secret: revoked},
	}
	w.entries()
	return w
}

// try tries an operation on an event and returns the outcome.
func (w *walk) try(o operation, c *caller, on filled) string {
	w.t.Helper()
	got := c.call(o.method, on.ids.Replace(o.path), on.ids.Replace(o.body), o.headers...)
	if o.id == "closeEvent" || o.id == "pauseEvent" {
		w.must(w.reopen(on.event))
	}
	entries := w.entries()
	permitted := got.status < 300 || got.status == http.StatusConflict
	if o.id == "readCareer" { // he plays in one event of each
		permitted = got.status == http.StatusUnprocessableEntity
		if permitted && len(entries) == 2 && entries[1].Action == o.id && entries[1].Subject != "" {
			entries = entries[:1] // the other is of the event
		}
	}
	switch {
	case permitted && (o.statistics() || o.onRecord() || o.ofCase() || o.id == "listTasks" || o.id == "readPackage" || o.method != "GET" && got.status < 300):
		subject := on.event
		if !o.ofEvent() {
			subject = ""
		}
		if len(entries) != 1 || entries[0].Action != o.id || entries[0].Token != c.id || o.ofEvent() && entries[0].Subject != subject {
			w.t.Errorf("%s: audit %+v", o.id, entries)
		}
	case !permitted && (o.ofCase() || o.id == "readCareer") && len(entries) == 2 && strings.HasPrefix(entries[1].Detail, "refused: "): // his role may, and he is told nothing yet
	case !permitted && (len(entries) != 1 || entries[0].Action != o.id || entries[0].Token != c.id || !strings.HasPrefix(entries[0].Detail, "refused: ")):
		w.t.Errorf("%s, refused with %d: audit %+v", o.id, got.status, entries)
	case got.status == http.StatusConflict && (strings.HasPrefix(o.path, "/v1/cases") || strings.HasPrefix(o.path, "/v1/data-requests")) && len(entries) == 1 && strings.HasPrefix(entries[0].Detail, "refused: "): // by the procedure
	case permitted && len(entries) > 0:
		w.t.Errorf("%s, %d: audit %+v", o.id, got.status, entries)
	}
	switch {
	case permitted:
		w.bounded(o, c, got)
		return "+"
	case got.status == http.StatusNotFound:
		c.refused(got, http.StatusNotFound, "not_found")
		return "-"
	case got.status == http.StatusForbidden:
		return "x"
	}
	w.t.Errorf("%s: %d %s", o.id, got.status, got.body)
	return "?"
}

// bounded checks that lists over events contain only the caller's events.
func (w *walk) bounded(o operation, c *caller, got said) {
	w.t.Helper()
	if o.id != "listEvents" && o.id != "listPerformances" {
		return
	}
	token, err := w.db.Token(w.t.Context(), c.id)
	w.must(err)
	var list struct {
		Items []struct{ ID, Event, Federation string }
	}
	w.must(json.Unmarshal(got.body, &list))
	for _, item := range list.Items {
		event := item.Event
		if o.id == "listEvents" {
			event = item.ID
		}
		its, err := w.db.Event(w.t.Context(), event)
		w.must(err)
		if !slices.ContainsFunc(token.Grants, func(g access.Grant) bool {
			return g.Role == access.Administrator || g.Event == event || g.Federation != "" && g.Federation == its.Federation
		}) {
			w.t.Errorf("%s shows %+v to %+v", o.id, item, token.Grants)
		}
	}
	if o.id == "listPerformances" && token.Grants[0].Federation != "" {
		return // his events are still open
	}
	if len(list.Items) == 0 && (token.Grants[0].Event != "" || token.Grants[0].Federation != "") {
		w.t.Errorf("%s shows nothing to %+v", o.id, token.Grants[0])
	}
}

// check checks what must hold whatever the table says.
func (w *walk) check(o operation, role access.Role, cells []string) {
	w.t.Helper()
	own, foreign, unbound := cells[0], cells[1], cells[2]
	inCase := []access.Role{access.Investigator, access.Complainant, access.Respondent}
	barred := append(inCase, access.Administrator, access.Arbiter, access.Organiser, access.FPLSecretary)
	switch {
	case o.statistics() && slices.Contains(barred, role) && own+foreign+unbound != "---":
		w.t.Errorf("%s: %s may see statistics: %v", o.id, role, cells)
	case o.onRecord() && slices.Contains(append(barred, access.FederationOfficer), role) && own+foreign+unbound != "---" && (o.id != "listLog" || role != access.Arbiter):
		w.t.Errorf("%s: %s may see what is on record of players: %v", o.id, role, cells)
	case o.ofEvent() && role != access.Administrator && (foreign != "-" || unbound != "-"):
		w.t.Errorf("%s: %s is told of an event that is not his: %v", o.id, role, cells)
	case o.method == "GET" && slices.Contains(cells, "x"):
		w.t.Errorf("%s: %s is told of what he may not read: %v", o.id, role, cells)
	case o.ofEvent() && slices.Contains(inCase, role) && own != "-":
		w.t.Errorf("%s: %s, whose role is one in a case, is told of an event: %v", o.id, role, cells)
	case own == "-" && o.id == "readEvent" && !slices.Contains(inCase, role):
		w.t.Errorf("%s may not see his own event", role)
	}
}

// shut tries an operation without a token and with tokens that open nothing.
func (w *walk) shut(o operation, on filled) {
	w.t.Helper()
	for code, c := range w.shutOut {
		got := c.call(o.method, on.ids.Replace(o.path), on.ids.Replace(o.body), o.headers...)
		c.refused(got, http.StatusUnauthorized, code)
		switch entries := w.entries(); {
		case code == "no_token" && len(entries) > 0:
			w.t.Errorf("%s without a token: audit %+v", o.id, entries)
		case code != "no_token" && (len(entries) != 1 || entries[0].Action != o.id || entries[0].Detail != "refused: "+code):
			w.t.Errorf("%s, %s: audit %+v", o.id, code, entries)
		}
	}
}

// entries returns the audit entries that have come since the last call.
func (w *walk) entries() []store.AuditEntry {
	w.t.Helper()
	entries, err := w.db.AuditEntries(w.t.Context(), store.AuditQuery{After: w.audited})
	w.must(err)
	if n := len(entries); n > 0 {
		w.audited = entries[n-1].Seq
	}
	return entries
}

// close closes an event, without asking anybody.
func (h *house) close(event string) error {
	_, err := h.db.ChangeEvent(h.t.Context(), event, 0, func(e *store.Event) error {
		e.State = store.EventClosed
		return nil
	})
	return err
}

// reopen undoes what closing and pausing did.
func (w *walk) reopen(event string) error {
	e, err := w.db.Event(w.t.Context(), event)
	if err != nil || e.State == store.EventOpen {
		return err
	}
	_, err = w.db.ChangeEvent(w.t.Context(), event, 0, func(e *store.Event) error {
		e.State = store.EventOpen
		return nil
	})
	return err
}

// describedOperations are the operations that need a token by openapi.yaml.
func describedOperations(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, item := range spec(t).doc.Paths.Map() {
		for _, o := range item.Operations() {
			if o.Security == nil { // none of its own, so the rule for all applies
				all[o.OperationID] = true
			}
		}
	}
	return all
}

func golden(t *testing.T, got string) {
	t.Helper()
	const file = "testdata/access.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); err != nil || diff != "" {
		t.Errorf("who may do what (-written down +now): %v\n%s", err, diff)
	}
}

// The roles of openapi.yaml are those of package access.
func TestRolesOfTheDescription(t *testing.T) {
	var described []string
	for _, name := range spec(t).doc.Components.Schemas["Role"].Value.Enum {
		described = append(described, name.(string))
	}
	var known []string
	for _, r := range access.Roles() {
		known = append(known, string(r))
	}
	if diff := cmp.Diff(known, described); diff != "" {
		t.Errorf("roles (-package access +openapi.yaml):\n%s", diff)
	}
}
