package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
)

// complains reports whether the person is the complainant of the case and does not receive forms for
// others.
func (v *visit) complains() bool {
	return slices.ContainsFunc(v.person.Token.Grants, func(g access.Grant) bool {
		return g.Role == access.Complainant && g.Case == v.c.Param("case")
	})
}

// complaintForm is the complaint form for this person: only those who receive forms are asked how
// it arrived.
func (v *visit) complaintForm() caseForm {
	form := filingForm()
	if v.complains() {
		form = form[:len(form)-1]
	}
	return form
}

func showCaseForm(v *visit) (any, error) {
	content, err := v.step(complaint.EntryFiled, v.complaintForm())
	if err != nil || v.c.Request().Method != http.MethodPost {
		return content, err
	}
	content.Asked = true
	content.Rules, err = v.admissibility()
	if refused(err, fault.Invalid, fault.Unprocessable) {
		return content, nil // the page says what was wrong when it is handed in
	}
	return content, err
}

// admissibility asks which rules the typed form satisfies, and sorts the rules by the part of the
// form beside which they are shown.
func (v *visit) admissibility() (map[string][]registry.RuleView, error) {
	rules, err := ask(v, "checkForm", func(ctx context.Context, who *door.Caller) ([]registry.RuleView, error) {
		var filing complaint.Filing
		if err := v.typedCase(v.complaintForm(), v.zoneOfCase(), nil, &filing); err != nil {
			return nil, err
		}
		return v.cases.Check(ctx, who, registry.FormCheck{Kind: v.inquiry.Kind, Case: v.inquiry.ID, Form: filing.Form})
	})
	beside := map[string][]registry.RuleView{}
	for _, r := range rules {
		part := partOf(r.Criterion)
		beside[part] = append(beside[part], r)
	}
	return beside, err
}

// partOf returns the part of the form that a rule concerns; "" for the whole form.
func partOf(c complaint.Criterion) string {
	switch c {
	case complaint.NeedsFideID:
		return "complainant"
	case complaint.NeedsGrounds, complaint.NeedsMoreThanPlay, complaint.NeedsReasonLate:
		return "incident"
	case complaint.NeedsClaim:
		return "claim"
	case complaint.NeedsSignature, complaint.NeedsConsent:
		return "signature"
	}
	return ""
}

func fileComplaint(v *visit) (string, error) {
	return v.enterForm(complaint.EntryFiled, v.complaintForm())
}

// keepDraft stores the unfinished form of somebody who may write into the case, sealed, for him alone.
func keepDraft(v *visit) (string, error) {
	return v.ownPath() + "?done=draft", v.do("writeCase", func(ctx context.Context, _ *door.Caller) error {
		r := v.c.Request()
		if err := r.ParseForm(); err != nil {
			return v.refusal("web.case.unreadable")
		}
		typed := url.Values{}
		for name, values := range r.PostForm {
			if name != "csrf" && strings.Join(values, "") != "" {
				typed[name] = values
			}
		}
		return v.api.KeepDraft(ctx, v.person, v.ownPath(), typed.Encode())
	})
}

// beforehand returns the content of a form before anything is typed.
func (v *visit) beforehand(kind complaint.EntryKind) url.Values {
	typed := url.Values{}
	switch kind {
	case complaint.EntryFiled:
		v.ofCompetition(typed)
	case complaint.EntryAdmitted:
		v.ofRouting(typed)
	case complaint.EntryFormAsked:
		for _, r := range v.inquiry.Admissibility {
			if r.Answer == complaint.Missing {
				typed.Add("missing", string(r.Criterion))
			}
		}
	case complaint.EntryBallotOpened:
		if v.inquiry.State == complaint.StateInvestigation {
			v.ofPanel(typed)
		}
	case complaint.EntryStatement, complaint.EntryRepresented, complaint.EntryInformed:
		role := complaint.RespondentParty
		if v.complains() {
			role = complaint.ComplainantParty
		}
		typed.Set("of", string(role))
		for _, p := range v.inquiry.Parties {
			if p.Role == role {
				typed.Set("party", p.Name)
				typed.Set("respondent", p.Name)
			}
		}
	}
	return typed
}

// ofCompetition fills in what is known of the event.
func (v *visit) ofCompetition(typed url.Values) {
	in := v.inquiry.Competition
	if in == nil {
		return
	}
	typed.Set("form.tournaments", in.Name)
	typed.Set("form.organiser", in.Organiser)
	var arbiters []string
	for _, a := range in.Arbiters {
		arbiters = append(arbiters, a.Name)
	}
	typed.Set("form.arbiters", strings.Join(arbiters, "\n"))
}

// ofRouting fills in the facts that decide who has jurisdiction, as far as they are known.
func (v *visit) ofRouting(typed url.Values) {
	in := v.inquiry.Competition
	if in == nil {
		return
	}
	for name, value := range map[string]string{"official": string(in.Official), "rated": string(in.Rated), "level": string(in.Level), "host": in.Federation} {
		typed.Set("routing."+name, value)
	}
	if in.Online() {
		typed.Set("routing.online", "yes")
	}
	for _, p := range v.inquiry.Parties {
		if p.Title != "" && p.Role != complaint.WitnessParty {
			typed.Add("routing.titles", p.Title)
		}
	}
}

// ofPanel fills in the panel as those who vote on a dismissal.
func (v *visit) ofPanel(typed url.Values) {
	typed.Set("question", string(complaint.ToDismiss))
	typed.Set("quorum", strconv.Itoa(len(v.inquiry.Panel)))
	for i, m := range v.inquiry.Panel {
		at := "voters." + strconv.Itoa(i) + "."
		typed.Set(at+"token", m.Token)
		typed.Set(at+"federation", m.Federation)
		typed.Set(at+"fide_id", m.FideID)
	}
}
