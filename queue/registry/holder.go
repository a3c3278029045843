package registry

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// Holder is the holder of a token who uses the register without a server in between. Package access
// decides what he may do, as everywhere, and what he reads, writes or is refused is in the audit
// before he gets an answer. Actions have the names that the API gives them.
type Holder struct {
	Register *Register
	Token    store.Token
	Audit    func(context.Context, []store.AuditEntry) error
	NewID    func() (string, error)
}

// About returns the object of opening a case: an event that is stored here, nil for none.
func About(event *store.Event) access.On {
	if event == nil {
		return access.On{Event: noEvent}
	}
	return event.On()
}

// noEvent is an event to which nobody is bound.
const noEvent = "none"

// note writes into the audit, even if the caller has gone away.
func (h *Holder) note(ctx context.Context, role access.Role, action, subject, detail string) error {
	return h.Audit(context.WithoutCancel(ctx), []store.AuditEntry{{
		At: h.Register.Now().UTC(), Token: h.Token.ID, Role: string(role), Action: action, Subject: subject, Detail: detail,
	}})
}

// refused audits that he was refused something, by the table of actions or by the procedure, and
// returns why. entry is the kind of entry that was to be written, "" for none.
func (h *Holder) refused(ctx context.Context, role access.Role, a access.Action, action, subject string, entry complaint.EntryKind, why error) error {
	detail, noted := a.Refusal(why, string(entry))
	if !noted {
		return why
	}
	return errors.Join(why, h.note(ctx, role, action, subject, detail))
}

// admit finds a case by its number or ID, and the role in which he may do something with it. A
// missing case is hidden in the same way as one that is not open to him.
func (h *Holder) admit(ctx context.Context, name string, a access.Action, action string) (string, CaseReader, error) {
	kept, err := h.find(ctx, name)
	if err != nil {
		return "", CaseReader{}, h.refused(ctx, "", a, action, "", "", err)
	}
	role, err := access.Allow(a, h.Token.Grants, kept.On())
	if err != nil {
		return "", CaseReader{}, h.refused(ctx, "", a, action, kept.ID, "", err)
	}
	return kept.ID, ReaderOf(h.Token, role), nil
}

func (h *Holder) find(ctx context.Context, name string) (store.CaseCover, error) {
	if access.IsID(name) {
		kept, err := h.Register.Keeper.Case(ctx, name)
		return kept, access.Hide(err)
	}
	all, err := h.Register.Keeper.Cases(ctx, store.CasesQuery{Scope: access.ScopeOf(access.SeeCases, h.Token.Grants)})
	if err != nil {
		return store.CaseCover{}, err
	}
	found := []store.CaseCover{}
	for _, kept := range all {
		if _, err := access.Allow(access.SeeCases, h.Token.Grants, kept.On()); err == nil && strings.EqualFold(complaint.Number(kept.ID), name) {
			found = append(found, kept)
		}
	}
	switch len(found) {
	case 0:
		return store.CaseCover{}, access.Hidden()
	case 1:
		return found[0], nil
	}
	return store.CaseCover{}, fault.New(fault.Conflict, "case_number", "%d cases have the number %s; name the case by its ID", len(found), name)
}

// List returns the cases in which he has a part, the newest first.
func (h *Holder) List(ctx context.Context) ([]View, error) {
	role, err := access.Allow(access.SeeCases, h.Token.Grants, access.On{})
	if err != nil {
		return nil, h.refused(ctx, "", access.SeeCases, "listCases", "", "", err)
	}
	if err := h.note(ctx, role, "listCases", "", ""); err != nil {
		return nil, err
	}
	return h.Register.List(ctx, h.Token)
}

// Print writes the record of a case, and returns the state of the case.
func (h *Holder) Print(ctx context.Context, w io.Writer, name, format string, o render.Options) (View, error) {
	id, by, err := h.admit(ctx, name, access.SeeCases, "readCase")
	if err != nil {
		return View{}, err
	}
	view, err := h.read(ctx, id, by)
	if err != nil {
		return View{}, err
	}
	return view, h.Register.Print(ctx, w, Export{Case: id, By: by, Name: h.Token.Name}, format, o)
}

// Read returns the state of a case.
func (h *Holder) Read(ctx context.Context, name string) (View, error) {
	id, by, err := h.admit(ctx, name, access.SeeCases, "readCase")
	if err != nil {
		return View{}, err
	}
	return h.read(ctx, id, by)
}

func (h *Holder) read(ctx context.Context, id string, by CaseReader) (View, error) {
	if err := h.note(ctx, by.Role, "readCase", id, ""); err != nil {
		return View{}, err
	}
	view, err := h.Register.Read(ctx, id, by)
	if err != nil {
		err = h.refused(ctx, by.Role, access.SeeCases, "readCase", id, "", err)
	}
	return view, err
}

// Write writes an entry into a case, and returns the new state of the case.
func (h *Holder) Write(ctx context.Context, name string, body complaint.Body) (View, error) {
	id, by, err := h.admit(ctx, name, access.ActOnCases, "writeCase")
	if err != nil {
		return View{}, err
	}
	if err := enteredOtherwise(body.Kind()); err != nil {
		return View{}, err
	}
	if err := h.Register.write(ctx, id, body, by); err != nil {
		return View{}, h.refused(ctx, by.Role, access.ActOnCases, "writeCase", id, body.Kind(), err)
	}
	if err := h.note(ctx, by.Role, "writeCase", id, string(body.Kind())); err != nil {
		return View{}, err
	}
	return h.Register.Read(ctx, id, by)
}

// Paper is a complaint that arrived as a form. Scan is the signed paper, nil for none.
type Paper struct {
	NewCase
	Filing   complaint.Filing
	Scan     []byte
	ScanName string
}

// File opens a case and enters a form into it: both or neither.
func (h *Holder) File(ctx context.Context, p Paper) (View, error) {
	event, err := h.Register.EventNamed(ctx, p.Event)
	if err != nil {
		return View{}, h.refused(ctx, "", access.FileCases, "openCase", "", "", err)
	}
	role, err := access.Allow(access.FileCases, h.Token.Grants, About(event))
	if err != nil {
		return View{}, h.refused(ctx, "", access.FileCases, "openCase", "", "", err)
	}
	if p.Scan != nil {
		if len(p.Scan) > store.LargestBlob {
			return View{}, fault.New(fault.TooLarge, "attachment_size", "a scan has at most %d MB", store.LargestBlob>>20)
		}
		if _, err := io.Copy(io.Discard, intake.NewAttachmentReader(bytes.NewReader(p.Scan))); err != nil {
			return View{}, err
		}
		digest := sha256.Sum256(p.Scan)
		p.Filing.Scan = hex.EncodeToString(digest[:])
	}
	id, err := h.NewID()
	if err != nil {
		return View{}, err
	}
	by := ReaderOf(h.Token, role)
	if _, err := h.Register.Open(ctx, id, p.NewCase, event, by, &p.Filing); err != nil {
		return View{}, h.refused(ctx, role, access.FileCases, "openCase", "", complaint.EntryOpened, err)
	}
	if err := errors.Join(h.note(ctx, role, "openCase", id, string(p.Kind)), h.note(ctx, role, "writeCase", id, string(complaint.EntryFiled))); err != nil {
		return View{}, err
	}
	if p.Scan != nil {
		if err := h.attach(ctx, id, p, by); err != nil {
			return View{}, fault.Wrap(err, fault.KindOf(err), "scan", "the form is filed as %s, its scan is not", complaint.Number(id))
		}
	}
	return h.Register.Read(ctx, id, by)
}

// attach adds the scan of a form. It is not scanned for viruses.
func (h *Holder) attach(ctx context.Context, id string, p Paper, by CaseReader) error {
	blob, err := h.NewID()
	if err != nil {
		return err
	}
	file := store.CaseBlob{ID: blob, By: h.Token.ID, Added: h.Register.Now().UTC(), BlobFacts: store.BlobFacts{Name: p.ScanName}}
	if err := h.Register.Attach(ctx, id, file, bytes.NewReader(p.Scan), by); err != nil {
		return h.refused(ctx, by.Role, access.ActOnCases, "addAttachment", id, complaint.EntryAttachment, err)
	}
	return h.note(ctx, by.Role, "addAttachment", id, "attachment "+blob)
}

// Export writes the case file. x leaves case and reader empty.
func (h *Holder) Export(ctx context.Context, w io.Writer, name string, x Export) error {
	id, by, err := h.admit(ctx, name, access.SeeCases, "exportCase")
	if err != nil {
		return err
	}
	if err := h.note(ctx, by.Role, "exportCase", id, ""); err != nil {
		return err
	}
	x.Case, x.By, x.Name = id, by, h.Token.Name
	if err := h.Register.Export(ctx, w, x); err != nil {
		return h.refused(ctx, by.Role, access.SeeCases, "exportCase", id, "", err)
	}
	return nil
}
