package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

// casePages are the pages of complaints and of what becomes of them.
func casePages() []page {
	return []page{
		{name: "cases", path: "/cases", needs: []string{"listCases"}, show: showCases},
		{name: "new_case", path: "/cases/new", needs: []string{"openCase"}, show: showNewCase, forms: []form{{do: openCase}}},
		{name: "case", path: "/cases/:case", needs: []string{"readCase"}, show: showCase,
			forms: []form{{path: "/attachments", needs: []string{"addAttachment"}, do: attach}, {path: "/parties", needs: []string{"inviteParty"}, do: inviteParty},
				{path: "/claims", needs: []string{"orderClaim"}, do: orderClaim}, {path: "/claims/cancel", needs: []string{"cancelClaim"}, do: cancelClaim},
				{path: "/erase", needs: []string{"eraseCase"}, do: eraseCase}},
			streams: []stream{
				{path: "/export", needs: "exportCase"}, {path: "/letters/:letter", needs: "readLetter"},
				{path: "/claims/:claim", needs: "readClaimReport"}, {path: "/attachments/:attachment", needs: "readAttachment"},
				{path: "/reports/:report", needs: "readCase", passes: "readReport", of: func(v *visit) {
					v.c.SetParamNames("event", "report")
					v.c.SetParamValues(v.inquiry.Event, v.c.Param("report"))
				}},
			}},
		{name: "case_form", path: "/cases/:case/form", needs: []string{"writeCase", "checkForm"}, show: showCaseForm,
			forms: []form{{do: fileComplaint}, {path: "/check", do: unsaved}, {path: "/draft", do: keepDraft, keeps: true}}},
		{name: "case_step", path: "/cases/:case/steps/:kind", needs: []string{"writeCase"}, show: showCaseStep,
			forms: []form{{do: enterStep}, {path: "/check", do: unsaved}}},
	}
}

// on returns the object for questions to package access. The API decides what of the case is open,
// and has shown it already.
func (c *caseRead) on(grants []access.Grant) access.On {
	on := access.On{Case: c.ID, Event: c.Event, Arbiter: true}
	for _, g := range grants {
		if g.Federation != "" {
			on.SentTo = append(on.SentTo, g.Federation)
		}
	}
	return on
}

// readCase reads the case of the page.
func (v *visit) readCase(id string) error {
	if !access.IsID(id) {
		return access.Hidden()
	}
	inquiry := &caseRead{}
	if err := v.get("/v1/cases/"+id, inquiry); err != nil {
		return err
	}
	v.inquiry = inquiry
	return nil
}

// ofCase is an address of the API within the case of the page, and atCase one of a page.
func (v *visit) ofCase(path string) string { return "/v1/cases/" + v.inquiry.ID + path }
func (v *visit) atCase(path string) string { return "/cases/" + v.inquiry.ID + path }

// seesCases reports whether a person may have a part in cases, wherever he is.
func (v *visit) seesCases() bool { return v.mayOn(access.On{}, "listCases") }

// casesContent is the list of cases in which a person has a part.
type casesContent struct {
	Cases   []caseRead
	MayOpen bool
	MayAsk  bool
}

func showCases(v *visit) (any, error) {
	content := casesContent{MayOpen: v.open("openCase"), MayAsk: v.open("askData")}
	var list struct {
		Items []caseRead `json:"items"`
	}
	err := v.get("/v1/cases", &list)
	content.Cases = list.Items
	return content, err
}

// newCaseContent is the form with which a case is opened.
type newCaseContent struct{ Form formShown }

func showNewCase(v *visit) (any, error) {
	shown := formShown{Kind: complaint.EntryOpened, Form: openingForm(), say: v, Stored: url.Values{"event": {v.c.QueryParam("event")}}}
	var events wire.List[wire.Event]
	if v.open("listEvents") {
		if err := v.get("/v1/events?limit=500", &events); err != nil {
			return nil, err
		}
	}
	for _, e := range events.Items {
		shown.From.Events = append(shown.From.Events, caseChoice{Value: e.ID, Text: e.Name})
	}
	return newCaseContent{shown}, nil
}

func openCase(v *visit) (string, error) {
	said, err := v.typedCase(openingForm(), time.UTC, nil)
	if err != nil {
		return "", err
	}
	if said["event"] != nil {
		delete(said, "competition") // what is kept here is taken as it is kept
	}
	var made caseRead
	if err := v.send(http.MethodPost, "/v1/cases", said, &made); err != nil {
		return "", err
	}
	return "/cases/" + made.ID + "?done=opened", nil
}

// stepContent is one step of the procedure, as a form.
type stepContent struct {
	Action string // address of the form
	Kind   complaint.EntryKind
	Step   *caseNext // nil if it cannot be taken now
	Form   formShown
	Zone   string
	Number string
	Back   string

	Rules map[string][]caseRule // by the part of the form beside which they stand
	Asked bool                  // the form was looked through
}

// Subject is the number of the case.
func (c stepContent) Subject() string { return c.Number }

// step returns what is shown for one kind of entry. A kind that people do not write has no page.
func (v *visit) step(kind complaint.EntryKind, form caseForm, action string) (stepContent, error) {
	zone := v.zoneOfCase()
	content := stepContent{Action: action, Kind: kind, Zone: zone.String(), Number: v.inquiry.Number, Back: v.atCase("")}
	for i, step := range v.inquiry.Next {
		if step.Kind == kind {
			content.Step = &v.inquiry.Next[i]
		}
	}
	from, err := v.sources(kind, zone)
	if err != nil {
		return content, err
	}
	content.Form = formShown{Kind: kind, Form: form, From: from, Stored: v.beforehand(kind), say: v}
	return content, nil
}

func showCaseStep(v *visit) (any, error) {
	kind := complaint.EntryKind(v.c.Param("kind"))
	form, ok := formOf(kind)
	if !ok || kind == complaint.EntryFiled {
		return nil, access.Hidden()
	}
	return v.step(kind, form, v.ownPath())
}

func enterStep(v *visit) (string, error) {
	kind := complaint.EntryKind(v.c.Param("kind"))
	form, ok := formOf(kind)
	if !ok || kind == complaint.EntryFiled {
		return "", access.Hidden()
	}
	zone := v.zoneOfCase()
	from, err := v.sources(kind, zone)
	if err != nil {
		return "", err
	}
	said, err := v.typedCase(form, zone, from.Members)
	if err != nil {
		return "", err
	}
	return v.atCase("?done=entered"), v.write(kind, said)
}

// write enters into the case what somebody says.
func (v *visit) write(kind complaint.EntryKind, says map[string]any) error {
	return v.send(http.MethodPost, v.ofCase("/entries"), map[string]any{"kind": kind, "says": says}, nil)
}

// typedCase reads a form that a request brings.
func (v *visit) typedCase(form caseForm, zone *time.Location, members []caseMember) (map[string]any, error) {
	r := v.c.Request()
	if err := r.ParseForm(); err != nil {
		return nil, v.refusal("web.case.unreadable")
	}
	return caseTyped{Values: r.PostForm, zone: zone, members: members, wrong: v.wrongField}.body(form)
}

// wrongField refuses a form for one of its fields.
func (v *visit) wrongField(field, reason string) error {
	return v.refusal("web.case.wrong", "Field", v.Slug("web.case_field", field), "Reason", v.Slug("web.case_wrong", reason))
}

// sources returns the things among which the form for a kind of entry offers a choice.
func (v *visit) sources(kind complaint.EntryKind, zone *time.Location) (caseSources, error) {
	from := caseSources{Zone: zone}
	for _, m := range v.inquiry.Panel {
		from.Judges = append(from.Judges, caseMember{Token: m.Token, Name: m.Name})
	}
	for _, b := range v.inquiry.Ballots {
		from.Ballots = []caseChoice{{Value: strconv.FormatInt(b.Seq, 10), Text: v.Slug("ballot_question", string(b.Question))}}
	}
	for _, e := range v.inquiry.Entries {
		var file complaint.Attachment
		if e.Kind != complaint.EntryAttachment || len(e.Says) == 0 {
			continue
		}
		if err := json.Unmarshal(e.Says, &file); err != nil {
			return from, err
		}
		from.Files = append(from.Files, caseChoice{Value: file.Digest, Text: file.Name})
	}
	asked := []complaint.EntryKind{complaint.EntryPanel, complaint.EntryInvestigator, complaint.EntryBallotOpened, complaint.EntryOverridden}
	if !slices.Contains(asked, kind) || !v.may("listMembers") {
		from.Members = from.Judges // the chair of a panel opens ballots within it
		return from, nil
	}
	var list struct {
		Items []caseMember `json:"items"`
	}
	err := v.get("/v1/case-members", &list)
	from.Members = list.Items
	return from, err
}
