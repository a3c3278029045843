package registry_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// reading counts how often the history of a case is read.
type reading struct {
	*store.DB
	histories int
}

func (r *reading) CaseHistory(ctx context.Context, id string) (store.CaseRecord, []complaint.Entry, error) {
	r.histories++
	return r.DB.CaseHistory(ctx, id)
}

func (r *reading) AppendCase(ctx context.Context, id string, write func(*store.CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) (store.CaseRecord, []complaint.Entry, error) {
	r.histories++
	return r.DB.AppendCase(ctx, id, write)
}

// crowd fills an office with cases, of which a share of one in fifty was assessed as unfounded, and returns the last.
func crowd(t testing.TB, o *office, cases int) (last string) {
	secretary, chair := o.holder(access.Grant{Role: access.FPLSecretary}), o.holder(access.Grant{Role: access.FPLChair})
	for i := range cases {
		filed, err := secretary.File(t.Context(), somePaper(nil))
		if err != nil {
			t.Fatal(err)
		}
		last = filed.ID
		says := []complaint.Body{
			&complaint.Assessed{Criterion: complaint.NeedsMoreThanPlay, Answer: complaint.Passed, Reason: "absences"},
			&complaint.Admission{Routing: complaint.Routing{Rated: tournament.Yes, Level: regulations.Increased, Titles: []string{}}},
		}
		if i%50 == 0 {
			says = append(says, &complaint.AccusationAssessment{Basis: "none", Level: "open", Accused: "none", Result: "none", Dissemination: "none", Foundation: complaint.ManifestlyUnfounded})
		} else if i < cases-1 {
			continue
		}
		for _, b := range says {
			if _, err := chair.Write(t.Context(), filed.ID, b); err != nil {
				t.Fatal(err)
			}
		}
	}
	return last
}

// Whoever reads a case does not read all others: only those in which somebody assessed whether the complaint was founded.
func TestEarlierReadsFewCases(t *testing.T) {
	o := openOffice(t)
	last := crowd(t, o, 60)
	counted := &reading{DB: o.db}
	o.reg.Store = counted
	v, err := o.reg.Read(t.Context(), o.as(access.FPLChair, o.newID(), last))
	if err != nil || len(v.Earlier) != 2 {
		t.Fatalf("%d earlier, %v", len(v.Earlier), err)
	}
	if counted.histories > 3 {
		t.Errorf("%d histories were read of 60 cases", counted.histories)
	}
}

func BenchmarkEarlier(b *testing.B) {
	o := openOffice(b)
	last := crowd(b, o, 500)
	for b.Loop() {
		if _, err := o.reg.Read(b.Context(), o.as(access.FPLChair, last, last)); err != nil {
			b.Fatal(err)
		}
	}
}

// Earlier complaints of the same person that were assessed as unfounded are shown to the FPL, once the later one is
// admitted, and to nobody else.
func TestEarlierComplaints(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	chair, secretary := complaint.Actor{Token: strings.Repeat("c", 32), Role: access.FPLChair}, complaint.Actor{Token: strings.Repeat("d", 32), Role: access.FPLSecretary}
	complainant := complaint.Actor{Token: strings.Repeat("e", 32), Role: access.Complainant}
	says := func(id string, by complaint.Actor, body complaint.Body) {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.reg.Write(ctx, o.as(by.Role, by.Token, id), body.Kind(), registry.NewEntry{Kind: body.Kind(), Says: text}.Body); err != nil {
			t.Fatalf("%s: %v", body.Kind(), err)
		}
	}
	read := func(id string, by complaint.Actor) []string {
		t.Helper()
		v, err := o.reg.Read(ctx, o.as(by.Role, by.Token, id))
		if err != nil {
			t.Fatal(err)
		}
		return v.Earlier
	}
	file := func() string {
		t.Helper()
		in := complaint.Competition{Name: "City Open", Mode: regulations.OverTheBoard, Start: "2026-03-10", TimeZone: "Europe/Kyiv", Arbiters: []complaint.Individual{}}
		opens := o.as(secretary.Role, secretary.Token, "")
		opens.Operation, opens.Token.Grants = "openCase", []access.Grant{{Role: secretary.Role}}
		id, err := o.reg.Open(ctx, opens, registry.NewCase{Kind: complaint.PTC, In: in})
		if err != nil {
			t.Fatal(err)
		}
		says(id, secretary, complaint.Filing{Channel: complaint.ByEmail, Received: o.now, Form: complaint.Form{
			Complainant: complaint.Party{Role: complaint.ComplainantParty, Individual: complaint.Individual{
				Name: "Petrenko, Ivan", FideID: "14100010", Federation: "UKR", Address: "Lviv", Email: "ivan@example.org", Telephone: "1",
			}},
			Respondents: []complaint.Party{{Role: complaint.RespondentParty, Capacity: complaint.AsPlayer, Individual: complaint.Individual{Name: "Kowalski, Jan", Federation: "POL"}}},
			Facts:       "absences", Tournaments: []string{"City Open"}, Organiser: "club", Arbiters: []string{"Koval, Petro"}, Attachments: []string{},
			Date: "2026-03-19", Signed: true, Consent: tournament.Yes, Agreed: "2026-03-19", Subject: complaint.Assistance, Grounds: "absences", WhyNoITC: "heard of it later",
		}})
		says(id, secretary, complaint.Assessed{Criterion: complaint.NeedsMoreThanPlay, Answer: complaint.Passed, Reason: "absences"})
		return id
	}
	admit := func(id string) {
		t.Helper()
		says(id, secretary, complaint.Admission{Routing: complaint.Routing{Rated: tournament.Yes, Level: regulations.Increased, Titles: []string{}}})
	}
	first := file()
	admit(first)
	says(first, chair, complaint.AccusationAssessment{Basis: "none", Level: "open", Accused: "none", Result: "third", Dissemination: "none", Foundation: complaint.ManifestlyUnfounded})
	second := file()
	if got := read(second, chair); len(got) != 0 {
		t.Errorf("before it is admitted %v is shown", got)
	}
	admit(second)
	for _, by := range []complaint.Actor{chair, secretary} {
		if got := read(second, by); !slices.Equal(got, []string{complaint.Number(first)}) {
			t.Errorf("%s sees %v", by.Role, got)
		}
	}
	if got := read(second, complainant); len(got) != 0 {
		t.Errorf("the complainant sees %v", got)
	}
	if got := read(first, chair); len(got) != 0 {
		t.Errorf("beside the first %v is shown", got)
	}
}

// An entry is written with one reading of its case, evidence with two: the test that it names is read before the case is locked.
func TestWritingReadsTheCaseOnce(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	id := crowd(t, o, 1)
	counted := &reading{DB: o.db}
	o.reg.Store = counted
	for _, tt := range []struct {
		name  string
		says  complaint.Body
		reads int
	}{
		{"a step", &complaint.HoldSet{Reason: "a court"}, 1},
		{"a refused step", &complaint.Warning{Given: o.now}, 1},
		{"an appointment by turn", &complaint.InvestigatorAppointment{Investigator: complaint.Member{Token: o.newID(), Name: "A. Member", Federation: "ESP"}}, 1},
		{"evidence", &complaint.Exhibit{Of: complaint.Observational, Title: "t", Origin: "o", Author: "a", Taken: o.now, Files: []string{}}, 2},
	} {
		counted.histories = 0
		chair := o.as(access.FPLChair, strings.Repeat("c", 32), id)
		if err := o.reg.Enter(ctx, chair, tt.says); counted.histories != tt.reads {
			t.Errorf("%s: the case is read %d times, not %d (%v)", tt.name, counted.histories, tt.reads, err)
		}
	}
}
