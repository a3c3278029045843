package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
)

// inquiry is a post-tournament complaint before the FPL.
type inquiry struct {
	id                            string
	secretary, chair, complainant *caller
}

// before opens a complaint and brings it to the preliminary investigation.
func before(h *house, event string) inquiry {
	h.t.Helper()
	q := inquiry{secretary: h.holder(access.Grant{Role: access.FPLSecretary}), chair: h.holder(access.Grant{Role: access.FPLChair})}
	var opened registry.View
	q.secretary.want(q.secretary.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, event)), http.StatusCreated, &opened)
	q.id = opened.ID
	q.complainant = q.secretary.admits(q.id, access.Complainant, "Example, Anna")
	q.complainant.says(q.id, "entries", "filed", fmt.Sprintf(`{"form": %s, "channel": "service", "received": "2026-03-20T10:00:00Z"}`, aForm))
	for _, rule := range q.secretary.sees(q.id).Admissibility {
		if rule.Answer == complaint.Undecided {
			q.secretary.says(q.id, "entries", "assessed", fmt.Sprintf(`{"criterion": %q, "answer": "passed", "reason": "looked at"}`, rule.Criterion))
		}
	}
	q.secretary.says(q.id, "entries", "admitted", `{"routing": {"online": false, "rated": "yes", "level": "B", "titles": ["GM"]}}`)
	return q
}

// appoints appoints holders of tokens as the panel.
func (q inquiry) appoints(members ...*caller) {
	var named []string
	for i, m := range members {
		named = append(named, fmt.Sprintf(`{"token": %q, "name": "Member %d", "federation": "POL"}`, m.id, i))
	}
	q.chair.says(q.id, "panel", "panel_appointed", fmt.Sprintf(`{"members": [%s]}`, strings.Join(named, ", ")))
}

// informs notes that the respondent was told of the case.
func (q inquiry) informs(h *house) {
	sent := h.clock.now().UTC()
	q.secretary.says(q.id, "entries", "respondent_informed", fmt.Sprintf(`{"respondent": "Sample, Boris", "manner": "e-mail", "sent": %q, "answer_by": %q}`,
		sent.Format(time.RFC3339), sent.Add(14*24*time.Hour).Format(time.RFC3339)))
}

// knocks tries every door of a case, and of one that there is not, and returns the doors at which the answers differ.
func (c *caller) knocks(id string) (told []string) {
	c.t.Helper()
	nowhere := strings.Repeat("0", 8) + id[8:]
	empty := `{"complainant": {}, "respondents": [], "tournaments": [], "arbiters": [], "attachments": []}`
	for _, door := range [][3]string{
		{"GET", "", ""}, {"GET", "/entries", ""}, {"GET", "/due", ""}, {"GET", "/export", ""}, {"GET", "/letters/form", ""}, {"GET", "/letters/notice?to=respondent", ""},
		{"GET", "/attachments/" + strings.Repeat("0", 64), ""}, {"POST", "/attachments?name=a.pdf", pdfFile}, {"POST", "/erase", `{"reason": "x"}`},
		{"POST", "/entries", `{"kind": "statement", "says": {"of": "respondent", "party": "Sample, Boris", "text": "x", "files": []}}`},
		{"POST", "/votes", `{"kind": "voted", "says": {"ballot": 1, "choice": "for"}}`},
		{"POST", "/parties/respondent", `{"name": "Sample, Boris"}`},
	} {
		var headers []string
		if strings.HasPrefix(door[1], "/attachments?") {
			headers = []string{"Content-Type: application/octet-stream"}
		}
		there, not := c.call(door[0], caseAt(id, door[1]), door[2], headers...), c.call(door[0], caseAt(nowhere, door[1]), door[2], headers...)
		if there.status != not.status || there.status == http.StatusNotFound && without(c, there, id) != without(c, not, nowhere) || there.status < 400 {
			told = append(told, fmt.Sprintf("%s %s: %d %s", door[0], door[1], there.status, there.body))
		}
	}
	check := func(id string) said {
		return c.call("POST", "/v1/cases/admissibility", fmt.Sprintf(`{"kind": "ptc", "case": %q, "form": %s}`, id, empty))
	}
	if there, not := check(id), check(nowhere); there.status != not.status {
		told = append(told, fmt.Sprintf("admissibility: %d, not %d", there.status, not.status))
	}
	return told
}

// A respondent learns nothing before he is told, at any door, whether his token is new or is one that he has long used.
func TestRespondentLearnsNothingBeforeNotice(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	q := before(h, event)
	newcomer := q.secretary.admits(q.id, access.Respondent, "Sample, Boris")
	arbiter := h.as(access.Arbiter, event)
	q.secretary.want(q.secretary.call("POST", caseAt(q.id, "/parties/respondent"), fmt.Sprintf(`{"name": "Other, Boris", "capacity": "arbiter", "token": %q}`, arbiter.id)), http.StatusCreated, nil)
	for name, who := range map[string]*caller{"a new token": newcomer, "his own token": arbiter} {
		if told := who.knocks(q.id); len(told) > 0 {
			t.Errorf("before notice %s opens %s", name, strings.Join(told, "\n"))
		}
	}
	if me := arbiter.call("GET", "/v1/me", ""); strings.Contains(string(me.body), q.id) {
		t.Errorf("before notice his own token says %s", me.body)
	}
	q.informs(h)
	if told := newcomer.sees(q.id); len(told.Entries) == 0 {
		t.Error("the respondent sees nothing after notice")
	}
	if told := arbiter.knocks(q.id); len(told) > 0 {
		t.Errorf("notice to one respondent opens to another %s", strings.Join(told, "\n"))
	}
}

// Whoever is taken off a panel loses the case at every door.
func TestPanellistTakenOffLosesTheCase(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	var members []*caller
	for range 4 {
		members = append(members, h.holder(access.Grant{Role: access.FPLMember}))
	}
	q.appoints(members[:3]...)
	if seen := members[0].sees(q.id); len(seen.Entries) == 0 {
		t.Fatal("a panellist sees nothing of his case")
	}
	q.appoints(members[1:]...)
	if told := members[0].knocks(q.id); len(told) > 0 {
		t.Errorf("taken off the panel, he is told %s", strings.Join(told, "\n"))
	}
	if me := members[0].call("GET", "/v1/me", ""); strings.Contains(string(me.body), q.id) {
		t.Errorf("taken off the panel, he still holds %s", me.body)
	}
	var list struct{ Items []registry.View }
	members[0].want(members[0].call("GET", "/v1/cases", ""), http.StatusOK, &list)
	if len(list.Items) != 0 {
		t.Errorf("taken off the panel, he lists %+v", list.Items)
	}
	members[3].sees(q.id)
}

// What a party may not enter is refused in words that do not say where the case stands.
func TestRefusalsDoNotTellTheState(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	tries := func() (all string) {
		for _, kind := range []string{"voted", "panel_appointed", "declared_final", "sent_back", "ballot_closed", "handed_over", "inadmissible"} {
			got := q.complainant.call("POST", caseAt(q.id, "/entries"), fmt.Sprintf(`{"kind": %q, "says": {}}`, kind))
			if got.status < 400 {
				t.Errorf("%s: %d", kind, got.status)
			}
			p := without(q.complainant, got, q.id)
			all += fmt.Sprintf("%s %d %s %s\n", kind, p.Status, p.Code, p.Detail)
		}
		return all
	}
	then := tries()
	q.appoints(h.holder(access.Grant{Role: access.FPLMember}), h.holder(access.Grant{Role: access.FPLMember}), h.holder(access.Grant{Role: access.FPLMember}))
	if now := tries(); now != then {
		t.Errorf("before the panel was appointed:\n%s\nafter:\n%s", then, now)
	}
}

// Names of parties stand in the case alone: tokens are listed, and outlive it.
func TestTokensOfPartiesAreNameless(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	q.secretary.admits(q.id, access.Respondent, "Sample, Boris")
	var page wire.List[wire.ListedToken]
	admin := h.holder(access.Grant{Role: access.Administrator})
	admin.want(admin.call("GET", "/v1/tokens", ""), http.StatusOK, &page)
	for _, token := range page.Items {
		if strings.Contains(token.Name, "Example") || strings.Contains(token.Name, "Sample") {
			t.Errorf("a token is called %s", token.Name)
		}
	}
	paper := q.complainant.call("GET", caseAt(q.id, "/export?lang=en"), "")
	if paper.status != http.StatusOK {
		t.Errorf("%d %s", paper.status, paper.body)
	}
}

// An administrator learns of no case from what he may read: tokens, the audit, and what he looks for in it. What is shown of the
// audit has no gaps.
func TestAdministratorLearnsOfNoCase(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	admin, member, stranger := h.holder(access.Grant{Role: access.Administrator}), h.holder(access.Grant{Role: access.FPLMember}), h.holder(access.Grant{Role: access.Organiser, Event: event})
	q := before(h, event)
	q.appoints(member, h.holder(access.Grant{Role: access.FPLMember}), h.holder(access.Grant{Role: access.FPLMember}))
	member.sees(q.id)
	q.complainant.call("POST", caseAt(q.id, "/entries"), `{"kind": "panel_appointed", "says": {}}`) // refused by the procedure
	stranger.refused(stranger.call("GET", caseAt(q.id), ""), http.StatusNotFound, "not_found")
	stranger.refused(stranger.call("GET", caseAt(strings.Repeat("0", 32)), ""), http.StatusNotFound, "not_found")
	var asked struct{ ID string }
	stranger.want(stranger.call("POST", "/v1/data-requests", `{"what": "existence", "name": "Sample, Boris"}`), http.StatusCreated, &asked)
	q.secretary.want(q.secretary.call("POST", "/v1/data-requests/"+asked.ID+"/answers", `{"state": "waiting", "text": "A case is open."}`), http.StatusCreated, nil)

	for _, at := range []string{"/v1/tokens", "/v1/tokens/" + member.id, "/v1/tokens/" + q.complainant.id, "/v1/audit?limit=500", "/v1/audit?limit=500&order=newest"} {
		got := admin.call("GET", at, "")
		for _, secret := range []string{q.id, asked.ID, "complainant", "panel_appointed", "waiting", "Example", "writeCase"} {
			if strings.Contains(string(got.body), secret) {
				t.Errorf("%s tells %s: %s", at, secret, got.body)
			}
		}
	}
	var all, found wire.List[wire.ListedAudit]
	admin.want(admin.call("GET", "/v1/audit?limit=500", ""), http.StatusOK, &all)
	refusals := 0
	for i, e := range all.Items {
		if i > 0 && e.Seq != all.Items[i-1].Seq+1 {
			t.Errorf("entry %d does not follow on the one before", e.Seq)
		}
		if e.Token == stranger.id && e.Action == "readCase" && e.Subject == "" {
			refusals++
		}
	}
	if refusals != 2 {
		t.Errorf("%d attempts of a stranger are shown, want 2", refusals)
	}
	for _, line := range strings.Split(h.log.String(), "\n") {
		if strings.Contains(line, "/v1/cases/") && (strings.Contains(line, q.id) || strings.Contains(line, q.complainant.id) || strings.Contains(line, member.id)) {
			t.Errorf("the log says who has a part in a case: %s", line)
		}
	}
	for _, by := range []string{"subject=" + q.id, "subject=" + asked.ID, "action=writeCase", "action=openCase", "action=in_confidence", "token=" + q.complainant.id} {
		if admin.want(admin.call("GET", "/v1/audit?"+by, ""), http.StatusOK, &found); len(found.Items) > 0 {
			t.Errorf("looking for %s finds %+v", by, found.Items)
		}
	}
}

// A complainant states neither when his form came nor that he took part: the service does the one, people the other.
func TestComplainantDoesNotSetTheClock(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	for _, e := range q.secretary.sees(q.id).Entries {
		var filed complaint.Filing
		if e.Kind != complaint.EntryFiled {
			continue
		}
		h.must(json.Unmarshal(e.Says, &filed))
		if late := e.At.Sub(filed.Received); late < 0 || late > time.Minute || filed.Channel != complaint.ByService || filed.Participant != "" {
			t.Errorf("entered at %s, received %s by %s, participant %q", e.At, filed.Received, filed.Channel, filed.Participant)
		}
	}
}

// The case file of a party numbers what it sees, so that no gap tells of steps which it does not see.
func TestCaseFileOfPartyHasNoGaps(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	file := q.complainant.call("GET", caseAt(q.id, "/export?lang=en"), "")
	packed, err := zip.NewReader(bytes.NewReader(file.body), int64(len(file.body)))
	h.must(err)
	index, err := fs.ReadFile(packed, "index.html")
	h.must(err)
	var numbers []string
	for _, found := range regexp.MustCompile(`id="entry_(\d+)"`).FindAllSubmatch(index, -1) {
		numbers = append(numbers, string(found[1]))
	}
	if !slices.Equal(numbers, []string{"1", "2"}) {
		t.Errorf("the entries that the complainant sees are numbered %v", numbers)
	}
}

// Nobody can bury the secretary, and those whom reminders go to, under requests for data.
func TestOpenRequestsForDataAreBounded(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	asker, secretary := h.holder(access.Grant{Role: access.Organiser}), h.holder(access.Grant{Role: access.FPLSecretary})
	ask := func() said {
		return asker.call("POST", "/v1/data-requests", `{"what": "copy", "name": "Example, Anna"}`)
	}
	var last struct{ ID string }
	for range 20 {
		asker.want(ask(), http.StatusCreated, &last)
	}
	asker.refused(ask(), http.StatusConflict, "data_requests")
	secretary.want(secretary.call("POST", "/v1/data-requests/"+last.ID+"/answers", `{"state": "answered", "text": "Here."}`), http.StatusCreated, nil)
	asker.want(ask(), http.StatusCreated, nil)
}

// Nobody but those who keep the register holds anything of a case that is erased.
func TestErasedCaseIsNobodys(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	q := before(h, h.event("Kyiv Open", "UKR"))
	member := h.holder(access.Grant{Role: access.FPLMember})
	voters := fmt.Sprintf(`[{"token": %q, "name": "Member", "federation": "POL"}]`, member.id)
	q.chair.says(q.id, "votes", "ballot_opened", fmt.Sprintf(`{"question": "reject", "voters": %s, "quorum": 1}`, voters))
	ballot := q.chair.sees(q.id).Ballots[0].Seq
	member.says(q.id, "votes", "voted", fmt.Sprintf(`{"ballot": %d, "choice": "for"}`, ballot))
	q.chair.says(q.id, "votes", "ballot_closed", fmt.Sprintf(`{"ballot": %d, "summary": "unfounded"}`, ballot))
	q.secretary.want(q.secretary.call("POST", caseAt(q.id, "/erase"), `{"reason": "it is over"}`), http.StatusOK, nil)
	for name, who := range map[string]*caller{"a voter": member, "the complainant": q.complainant} {
		if told := who.knocks(q.id); len(told) > 0 {
			t.Errorf("after the erasure %s is told %s", name, strings.Join(told, "\n"))
		}
	}
}

// Whether an event exists is no business of anybody who may not open a case about it.
func TestOpeningACaseTellsNoEvent(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event, other := h.event("Open", "UKR"), h.event("Closed", "POL")
	nowhere := strings.Repeat("0", 8) + event[8:]
	for _, role := range access.Roles() {
		t.Run(string(role), func(t *testing.T) {
			g := access.Grant{Role: role}
			switch role {
			case access.FPLChair, access.FPLSecretary, access.Administrator:
			case access.FederationOfficer:
				g.Federation = "POL"
			default:
				g.Event = other
			}
			c := h.holder(g)
			ask := func(id string) said {
				return c.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, id))
			}
			there, not := ask(event), ask(nowhere)
			if there.status < 400 {
				return // who may open cases about all events may learn which there are
			}
			if there.status != not.status || without(c, there, event) != without(c, not, nowhere) {
				t.Errorf("about an event %d %s, about none %d %s", there.status, there.body, not.status, not.body)
			}
		})
	}
}
