package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

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
	Case   string // ID
	By     CaseReader
	Name   string // of the reader, printed with the time on each document
	Lang   string
	Masked bool // players other than the parties are called by numbers
	Made   reports.Provenance
}

// Export writes the case file: the record with its index, the form, the letters that were sent, the
// entries as stored, the files of the case, the reports that are in evidence, the audit of the
// case, and a manifest with digests (package pack). It contains only what the reader may see.
func (r *Register) Export(ctx context.Context, w io.Writer, x Export) error {
	f, err := r.file(ctx, x)
	if err != nil {
		return err
	}
	if err := f.fill(ctx); err != nil {
		return err
	}
	start, _ := time.Parse(time.DateOnly, f.seen.Opening().In.Start) // without a day it stays the zero time
	source := regulations.Shipped().Edition(start).ComplaintSource("AC-B-1")
	return pack.Write(w, pack.Manifest{
		Kind: caseFile, Event: f.view.Number, Program: x.Made.Program, Version: x.Made.Version, Commit: x.Made.Commit, Modified: x.Made.Modified,
		Rules: source.Text, RulesFrom: source.ValidFrom, RulesStanding: string(source.Standing),
	}, f.contents)
}

// Print writes only the record of a case, with what the reader may see, in one of
// render.PaperFormats.
func (r *Register) Print(ctx context.Context, w io.Writer, x Export, format string, o render.Options) error {
	f, err := r.file(ctx, x)
	if err != nil {
		return err
	}
	return render.Case(w, format, f.record(ctx), o)
}

// file returns a case file with nothing in it yet.
func (r *Register) file(ctx context.Context, x Export) (*file, error) {
	kept, c, view, err := r.look(ctx, x.Case, x.By)
	if err != nil {
		return nil, err
	}
	seen, _ := c.View(x.By)
	if me, known := seen.As(x.By); known {
		x.Name = me.Name // the token of a party does not name its holder
	}
	return &file{Register: r, Export: x, kept: kept, seen: seen, view: view, at: r.Now().UTC()}, nil
}

// file is a case file in the making.
type file struct {
	*Register
	Export
	kept     store.CaseCover
	seen     complaint.Case
	view     View
	at       time.Time
	contents []pack.Content
	left     []string
}

func (f *file) add(name string, body []byte) {
	f.contents = append(f.contents, pack.Content{Path: name, Body: body})
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
	others, err := f.others(ctx)
	if err != nil {
		return err
	}
	if err := f.files(ctx); err != nil {
		return err
	}
	if err := f.reports(ctx, others); err != nil {
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
func (f *file) record(ctx context.Context) *render.CaseRecord {
	people := map[string]string{}
	for _, e := range f.view.Entries {
		if e.By == "" || people[e.By] != "" {
			continue
		}
		if i := slices.IndexFunc(f.view.Parties, func(p complaint.Party) bool { return p.Token == e.By }); i >= 0 {
			people[e.By] = f.view.Parties[i].Name
			continue
		}
		if t, err := f.Keeper.Token(ctx, e.By); err == nil {
			people[e.By] = t.Name
		}
	}
	in := f.seen.Opening().In
	return &render.CaseRecord{
		Number: f.view.Number, Event: in.Name, Zone: in.TimeZone, Seen: f.seen, People: people, Reader: f.Name, At: f.at, Left: f.left,
	}
}

// json adds a machine-readable file.
func (f *file) json(name string, of any) error {
	body, err := reports.JSON(of)
	if err == nil {
		f.add(name, body)
	}
	return err
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
		l := letter(f.seen, f.view.Number, sent.Says.Letter, sent.Says.To, sent.Says.Name, f.By, f.at)
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
	blobs, err := f.Keeper.CaseBlobs(ctx, f.Case)
	if err != nil {
		return err
	}
	done := map[string]bool{}
	for _, b := range blobs {
		if !f.view.shows(b.SHA256) || done[b.SHA256] {
			continue
		}
		done[b.SHA256] = true
		_, body, err := f.Keeper.OpenBlob(ctx, f.Case, b.ID)
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

// reports adds the reports that are in evidence, if they are stored here.
func (f *file) reports(ctx context.Context, others *strings.Replacer) error {
	for _, exhibit := range complaint.Every[complaint.Exhibit](f.seen) {
		for _, digest := range []string{exhibit.Says.Report, exhibit.Says.Opponents} {
			if digest == "" || f.kept.Event == "" {
				continue
			}
			report, err := f.Keeper.ReportIn(ctx, f.kept.Event, digest)
			if err != nil {
				f.left = append(f.left, digest+".json")
				continue
			}
			f.addReport(digest, report.Body, others)
		}
	}
	return f.claims(ctx, others)
}

// addReport adds a report for programs, with the other players called by numbers where the file is masked, and returns its
// name without its ending, and how it stands in the file.
func (f *file) addReport(digest string, body []byte, others *strings.Replacer) (string, []byte) {
	name := path.Join("reports", digest)
	if others != nil {
		name, body = name+"_masked", []byte(others.Replace(string(body)))
	}
	f.add(name+".json", body)
	return name, body
}

// claims adds the reports of engine claims that were run again, for programs and for people.
func (f *file) claims(ctx context.Context, others *strings.Replacer) error {
	for _, found := range complaint.Every[complaint.ClaimFinding](f.seen) {
		_, sealed, err := f.blob(ctx, f.Case, found.Says.Report)
		if err != nil {
			return err
		}
		body, err := io.ReadAll(sealed)
		if err != nil {
			return err
		}
		mask := others
		if f.Masked && mask == nil { // the event is not kept here, and the report knows its players
			mask, err = f.opponents(body)
		}
		if err != nil {
			return err
		}
		name, body := f.addReport(found.Says.Report, body, mask)
		err = f.draw(name, func(w io.Writer, format string, o render.Options) error { return drawClaim(w, format, body, o) })
		if err != nil {
			return err
		}
	}
	return nil
}

// others returns a replacer that calls the players of the event, except the parties, by numbers;
// nil if the file is not masked.
func (f *file) others(ctx context.Context) (*strings.Replacer, error) {
	if !f.Masked || f.kept.Event == "" {
		return nil, nil
	}
	event, err := f.Keeper.Event(ctx, f.kept.Event)
	if err != nil {
		return nil, err
	}
	dossier, err := f.Events.WholeDossier(ctx, event)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, g := range dossier.Games {
		names = append(names, g.White.Name, g.Black.Name)
	}
	for _, p := range dossier.Record.Roster {
		names = append(names, p.Name)
	}
	return f.numbered(names)
}

// opponents is as others, for the players whom the report of an engine claim names.
func (f *file) opponents(report []byte) (*strings.Replacer, error) {
	var says reports.ClaimReport
	if err := json.Unmarshal(report, &says); err != nil {
		return nil, err
	}
	var names []string
	for _, g := range says.ClaimedGames {
		names = append(names, g.Opponent)
	}
	return f.numbered(names)
}

// numbered returns what calls people by numbers, the parties apart.
func (f *file) numbered(names []string) (*strings.Replacer, error) {
	var parties []string
	for _, p := range f.view.Parties {
		parties = append(parties, p.Name, p.FideID)
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(n string) bool { return n == "" || slices.Contains(parties, n) })
	var pairs []string
	for i, n := range names {
		quoted, err := json.Marshal(n)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, string(quoted), fmt.Sprintf("%q", fmt.Sprintf("player %d", i+1)))
	}
	return strings.NewReplacer(pairs...), nil
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
	if !keepsRegister(f.By.Role) {
		return lines, nil
	}
	entries, err := f.Keeper.AuditEntries(ctx, store.AuditQuery{Subject: f.Case})
	for _, e := range entries {
		lines = append(lines, audited{e.Seq, e.At.UTC(), e.Token, e.Role, e.Action, e.Detail})
	}
	return lines, err
}
