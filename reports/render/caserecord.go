package render

import (
	"io"
	"strconv"
	"strings"
	"time"

	"fairplay/reports/complaint"
)

// PrintedCase is a case in the form that is printed for a reader: only what he may see.
type PrintedCase struct {
	Number string            // as people see it
	Event  string            // name
	Zone   string            // time zone of the event (IANA), "" for UTC
	Seen   complaint.Case    // as the reader may see it (complaint.Case.View)
	People map[string]string // names of those who wrote, by the IDs of their tokens
	Reader string            // for whom it is printed
	At     time.Time         // when
	Left   []string          // what was left out, in words; nil for nothing
}

// LeftKind is what is left out of a case file in which others than the parties are masked.
type LeftKind string

// What is left out.
const (
	NamesUnknown   LeftKind = "unknown" // nothing, since nobody knows who the others are
	TextLeft       LeftKind = "text"    // of an entry
	ReportTextLeft LeftKind = "report"  // texts of a report
	FileLeft       LeftKind = "file"
)

// LeftOut says what is left out of a masked case file; which is the number of the entry, or the SHA-256.
func (p Phrases) LeftOut(kind LeftKind, which string) string {
	switch kind {
	case TextLeft:
		return p.say("case_record.masked_text", fields{"N": which})
	case ReportTextLeft:
		return p.say("case_record.masked_report", fields{"Digest": which})
	case FileLeft:
		return p.say("case_record.masked_file", fields{"Digest": which})
	}
	return p.say("case_record.masked_unknown", nil)
}

// Case writes the record of a case in one of PaperFormats: its state, evidence by its three kinds,
// votes, and every entry with its digest. It names its reader and time. An unknown format or
// language is fault.Invalid, and nothing is written; any other error is the writer's.
func Case(w io.Writer, format string, r *PrintedCase, o Options) error {
	return publication[PrintedCase]{formats: PaperFormats(), document: func(in *words, _ *PrintedCase) *document {
		return caseRecord{caseWords{in, r.Zone}, r}.document()
	}}.write(w, format, o)
}

// caseRecord says the record of a case in one language.
type caseRecord struct {
	caseWords
	*PrintedCase
}

func (c caseRecord) document() *document {
	d := &document{
		frame: frame{Lang: c.lang, Kind: c.say("case_record.kind", nil), Title: c.say("letter.kind", fields{"Case": c.Number}), Date: c.At.UTC().Format(time.DateOnly)},
		Facts: []string{orAbsent(printable(c.Event)), c.slug("case_state", string(c.Seen.State))},
		Notes: append([]string{
			c.say("case_record.printed", fields{"Reader": printable(c.Reader), "At": c.at(c.At)}),
			c.say("case_record.no_finding", nil), c.say("case_record.confidential", nil),
		}, c.Left...),
	}
	d.Sections = append(d.Sections, c.parties())
	if s := c.evidence(); len(s.Tables) > 0 {
		d.Sections = append(d.Sections, s)
	}
	if s := c.votes(); len(s.Facts) > 0 {
		d.Sections = append(d.Sections, s)
	}
	d.Sections = append(d.Sections, c.index())
	for _, e := range c.Seen.Entries() {
		title, text := Phrases{c.words}.CaseEntry(e, c.Zone)
		d.Sections = append(d.Sections, section{
			ID: "entry_" + strconv.FormatInt(e.Seq, 10), Title: strconv.FormatInt(e.Seq, 10) + ". " + title, Text: text,
			Facts: []fact{{Label: c.say("case_record.written", nil), Value: c.at(e.At) + ", " + c.person(e.By)}, {Label: "SHA-256", Value: orAbsent(e.Digest), Code: true}},
		})
	}
	return d
}

// person returns the author of an entry, by name if that is known.
func (c caseRecord) person(token string) string {
	if name := c.People[token]; name != "" {
		return printable(name)
	}
	return orAbsent(token)
}

// parties lists those who have a part in the case.
func (c caseRecord) parties() section {
	s := section{ID: "parties", Title: c.say("case_record.parties", nil)}
	for _, role := range []complaint.PartyRole{complaint.ComplainantParty, complaint.RespondentParty, complaint.WitnessParty} {
		for _, p := range c.Seen.Parties(role) {
			if p.Name != "" {
				s.Facts = append(s.Facts, fact{Label: c.slug("case_party", string(role)), Value: printable(p.Name)})
			}
		}
	}
	return s
}

// votes lists every ballot with its question and result, and the votes once they are unsealed.
func (c caseRecord) votes() section {
	s := section{ID: "votes", Title: c.say("case_record.votes", nil)}
	for _, b := range c.Seen.Ballots() {
		value := c.say("case_record.sealed", nil)
		if !b.Sealed() {
			value = c.say("case_record.counted", fields{"For": c.integer(b.Count(complaint.For)), "Against": c.integer(b.Count(complaint.Against)), "Abstained": c.integer(b.Count(complaint.Abstain))})
		}
		if result := b.Result(); result != "" {
			value += "; " + c.slug("decision", string(b.Question)+"_"+string(result))
		}
		s.Facts = append(s.Facts, fact{Label: c.slug("ballot_question", string(b.Question)), Value: value})
	}
	return s
}

// evidence lists the evidence by its three kinds, statistics with their opponents.
func (c caseRecord) evidence() section {
	s := section{ID: "evidence", Title: c.say("case_record.evidence", nil), Notes: []string{c.say("case_record.weigh", nil)}}
	for _, kind := range complaint.ExhibitKinds() {
		t := &table{Tight: true, Caption: c.slug("exhibit_kind", string(kind)), Columns: []column{
			{Head: c.say("case_record.number", nil)}, {Head: c.say("case_record.what", nil), Left: true}, {Head: c.slug("case_label", "origin"), Left: true},
			{Head: c.slug("case_label", "author"), Left: true}, {Head: c.slug("case_label", "on"), Left: true},
		}}
		for _, e := range complaint.Every[complaint.Exhibit](c.Seen) {
			if e.Says.Of == kind {
				t.add(strconv.FormatInt(e.Seq, 10), e.Says.Title, e.Says.Origin, e.Says.Author, c.at(e.Says.Taken))
			}
		}
		if len(t.Rows) > 0 {
			s.Tables = append(s.Tables, t)
		}
	}
	return s
}

// index lists all entries.
func (c caseRecord) index() section {
	t := &table{Tight: true, Columns: []column{
		{Head: c.say("case_record.number", nil)}, {Head: c.say("case_record.when", nil), Left: true}, {Head: c.say("case_record.what", nil), Left: true},
		{Head: c.say("case_record.state", nil), Left: true}, {Head: c.say("case_record.who", nil), Left: true, Drop: 1},
	}}
	for _, e := range c.Seen.Entries() {
		when, _, _ := strings.Cut(c.at(e.At), " (") // its zone stands at the head of the record
		t.add(strconv.FormatInt(e.Seq, 10), when, c.slug("case_entry", string(e.Kind)), c.slug("case_state", string(e.State)), c.person(e.By))
	}
	return section{ID: "index", Title: c.say("case_record.index", nil), Tables: []*table{t}}
}
