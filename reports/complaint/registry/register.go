// Package registry keeps the register of cases: it writes entries into cases, admits people who get
// a part in one, and shows each reader what he may see. It also keeps people's requests for their own data. The rules are those of package complaint;
// the registry decides nothing itself.
package registry

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

// Register holds the cases. Its methods may be called concurrently.
type Register struct {
	Store  CaseStore
	Events EventSource
	Now    func() time.Time
	Random io.Reader    // for keys of cases
	Scan   VirusScanner // nil for none: files are then stored as not scanned
	Reruns Rerunner     // of engine claims; only OrderClaim and CancelClaim need it
}

// VirusScanner looks for viruses in a file; *intake.Scanner is one.
type VirusScanner interface {
	Scan(ctx context.Context, file io.Reader) (intake.Scan, error)
}

// EventSource knows what is on record of events; work.Records is one.
type EventSource interface {
	WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error)
}

// CaseStore keeps cases; *store.DB is one.
type CaseStore interface {
	OpenCase(ctx context.Context, random io.Reader, c store.CaseRecord, entries []complaint.Entry) (store.CaseRecord, error)
	Case(ctx context.Context, id string) (store.CaseRecord, error)
	CaseHistory(ctx context.Context, id string) (store.CaseRecord, []complaint.Entry, error)
	Cases(ctx context.Context, q store.CasesQuery) ([]store.CaseRecord, error)
	AppendCase(ctx context.Context, id string, write func(*store.CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) (store.CaseRecord, []complaint.Entry, error)
	AddBlob(ctx context.Context, id string, b store.CaseBlob, body io.Reader,
		write func(*store.CaseRecord, []complaint.Entry, store.CaseBlob) ([]complaint.Entry, error)) (store.CaseBlob, error)
	OrderTask(ctx context.Context, id string, t store.Task, write func(*store.CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) error
	Task(ctx context.Context, id string) (store.Task, error)
	CaseBlobs(ctx context.Context, id string) ([]store.CaseBlob, error)
	OpenBlob(ctx context.Context, id, blob string) (store.CaseBlob, io.Reader, error)
	LogDocument(ctx context.Context, cause store.Cause, digest string, at time.Time) (json.RawMessage, error)
	LastCheckpoint(ctx context.Context) (store.Checkpoint, error)
	EraseCase(ctx context.Context, id string, at time.Time) error
	Event(ctx context.Context, id string) (store.Event, error)
	ReportIn(ctx context.Context, event, id string) (store.Report, error)
	AuditEntries(ctx context.Context, q store.AuditQuery) ([]store.AuditEntry, error)
	Token(ctx context.Context, id string) (store.Token, error)
	Report(ctx context.Context, id string) (store.Report, error)
	Test(ctx context.Context, id string) (store.Test, error)
	Batches(ctx context.Context, event string, after int64, n int) ([]store.Batch, error)
	Tokens(ctx context.Context, after string, n int) ([]store.Token, error)
	Grant(ctx context.Context, token string, g access.Grant) error
	Ungrant(ctx context.Context, token string, g access.Grant) error
	AskData(ctx context.Context, random io.Reader, r store.DataRequest, text json.RawMessage) (store.DataRequest, error)
	AnswerData(ctx context.Context, id string, answer func(store.DataRequest) (store.DataStep, error)) (store.DataRequest, error)
	EraseData(ctx context.Context, id, by string, at time.Time) (store.DataRequest, error)
	DataRequest(ctx context.Context, id string) (store.DataRequest, error)
	DataRequests(ctx context.Context, by string) ([]store.DataRequest, error)
}

// NewCase is a case that somebody opens: about an event that is stored here, or about one whose
// facts he states.
type NewCase struct {
	Kind      complaint.CaseKind    `json:"kind"`
	Event     string                `json:"event,omitempty"`     // ID, "" for an event that is not kept here
	Procedure regulations.Mode      `json:"procedure,omitempty"` // of a hybrid event
	In        complaint.Competition `json:"competition,omitzero"`
}

// Open opens a case and writes further entries into it, all or nothing. It becomes the case of the caller. What the rules do not
// allow is refused with the reason.
func (r *Register) Open(ctx context.Context, who *door.Caller, n NewCase, more ...complaint.Body) (id string, err error) {
	event, err := r.event(ctx, n.Event)
	if err != nil {
		return "", err
	}
	about := access.On{Event: noEvent}
	if event != nil {
		about = event.On()
	}
	if err := who.On(about); err != nil {
		return "", err
	}
	if id, err = store.NewID(r.Random); err != nil {
		return "", err
	}
	who.Entry = string(complaint.EntryOpened)
	kept, err := r.open(ctx, id, n, event, reader(who), more)
	if err != nil {
		return "", err
	}
	who.Case = &kept
	if err := who.Audit(ctx, string(n.Kind)); err != nil {
		return "", err
	}
	for _, body := range more {
		if err := who.Doing("writeCase").Audit(ctx, string(body.Kind())); err != nil {
			return "", err
		}
	}
	return id, nil
}

// noEvent is an event to which nobody is bound.
const noEvent = "none"

// open opens a case with this ID about an event, nil for one that is not kept here.
func (r *Register) open(ctx context.Context, id string, n NewCase, event *store.Event, by complaint.Actor, more []complaint.Body) (store.CaseRecord, error) {
	opening := &complaint.Opening{Case: n.Kind, Event: n.Event, In: n.In}
	if event != nil {
		in, err := r.competition(ctx, *event, n.Procedure)
		if err != nil {
			return store.CaseRecord{}, err
		}
		opening.In = in
	}
	entry, err := complaint.Case{}.Write(opening, by, r.Now().UTC())
	if err != nil {
		return store.CaseRecord{}, err
	}
	c := store.CaseRecord{ID: id, Event: n.Event, Arbiter: n.Kind == complaint.ITC || by.Role == access.ChiefArbiter}
	entries := []complaint.Entry{entry}
	for _, body := range more {
		next, err := r.entry(&c, entries, body, by)
		if err != nil {
			return store.CaseRecord{}, err
		}
		entries = append(entries, next...)
	}
	return r.Store.OpenCase(ctx, r.Random, c, entries)
}

// read returns a stored case and its state.
func (r *Register) read(ctx context.Context, id string) (store.CaseRecord, complaint.Case, error) {
	kept, entries, err := r.Store.CaseHistory(ctx, id)
	if err != nil {
		return kept, complaint.Case{}, err
	}
	c, err := complaint.Replay(entries)
	return kept, c, err
}

// look returns a case, and what somebody may see of it, without other cases. If he sees nothing of
// it, it is hidden from him (NotFound).
func (r *Register) look(ctx context.Context, id string, by complaint.Actor) (kept store.CaseRecord, c complaint.Case, view View, err error) {
	if kept, c, err = r.read(ctx, id); err != nil {
		return kept, c, view, err
	}
	view, ok := viewOf(kept, c, by, r.Now())
	if !ok {
		err = access.Hidden()
	}
	return kept, c, view, err
}

// Read returns the case of the caller as he may see it. If he sees nothing of it, it is hidden from him (NotFound).
func (r *Register) Read(ctx context.Context, who *door.Caller) (View, error) {
	by := reader(who)
	_, c, view, err := r.look(ctx, who.Case.ID, by)
	if err == nil && (keepsRegister(by.Role) || by.Role == access.FPLMember) {
		view.Earlier, err = r.earlier(ctx, c)
	}
	if err != nil || view.Event == "" {
		return view, err
	}
	event, err := r.Store.Event(ctx, view.Event)
	if err == nil && who.Allow(access.SeeStatistics, event.On()) == nil {
		view.linkReports()
	}
	return view, err
}

// event returns the event with an ID, nil for "". A missing event is hidden in the same way as one that is not open to the caller.
func (r *Register) event(ctx context.Context, id string) (*store.Event, error) {
	if id == "" {
		return nil, nil
	}
	if !access.IsID(id) {
		return nil, access.Hidden()
	}
	event, err := r.Store.Event(ctx, id)
	return &event, access.Hide(err)
}

// earlier returns the numbers of earlier complaints that the FPL may see beside a case, oldest first.
func (r *Register) earlier(ctx context.Context, c complaint.Case) (numbers []string, err error) {
	if c.Erased || c.Jurisdiction() == "" {
		return nil, nil
	}
	assessed, err := r.Store.Cases(ctx, store.CasesQuery{Scope: access.Scope{All: true}, With: complaint.EntryAccusation})
	if err != nil {
		return nil, err
	}
	for _, kept := range assessed {
		_, before, err := r.read(ctx, kept.ID)
		if err != nil {
			return nil, err
		}
		if before.Precedes(c) {
			numbers = append(numbers, complaint.Number(kept.ID))
		}
	}
	return numbers, nil
}

// List returns the cases that the caller may see, the newest first, in the short form of lists.
func (r *Register) List(ctx context.Context, who *door.Caller) ([]View, error) {
	found, err := r.Store.Cases(ctx, store.CasesQuery{Scope: access.ScopeOf(access.SeeCases, who.Token.Grants)})
	if err != nil {
		return nil, err
	}
	list := []View{}
	for _, kept := range slices.Backward(found) {
		role, err := access.Allow(access.SeeCases, who.Token.Grants, kept.On())
		if err != nil {
			continue
		}
		kept, c, err := r.read(ctx, kept.ID)
		if err != nil {
			return nil, err
		}
		if view, ok := viewOf(kept, c, readerOf(who.Token, role), r.Now()); ok { // otherwise he has a part in it, and is told nothing yet
			list = append(list, view.summary())
		}
	}
	return list, nil
}

// reader is the caller as the procedure knows him.
func reader(who *door.Caller) complaint.Actor { return readerOf(who.Token, who.Role) }

// readerOf returns the holder of a token in one of his roles.
func readerOf(t store.Token, role access.Role) complaint.Actor {
	by := complaint.Actor{Token: t.ID, Role: role}
	for _, g := range t.Grants {
		if g.Role == role && g.Federation != "" {
			by.Federation = g.Federation
		}
	}
	return by
}

// Erase destroys the content of the case of the caller, for a reason.
func (r *Register) Erase(ctx context.Context, who *door.Caller, reason string) error {
	if err := sure(reason); err != nil {
		return err
	}
	if err := r.Store.EraseCase(ctx, who.Case.ID, r.Now().UTC()); err != nil {
		return err
	}
	return who.Audit(ctx, reason)
}

// Invitation lets a party into a case under a token.
type Invitation struct {
	Role     access.Role // complainant or respondent
	Token    string      // ID; a new token gets its role from Admit
	Name     string      // as on the form, or as it is to be
	Capacity string      // of a respondent, "" if the form states it
}

// Invite adds a party to the case of the caller, who audits it when the party has its token. The table of the procedure decides
// who may, as for every entry.
func (r *Register) Invite(ctx context.Context, who *door.Caller, in Invitation) error {
	who.Entry = string(complaint.EntryParty)
	return r.write(ctx, who.Case.ID, complaint.EntryParty, as(&complaint.Party{
		Role: complaint.PartyRole(in.Role), Token: in.Token, Capacity: complaint.Capacity(in.Capacity), Individual: complaint.Individual{Name: in.Name},
	}), reader(who))
}

// FormCheck is a form that somebody is filling in, for a case or about an event.
type FormCheck struct {
	Kind  complaint.CaseKind `json:"kind"`
	Event string             `json:"event,omitempty"`
	Case  string             `json:"case,omitempty"`
	Form  complaint.Form     `json:"form"`
}

// Check checks a form against the rules of admissibility. The case or the event that it names must be open to the caller.
func (r *Register) Check(ctx context.Context, who *door.Caller, f FormCheck) ([]RuleView, error) {
	opening := complaint.Opening{Case: f.Kind, In: complaint.Competition{Mode: regulations.OverTheBoard}}
	event, err := r.event(ctx, f.Event)
	switch {
	case err != nil:
		return nil, err
	case f.Case != "":
		kept, err := r.Store.Case(ctx, f.Case)
		if err != nil || who.Allow(access.SeeCases, kept.On()) != nil {
			return nil, access.Hidden()
		}
		_, c, err := r.read(ctx, f.Case)
		if err != nil {
			return nil, err
		}
		opening = c.Opening()
	case event != nil:
		if err := who.Allow(access.FileCases, event.On()); err != nil {
			return nil, err
		}
		in, err := r.competition(ctx, *event, "")
		if err != nil {
			return nil, err
		}
		opening.In = in
	}
	if !opening.Case.IsComplaint() {
		return nil, fault.New(fault.Invalid, "case_kind", "only complaints have a form: itc or ptc")
	}
	if err := f.Form.Validate(); err != nil {
		return nil, err
	}
	return rules(complaint.AssessForm(opening, complaint.Filing{Form: f.Form, Channel: complaint.ByService, Received: r.Now().UTC()})), nil
}
