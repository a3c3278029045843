package registry_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// office is a database with a register, at which holders of tokens stand.
type office struct {
	t    testing.TB
	db   *store.DB
	now  time.Time
	reg  *registry.Register
	door *door.Door
}

func openOffice(t testing.TB) *office {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	o := &office{t: t, db: db, now: time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC)}
	o.reg = &registry.Register{Store: db, Now: func() time.Time { o.now = o.now.Add(time.Minute); return o.now }, Random: rand.Reader}
	o.door = door.New(db, func(ctx context.Context, entries ...store.AuditEntry) error { return db.Audit(ctx, entries) }, o.reg.Now)
	return o
}

// as is a caller whom the door has let in to a case.
func (o *office) as(role access.Role, token, inquiry string) *door.Caller {
	return &door.Caller{Door: o.door, Operation: "readCase", Token: store.Token{ID: token}, Role: role, Case: &store.CaseRecord{ID: inquiry}}
}

// holder is somebody with a new token.
func (o *office) holder(grants ...access.Grant) *registry.Holder {
	o.t.Helper()
	token := store.Token{ID: o.newID(), Hash: []byte(o.newID()), Name: "Somebody", Grants: grants, Created: o.now, Expires: o.now.AddDate(1, 0, 0)}
	if err := o.db.AddToken(o.t.Context(), token); err != nil {
		o.t.Fatal(err)
	}
	return &registry.Holder{Register: o.reg, Door: o.door, Token: token}
}

func (o *office) newID() string {
	bits := make([]byte, 16)
	rand.Read(bits)
	return hex.EncodeToString(bits)
}

// audited checks what the audit says of a holder since the last time, as "action subject detail".
func (o *office) audited(h *registry.Holder, from *int, want ...string) {
	o.t.Helper()
	entries, err := o.db.AuditEntries(o.t.Context(), store.AuditQuery{Token: h.Token.ID})
	if err != nil {
		o.t.Fatal(err)
	}
	var got []string
	for _, e := range entries[*from:] {
		got = append(got, strings.Join([]string{e.Action, e.Subject, e.Detail}, "|"))
	}
	if *from = len(entries); !slices.Equal(got, want) {
		o.t.Errorf("audit of %v:\n%s\nwant\n%s", h.Token.Grants, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// pdf is the least that counts as a PDF.
const pdf = "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// faultCode is the code of an error.
func faultCode(err error) string {
	known, _ := errors.AsType[*fault.Error](err)
	return known.Code
}

// read reads what an entry of a view says.
func read(t *testing.T, v registry.View, entry int, into any) {
	t.Helper()
	if err := json.Unmarshal(v.Entries[entry].Says, into); err != nil {
		t.Fatal(err)
	}
}

func somePaper(scan []byte) registry.Paper {
	return registry.Paper{
		NewCase: registry.NewCase{Kind: complaint.PTC, In: complaint.Competition{
			Name: "City Open", Mode: regulations.OverTheBoard, Start: "2026-03-10", TimeZone: "Europe/Kyiv", Arbiters: []complaint.Individual{},
		}},
		Filing: complaint.Filing{Channel: complaint.ByEmail, Received: time.Date(2026, 3, 19, 12, 0, 0, 0, time.UTC), Form: complaint.Form{
			Complainant: complaint.Party{Role: complaint.ComplainantParty, Individual: complaint.Individual{
				Name: "Petrenko, Ivan", FideID: "14100010", Federation: "UKR", Address: "Lviv", Email: "ivan@example.org", Telephone: "1",
			}},
			Respondents: []complaint.Party{{Role: complaint.RespondentParty, Capacity: complaint.AsPlayer, Individual: complaint.Individual{Name: "Kowalski, Jan", Federation: "POL"}}},
			Facts:       "absences", Tournaments: []string{"City Open"}, Organiser: "club", Arbiters: []string{"Koval, Petro"}, Attachments: []string{},
			Date: "2026-03-19", Signed: true, Consent: tournament.Yes, Agreed: "2026-03-19", Subject: complaint.Assistance, Grounds: "absences", WhyNoITC: "heard of it later",
		}},
		Scan: scan, ScanName: "signed.pdf",
	}
}

// A holder at the register may do what his role and the procedure let him, and everything that he reads, writes or is refused is
// in the audit, by case and kind of entry.
func TestHolder(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	secretary, chair, organiser := o.holder(access.Grant{Role: access.FPLSecretary}), o.holder(access.Grant{Role: access.FPLChair}), o.holder(access.Grant{Role: access.Organiser})
	member := o.holder(access.Grant{Role: access.FPLMember})
	var bySecretary, byChair, byOrganiser, byMember int

	filed, err := secretary.File(ctx, somePaper([]byte(pdf)))
	if err != nil || filed.State != complaint.StateReceived {
		t.Fatalf("filed: %s, %v", filed.State, err)
	}
	id := filed.ID
	entries, err := o.db.AuditEntries(ctx, store.AuditQuery{Token: secretary.Token.ID, Action: "addAttachment"})
	if err != nil || len(entries) != 1 {
		t.Fatalf("%+v, %v", entries, err)
	}
	o.audited(secretary, &bySecretary, "openCase|"+id+"|ptc", "writeCase|"+id+"|filed", "addAttachment|"+id+"|"+entries[0].Detail)

	if list, err := secretary.List(ctx); err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("list: %+v, %v", list, err)
	}
	if v, err := secretary.Read(ctx, strings.ToLower(filed.Number)); err != nil || v.ID != id {
		t.Errorf("by number: %+v, %v", v.ID, err)
	}
	var printed bytes.Buffer
	if _, err := secretary.Print(ctx, &printed, id, "table", render.Options{Lang: "en", Width: 100}); err != nil || !strings.Contains(printed.String(), "Petrenko") {
		t.Errorf("printed: %v", err)
	}
	o.audited(secretary, &bySecretary, "listCases||", "readCase|"+id+"|", "readCase|"+id+"|")

	// Refused by the table of actions: nobody learns whether there is such a case.
	for i, h := range []*registry.Holder{organiser, member} {
		before := []*int{&byOrganiser, &byMember}[i]
		for _, name := range []string{id, filed.Number, strings.Repeat("0", 32)} {
			if _, err := h.Read(ctx, name); fault.KindOf(err) != fault.NotFound || err.Error() != access.Hidden().Error() {
				t.Errorf("%v reads %s: %v", h.Token.Grants, name, err)
			}
		}
		o.audited(h, before, "readCase|"+id+"|refused: not_found", "readCase||refused: not_found", "readCase||refused: not_found")
	}
	if _, err := organiser.List(ctx); fault.KindOf(err) != fault.NotFound {
		t.Errorf("organiser lists: %v", err)
	}
	if _, err := organiser.File(ctx, somePaper(nil)); fault.KindOf(err) != fault.NotFound {
		t.Errorf("organiser files: %v", err)
	}
	if err := organiser.Export(ctx, &printed, id, registry.Export{Lang: "en"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("organiser exports: %v", err)
	}
	o.audited(organiser, &byOrganiser, "listCases||refused: not_found", "openCase||refused: not_found", "exportCase|"+id+"|refused: not_found")

	// Refused by the procedure: on record as well, with the kind of entry and nothing of what it says.
	for _, tt := range []struct {
		body complaint.Body
		kind fault.Kind
		code string
	}{
		{&complaint.Inadmissibility{Reason: "secret"}, fault.Conflict, "case_state"},
		{&complaint.Warning{Given: o.now}, fault.Conflict, "case_state"},
		{somePaper(nil).Filing, fault.Forbidden, "not_allowed"},
		{&complaint.HoldLifted{Reason: "secret"}, fault.Conflict, "case_lacks"},
	} {
		if _, err := chair.Write(ctx, id, tt.body); fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", tt.body.Kind(), err)
		}
		o.audited(chair, &byChair, fmt.Sprintf("writeCase|%s|refused: %s, %s", id, tt.code, tt.body.Kind()))
	}
	if _, err := chair.Write(ctx, id, &complaint.Opening{Case: complaint.PTC, In: somePaper(nil).In}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("opened twice: %v", err)
	}
	if _, err := chair.Write(ctx, id, &complaint.HoldSet{Reason: "secret"}); err != nil {
		t.Error(err)
	}
	o.audited(chair, &byChair, "writeCase|"+id+"|hold_set")

	// A form that the procedure does not take leaves nothing behind.
	paper := somePaper(nil)
	paper.Kind = complaint.ITC
	if _, err := secretary.File(ctx, paper); fault.KindOf(err) != fault.Conflict && fault.KindOf(err) != fault.Forbidden {
		t.Errorf("an ITC filed by the secretary: %v", err)
	}
	if list, _ := secretary.List(ctx); len(list) != 1 {
		t.Errorf("%d cases", len(list))
	}
	if kept, err := o.db.Case(ctx, id); err != nil || !kept.Held {
		t.Errorf("%+v, %v", kept, err)
	}
	printed.Reset()
	if err := chair.Export(ctx, &printed, filed.Number, registry.Export{Lang: "uk"}); err != nil || printed.Len() == 0 {
		t.Errorf("exported: %v", err)
	}
	o.audited(chair, &byChair, "exportCase|"+id+"|")
}

// The audit comes before the answer: where it cannot be written, nothing is shown.
func TestHolderIsShownNothingUnaudited(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	secretary := o.holder(access.Grant{Role: access.FPLSecretary})
	filed, err := secretary.File(ctx, somePaper(nil))
	if err != nil {
		t.Fatal(err)
	}
	full := fault.New(fault.Unavailable, "disk_full", "there is no room")
	secretary.Door = door.New(o.db, func(context.Context, ...store.AuditEntry) error { return full }, o.reg.Now)
	var out bytes.Buffer
	_, listed := secretary.List(ctx)
	_, read := secretary.Read(ctx, filed.ID)
	_, printed := secretary.Print(ctx, &out, filed.ID, "table", render.Options{Lang: "en", Width: 100})
	exported := secretary.Export(ctx, &out, filed.ID, registry.Export{Lang: "en"})
	for what, err := range map[string]error{"list": listed, "read": read, "print": printed, "export": exported} {
		if fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", what, err)
		}
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes were shown", out.Len())
	}
}
