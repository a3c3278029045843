package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
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

// readCase reads the case of the page, and hides a page that is not open to the person.
func (v *visit) readCase() error {
	var kept *store.CaseRecord
	inquiry, err := ask(v, "readCase", func(ctx context.Context, who *door.Caller) (registry.View, error) {
		kept = who.Case
		return v.cases.Read(ctx, who)
	})
	if err != nil {
		return err
	}
	v.inquiry, v.kept = &inquiry, kept
	if !v.open(v.page.needs...) {
		return access.Hidden()
	}
	return nil
}

// atCase is an address of a page within the case.
func (v *visit) atCase(path string) string { return "/cases/" + v.c.Param("case") + path }

// seesCases reports whether a person may have a part in cases, wherever he is.
func (v *visit) seesCases() bool { return v.mayOn(access.On{}, "listCases") }

// casesContent is the list of cases in which a person has a part.
type casesContent struct {
	Cases   []registry.View
	MayOpen bool
	MayAsk  bool
}

func showCases(v *visit) (any, error) {
	cases, err := ask(v, "listCases", v.cases.List)
	return casesContent{Cases: cases, MayOpen: v.open("openCase"), MayAsk: v.open("askData")}, err
}

func showNewCase(v *visit) (any, error) {
	shown := formShown{Kind: complaint.EntryOpened, Form: openingForm(), say: v, Stored: url.Values{"event": {v.c.QueryParam("event")}}}
	if !v.open("listEvents") {
		return shown, nil
	}
	events, err := v.events(wire.ListEventsParams{Limit: new(most)})
	for _, e := range events.Items {
		shown.From.Events = append(shown.From.Events, caseChoice{Value: e.ID, Text: e.Name})
	}
	return shown, err
}

func openCase(v *visit) (string, error) {
	id, err := ask(v, "openCase", func(ctx context.Context, who *door.Caller) (string, error) {
		var asked registry.NewCase
		if err := v.typedCase(openingForm(), time.UTC, nil, &asked); err != nil {
			return "", err
		}
		if asked.Event != "" {
			asked.In = complaint.Competition{} // what is kept here is taken as it is kept
		}
		return v.cases.Open(ctx, who, asked)
	})
	return "/cases/" + id + "?done=opened", err
}

// stepContent is one step of the procedure, as a form.
type stepContent struct {
	Action string // address of the form
	Kind   complaint.EntryKind
	Step   *registry.StepView // nil if it cannot be taken now
	Form   formShown
	Zone   string
	Number string
	Back   string

	Rules map[string][]registry.RuleView // by the part of the form beside which they stand
	Asked bool                           // the form was looked through
}

// Subject is the number of the case.
func (s stepContent) Subject() string { return s.Number }

// step returns what is shown for one kind of entry. A kind that people do not write has no page.
func (v *visit) step(kind complaint.EntryKind, form caseForm) (stepContent, error) {
	content := stepContent{Action: v.ownPath(), Kind: kind, Zone: v.zoneOfCase().String(), Number: v.inquiry.Number, Back: v.atCase("")}
	for i, step := range v.inquiry.Next {
		if step.Kind == kind {
			content.Step = &v.inquiry.Next[i]
		}
	}
	from, err := v.sources(kind)
	if err != nil {
		return content, err
	}
	content.Form = formShown{Kind: kind, Form: form, From: from, Stored: v.beforehand(kind), say: v}
	return content, nil
}

// ownStep returns the kind of entry of the page, with its form.
func (v *visit) ownStep() (complaint.EntryKind, caseForm, error) {
	kind := complaint.EntryKind(v.c.Param("kind"))
	form, ok := formOf(kind)
	if !ok || kind == complaint.EntryFiled {
		return "", nil, access.Hidden()
	}
	return kind, form, nil
}

func showCaseStep(v *visit) (any, error) {
	kind, form, err := v.ownStep()
	if err != nil {
		return nil, err
	}
	return v.step(kind, form)
}

func enterStep(v *visit) (string, error) {
	kind, form, err := v.ownStep()
	if err != nil {
		return "", err
	}
	return v.enterForm(kind, form)
}

// enterForm enters into the case what a form says. Only a form with times or members cannot be read before the case is.
func (v *visit) enterForm(kind complaint.EntryKind, form caseForm) (string, error) {
	if !form.has(momentField, memberField) {
		body := complaint.NewBody(kind)
		if err := v.typedCase(form, nil, nil, body); err != nil {
			return "", err
		}
		return v.atCase("?done=entered"), v.do("writeCase", func(ctx context.Context, who *door.Caller) error { return v.cases.Enter(ctx, who, body) })
	}
	members, err := v.appointable(kind)
	if err != nil {
		return "", err
	}
	return v.atCase("?done=entered"), v.do("writeCase", func(ctx context.Context, who *door.Caller) error {
		return v.cases.Write(ctx, who, kind, func(seen complaint.Case) (complaint.Body, error) {
			if members == nil {
				members, _ = seen.Appointed()
			}
			body := complaint.NewBody(kind)
			return body, v.typedCase(form, zoneIn(seen.Opening().In), members, body)
		})
	})
}

// typedCase reads a form that a request brings into what it makes.
func (v *visit) typedCase(form caseForm, zone *time.Location, members []complaint.Member, made any) error {
	r := v.c.Request()
	if err := r.ParseForm(); err != nil {
		return v.refusal("web.case.unreadable")
	}
	if err := (caseTyped{Values: r.PostForm, zone: zone, members: members, wrong: v.wrongField}).into(made, form); err != nil {
		return err
	}
	if filing, ok := made.(*complaint.Filing); ok && v.complains() { // a complainant's own form arrives through this service, now
		filing.Channel, filing.Received = complaint.ByService, v.now().UTC()
	}
	return nil
}

// wrongField refuses a form for one of its fields.
func (v *visit) wrongField(field, reason string) error {
	return v.refusal("web.case.wrong", "Field", v.Slug("web.case_field", field), "Reason", v.Slug("web.case_wrong", reason))
}

// sources returns the things among which the form for a kind of entry offers a choice.
func (v *visit) sources(kind complaint.EntryKind) (from caseSources, err error) {
	from.Judges = v.inquiry.Panel
	for _, b := range v.inquiry.Ballots {
		from.Ballots = []caseChoice{{Value: strconv.FormatInt(b.Seq, 10), Text: v.Slug("ballot_question", string(b.Question))}}
	}
	for _, file := range v.inquiry.Attachments() {
		from.Files = append(from.Files, caseChoice{Value: file.Digest, Text: file.Name})
	}
	if from.Members, err = v.appointable(kind); from.Members == nil {
		from.Members = from.Judges // the chair of a panel opens ballots within it
	}
	return from, err
}

// appointable returns the members of the FPL whom an entry may appoint, nil for entries that appoint nobody and for people who
// appoint nobody.
func (v *visit) appointable(kind complaint.EntryKind) ([]complaint.Member, error) {
	asked := []complaint.EntryKind{complaint.EntryPanel, complaint.EntryInvestigator, complaint.EntryBallotOpened, complaint.EntryOverridden}
	if !slices.Contains(asked, kind) || !v.may("listMembers") {
		return nil, nil
	}
	turns, err := ask(v, "listMembers", func(ctx context.Context, _ *door.Caller) ([]complaint.Turn, error) { return v.cases.Members(ctx) })
	members := []complaint.Member{}
	for _, t := range turns {
		members = append(members, t.Member)
	}
	return members, err
}
