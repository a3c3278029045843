package complaint

import (
	"cmp"
	"io"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/tournament"
)

// Channel is the way in which a form arrived.
type Channel string

// The channels. The texts name three: the FIDE Office (III.B.2), the chief arbiter (III.B.6), and
// the address printed on the form.
const (
	ByFIDEOffice   Channel = "fide_office"
	ByChiefArbiter Channel = "chief_arbiter"
	ByEmail        Channel = "email"
	ByPost         Channel = "post"
	ByService      Channel = "service" // the pages of this service
)

// Channels returns every channel.
func Channels() []Channel {
	return []Channel{ByFIDEOffice, ByChiefArbiter, ByEmail, ByPost, ByService}
}

// Form is a complaint, with the fields of the printed form in their order. Empty means missing;
// Admissibility says which fields a rule requires. Fields that rules require although the printed
// form lacks them come last.
type Form struct {
	Complainant Party   `json:"complainant"` // fields 1 to 5
	Respondents []Party `json:"respondents"` // fields 6 to 10, with the capacity of each (II.1)

	Facts         string   `json:"facts"`                    // field 11: brief statement, and why the provisions were violated
	Tournaments   []string `json:"tournaments"`              // field 11: where it is said to have happened
	Organiser     string   `json:"organiser,omitempty"`      // field 11: chief organiser
	Arbiters      []string `json:"arbiters"`                 // field 11: chief arbiters
	EngineResults string   `json:"engine_results,omitempty"` // PTC: software and hardware used, and what came out
	Attachments   []string `json:"attachments"`              // field 12: as the complainant lists them

	Date    string           `json:"date,omitempty"`    // field 13: YYYY-MM-DD
	Signed  bool             `json:"signed"`            // field 14
	Consent tournament.YesNo `json:"consent,omitempty"` // field 15: to the processing of personal data
	Agreed  string           `json:"agreed,omitempty"`  // field 16: day of the second signature, "" without one

	Subject  Subject    `json:"subject,omitempty"`
	Grounds  string     `json:"grounds,omitempty"`      // all that are available at filing (III.B.4, B.8)
	WhyNoITC string     `json:"why_no_itc,omitempty"`   // PTC: why nobody complained during the event (III.B.7)
	Engine   *ClaimMade `json:"engine_claim,omitempty"` // where the complaint mentions matches with an engine (Regan's notes, VI.2)
}

// Filing is a form with the way and the time of its arrival.
type Filing struct {
	Form     Form      `json:"form"`
	Channel  Channel   `json:"channel"`
	Received time.Time `json:"received"`       // when it came; deadlines are judged by it, not by the time of the entry
	By       string    `json:"by,omitempty"`   // the person who received it, if the complainant did not send it himself
	Scan     string    `json:"scan,omitempty"` // SHA-256 of the signed scan among the attachments

	// Participant reports whether the complainant took part in the event according to its list of
	// players; "" without a list. Needed for online play (Annex I, G.2.1).
	Participant tournament.YesNo `json:"participant,omitempty"`

	Remark string `json:"remark,omitempty"` // of the person who received it
}

// Kind returns EntryFiled.
func (Filing) Kind() EntryKind { return EntryFiled }

// Validate returns an Invalid error for impossible values. Missing ones are the subject of
// Admissibility.
func (f Filing) Validate() error {
	if f.Received.IsZero() {
		return wrong("received: say when the form came, as 2026-03-14T15:00:00+02:00")
	}
	scan := error(nil)
	if f.Scan != "" {
		scan = sha256Hex("scan", f.Scan)
	}
	return cmp.Or(f.Form.Validate(), oneOf("channel", f.Channel, Channels()), optionalLine("by", f.By), scan, yesNo("participant", f.Participant), optionalProse("remark", f.Remark))
}

// Validate returns an Invalid error for impossible values; missing ones are no error.
func (f Form) Validate() error {
	complainant := error(nil)
	if (f.Complainant != Party{}) {
		complainant = f.Complainant.Validate()
		if f.Complainant.Role != ComplainantParty {
			complainant = cmp.Or(complainant, wrong("complainant: the role is complainant"))
		}
	}
	subject := error(nil)
	if f.Subject != "" {
		subject = oneOf("subject", f.Subject, Subjects())
	}
	engine := error(nil)
	if f.Engine != nil {
		engine = f.Engine.Validate()
	}
	return cmp.Or(complainant, each("respondents", f.Respondents, mostPeople, respondent),
		optionalProse("facts", f.Facts), each("tournaments", f.Tournaments, mostPeople, oneLine), optionalLine("organiser", f.Organiser),
		each("arbiters", f.Arbiters, mostPeople, oneLine), optionalProse("engine results", f.EngineResults), each("attachments", f.Attachments, mostAttachments, oneLine),
		optionalDay("date", f.Date), yesNo("consent", f.Consent), optionalDay("second date", f.Agreed), subject,
		optionalProse("grounds", f.Grounds), optionalProse("why no ITC", f.WhyNoITC), engine)
}

// mostAttachments is the greatest number of files of a case.
const mostAttachments = 200

func oneLine(s string) error { return line("line", s) }

func optionalDay(field, s string) error {
	if s == "" {
		return nil
	}
	return isoDay(field, s)
}

// ReadForm reads a form that somebody wrote by hand, in YAML or JSON. The error is Invalid and
// names file, line and reason; nothing of a faulty file is taken. Missing values are no error.
func ReadForm(name string, in io.Reader) (Form, error) {
	form, err := readFile(name, in, "case_form", "facts: what happened", func() *Form { return &Form{} })
	if err != nil {
		return Form{}, err
	}
	return *form, nil
}

// ClaimMade is a claim that moves match those of an engine. Lacks says what is missing from it; an
// incomplete claim is no violation, and its author is invited to complete it (Regan's notes, VI.3).
type ClaimMade struct{ claim.Claim }

// Kind returns EntryClaim.
func (ClaimMade) Kind() EntryKind { return EntryClaim }

// Validate returns an Invalid error for a claim that makes no sense.
func (c ClaimMade) Validate() error { return c.Claim.Validate() }

// ClaimOrder orders the service to test an engine claim again. It is written together with the task that does so.
type ClaimOrder struct {
	Claim       int64       `json:"claim"`            // number of the entry that has the claim
	File        string      `json:"file,omitempty"`   // SHA-256 of the attachment with the games; left out for those of the event
	Player      string      `json:"player"`           // whose moves, as the claim or the form names him
	Rating      float64     `json:"rating,omitempty"` // Elo; left out if it is taken from the games
	Task        string      `json:"task"`             // its ID
	Recipe      string      `json:"recipe"`           // its name
	Fingerprint string      `json:"fingerprint"`      // of the recipe with its engine
	Engine      string      `json:"engine"`           // name and version
	Named       bool        `json:"named"`            // that is the engine which the claim names
	As          access.Role `json:"as"`               // of the person who ordered it
}

// Kind returns EntryClaimOrdered.
func (ClaimOrder) Kind() EntryKind { return EntryClaimOrdered }

// Validate returns an Invalid error unless claim, player, task, engine and recipe are named.
func (c ClaimOrder) Validate() error {
	switch {
	case c.Claim < 1:
		return wrong("claim: name the entry that has the claim by its number")
	case c.File != "" && sha256Hex("file", c.File) != nil:
		return sha256Hex("file", c.File)
	case !access.IsID(c.Task):
		return wrong("task: 32 hexadecimal digits")
	case !c.As.Valid():
		return wrong("as: there is no role %.100q", string(c.As))
	}
	return cmp.Or(line("player", c.Player), line("recipe", c.Recipe), sha256Hex("fingerprint", c.Fingerprint), line("engine", c.Engine))
}

// ClaimFinding refers to the report of a claim that was tested again. The service writes it in the name of the person who
// ordered the test.
type ClaimFinding struct {
	Report string `json:"report"` // SHA-256
	Claim  int64  `json:"claim"`  // number of the entry that has the claim
	Task   string `json:"task"`   // ID of the task that made the report
	Engine string `json:"engine"` // on which it was run again, name and version
	Named  bool   `json:"named"`  // that is the engine which the claim names
}

// Kind returns EntryClaimFound.
func (ClaimFinding) Kind() EntryKind { return EntryClaimFound }

// Validate returns an Invalid error unless report, claim, task and engine are named.
func (c ClaimFinding) Validate() error {
	switch {
	case c.Claim < 1:
		return wrong("claim: name the entry that has the claim by its number")
	case !access.IsID(c.Task):
		return wrong("task: 32 hexadecimal digits")
	}
	return cmp.Or(sha256Hex("report", c.Report), line("engine", c.Engine))
}
