package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/complaint"
	"fairplay/reports/pack"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// caseFile is the kind of the package that Export writes.
const caseFile = "case_file"

// Export is a request for a case file.
type Export struct {
	Lang   string
	Masked bool // players other than the parties are called by numbers
	Made   reports.Provenance
}

// Export writes the case file: the record with its index, the form, the letters that were sent, the
// entries as stored, the files of the case, the reports that are in evidence, the audit of the
// case, and a manifest with digests (package pack). It contains only what the reader may see.
func (r *Register) Export(ctx context.Context, who *door.Caller, w io.Writer, x Export) error {
	f, err := r.file(ctx, who, x)
	if err != nil {
		return err
	}
	if err := f.fill(ctx); err != nil {
		return err
	}
	start, _ := time.Parse(time.DateOnly, f.seen.Opening().In.Start) // without a day it stays the zero time
	source := regulations.Shipped().Edition(start).ComplaintSource("AC-B-1")
	log := func(digest string) (json.RawMessage, error) {
		return r.Store.LogDocument(ctx, store.CaseFile, digest, r.Now())
	}
	return pack.Write(w, pack.Manifest{
		Kind: caseFile, Event: f.view.Number, Program: x.Made.Program, Version: x.Made.Version, Commit: x.Made.Commit, Modified: x.Made.Modified,
		Rules: source.Text, RulesFrom: source.ValidFrom, RulesStanding: string(source.Standing),
	}, f.contents, log)
}

// Print writes only the record of a case, with what the reader may see, in one of
// render.PaperFormats. It names the newest checkpoint of the log, if there is one.
func (r *Register) Print(ctx context.Context, who *door.Caller, w io.Writer, format string, o render.Options) error {
	f, err := r.file(ctx, who, Export{})
	if err != nil {
		return err
	}
	last, err := r.Store.LastCheckpoint(ctx)
	switch {
	case err == nil:
		o.Checkpoint = last.Short()
	case fault.KindOf(err) != fault.NotFound:
		return err
	}
	return render.Case(w, format, f.record(ctx), o)
}

// file returns a case file with nothing in it yet.
func (r *Register) file(ctx context.Context, who *door.Caller, x Export) (*file, error) {
	by, name := reader(who), who.Token.Name
	kept, c, view, err := r.look(ctx, who.Case.ID, by)
	if err != nil {
		return nil, err
	}
	seen, _ := c.View(by)
	if me, known := seen.As(by); known {
		name = me.Name // the token of a party does not name its holder
	}
	return &file{Register: r, Export: x, by: by, name: name, kept: kept, seen: seen, view: view, at: r.Now().UTC()}, nil
}

// file is a case file in the making.
type file struct {
	*Register
	Export
	by       complaint.Actor
	name     string // of the reader, printed with the time on each document
	kept     store.CaseRecord
	seen     complaint.Case
	view     View
	at       time.Time
	contents []pack.Content
	left     []string // what is left out, and why, in words
	words    render.Phrases
	mask     *mask // nil where nobody is masked
}

// add adds a document. The same file may have come twice, and two runs of a claim may find the same, byte for byte: it is there once.
func (f *file) add(name string, body []byte) {
	if !slices.ContainsFunc(f.contents, func(c pack.Content) bool { return c.Path == name && bytes.Equal(c.Body, body) }) {
		f.contents = append(f.contents, pack.Content{Path: name, Body: body})
	}
}

// leave says once that something is left out.
func (f *file) leave(what string) {
	if !slices.Contains(f.left, what) {
		f.left = append(f.left, what)
	}
}

// draw adds a document in all human-readable formats.
func (f *file) draw(name string, write func(w io.Writer, format string, o render.Options) error) error {
	for format, ending := range map[string]string{"html": ".html", "pdf": ".pdf", "table": ".txt"} {
		var b bytes.Buffer
		if err := write(&b, format, render.Options{Lang: f.Lang, Width: 100}); err != nil {
			return err
		}
		f.add(name+ending, b.Bytes())
	}
	return nil
}

func (f *file) fill(ctx context.Context) error {
	if err := f.maskOthers(ctx); err != nil {
		return err
	}
	if err := f.files(ctx); err != nil {
		return err
	}
	if err := f.reports(ctx); err != nil {
		return err
	}
	if err := f.letters(); err != nil {
		return err
	}
	if err := f.json("entries.json", f.view.Entries); err != nil {
		return err
	}
	if err := f.json("votes.json", append([]BallotView{}, f.view.Ballots...)); err != nil {
		return err
	}
	audit, err := f.audit(ctx)
	if err != nil {
		return err
	}
	if err := f.json("audit.json", audit); err != nil {
		return err
	}
	record := f.record(ctx)
	return f.draw("index", func(w io.Writer, format string, o render.Options) error { return render.Case(w, format, record, o) })
}

// record returns the record of the case, with the names of the authors.
func (f *file) record(ctx context.Context) *render.PrintedCase {
	people := map[string]string{}
	for _, e := range f.view.Entries {
		if e.By == "" || people[e.By] != "" {
			continue
		}
		if i := slices.IndexFunc(f.view.Parties, func(p complaint.Party) bool { return p.Token == e.By }); i >= 0 {
			people[e.By] = f.view.Parties[i].Name
			continue
		}
		if t, err := f.Store.Token(ctx, e.By); err == nil {
			people[e.By], _ = f.mask.text(t.Name)
		}
	}
	in := f.seen.Opening().In
	return &render.PrintedCase{
		Number: f.view.Number, Event: in.Name, Zone: in.TimeZone, Seen: f.seen, People: people, Reader: f.name, At: f.at, Left: f.left,
	}
}

// json adds a machine-readable file.
func (f *file) json(name string, of any) error {
	body, err := reports.JSON(of)
	if err != nil {
		return err
	}
	if body, _, err = f.mask.json(body); err != nil {
		return err
	}
	f.add(name, body)
	return nil
}

// letters adds the form and the letters that were sent.
func (f *file) letters() error {
	in := f.seen.Opening()
	if filing, filed := complaint.Latest[complaint.Filing](f.seen); filed {
		err := f.draw("form", func(w io.Writer, format string, o render.Options) error {
			return render.ComplaintForm(w, format, in.Case, &filing.Says, in.In.TimeZone, o)
		})
		if err != nil {
			return err
		}
	}
	for _, sent := range complaint.Every[complaint.LetterSent](f.seen) {
		l := letter(f.seen, f.view.Number, sent.Says.Letter, sent.Says.To, sent.Says.Name, f.by, f.at)
		if l == nil {
			continue
		}
		err := f.draw(fmt.Sprintf("letters/%03d_%s_%s", sent.Seq, sent.Says.Letter, sent.Says.To), func(w io.Writer, format string, o render.Options) error {
			return render.CaseLetter(w, format, l, o)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// files adds the attachments, each named by its digest: their own names may be anything.
func (f *file) files(ctx context.Context) error {
	blobs, err := f.Store.CaseBlobs(ctx, f.kept.ID)
	if err != nil {
		return err
	}
	for _, b := range blobs {
		if !f.view.shows(b.SHA256) {
			continue
		}
		if f.mask != nil {
			f.leave(f.words.LeftOut(render.FileLeft, b.SHA256))
			continue
		}
		_, body, err := f.Store.OpenBlob(ctx, f.kept.ID, b.ID)
		if err != nil {
			return err
		}
		content, err := io.ReadAll(body)
		if err != nil {
			return err
		}
		f.add(path.Join("attachments", b.SHA256+ending(b.Type)), content)
	}
	return nil
}

// ending returns the file name extension for a type.
func ending(of string) string {
	switch of {
	case "application/pdf":
		return ".pdf"
	case "image/png":
		return ".png"
	case "image/jpeg":
		return ".jpg"
	}
	return ".pgn"
}

// reports adds the reports that are in evidence, as far as they are kept here.
func (f *file) reports(ctx context.Context) error {
	for _, exhibit := range complaint.Every[complaint.Exhibit](f.seen) {
		for _, digest := range []string{exhibit.Says.Report, exhibit.Says.Opponents} {
			if digest == "" || f.kept.Event == "" {
				continue
			}
			report, err := f.Store.ReportIn(ctx, f.kept.Event, digest)
			if err != nil {
				f.leave(digest + ".json")
				continue
			}
			if _, _, err := f.addReport(digest, report.Body); err != nil {
				return err
			}
		}
	}
	return f.claims(ctx)
}

// addReport adds a report for programs, with the other players called by numbers where the file is masked, and returns its
// name without its ending, and how it stands in the file.
func (f *file) addReport(digest string, body []byte) (name string, said []byte, err error) {
	name = path.Join("reports", digest)
	if f.mask != nil {
		left := 0
		if body, left, err = f.mask.json(body); err != nil {
			return "", nil, err
		}
		if left > 0 {
			f.leave(f.words.LeftOut(render.ReportTextLeft, digest))
		}
		name += "_masked"
	}
	f.add(name+".json", body)
	return name, body, nil
}

// claims adds the reports of engine claims that were run again, for programs and for people.
func (f *file) claims(ctx context.Context) error {
	for _, found := range complaint.Every[complaint.ClaimFinding](f.seen) {
		body, err := f.claim(ctx, found.Says)
		if err != nil {
			return err
		}
		name, body, err := f.addReport(found.Says.Report, body)
		if err != nil {
			return err
		}
		err = f.draw(name, func(w io.Writer, format string, o render.Options) error { return drawClaim(w, format, body, o) })
		if err != nil {
			return err
		}
	}
	return nil
}

// claim reads the report of an engine claim that was run again, which is a file of the case.
func (f *file) claim(ctx context.Context, found complaint.ClaimFinding) ([]byte, error) {
	_, sealed, err := f.blob(ctx, f.kept.ID, found.Report)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(sealed)
}

// audited is a line of the audit in a case file.
type audited struct {
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	Token  string    `json:"token"`
	Role   string    `json:"role"`
	Action string    `json:"action"`
	Detail string    `json:"detail"`
}

// audit returns who read and wrote the case, for readers who keep the register.
func (f *file) audit(ctx context.Context) ([]audited, error) {
	lines := []audited{}
	if !keepsRegister(f.by.Role) {
		return lines, nil
	}
	entries, err := f.Store.AuditEntries(ctx, store.AuditQuery{Subject: f.kept.ID})
	for _, e := range entries {
		lines = append(lines, audited{e.Seq, e.At.UTC(), e.Token, e.Role, e.Action, e.Detail})
	}
	return lines, err
}
