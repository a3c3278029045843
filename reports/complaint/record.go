package complaint

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/reports/regulations"
)

// Statement is a party's statement (VI.3).
type Statement struct {
	Of    PartyRole `json:"of"`
	Party string    `json:"party"` // name
	Text  string    `json:"text"`
	Files []string  `json:"files"` // SHA-256 of attachments; never nil
}

// Kind returns EntryStatement.
func (Statement) Kind() EntryKind { return EntryStatement }

// Validate returns an Invalid error unless party and text are there.
func (s Statement) Validate() error {
	return cmp.Or(oneOf("of", s.Of, []PartyRole{ComplainantParty, RespondentParty, WitnessParty}), line("party", s.Party), prose("text", s.Text), files("files", s.Files))
}

// ExhibitKind is one of the three kinds of evidence (IV.5).
type ExhibitKind string

// The kinds.
const (
	Physical      ExhibitKind = "physical"
	Observational ExhibitKind = "observational"
	Statistical   ExhibitKind = "statistical"
)

// ExhibitKinds returns every kind, in the order of IV.5.
func ExhibitKinds() []ExhibitKind { return []ExhibitKind{Physical, Observational, Statistical} }

// Exhibit is one piece of evidence. Statistics are named only by their report, whose caveats come
// first.
type Exhibit struct {
	Of     ExhibitKind `json:"of"`
	Title  string      `json:"title"`
	Text   string      `json:"text,omitempty"`
	Origin string      `json:"origin"` // where it comes from
	Author string      `json:"author"`
	Taken  time.Time   `json:"taken"` // when it was found, seen or computed
	Files  []string    `json:"files"` // SHA-256 of attachments; never nil

	Report    string `json:"report,omitempty"`     // SHA-256 of a report, of statistics only
	Opponents string `json:"opponents,omitempty"`  // SHA-256 of the report on the opponents (commentary on the Protection Measures)
	OrderedBy string `json:"ordered_by,omitempty"` // ID of the token that asked for the test; bars its holder from judging
	// Made says how the test was made, from the service's own records and not from a statement. It
	// decides whether one test is the independent second test of another (regulations.SecondTest).
	// Nil if the report is not of a test made here.
	Made *regulations.TestMaking `json:"made,omitempty"`
}

// Kind returns EntryExhibit.
func (Exhibit) Kind() EntryKind { return EntryExhibit }

// Validate returns an Invalid error unless kind, origin, author, time and what it is are there.
func (e Exhibit) Validate() error {
	report := error(nil)
	switch statistics := e.Of == Statistical; {
	case statistics:
		report = sha256Hex("report", e.Report)
	case e.Report != "" || e.Opponents != "" || e.OrderedBy != "" || e.Made != nil:
		report = wrong("only statistics are named by a report")
	case strings.TrimSpace(e.Text) == "" && len(e.Files) == 0:
		report = wrong("evidence is a text or a file at least")
	}
	if e.Opponents != "" {
		report = cmp.Or(report, sha256Hex("opponents", e.Opponents))
	}
	return cmp.Or(oneOf("of", e.Of, ExhibitKinds()), line("title", e.Title), optionalProse("text", e.Text), line("origin", e.Origin), line("author", e.Author),
		instant("taken", e.Taken), files("files", e.Files), report, optionalLine("ordered_by", e.OrderedBy))
}

// Scanned is the answer of a virus scanner about a file.
type Scanned string

// The answers.
const (
	NotScanned Scanned = "not_scanned" // no scanner is set
	Clean      Scanned = "clean"
)

// Attachment is a file that belongs to a case. The store keeps it sealed.
type Attachment struct {
	Name    string  `json:"name"`
	Type    string  `json:"type"` // by content: application/pdf, application/vnd.chess-pgn, image/png, image/jpeg
	Bytes   int64   `json:"bytes"`
	Digest  string  `json:"digest"` // SHA-256 of the file
	Scanned Scanned `json:"scanned"`
	Remark  string  `json:"remark,omitempty"`
}

// AttachmentTypes returns the types of file that a case accepts. The printed forms ask for PDF, and
// for games in "png", which we read as PGN; both are accepted.
func AttachmentTypes() []string {
	return []string{"application/pdf", "application/vnd.chess-pgn", "image/png", "image/jpeg"}
}

// Kind returns EntryAttachment.
func (Attachment) Kind() EntryKind { return EntryAttachment }

// Validate returns an Invalid error unless name, type, size and digest are there.
func (a Attachment) Validate() error {
	size := error(nil)
	if a.Bytes < 1 {
		size = wrong("bytes: an empty file is no attachment")
	}
	return cmp.Or(line("name", a.Name), oneOf("type", a.Type, AttachmentTypes()), size, sha256Hex("digest", a.Digest),
		oneOf("scanned", a.Scanned, []Scanned{NotScanned, Clean}), optionalLine("remark", a.Remark))
}

// LinkKind says how another case is related.
type LinkKind string

// The kinds.
const (
	SameIncident LinkKind = "same_incident" // a complaint after the event on what was dismissed during it (III.B.6)
	CountersCase LinkKind = "counters"      // a case of false accusation, and what was accused
	Related      LinkKind = "related"
)

// Link names a related case. It never blocks either case.
type Link struct {
	Case string   `json:"case"` // its id
	As   LinkKind `json:"as"`
	Note string   `json:"note,omitempty"`
}

// Kind returns EntryLinked.
func (Link) Kind() EntryKind { return EntryLinked }

// Validate returns an Invalid error unless case and relation are named.
func (l Link) Validate() error {
	return cmp.Or(line("case", l.Case), oneOf("as", l.As, []LinkKind{SameIncident, CountersCase, Related}), optionalProse("note", l.Note))
}

// LanguageOrder allows a language other than English, or orders a translation (VI.2).
type LanguageOrder struct {
	Language  string    `json:"language"`              // en, ru, uk ... (ISO 639-1)
	Translate bool      `json:"translate,omitempty"`   // a certified translation is ordered
	CostsOf   PartyRole `json:"costs_borne,omitempty"` // who bears the costs of translation; "" for the FPL
}

// Kind returns EntryLanguage.
func (LanguageOrder) Kind() EntryKind { return EntryLanguage }

// Validate returns an Invalid error for an unknown language or party.
func (l LanguageOrder) Validate() error {
	if len(l.Language) != 2 || strings.Trim(l.Language, "abcdefghijklmnopqrstuvwxyz") != "" {
		return wrong("language: two letters, as en or ru")
	}
	return oneOf("costs_borne", l.CostsOf, []PartyRole{"", ComplainantParty, RespondentParty})
}

// LetterSent records that a letter was sent.
type LetterSent struct {
	Letter   LetterKind `json:"letter"`
	To       Addressee  `json:"to"`
	Name     string     `json:"name"`
	Language string     `json:"language"`
	Manner   string     `json:"manner"`
	Sent     time.Time  `json:"sent"`
	Digest   string     `json:"digest"` // SHA-256 of what was sent; where nobody states it, that of the letter as the service makes it
}

// Kind returns EntryLetter.
func (LetterSent) Kind() EntryKind { return EntryLetter }

// Validate returns an Invalid error unless it says which letter went to whom, how and when.
func (l LetterSent) Validate() error {
	language, digest := error(nil), error(nil)
	if l.Digest != "" {
		digest = sha256Hex("digest", l.Digest)
	}
	if all := analysis.Languages(); !slices.Contains(all, l.Language) {
		last := len(all) - 1
		language = wrong("language: letters are in %s or %s", strings.Join(all[:last], ", "), all[last])
	}
	return cmp.Or(oneOf("letter", l.Letter, LetterKinds()), oneOf("to", l.To, Addressees()), line("name", l.Name), language, line("manner", l.Manner),
		instant("sent", l.Sent), digest)
}

// Disclosure records that something about a case became public (III.B.12; Regan's notes, VI.3).
type Disclosure struct {
	Where string    `json:"where"`
	When  time.Time `json:"when"`
	What  string    `json:"what"`
	By    string    `json:"by,omitempty"` // as far as known
}

// Kind returns EntryDisclosed.
func (Disclosure) Kind() EntryKind { return EntryDisclosed }

// Validate returns an Invalid error without place, time or what was disclosed.
func (d Disclosure) Validate() error {
	return cmp.Or(line("where", d.Where), instant("when", d.When), prose("what", d.What), optionalLine("by", d.By))
}

// HoldSet prevents the erasure of a case at the end of its retention.
type HoldSet struct {
	Reason string `json:"reason"`
}

// Kind returns EntryHoldSet.
func (HoldSet) Kind() EntryKind { return EntryHoldSet }

// Validate returns an Invalid error without a reason.
func (h HoldSet) Validate() error { return prose("reason", h.Reason) }

// HoldLifted ends a hold.
type HoldLifted struct {
	Reason string `json:"reason"`
}

// Kind returns EntryHoldLifted.
func (HoldLifted) Kind() EntryKind { return EntryHoldLifted }

// Validate returns an Invalid error without a reason.
func (h HoldLifted) Validate() error { return prose("reason", h.Reason) }
