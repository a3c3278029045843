package complaint

import (
	"cmp"
	"slices"
	"time"

	"fairplay/analysis"
)

func federation(s string) error {
	if !analysis.IsFederation(s) {
		return wrong("a federation is three capital letters, as FIDE writes it, not %.20q", s)
	}
	return nil
}

// PanelSize is the number of FPL members on a panel (IV.4).
const PanelSize = 3

// PanelAppointment appoints the panel (IV.1, IV.4).
type PanelAppointment struct {
	Members []Member `json:"members"`
}

// Kind returns EntryPanel.
func (PanelAppointment) Kind() EntryKind { return EntryPanel }

// Validate returns an Invalid error unless there are three different members.
func (p PanelAppointment) Validate() error {
	if len(p.Members) != PanelSize {
		return wrong("a panel has %d members of the FPL (%s)", PanelSize, citation("AC-IV-4"))
	}
	return members("members", p.Members)
}

// members returns an error unless all are members, and different from each other.
func members(field string, all []Member) error {
	for i, m := range all {
		if slices.ContainsFunc(all[:i], func(before Member) bool { return before.Token == m.Token }) {
			return wrong("%s: %s is named twice", field, m.Name)
		}
	}
	return each(field, all, mostPeople, Member.check)
}

// InvestigatorAppointment appoints a single investigator (IV.1); online it is a member of the FPL,
// by rotation (Annex I, H).
type InvestigatorAppointment struct {
	Investigator Member `json:"investigator"`
	// Rotation is how many cases each member had when this one was appointed; required for online
	// play.
	Rotation []Turn `json:"rotation,omitempty"`
	// OutOfTurn is the reason for appointing somebody whose turn it is not; "" otherwise, and over
	// the board.
	OutOfTurn string `json:"out_of_turn,omitempty"`
}

// Kind returns EntryInvestigator.
func (InvestigatorAppointment) Kind() EntryKind { return EntryInvestigator }

// Validate returns an Invalid error without an investigator.
func (i InvestigatorAppointment) Validate() error {
	return cmp.Or(i.Investigator.check(), each("rotation", i.Rotation, mostPeople, Turn.check), optionalProse("out of turn", i.OutOfTurn))
}

// PanelChair says whom the panel elected as its chair (IV.4).
type PanelChair struct {
	Token string `json:"token"` // of a member of the panel
}

// Kind returns EntryPanelChair.
func (PanelChair) Kind() EntryKind { return EntryPanelChair }

// Validate returns an Invalid error without a token.
func (p PanelChair) Validate() error { return line("token", p.Token) }

// RespondentNotice records that a respondent was informed in writing, and the deadline for his
// statements and documents (VI.3).
type RespondentNotice struct {
	Respondent string    `json:"respondent"` // his name
	Manner     string    `json:"manner"`     // letter, e-mail, this service
	Sent       time.Time `json:"sent"`
	AnswerBy   time.Time `json:"answer_by"` // no text gives a length; a person sets it
}

// Kind returns EntryInformed.
func (RespondentNotice) Kind() EntryKind { return EntryInformed }

// Validate returns an Invalid error unless respondent, manner and times are given.
func (r RespondentNotice) Validate() error {
	late := error(nil)
	if !r.AnswerBy.After(r.Sent) {
		late = wrong("answer_by: the time to answer ends after the notice is sent")
	}
	return cmp.Or(line("respondent", r.Respondent), line("manner", r.Manner), instant("sent", r.Sent), instant("answer_by", r.AnswerBy), late)
}

// Expedition moves a case to the expedited procedure, whose articles are not among our texts
// (IV.13).
type Expedition struct {
	Presumed bool   `json:"presumed,omitempty"` // a result above the threshold by an approved method (I.5); else a violation other than cheating
	Reason   string `json:"reason"`
}

// Kind returns EntryExpedited.
func (Expedition) Kind() EntryKind { return EntryExpedited }

// Validate returns an Invalid error without a reason.
func (e Expedition) Validate() error { return prose("reason", e.Reason) }

// InvestigationReport is the report of the panel or of the investigator, in four parts (IV.10;
// Annex I, H).
type InvestigationReport struct {
	Act      string   `json:"act"`             // that caused the investigation
	Facts    string   `json:"facts"`           // of the incident
	Results  string   `json:"results"`         // of the investigation
	Proposal string   `json:"proposal"`        // what is proposed to the FPL
	Others   string   `json:"other,omitempty"` // violations of other rules that were found
	Files    []string `json:"files"`           // SHA-256 of attachments; never nil
}

// Kind returns EntryReported.
func (InvestigationReport) Kind() EntryKind { return EntryReported }

// Validate returns an Invalid error unless all four parts are there.
func (i InvestigationReport) Validate() error {
	return cmp.Or(prose("act", i.Act), prose("facts", i.Facts), prose("results", i.Results), prose("proposal", i.Proposal),
		optionalProse("other", i.Others), files("files", i.Files))
}

// SendingBack asks for more facts or a further investigation (IV.10).
type SendingBack struct {
	Wanted string `json:"wanted"`
}

// Kind returns EntrySentBack.
func (SendingBack) Kind() EntryKind { return EntrySentBack }

// Validate returns an Invalid error unless it says what is wanted.
func (s SendingBack) Validate() error { return prose("wanted", s.Wanted) }

// FinalDeclaration declares a report final (IV.11, IV.12).
type FinalDeclaration struct {
	Note string `json:"note,omitempty"`
}

// Kind returns EntryFinal.
func (FinalDeclaration) Kind() EntryKind { return EntryFinal }

// Validate returns an Invalid error for a note that is too long.
func (f FinalDeclaration) Validate() error { return optionalProse("note", f.Note) }
