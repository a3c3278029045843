package web_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fairplay/api/apitest"
	"fairplay/reports/access"
)

// inquiry is a case as tests of pages go through it, with the people in it.
type inquiry struct {
	*apitest.Service
	path             string // of its page
	secretary, chair *person
}

// openInquiry opens a case about a tournament that nobody keeps here.
func openInquiry(h *apitest.Service) *inquiry {
	h.T.Helper()
	i := &inquiry{Service: h, secretary: as(h, access.FPLSecretary, "").signIn(), chair: as(h, access.FPLChair, "").signIn()}
	got := i.secretary.post("/cases/new", "/cases/new", url.Values{
		"kind": {"ptc"}, "competition.name": {"Kyiv <b>Open</b>"}, "competition.federation": {"ukr"}, "competition.mode": {"over_the_board"},
		"competition.level": {"B"}, "competition.rated": {"yes"}, "competition.start": {"2026-03-01"}, "competition.ended": {"2026-03-09T18:00"},
		"competition.time_zone": {"Europe/Kyiv"}, "competition.arbiters.0.name": {"Chief & Co"},
	})
	i.secretary.want(got, http.StatusOK, "The case is open")
	i.path = got.at.Path
	return i
}

// invited returns somebody whom the secretary has invited into the case.
func (i *inquiry) invited(role access.Role, name string) *person {
	i.T.Helper()
	got := i.secretary.post(i.path, i.path+"/parties", url.Values{"role": {string(role)}, "name": {name}, "capacity": {"player"}})
	secret := regexp.MustCompile(`<code class="secret">([^<]+)</code>`).FindStringSubmatch(got.text)
	if secret == nil {
		i.T.Fatalf("no token: %d %s", got.status, got.text)
	}
	if again := i.secretary.get(i.path); strings.Contains(again.text, secret[1]) {
		i.T.Error("a secret is shown twice")
	}
	jar, err := cookiejar.New(nil)
	i.Must(err)
	return &person{Service: i.Service, Client: http.Client{Jar: jar}, secret: secret[1]}
}

// takes takes a step of the procedure.
func (i *inquiry) takes(p *person, kind string, fields url.Values) seen {
	i.T.Helper()
	path := i.path + "/steps/" + kind
	return p.want(p.post(path, path, fields), http.StatusOK, "Entered.")
}

// aComplaint is a form of which nothing lacks.
func aComplaint() url.Values {
	return url.Values{
		"form.complainant.name": {"Example, Anna"}, "form.complainant.fide_id": {"14100000"}, "form.complainant.federation": {"ukr"},
		"form.complainant.address": {"Kyiv"}, "form.complainant.email": {"anna@example.org"}, "form.complainant.telephone": {"1"}, "form.complainant.capacity": {"player"},
		"form.respondents.0.name": {"Sample, Boris"}, "form.respondents.0.capacity": {"player"}, "form.respondents.0.fide_id": {"1503014"},
		"form.respondents.0.federation": {"NOR"}, "form.respondents.0.title": {"GM"}, "form.respondents.0.address": {"Oslo"},
		"form.respondents.0.email": {"boris@example.org"}, "form.respondents.0.telephone": {"2"},
		"form.facts": {"He left the board before every move of round 8.\nSo it was."}, "form.tournaments": {"Kyiv Open"}, "form.organiser": {"Club"},
		"form.arbiters": {"Chief"}, "form.date": {"2026-03-20"}, "form.signed": {"yes"}, "form.consent": {"yes"}, "form.agreed": {"2026-03-20"},
		"form.subject": {"assistance"}, "form.grounds": {"I saw it."}, "form.why_no_itc": {"I learnt of it only afterwards."},
	}
}

// The complainant keeps a draft, looks how it stands to the rules, files it, and sees what became of it. Whoever has no
// part in the case finds no page, and nothing tells him that there is one.
func TestComplainantFiles(t *testing.T) {
	t.Parallel()
	h := open(t)
	i := openInquiry(h)
	anna := i.invited(access.Complainant, "Example, Anna").signIn()
	anna.want(anna.get("/cases"), http.StatusOK, `href="`+i.path+`"`, "post-tournament complaint")
	form := i.path + "/form"
	empty := anna.want(anna.get(form), http.StatusOK, "Complainant (fields 1–5)", "Kyiv &lt;b&gt;Open&lt;/b&gt;", "Chief &amp; Co")
	if strings.Contains(empty.text, "How it came") {
		t.Error("the complainant is asked how the form came")
	}
	anna.want(anna.post(form, form+"/draft", url.Values{"form.facts": {"<i>half</i> a sentence"}}), http.StatusOK, "Kept as a draft", "&lt;i&gt;half&lt;/i&gt; a sentence")
	anna.want(anna.get(form), http.StatusOK, "&lt;i&gt;half&lt;/i&gt; a sentence")
	checked := anna.want(anna.post(form, form+"/check", url.Values{"form.facts": {"something"}}), http.StatusOK, "missing:", "Please sign the form", ">something</textarea>")
	if !strings.Contains(checked.text, `<div id="rules-signature" aria-live="polite">`+"\n"+`<ul class="rules">`) {
		t.Error("rules do not stand beside their fields")
	}
	wrong := aComplaint()
	wrong.Set("form.engine_claim.settings.hash", "much")
	anna.want(anna.post(form, form, wrong), http.StatusBadRequest, "Hash, MiB: write a whole number.", "Sample, Boris")
	anna.want(anna.post(form, form, aComplaint()), http.StatusOK, "Entered.", "received; admissibility is being checked")
	anna.want(anna.get(form), http.StatusOK) // the draft is gone
	if got := anna.get(form); strings.Contains(got.text, "half") {
		t.Error("the draft is still there")
	}
	i.secretary.want(i.secretary.get(i.path), http.StatusOK, "Sample, Boris", "So it was.", i.path+"/steps/admitted")

	lost := anna.get("/cases/" + strings.Repeat("0", 32))
	for _, p := range []*person{as(h, access.Organiser, h.Event("Open", "")), as(h, access.Administrator, ""), as(h, access.FPLMember, "")} {
		p.signIn()
		for _, path := range []string{i.path, form, i.path + "/steps/statement", i.path + "/export", i.path + "/letters/receipt"} {
			if got := p.get(path); got.status != http.StatusNotFound || got.text != lost.text {
				t.Errorf("%s: status %d", path, got.status)
			}
		}
		if got := p.get("/cases"); strings.Contains(got.text, i.path) {
			t.Error("a case is listed")
		}
	}
}

// admitted brings the case to its preliminary investigation, with a respondent who has been told.
func (i *inquiry) admitted() *inquiry {
	i.T.Helper()
	form := aComplaint()
	form.Set("channel", "email")
	form.Set("received", "2026-03-21T10:00")
	i.secretary.want(i.secretary.post(i.path+"/form", i.path+"/form", form), http.StatusOK, "Entered.")
	i.takes(i.secretary, "assessed", url.Values{"criterion": {"not_only_strength"}, "answer": {"passed"}, "reason": {"It rests on what was seen."}})
	i.takes(i.secretary, "admitted", url.Values{"routing.rated": {"yes"}, "routing.level": {"B"}, "routing.titles": {"GM"}})
	i.takes(i.secretary, "respondent_informed", url.Values{"respondent": {"Sample, Boris"}, "manner": {"letter"}, "sent": {"2026-03-25T10:00"}, "answer_by": {"2026-04-08T10:00"}})
	return i
}

// ballot is the number of the ballot in which a member may vote.
func (i *inquiry) ballot(m *person) string {
	i.T.Helper()
	found := regexp.MustCompile(`name="ballot"[^>]*>\s*<option value="(\d+)"`).FindStringSubmatch(m.get(i.path + "/steps/voted").text)
	if found == nil {
		i.T.Fatal("no ballot to choose")
	}
	return found[1]
}

// The way of a case on pages alone, without a script: panel, chair, respondent, evidence, vote, end. Choices stay sealed
// until all have voted, and the respondent sees his own part.
func TestPanelDecides(t *testing.T) {
	t.Parallel()
	h := open(t)
	i := openInquiry(h).admitted()
	panel, voters := url.Values{}, url.Values{"question": {"dismiss"}, "quorum": {"3"}}
	var members []*person
	for n, federation := range []string{"POL", "FRA", "ESP"} {
		m := as(h, access.FPLMember, "").signIn()
		members = append(members, m)
		for _, at := range []struct {
			url.Values
			path string
		}{{panel, "members."}, {voters, "voters."}} {
			at.Set(at.path+strconv.Itoa(n)+".token", m.id)
			at.Set(at.path+strconv.Itoa(n)+".federation", federation)
		}
	}
	i.takes(i.chair, "panel_appointed", panel)
	i.takes(members[1], "panel_chair_elected", url.Values{"token": {members[1].id}})
	boris := i.invited(access.Respondent, "Sample, Boris").signIn()
	told := boris.want(boris.get(i.path), http.StatusOK, "What you may do", "statement")
	for _, hidden := range []string{"anna@example.org", "Vote", "Anna Arbiter"} {
		if strings.Contains(told.text[strings.Index(told.text, "<main"):], hidden) {
			t.Errorf("the respondent sees %q: %s", hidden, told.text)
		}
	}
	i.takes(boris, "statement", url.Values{"of": {"respondent"}, "party": {"Sample, Boris"}, "text": {"I was <script>alert(1)</script> ill."}})
	i.takes(members[0], "evidence_added", url.Values{"of": {"observational"}, "title": {"Report of the hall"}, "origin": {"arbiter"}, "author": {"C. Hief"}, "taken": {"2026-03-09T17:00"}, "text": {"He was away."}})
	members[2].want(members[2].get(i.path), http.StatusOK, "Report of the hall", "I was &lt;script&gt;alert(1)&lt;/script&gt; ill.")

	i.takes(members[1], "ballot_opened", voters)
	ballot := i.ballot(members[0])
	vote := func(m *person) { i.takes(m, "voted", url.Values{"ballot": {ballot}, "choice": {"for"}}) }
	vote(members[0])
	vote(members[1])
	if sealed := members[2].get(i.path).text; strings.Contains(sealed, "<dd><bdi>for</bdi></dd>") {
		t.Error("a vote shows before all have voted")
	}
	twice := members[0].post(i.path+"/steps/voted", i.path+"/steps/voted", url.Values{"ballot": {ballot}, "choice": {"against"}})
	if twice.status < http.StatusBadRequest || !strings.Contains(twice.text, `role="alert"`) {
		t.Errorf("a second vote: status %d", twice.status)
	}
	vote(members[2])
	i.takes(members[1], "ballot_closed", url.Values{"ballot": {ballot}, "summary": {"Nothing was found."}})
	i.chair.want(i.chair.get(i.path), http.StatusOK, "closed: dismissed by the panel", "carried")
	boris.want(boris.get(i.path), http.StatusOK, "closed: dismissed by the panel")
	i.chair.want(i.chair.post(i.path, i.path+"/erase", url.Values{"reason": {"time"}}), http.StatusBadRequest, "Tick that you have read")
}

// Somebody asks what is held of him; the secretary answers, and both see it.
func TestDataRequests(t *testing.T) {
	t.Parallel()
	h := open(t)
	player, secretary := as(h, access.Organiser, h.Event("Open", "")).signIn(), as(h, access.FPLSecretary, "").signIn()
	asked := url.Values{"what": {"explanation"}, "name": {"O’Hara <b>"}, "fide_id": {"14100000"}, "text": {"Where does my figure come from?"}}
	player.want(player.post("/data", "/data", asked), http.StatusOK, "The request is with the secretary", "waits for an answer")
	path := regexp.MustCompile(`href="(/data/[0-9a-f]+)"`).FindStringSubmatch(secretary.want(secretary.get("/data"), http.StatusOK, "O’Hara &lt;b&gt;").text)
	if path == nil {
		t.Fatal("no request")
	}
	if page := player.get(path[1]); page.status != http.StatusOK || strings.Contains(page.text, "<textarea") {
		t.Errorf("status %d, or he answers himself", page.status)
	}
	secretary.want(secretary.post(path[1], path[1], url.Values{"state": {"answered"}, "text": {"From 40 moves."}}), http.StatusOK, "Answered.", "From 40 moves.")
	player.want(player.get(path[1]), http.StatusOK, "From 40 moves.", "answered", path[1]+"/explanation?format=pdf")
	player.want(player.get(path[1]+"/explanation?format=html"), http.StatusOK, "Who decides")
	other := as(h, access.Arbiter, h.Event("Another", "")).signIn()
	other.want(other.get(path[1]), http.StatusNotFound)
	if strings.Contains(other.get("/data").text, "explanation</a>") {
		t.Error("another sees the request")
	}
}
