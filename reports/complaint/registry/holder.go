package registry

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// Holder is the holder of a token who uses the register without a server in between. The door decides what he may do, as
// everywhere, and what he reads, writes or is refused is in the audit before he gets an answer.
type Holder struct {
	Register *Register
	Door     *door.Door
	Token    store.Token
}

// do does an operation on the case with this number or ID, or on none for "". A missing case is hidden in the same way as one
// that is not open to him.
func (h *Holder) do(ctx context.Context, operation, name string, do func(*door.Caller) error) error {
	a := door.Attempt{Token: h.Token, Operation: operation}
	if name != "" {
		kept, err := h.find(ctx, name)
		if err != nil {
			return h.Door.Refused(ctx, a, nil, err)
		}
		a.Case, a.Subject = kept.ID, kept.ID
	}
	return h.Door.Do(ctx, a, do)
}

func (h *Holder) find(ctx context.Context, name string) (store.CaseRecord, error) {
	if access.IsID(name) {
		kept, err := h.Register.Store.Case(ctx, name)
		return kept, access.Hide(err)
	}
	all, err := h.Register.Store.Cases(ctx, store.CasesQuery{Scope: access.ScopeOf(access.SeeCases, h.Token.Grants)})
	if err != nil {
		return store.CaseRecord{}, err
	}
	found := []store.CaseRecord{}
	for _, kept := range all {
		if h.Door.May("readCase", h.Token, kept.On()) && strings.EqualFold(complaint.Number(kept.ID), name) {
			found = append(found, kept)
		}
	}
	switch len(found) {
	case 0:
		return store.CaseRecord{}, access.Hidden()
	case 1:
		return found[0], nil
	}
	return store.CaseRecord{}, fault.New(fault.Conflict, "case_number", "%d cases have the number %s; name the case by its ID", len(found), name)
}

// List returns the cases in which he has a part, the newest first.
func (h *Holder) List(ctx context.Context) (list []View, err error) {
	err = h.do(ctx, "listCases", "", func(who *door.Caller) error {
		list, err = h.Register.List(ctx, who)
		return err
	})
	return list, err
}

// Print writes the record of a case, and returns the state of the case.
func (h *Holder) Print(ctx context.Context, w io.Writer, name, format string, o render.Options) (v View, err error) {
	err = h.do(ctx, "readCase", name, func(who *door.Caller) error {
		if v, err = h.Register.Read(ctx, who); err != nil {
			return err
		}
		return h.Register.Print(ctx, who, w, format, o)
	})
	return v, err
}

// Read returns the state of a case.
func (h *Holder) Read(ctx context.Context, name string) (v View, err error) {
	err = h.do(ctx, "readCase", name, func(who *door.Caller) error {
		v, err = h.Register.Read(ctx, who)
		return err
	})
	return v, err
}

// Write writes an entry into a case, and returns the new state of the case.
func (h *Holder) Write(ctx context.Context, name string, body complaint.Body) (v View, err error) {
	err = h.do(ctx, "writeCase", name, func(who *door.Caller) error {
		if err := h.Register.Enter(ctx, who, body); err != nil {
			return err
		}
		v, err = h.Register.Read(ctx, who)
		return err
	})
	return v, err
}

// Paper is a complaint that arrived as a form. Scan is the signed paper, nil for none.
type Paper struct {
	NewCase
	Filing   complaint.Filing
	Scan     []byte
	ScanName string
}

// File opens a case and enters a form into it: both or neither. The scan follows.
func (h *Holder) File(ctx context.Context, p Paper) (v View, err error) {
	var filed *door.Caller
	err = h.do(ctx, "openCase", "", func(who *door.Caller) error {
		if err := p.check(); err != nil {
			return err
		}
		filed = who
		_, err := h.Register.Open(ctx, who, p.NewCase, &p.Filing)
		return err
	})
	if err != nil {
		return v, err
	}
	if p.Scan != nil {
		scan := filed.Doing("addAttachment")
		if err := h.Register.Attach(ctx, scan, p.ScanName, bytes.NewReader(p.Scan)); err != nil {
			return v, fault.Wrap(scan.Refused(ctx, err), fault.KindOf(err), "scan", "the form is filed as %s, its scan is not", complaint.Number(filed.Case.ID))
		}
	}
	return h.Register.Read(ctx, filed)
}

// check refuses a scan that is no paper (Invalid), and notes its SHA-256 in the form.
func (p *Paper) check() error {
	if p.Scan == nil {
		return nil
	}
	if len(p.Scan) > store.LargestBlob {
		return fault.New(fault.TooLarge, "attachment_size", "a scan has at most %d MB", store.LargestBlob>>20)
	}
	if _, err := io.Copy(io.Discard, intake.NewAttachmentReader(bytes.NewReader(p.Scan))); err != nil {
		return err
	}
	digest := sha256.Sum256(p.Scan)
	p.Filing.Scan = hex.EncodeToString(digest[:])
	return nil
}

// Export writes the case file.
func (h *Holder) Export(ctx context.Context, w io.Writer, name string, x Export) error {
	return h.do(ctx, "exportCase", name, func(who *door.Caller) error { return h.Register.Export(ctx, who, w, x) })
}
