package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/pack"
)

// caseAt is the address of a case.
func caseAt(id string, more ...string) string { return "/v1/cases/" + id + strings.Join(more, "") }

// says enters something into a case and returns it as the caller sees it then.
func (c *caller) says(id, part, kind, says string) registry.View {
	c.t.Helper()
	var v registry.View
	c.want(c.call("POST", caseAt(id, "/", part), fmt.Sprintf(`{"kind": %q, "says": %s}`, kind, says)), http.StatusCreated, &v)
	return v
}

// sees returns a case as the caller sees it.
func (c *caller) sees(id string) registry.View {
	c.t.Helper()
	var v registry.View
	c.want(c.call("GET", caseAt(id), ""), http.StatusOK, &v)
	return v
}

// admits invites a party and returns somebody who acts under the new token.
func (c *caller) admits(id string, role access.Role, name string) *caller {
	c.t.Helper()
	var in wire.Invited
	c.want(c.call("POST", caseAt(id, "/parties/", string(role)), fmt.Sprintf(`{"name": %q, "capacity": "player"}`, name)), http.StatusCreated, &in)
	return &caller{house: c.house, secret: *in.Secret, id: in.Token}
}

// allSaid is all that entries of a view say.
func allSaid(v registry.View) (text string) {
	for _, e := range v.Entries {
		text += string(e.Says) + "\n"
	}
	return text
}

// aForm is a form of which nothing lacks.
const aForm = `{"complainant": {"role": "complainant", "name": "Example, Anna", "fide_id": "14100000", "federation": "UKR", "address": "Kyiv", "email": "anna@example.org", "telephone": "1"},
	"respondents": [{"role": "respondent", "capacity": "player", "name": "Sample, Boris", "fide_id": "1503014", "federation": "NOR", "address": "Oslo", "email": "boris@example.org", "telephone": "2", "title": "GM"}],
	"facts": "He left the board before every move of round 8.", "tournaments": ["Kyiv Open"], "organiser": "Club", "arbiters": ["Chief"], "attachments": [],
	"date": "2026-03-20", "signed": true, "consent": "yes", "agreed": "2026-03-20", "subject": "assistance", "grounds": "I saw it, and so did others.", "why_no_itc": "I learnt of it only afterwards."}`

// pdfFile is the least that counts as a PDF.
const pdfFile = "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// ptc is a complaint after a tournament on its way, with the people who have a part in it.
type ptc struct {
	*house
	*testing.T
	event, id                                 string
	secretary, chair, complainant, respondent *caller
	members                                   []*caller
	named                                     string // the members as entries name them
	outsiders                                 []*caller
	file                                      complaint.Attachment
}

// A complaint after a tournament, from the invitation to the decision: everybody sees what he may, and others nothing.
func TestCaseFromFilingToDecision(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	c := &ptc{house: h, event: event, secretary: h.holder(access.Grant{Role: access.FPLSecretary}), chair: h.holder(access.Grant{Role: access.FPLChair})}
	var named []string
	for i := range 3 {
		m := h.holder(access.Grant{Role: access.FPLMember})
		c.members = append(c.members, m)
		named = append(named, fmt.Sprintf(`{"token": %q, "name": "Member %d", "federation": %q}`, m.id, i, []string{"POL", "FRA", "ESP"}[i]))
	}
	c.named = strings.Join(named, ", ")
	c.outsiders = []*caller{h.holder(access.Grant{Role: access.Organiser, Event: event}), h.as(access.ChiefArbiter, event), h.holder(access.Grant{Role: access.Administrator}), c.members[0]}
	for _, step := range []struct {
		name string
		do   func(*ptc)
	}{
		{"filed", (*ptc).filed}, {"a file is attached", (*ptc).attached}, {"admitted", (*ptc).admitted},
		{"a report is evidence", (*ptc).reportIsEvidence}, {"the respondent is informed", (*ptc).informed}, {"the panel votes", (*ptc).voted},
		{"letters and lists", (*ptc).lettersAndLists}, {"the case file", (*ptc).caseFile}, {"erased", (*ptc).erased},
	} {
		if !t.Run(step.name, func(t *testing.T) { c.T = t; step.do(c) }) {
			return // what follows rests on it
		}
	}
}

// filed lets the complainant in, who files his complaint; nobody else learns of it.
func (c *ptc) filed() {
	secretary := c.secretary
	var opened registry.View
	secretary.want(secretary.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, c.event)), http.StatusCreated, &opened)
	id := opened.ID
	complainant := secretary.admits(id, access.Complainant, "Example, Anna")
	c.id, c.complainant = id, complainant
	var checked struct {
		Rules []registry.RuleView `json:"rules"`
	}
	complainant.want(complainant.call("POST", "/v1/cases/admissibility", fmt.Sprintf(`{"kind": "ptc", "case": %q, "form": {"complainant": {}, "respondents": [], "tournaments": [], "arbiters": [], "attachments": []}}`, id)), http.StatusOK, &checked)
	if !slices.ContainsFunc(checked.Rules, func(r registry.RuleView) bool { return r.Answer == complaint.Missing }) {
		c.Errorf("nothing lacks of an empty form: %+v", checked)
	}
	blank := complainant.call("GET", caseAt(id, "/letters/form?format=table&lang=ru"), "")
	if blank.status != http.StatusOK || strings.Contains(string(blank.body), "Example") {
		c.Errorf("the blank form: %d %s", blank.status, blank.body)
	}
	filed := complainant.says(id, "entries", "filed", fmt.Sprintf(`{"form": %s, "channel": "service", "received": "2026-03-20T10:00:00Z"}`, aForm))
	if filed.State != complaint.StateReceived {
		c.Fatalf("state %s", filed.State)
	}
	for _, o := range c.outsiders {
		o.refused(o.call("GET", caseAt(id), ""), http.StatusNotFound, "not_found")
		o.refused(o.call("POST", caseAt(id, "/entries"), `{"kind": "admitted", "says": {}}`), http.StatusNotFound, "not_found")
		o.refused(o.call("GET", caseAt(id, "/attachments/"+strings.Repeat("0", 64)), ""), http.StatusNotFound, "not_found")
	}
}

// attached attaches a file, which comes back as it was; a program is refused.
func (c *ptc) attached() {
	secretary, complainant, id := c.secretary, c.complainant, c.id
	got := complainant.call("POST", caseAt(id, "/attachments?name=statement.pdf"), pdfFile, "Content-Type: application/octet-stream")
	var attached registry.View
	complainant.want(got, http.StatusCreated, &attached)
	c.must(json.Unmarshal(attached.Entries[len(attached.Entries)-1].Says, &c.file))
	back := secretary.call("GET", caseAt(id, "/attachments/"+c.file.Digest), "")
	if string(back.body) != pdfFile || !strings.HasPrefix(back.header.Get("Content-Disposition"), "attachment") || back.header.Get("X-Content-Type-Options") != "nosniff" {
		c.Errorf("downloaded %q, %v", back.body, back.header)
	}
	refused := complainant.call("POST", caseAt(id, "/attachments?name=x.pdf"), "MZ this is a program", "Content-Type: application/octet-stream")
	if refused.status < 400 {
		c.Errorf("a program was taken: %d", refused.status)
	}
}

// admitted answers what a person must, and admits the complaint.
func (c *ptc) admitted() {
	secretary, id := c.secretary, c.id
	for _, rule := range secretary.sees(id).Admissibility {
		if rule.Answer == complaint.Undecided {
			secretary.says(id, "entries", "assessed", fmt.Sprintf(`{"criterion": %q, "answer": "passed", "reason": "looked at"}`, rule.Criterion))
		}
	}
	admitted := secretary.says(id, "entries", "admitted", `{"routing": {"online": false, "rated": "yes", "level": "B", "titles": ["GM"]}}`)
	if admitted.State != complaint.StatePreliminary {
		c.Fatalf("state %s: %+v", admitted.State, admitted.Next)
	}
}

// reportIsEvidence enters the report of a test, and links it for whoever sees statistics of the event.
func (c *ptc) reportIsEvidence() {
	secretary, id := c.secretary, c.id
	// How a test was made is for the service to say, not for whoever enters its report.
	forged := secretary.says(id, "evidence", "evidence_added", fmt.Sprintf(`{"of": "statistical", "title": "Test", "origin": "elsewhere", "author": "A", "taken": "2026-03-21T10:00:00Z", "files": [], "report": %q,
		"made": {"player": "1", "games": "1", "by": "1", "at": "2030-01-01T00:00:00Z", "games_by": ["1"], "recipe": "1", "anew": 1, "judged": true, "z": 9}}`, strings.Repeat("0", 64)))
	if text := allSaid(forged); strings.Contains(text, `"made"`) || !strings.Contains(text, strings.Repeat("0", 64)) {
		c.Errorf("what nobody may state was taken: %s", text)
	}
	// Its report is a step away for whoever sees statistics of the event, and for nobody else.
	address := fmt.Sprintf("/v1/events/%s/reports/%s", c.event, strings.Repeat("0", 64))
	secret, sees := c.token(access.Grant{Role: access.FPLChair}, access.Grant{Role: access.FPLMember, Event: c.event})
	judge := &caller{house: c.house, secret: secret, id: sees}
	for _, reader := range []*caller{secretary, c.chair, judge} {
		var linked []string
		for _, e := range reader.sees(id).Entries {
			linked = append(linked, e.Reports...)
		}
		if want := reader == judge; slices.Contains(linked, address) != want || !want && len(linked) > 0 {
			c.Errorf("links %v, wanted %v", linked, want)
		}
	}
}

// informed tells the respondent, who sees from then on what he may and makes his statement.
func (c *ptc) informed() {
	secretary, id := c.secretary, c.id
	c.chair.says(id, "panel", "panel_appointed", fmt.Sprintf(`{"members": [%s]}`, c.named))
	c.members[1].says(id, "panel", "panel_chair_elected", fmt.Sprintf(`{"token": %q}`, c.members[1].id))

	respondent := secretary.admits(id, access.Respondent, "Sample, Boris")
	c.respondent = respondent
	respondent.refused(respondent.call("GET", caseAt(id), ""), http.StatusNotFound, "not_found") // not told yet
	sent := c.clock.now().UTC()
	secretary.says(id, "entries", "respondent_informed", fmt.Sprintf(`{"respondent": "Sample, Boris", "manner": "e-mail", "sent": %q, "answer_by": %q}`,
		sent.Format(time.RFC3339), sent.Add(14*24*time.Hour).Format(time.RFC3339)))
	told := respondent.sees(id)
	if text := allSaid(told); strings.Contains(text, "anna@example.org") || len(told.Panel) > 0 || len(told.Admissibility) > 0 {
		c.Errorf("the respondent sees %s", text)
	}
	for i, e := range told.Entries {
		if e.Seq != int64(i)+1 {
			c.Errorf("entry %d of what the respondent sees is numbered %d", i+1, e.Seq)
		}
	}
	respondent.says(id, "evidence", "statement", `{"of": "respondent", "party": "Sample, Boris", "text": "I was ill.", "files": []}`)
}

// voted closes a ballot of three, which shows no vote before its end and takes none twice.
func (c *ptc) voted() {
	members, id := c.members, c.id
	members[1].says(id, "votes", "ballot_opened", fmt.Sprintf(`{"question": "dismiss", "voters": [%s], "quorum": 3}`, c.named))
	ballot := c.chair.sees(id).Ballots[0].Seq
	for i, m := range members[:2] {
		m.says(id, "votes", "voted", fmt.Sprintf(`{"ballot": %d, "choice": "for"}`, ballot))
		seen := members[2].sees(id)
		if b := seen.Ballots[0]; !b.Sealed || b.Votes != nil || b.Voted != i+1 || strings.Contains(allSaid(seen), `"choice":"for"`) {
			c.Errorf("a sealed ballot shows %+v", b)
		}
	}
	twice := members[0].call("POST", caseAt(id, "/votes"), fmt.Sprintf(`{"kind": "voted", "says": {"ballot": %d, "choice": "against"}}`, ballot))
	if twice.status != http.StatusConflict && twice.status != http.StatusForbidden {
		c.Errorf("voted twice: %d %s", twice.status, twice.body)
	}
	members[2].says(id, "votes", "voted", fmt.Sprintf(`{"ballot": %d, "choice": "for"}`, ballot))
	ended := members[1].says(id, "votes", "ballot_closed", fmt.Sprintf(`{"ballot": %d, "summary": "Nothing was found."}`, ballot))
	if ended.State != complaint.StateDismissed || ended.Closed == nil {
		c.Errorf("ended %s", ended.State)
	}
}

// lettersAndLists reads a letter and the lists of cases: each has his own.
func (c *ptc) lettersAndLists() {
	secretary, complainant, id := c.secretary, c.complainant, c.id
	letter := secretary.call("GET", caseAt(id, "/letters/dismissed?to=respondent&format=table&lang=en"), "")
	if letter.status != http.StatusOK || !strings.Contains(string(letter.body), "Nothing was found.") {
		c.Errorf("letter %d %s", letter.status, letter.body)
	}
	complainant.refused(complainant.call("GET", caseAt(id, "/letters/dismissed?to=respondent"), ""), http.StatusNotFound, "not_found")
	var list struct{ Items []registry.View }
	complainant.want(complainant.call("GET", "/v1/cases", ""), http.StatusOK, &list)
	if len(list.Items) != 1 || list.Items[0].Number != complaint.Number(id) {
		c.Errorf("his cases: %+v", list.Items)
	}
	for _, o := range c.outsiders[:1] {
		o.refused(o.call("GET", "/v1/cases", ""), http.StatusNotFound, "not_found")
	}
	for _, o := range c.outsiders[1:2] { // a chief arbiter may have cases of his own
		o.want(o.call("GET", "/v1/cases", ""), http.StatusOK, &list)
		if len(list.Items) != 0 {
			c.Errorf("others see %+v", list.Items)
		}
	}
}

// caseFile reads the case file, which holds everything.
func (c *ptc) caseFile() {
	whole := c.secretary.call("GET", caseAt(c.id, "/export?lang=en"), "")
	manifest, err := pack.Verify(bytes.NewReader(whole.body), int64(len(whole.body)))
	c.must(err)
	var packed []string
	for _, f := range manifest.Files {
		packed = append(packed, f.Path)
	}
	for _, want := range []string{"index.pdf", "form.txt", "entries.json", "votes.json", "audit.json", "attachments/" + c.file.Digest + ".pdf"} {
		if !slices.Contains(packed, want) {
			c.Errorf("the case file has no %s: %v", want, packed)
		}
	}
}

// erased erases the case once nothing holds it.
func (c *ptc) erased() {
	secretary, id := c.secretary, c.id
	secretary.says(id, "entries", "hold_set", `{"reason": "an appeal"}`)
	secretary.refused(secretary.call("POST", caseAt(id, "/erase"), `{"reason": "it is over"}`), http.StatusConflict, "case_held")
	secretary.says(id, "entries", "hold_lifted", `{"reason": "no appeal"}`)
	var erased registry.View
	secretary.want(secretary.call("POST", caseAt(id, "/erase"), `{"reason": "it is over"}`), http.StatusOK, &erased)
	if erased.Erased == nil || erased.State != complaint.StateDismissed || strings.Contains(fmt.Sprintf("%+v", erased), "Anna") {
		c.Errorf("erased: %+v", erased)
	}
}

// A chief arbiter reports on his event: the case is open to him until it has gone to the Commission, and no longer.
func TestReportOfChiefArbiter(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	arbiter, other, secretary := h.as(access.ChiefArbiter, event), h.as(access.ChiefArbiter, h.event("Oslo Open", "NOR")), h.holder(access.Grant{Role: access.FPLSecretary})
	var v registry.View
	other.refused(other.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "arbiter_report", "event": %q}`, event)), http.StatusNotFound, "not_found")
	arbiter.want(arbiter.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "arbiter_report", "event": %q}`, event)), http.StatusCreated, &v)
	if kinds := v.Next; len(kinds) == 0 {
		t.Fatalf("nothing to do: %+v", v)
	}
	sent := arbiter.call("POST", caseAt(v.ID, "/entries"), `{"kind": "initiated", "says": {"subject": "board_violation", "grounds": "A telephone in the hall.",
		"respondents": [{"role": "respondent", "capacity": "player", "name": "Sample, Boris"}]}}`)
	if sent.status != http.StatusCreated && sent.status != http.StatusNotFound {
		t.Fatalf("%d %s", sent.status, sent.body)
	}
	if got := secretary.sees(v.ID); got.State != complaint.StateReceived {
		t.Errorf("state %s", got.State)
	}
	arbiter.refused(arbiter.call("GET", caseAt(v.ID), ""), http.StatusNotFound, "not_found")
	other.refused(other.call("GET", caseAt(v.ID), ""), http.StatusNotFound, "not_found")
}

// A request for one's own data is answered by the secretary; nobody else sees it.
func TestDataRequests(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	somebody, other := h.holder(access.Grant{Role: access.Organiser}), h.holder(access.Grant{Role: access.Organiser})
	secretary, chair := h.holder(access.Grant{Role: access.FPLSecretary}), h.holder(access.Grant{Role: access.FPLChair})
	var asked struct {
		ID, State string
		Due       time.Time
		Received  time.Time
	}
	somebody.want(somebody.call("POST", "/v1/data-requests", `{"what": "explanation", "name": "Example, Anna", "fide_id": "14100000"}`), http.StatusCreated, &asked)
	if !asked.Due.Equal(complaint.DataRequestDue(asked.Received)) {
		t.Errorf("due %s, it came %s", asked.Due, asked.Received)
	}
	at := "/v1/data-requests/" + asked.ID
	other.refused(other.call("GET", at, ""), http.StatusNotFound, "not_found")
	other.refused(other.call("POST", at+"/answers", `{"state": "answered", "text": "x"}`), http.StatusForbidden, "not_allowed")
	secretary.want(secretary.call("POST", at+"/answers", `{"state": "waiting", "text": "A case is open."}`), http.StatusCreated, &asked)
	secretary.refused(secretary.call("POST", at+"/answers", `{"state": "answered", "text": "Yes."}`), http.StatusForbidden, "data_waiting")
	chair.want(chair.call("POST", at+"/answers", `{"state": "answered", "text": "Here it is."}`), http.StatusCreated, &asked)
	explained := somebody.call("GET", at+"/explanation?format=table&lang=en", "")
	if explained.status != http.StatusOK || len(explained.body) < 500 {
		t.Errorf("explanation %d %s", explained.status, explained.body)
	}
	other.refused(other.call("GET", at+"/explanation", ""), http.StatusNotFound, "not_found")
	got := somebody.call("GET", at, "")
	if asked.State != "answered" || !strings.Contains(string(got.body), "Here it is.") {
		t.Errorf("%+v %s", asked, got.body)
	}
	if strings.Contains(string(got.body), "A case is open.") {
		t.Error("the subject reads what was said to the chair")
	}
	number := complaint.RequestNumber(asked.ID)
	if !strings.Contains(string(got.body), `"number":"`+number+`"`) || !strings.Contains(string(explained.body), number) {
		t.Errorf("the request is not called %s: %s", number, got.body)
	}

	somebody.refused(somebody.call("POST", at+"/erase", `{"reason": "mine"}`), http.StatusForbidden, "not_allowed")
	secretary.refused(secretary.call("POST", at+"/erase", `{"reason": " "}`), http.StatusBadRequest, "reason")
	secretary.want(secretary.call("POST", at+"/erase", `{"reason": "he asked for it"}`), http.StatusOK, &asked)
	got = somebody.call("GET", at, "")
	if asked.State != "erased" || strings.Contains(string(got.body), "Anna") || strings.Contains(string(got.body), "Here it is.") || !strings.Contains(string(got.body), number) {
		t.Errorf("erased: %+v %s", asked, got.body)
	}
	report, err := h.db.Check(t.Context(), nil)
	h.must(err)
	if len(report.Damages) > 0 {
		t.Errorf("check after erasure: %+v", report.Damages)
	}
}
