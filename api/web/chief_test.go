package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

// call asks the API with the person's token, and expects success.
func (p *person) call(method, path, body string) {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), method, p.URL+path, strings.NewReader(body))
	p.Must(err)
	r.Header.Set("Authorization", "Bearer "+p.secret)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", "*")
	if strings.Contains(path, "/roster") {
		r.Header.Set("Content-Type", "text/plain")
	}
	answer, err := http.DefaultClient.Do(r)
	p.Must(err)
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		p.T.Fatalf("%s %s: %d", method, path, answer.StatusCode)
	}
}

// riga gives an event the tournament file of the Grand Swiss of 2021.
func (p *person) riga(event string) { p.T.Helper(); p.file(event, "trf/grand_swiss_2021.trf") }

// file gives an event a tournament file.
func (p *person) file(event, name string) {
	p.T.Helper()
	file, err := os.ReadFile("../../testdata/" + name)
	p.Must(err)
	p.call("POST", "/v1/events/"+event+"/roster/import?name=event.trf", string(file))
}

// reaches tells which of these pages are open to a person; the others are the page of what is not there.
func (p *person) reaches(base string, pages ...string) string {
	p.T.Helper()
	lost := p.get("/no/such/page").text
	var all []string
	for _, page := range pages {
		switch got := p.get(base + page); {
		case got.status == http.StatusOK:
			all = append(all, page)
		case got.status != http.StatusNotFound || csrfField.ReplaceAllString(got.text, "") != csrfField.ReplaceAllString(lost, ""):
			p.T.Errorf("%s: %d: %s", page, got.status, got.text)
		}
	}
	return strings.Join(all, " ")
}

// Each role has its pages, and nobody else learns that there are others.
func TestPagesOfTheChiefArbiterAreHis(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Grand Swiss", "LAT")
	chief := as(h, access.ChiefArbiter, event).signIn()
	chief.riga(event)
	base := "/events/" + event
	ofEvent := []string{"/log", "/watch", "/actions", "/duties", "/norms", "/package", "/close"}
	admin := []string{"/admin/tokens", "/admin/audit", "/admin/health"}
	for role, want := range map[access.Role]string{
		access.ChiefArbiter: "/log /watch /actions /duties /norms /package /close", access.FairPlayOfficer: "/log /watch /actions /duties /norms /package /close",
		access.Arbiter: "/log /duties /norms /close", access.Organiser: "/duties /norms /package /close", access.FPLSecretary: "/duties /norms /package /close",
	} {
		p := as(h, role, event).signIn()
		if got := p.reaches(base, ofEvent...); got != want {
			t.Errorf("%s reaches %s, want %s", role, got, want)
		}
		if got := p.reaches("", admin...); got != "" {
			t.Errorf("%s reaches %s", role, got)
		}
	}
	for lang, title := range map[string]string{"ru": "Список наблюдения", "uk": "Список спостереження"} {
		chief.want(chief.post("/account", "/account", url.Values{"language": {lang}}), http.StatusOK)
		chief.want(chief.get(base+"/watch"), http.StatusOK, title)
		if got := chief.reaches(base, ofEvent...); got != strings.Join(ofEvent, " ") {
			t.Errorf("in %s a chief arbiter reaches %s", lang, got)
		}
	}
	p := as(h, access.Administrator, "").signIn()
	if got := p.reaches(base, ofEvent...) + p.reaches("", admin...); got != strings.Join(admin, " ") {
		t.Errorf("an administrator reaches %s", got)
	}
	p.want(p.get("/events"), http.StatusOK, `href="/admin/tokens"`)
	if strings.Contains(chief.get("/events").text, "/admin/") {
		t.Error("a chief arbiter is offered the administration")
	}
}

// An absence, its correction, a check that is refused, and what a device tells, all without scripts.
func TestLogIsKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Grand Swiss", "LAT")
	chief, arbiter := as(h, access.ChiefArbiter, event).signIn(), as(h, access.Arbiter, event).signIn()
	chief.riga(event)
	page := "/events/" + event + "/log"
	note := func(fields url.Values) seen { return arbiter.post(page, page, fields) }
	arbiter.want(arbiter.get(page), http.StatusOK, "Firouzja, Alireza", `value="no. 3"`)
	got := arbiter.want(note(url.Values{"player": {"no. 3"}, "round": {"8"}, "move": {"23"}, "do": {"left"}}), http.StatusOK, "left before move 23", "Saved.", `value="23"`)
	if got.at.Query().Get("round") != "8" {
		t.Errorf("the round is not kept: %s", got.at)
	}
	correcting := arbiter.want(arbiter.get(page+"?corrects=1"), http.StatusOK, "in place of note 1", `name="corrects"`)
	if !strings.Contains(correcting.text, `name="left" type="number" inputmode="numeric" min="1" max="999" value="23"`) {
		t.Errorf("the note is not filled in: %s", correcting.text)
	}
	arbiter.want(note(url.Values{"player": {"no. 3"}, "round": {"8"}, "left": {"23"}, "back": {"25"}, "do": {"absence"}, "corrects": {"1"}}), http.StatusOK,
		"in place of note 1", "note 2 stands in its place", "back before move 25")
	arbiter.want(note(url.Values{"player": {"no. 5"}, "round": {"8"}, "requested": {"yes"}, "do": {"check"}}), http.StatusOK, "a complainant asked")
	again := arbiter.want(note(url.Values{"player": {"no. 5"}, "round": {"8"}, "requested": {"yes"}, "do": {"check"}, "text": {"<b>kept</b>"}}), http.StatusConflict,
		"checked only once", "&lt;b&gt;kept&lt;/b&gt;</textarea>")
	if strings.Contains(again.text, "<b>kept") {
		t.Error("markup comes out as markup")
	}
	now := time.Now().UTC()
	arbiter.want(note(url.Values{"who": {"<i>Nobody"}, "round": {"8"}, "text": {"spoke"}, "do": {"observation"}}), http.StatusBadRequest)
	arbiter.want(note(url.Values{"player": {"no. 4"}, "round": {"8"}, "code": {"device"}, "do": {"incident"},
		"tapped": {now.Add(-time.Hour).Format(time.RFC3339Nano)}, "sent": {now.Add(5 * time.Minute).Format(time.RFC3339Nano)}}), http.StatusOK,
		"an electronic device", "as the device tells", "5 minutes ahead")
	chief.want(chief.get(page), http.StatusOK, "left before move 23", "Anna Arbiter")
	other := as(h, access.Arbiter, event).signIn()
	if strings.Contains(other.want(other.get(page), http.StatusOK).text, "left before move") {
		t.Error("an arbiter sees what another has noted")
	}
}

// The page offers the codes of incidents that the regulations have.
func TestCodesOfIncidents(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "LAT")
	p := as(h, access.Arbiter, event).signIn()
	page := p.get("/events/" + event + "/log").text
	for _, i := range regulations.Shipped().Edition(time.Time{}).Incidents() {
		if !strings.Contains(page, `<option value="`+i.Code+`">`) {
			t.Errorf("the page lacks %s", i.Code)
		}
	}
}

// Who is on the watch list, why, and whether that counts; what is permitted stands after the caveats, with its source.
func TestWatchListAndActions(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief := as(h, access.ChiefArbiter, "").signIn()
	event := chief.round8()
	base := "/events/" + event
	watch := func(path string, fields url.Values) seen {
		return chief.post(base+"/watch", base+"/watch"+path, fields)
	}
	chief.want(watch("", url.Values{"player": {"12573981"}, "reason": {" "}, "evidence": {"observational"}}), http.StatusBadRequest, `value="observational" checked`, `value="12573981" selected`)
	got := chief.want(watch("", url.Values{"player": {"12573981"}, "reason": {"seen <b>twice</b>"}, "evidence": {"observational", "complaint"}}), http.StatusOK,
		"seen &lt;b&gt;twice", "observational evidence of unlawful help, an official complaint", "lowers no threshold", "Anna Arbiter", base+"/players/12573981")
	entry := regexp.MustCompile(`name="entry" value="(\d+)"`).FindStringSubmatch(got.text)
	if entry == nil {
		t.Fatal("nothing can be withdrawn")
	}
	actions := chief.want(chief.get(base+"/actions"), http.StatusOK, "Firouzja, Alireza", "observational evidence", "questioning, or a personal search", "Arbiters&#39; Manual")
	if strings.Index(actions.text, "no finding") > strings.Index(actions.text, "Firouzja") {
		t.Error("names stand before the note on what a permission is")
	}
	chief.want(watch("/withdraw", url.Values{"entry": {"../.."}, "withdrawal": {"x"}}), http.StatusNotFound)
	got = chief.want(watch("/withdraw", url.Values{"entry": {entry[1]}, "withdrawal": {"another man"}}), http.StatusOK, "another man", "withdrawn")
	if strings.Contains(got.text, `name="entry"`) {
		t.Error("an entry can be withdrawn twice")
	}
}

// Duties are ticked with a date and a note; a waiver without a note is refused and keeps what was typed.
func TestDutiesAreTicked(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Riga", "LAT")
	chief, arbiter := as(h, access.ChiefArbiter, event).signIn(), as(h, access.Arbiter, event).signIn()
	chief.call("PATCH", "/v1/events/"+event, `{"start": "2099-03-14", "end": "2099-03-22", "facts": {"rated": "yes", "time_zone": "Europe/Riga"}}`)
	chief.want(chief.get("/events"), http.StatusOK, "register the event · 10 Mar 2099, 24:00 EET")
	chief.want(chief.get("/events/"+event), http.StatusOK, "10 Mar 2099, 24:00 EET")
	chief.call("PATCH", "/v1/events/"+event, `{"start": "2026-03-14", "end": "2026-03-22"}`)
	page := "/events/" + event + "/duties"
	chief.want(chief.get(page), http.StatusOK, "register the event", "FIDE Rating Regulations (B02), 0.2", "Europe/Riga", " EET")
	chief.want(chief.get("/events"), http.StatusOK, "2 deadlines have passed")
	arbiter.want(arbiter.get("/events"), http.StatusOK, "2 deadlines have passed")
	if strings.Contains(arbiter.want(arbiter.get(page), http.StatusOK, "register the event").text, `name="duty"`) {
		t.Error("an arbiter is offered to tick")
	}
	chief.want(chief.post(page, page, url.Values{"duty": {"registration"}, "state": {"done"}, "date": {"2026-03-02"}, "note": {"by <b>mail</b>"}}), http.StatusOK, "done", "2 Mar 2026", "by &lt;b&gt;mail")
	chief.want(chief.post(page, page, url.Values{"duty": {"registration"}, "state": {"done"}, "date": {"tomorrow"}, "note": {"kept"}}), http.StatusBadRequest, `value="kept"`)
	for _, format := range []string{"pdf", "csv"} {
		chief.want(chief.get(page+"/file?format="+format), http.StatusOK)
	}
	chief.want(chief.get(page), http.StatusOK, page+"/section?format=pdf")
	chief.want(chief.get(page+"/section?format=html&lang=uk"), http.StatusOK, "розділ звіту головного арбітра", "Europe/Riga")
	if strings.Contains(arbiter.get(page).text, page+"/section") {
		t.Error("an arbiter is offered the section")
	}
	arbiter.want(arbiter.get(page+"/section?format=html"), http.StatusNotFound)
}

// Norms of everybody, of one player, and the data of a certificate; without a tournament file the page says what lacks.
func TestNormsAreTold(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "ESP")
	chief, organiser := as(h, access.ChiefArbiter, event).signIn(), as(h, access.Organiser, event).signIn()
	page := "/events/" + event + "/norms"
	organiser.want(organiser.get(page), http.StatusOK, "No norms can be told yet", "/upload")
	organiser.file(event, "tournament/norms_open_2023.trf")
	chief.call("PATCH", "/v1/events/"+event, `{"start": "2023-05-01", "end": "2023-05-08", "facts": {"championship": "none"}}`)
	organiser.want(organiser.get(page), http.StatusOK, "missed", "undecided", "awards nothing", "not met", page+"?it1=14-IM")
	organiser.want(organiser.get(page+"?player=14"), http.StatusOK, "IM: made", "FIDE Title Regulations")
	organiser.want(organiser.get(page+"?player=999"), http.StatusNotFound)
	organiser.want(organiser.get(page+"?it1=1-GM"), http.StatusNotFound)
	organiser.want(organiser.get(page+"?it1=14-IM"), http.StatusOK, "Data for the certificate IT1", "Opponent", "Date and signature")
	organiser.want(organiser.get(page+"/file?format=csv"), http.StatusOK, "record,number,name")
}

// Only the chief arbiter may say why a package is made although games lack; it is downloaded as it was made.
func TestPackageIsMadeAndTheEventClosed(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Grand Swiss", "LAT")
	chief, organiser := as(h, access.ChiefArbiter, event).signIn(), as(h, access.Organiser, event).signIn()
	chief.riga(event)
	base := "/events/" + event
	games, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	chief.want(chief.handIn(base+"/upload", map[string]string{"round8.pgn": string(games)}), http.StatusOK)
	page := base + "/package"
	if strings.Contains(organiser.want(organiser.get(page), http.StatusOK, "Games that are missing or break off").text, `name="reason"`) {
		t.Error("an organiser is asked for a reason")
	}
	organiser.want(organiser.post(page, page, url.Values{}), http.StatusUnprocessableEntity)
	chief.want(chief.get(page+"/zip"), http.StatusNotFound)
	chief.want(chief.post(page, page, url.Values{"reason": {"the other rounds were <i>not</i> sent"}}), http.StatusOK, "Download", "the other rounds were &lt;i&gt;not", "SHA-256")
	if zip := organiser.want(organiser.get(page+"/zip"), http.StatusOK); !strings.HasPrefix(zip.text, "PK") || zip.header.Get("Content-Type") != "application/zip" {
		t.Errorf("downloaded %s", zip.header)
	}

	page = base + "/close"
	got := organiser.want(organiser.get(page), http.StatusOK, "Not finished", "A game of round 1 is missing, or breaks off", base+"/rounds/1")
	if strings.Contains(got.text, "<textarea") {
		t.Error("an organiser is offered to close the event")
	}
	chief.want(chief.post(page, page, url.Values{}), http.StatusConflict, "Close the event")
	chief.want(chief.post(page, page, url.Values{"reason": {"the boards were not recorded"}}), http.StatusOK, "The event is closed", "Open it again")
	chief.want(chief.post(page, page+"/reopen", url.Values{}), http.StatusBadRequest)
	chief.want(chief.post(page, page+"/reopen", url.Values{"reason": {"they were, after all"}}), http.StatusOK, "Close the event")
}

// A token is made and its secret shown once; a role that opens statistics waits for a second administrator.
func TestAdministratorKeepsTokens(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Grand Swiss", "LAT")
	first, second := as(h, access.Administrator, "").signIn(), as(h, access.Administrator, "").signIn()
	page := "/admin/tokens"
	made := first.want(first.post(page, page, url.Values{"name": {"<b>Olena</b>"}, "role": {"chief-arbiter"}, "event": {event}, "expires": {"2099-01-01"}}), http.StatusOK,
		"It is shown only now", "&lt;b&gt;Olena", "waits for a second administrator")
	secret := regexp.MustCompile(`fp_[A-Za-z0-9_-]+`).FindString(made.text)
	if secret == "" || strings.Contains(first.get(page).text, secret) || strings.Contains(h.Log.String(), secret) {
		t.Errorf("the secret %q is not shown once", secret)
	}
	id := regexp.MustCompile(`name="token" value="([0-9a-f]{32})"><input type="hidden" name="role" value="chief-arbiter"`).FindStringSubmatch(made.text)
	if id == nil {
		t.Fatalf("nothing can be agreed to: %s", made.text)
	}
	second.want(second.post(page, page+"/grant", url.Values{"token": {id[1]}, "role": {"chief-arbiter"}, "event": {event}}), http.StatusOK, "Chief arbiter · <bdi>Grand Swiss</bdi>")
	olena := &person{Service: h, Client: as(h, access.Organiser, "").Client, secret: secret}
	olena.signIn()
	olena.want(olena.get("/events"), http.StatusOK, "Grand Swiss")
	first.want(first.post(page, page, url.Values{"name": {"kept"}, "role": {"federation-officer"}}), http.StatusBadRequest, `value="kept"`, `value="federation-officer" selected`)
	first.want(first.post(page, page+"/revoke", url.Values{"token": {id[1]}}), http.StatusOK, "revoked")
	if got := olena.get("/events"); got.at.Path != "/" {
		t.Errorf("revoked, and still at %s", got.at)
	}
	audit := first.want(first.get("/admin/audit?action=revokeToken"), http.StatusOK, "revokeToken", id[1], "The hash of each entry")
	if strings.Contains(audit.text, "<code>createToken</code>") {
		t.Error("the audit shows what was not asked for")
	}
	first.want(first.get("/admin/health"), http.StatusOK, "Database", "works")
}

// The audit is read page by page from its end.
func TestAuditIsTurnedOver(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := as(h, access.Administrator, "").signIn()
	var entries []store.AuditEntry
	for i := range 120 {
		entries = append(entries, store.AuditEntry{At: h.Clock.Now(), Token: admin.id, Action: "walk", Detail: fmt.Sprintf("step %d.", i)})
	}
	h.Must(h.DB.Audit(t.Context(), entries))
	newest := admin.want(admin.get("/admin/audit?action=walk"), http.StatusOK, "step 119.", "step 20.")
	if strings.Contains(newest.text, "step 19.") {
		t.Error("more than a page")
	}
	more := regexp.MustCompile(`href="/admin/audit\?([^"]+)"`).FindStringSubmatch(newest.text)
	if more == nil {
		t.Fatal("no further page")
	}
	admin.want(admin.get("/admin/audit?"+strings.ReplaceAll(more[1], "&amp;", "&")), http.StatusOK, "step 19.", "step 0.")
}
