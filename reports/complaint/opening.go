package complaint

import (
	"cmp"
	"time"

	"fairplay/analysis"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// CaseKind says how a case began (III.A, III.B.10, III.B.11).
type CaseKind string

// The kinds.
const (
	ITC           CaseKind = "itc"            // in-tournament complaint
	PTC           CaseKind = "ptc"            // post-tournament complaint
	ArbiterReport CaseKind = "arbiter_report" // the chief arbiter's report on the event
	FPLInitiative CaseKind = "fpl_initiative" // of the FPL itself
	BodyRequest   CaseKind = "body_request"   // of the EDC or another body of FIDE
)

// CaseKinds returns every kind, in the order of the Guidelines.
func CaseKinds() []CaseKind {
	return []CaseKind{ITC, PTC, ArbiterReport, FPLInitiative, BodyRequest}
}

// IsComplaint reports whether somebody complains on a form; the rules of III.B.1 to B.9 are for such
// cases only.
func (c CaseKind) IsComplaint() bool { return c == ITC || c == PTC }

// Subject is what a case is about.
type Subject string

// The subjects.
const (
	Assistance        Subject = "assistance"         // devices or other sources of information or advice (I.2 (a))
	ResultFixing      Subject = "result_fixing"      // manipulation of a result (I.2 (b)), as the following five
	Sandbagging       Subject = "sandbagging"        // loss of rating on purpose
	MatchFixing       Subject = "match_fixing"       //
	RatingFraud       Subject = "rating_fraud"       //
	FalseIdentity     Subject = "false_identity"     //
	FictitiousEvent   Subject = "fictitious_event"   // taking part in events or games that were not played
	OtherManipulation Subject = "other_manipulation" // the list of I.2 (b) is not closed
	BoardViolation    Subject = "board_violation"    // a device in the hall, a refused check and the like (I.4 (a))
	OnlineViolation   Subject = "online_violation"   // camera, screen, connection; never leads to a presumption (I.4 (b))
	FalseAccusation   Subject = "false_accusation"   // I.7, section V
)

// Subjects returns every subject, in the order of the Guidelines.
func Subjects() []Subject {
	return []Subject{
		Assistance, ResultFixing, Sandbagging, MatchFixing, RatingFraud, FalseIdentity, FictitiousEvent, OtherManipulation,
		BoardViolation, OnlineViolation, FalseAccusation,
	}
}

// Competition holds the facts about the event that rules need, as known when a case is opened or
// admitted. It is part of the case, so that a later change of the event does not change the basis
// of a decision.
type Competition struct {
	Name       string                      `json:"name"`
	Federation string                      `json:"federation,omitempty"` // that registers it
	Mode       regulations.Mode            `json:"mode"`
	Procedure  regulations.Mode            `json:"procedure,omitempty"` // of a hybrid event: over_the_board or online, as is asked at filing
	Level      regulations.ProtectionLevel `json:"level,omitempty"`
	Rated      tournament.YesNo            `json:"rated,omitempty"`
	Official   tournament.YesNo            `json:"official,omitempty"` // an official event of FIDE
	Start      string                      `json:"start,omitempty"`    // YYYY-MM-DD; regulations apply by this day
	Ended      time.Time                   `json:"ended,omitzero"`     // instant at which the last round was over, zero if unknown
	TimeZone   string                      `json:"time_zone,omitempty"`
	Organiser  string                      `json:"organiser,omitempty"`
	Arbiters   []Individual                `json:"arbiters"` // of the event, chief arbiter first; never nil
}

// Online reports whether Annex I of the Regulations for Online Chess applies to the case.
func (c Competition) Online() bool {
	return c.Mode == regulations.Online || c.Mode == regulations.Hybrid && c.Procedure == regulations.Online
}

// Validate returns an Invalid error for an impossible event, or a hybrid one without a choice of
// procedure.
func (c Competition) Validate() error {
	zone := error(nil)
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "Local" {
		zone = wrong("there is no time zone %.50q; zones are named as %q", c.TimeZone, "Europe/Kyiv")
	}
	level := error(nil)
	if c.Level != "" {
		level = oneOf("level of protection", c.Level, []regulations.ProtectionLevel{regulations.Maximum, regulations.Increased, regulations.Standard})
	}
	start := error(nil)
	if c.Start != "" {
		start = isoDay("start of the event", c.Start)
	}
	procedure := error(nil)
	switch played := []regulations.Mode{regulations.OverTheBoard, regulations.Online}; {
	case c.Mode == regulations.Hybrid && c.Procedure == "":
		procedure = wrong("the event is hybrid: say which procedure applies, over_the_board or online, since no text assigns it to one")
	case c.Mode == regulations.Hybrid:
		procedure = oneOf("procedure", c.Procedure, played)
	case c.Procedure != "":
		procedure = wrong("only a hybrid event has a choice of procedure")
	}
	federation := error(nil)
	if c.Federation != "" && !analysis.IsFederation(c.Federation) {
		federation = wrong("a federation is three capital letters, as FIDE writes it, not %.20q", c.Federation)
	}
	return cmp.Or(line("event", c.Name), oneOf("mode", c.Mode, regulations.Modes()), procedure, level, yesNo("rated", c.Rated), yesNo("official", c.Official),
		start, zone, federation, optionalLine("organiser", c.Organiser),
		each("arbiters", c.Arbiters, mostPeople, func(p Individual) error { return p.check("arbiter") }))
}

func yesNo(field string, a tournament.YesNo) error {
	return oneOf(field, a, []tournament.YesNo{tournament.Unanswered, tournament.Yes, tournament.No})
}

// mostPeople is the greatest number of people of one kind that a case may name.
const mostPeople = 50

// Opening is the first entry of a case.
type Opening struct {
	Case  CaseKind    `json:"case"`
	Event string      `json:"event,omitempty"` // its id, "" for an event that this service does not keep
	In    Competition `json:"competition"`
}

// Kind returns EntryOpened.
func (Opening) Kind() EntryKind { return EntryOpened }

// Validate returns an Invalid error for an unknown kind of case, an impossible event, or an
// in-tournament complaint about an event that is played online, where there is none (Annex I,
// G.1.1).
func (o Opening) Validate() error {
	switch {
	case o.Event != "" && !access.IsID(o.Event):
		return wrong("an event is named by its id, 32 hexadecimal digits")
	case o.Case == ITC && o.In.Online():
		return wrong("online there are no in-tournament complaints; a complaint is filed after the event (%s)", citation("ON-G1"))
	}
	return cmp.Or(oneOf("case", o.Case, CaseKinds()), o.In.Validate())
}

// Initiation opens a case without a complaint on a form: on a chief arbiter's report, the FPL's own
// initiative, or the request of another body.
type Initiation struct {
	Subject     Subject `json:"subject"`
	Respondents []Party `json:"respondents"`
	Grounds     string  `json:"grounds"`             // what came to the knowledge of the FPL, and how
	Requester   string  `json:"requester,omitempty"` // the body that asked
}

// Kind returns EntryInitiated.
func (Initiation) Kind() EntryKind { return EntryInitiated }

// Validate returns an Invalid error without subject, respondent or grounds.
func (i Initiation) Validate() error {
	if len(i.Respondents) == 0 {
		return wrong("a case names at least one respondent")
	}
	return cmp.Or(oneOf("subject", i.Subject, Subjects()), each("respondents", i.Respondents, mostPeople, respondent), prose("grounds", i.Grounds),
		optionalLine("requester", i.Requester))
}

// respondent returns an error unless a party is a respondent with a capacity.
func respondent(p Party) error {
	if p.Role != RespondentParty || p.Capacity == "" {
		return wrong("a respondent is named with role respondent and the capacity in which he took part (Guidelines, II.1)")
	}
	return p.Validate()
}
