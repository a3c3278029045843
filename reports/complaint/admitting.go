package complaint

import (
	"cmp"
	"time"
)

// FormRequest asks the complainant for a complete form by a deadline (III.B.3). The text gives no
// period; a person sets the deadline.
type FormRequest struct {
	Until    time.Time   `json:"until"`
	Missing  []Criterion `json:"missing"` // what the form that came does not meet; never nil
	Sentence string      `json:"sentence,omitempty"`
}

// Kind returns EntryFormAsked.
func (FormRequest) Kind() EntryKind { return EntryFormAsked }

// Validate returns an Invalid error without a deadline, or for an unknown rule.
func (f FormRequest) Validate() error {
	return cmp.Or(instant("until", f.Until), each("missing", f.Missing, len(Criteria()), func(c Criterion) error { return oneOf("criterion", c, Criteria()) }),
		optionalProse("sentence", f.Sentence))
}

// Assessed is a person's decision on one rule of admissibility. The latest entry on a rule applies.
type Assessed struct {
	Criterion Criterion `json:"criterion"`
	Answer    Answer    `json:"answer"` // passed or refused
	Reason    string    `json:"reason"`
}

// Kind returns EntryAssessed.
func (Assessed) Kind() EntryKind { return EntryAssessed }

// Validate returns an Invalid error unless a person decides, with a reason, on a rule that leaves
// something to decide.
func (a Assessed) Validate() error {
	return cmp.Or(oneOf("criterion", a.Criterion, Criteria()), oneOf("answer", a.Answer, []Answer{Passed, Refused}), prose("reason", a.Reason))
}

// Holding puts a case on hold until a doubt is settled.
type Holding struct {
	Doubt Criterion `json:"doubt"`
	Note  string    `json:"note"`
}

// Kind returns EntryHeld.
func (Holding) Kind() EntryKind { return EntryHeld }

// Validate returns an Invalid error unless the doubt concerns a rule and is explained.
func (h Holding) Validate() error {
	return cmp.Or(oneOf("doubt", h.Doubt, Criteria()), prose("note", h.Note))
}

// Release ends a hold and says how the doubt was settled.
type Release struct {
	Reason string `json:"reason"`
}

// Kind returns EntryReleased.
func (Release) Kind() EntryKind { return EntryReleased }

// Validate returns an Invalid error without a reason.
func (r Release) Validate() error { return prose("reason", r.Reason) }

// Admission says that a case is admissible, with the established facts that decide its route.
type Admission struct {
	Routing Routing `json:"routing"`
	Note    string  `json:"note,omitempty"`
}

// Kind returns EntryAdmitted.
func (Admission) Kind() EntryKind { return EntryAdmitted }

// Validate returns an Invalid error unless the facts decide a route.
func (a Admission) Validate() error {
	return cmp.Or(a.Routing.Validate(), optionalProse("note", a.Note))
}

// Inadmissibility closes a case whose form did not arrive complete and in time (III.B.3).
type Inadmissibility struct {
	Reason string `json:"reason"`
}

// Kind returns EntryInadmissible.
func (Inadmissibility) Kind() EntryKind { return EntryInadmissible }

// Validate returns an Invalid error without a reason.
func (i Inadmissibility) Validate() error { return prose("reason", i.Reason) }

// Disregard closes a case whose complainant does not consent to the processing of personal data (form, privacy
// statement, point 5).
type Disregard struct {
	Note string `json:"note,omitempty"`
}

// Kind returns EntryDisregarded.
func (Disregard) Kind() EntryKind { return EntryDisregarded }

// Validate returns an Invalid error for a note that is too long.
func (d Disregard) Validate() error { return optionalProse("note", d.Note) }

// HandOver hands a case of level A or B over to a federation (II.4).
type HandOver struct {
	Federation string `json:"federation"`
	Reason     string `json:"reason"`
}

// Kind returns EntryHandedOver.
func (HandOver) Kind() EntryKind { return EntryHandedOver }

// Validate returns an Invalid error without federation or reason.
func (h HandOver) Validate() error {
	return cmp.Or(federation(h.Federation), prose("reason", h.Reason))
}

// FederationDecision is the decision of a federation, which must inform the FPL of it, with the
// evidence (II.6).
type FederationDecision struct {
	Federation string   `json:"federation"`
	Day        string   `json:"day"` // YYYY-MM-DD
	Decision   string   `json:"decision"`
	Evidence   []string `json:"evidence"` // SHA-256 of attachments; the federation has to give it
}

// Kind returns EntryNational.
func (FederationDecision) Kind() EntryKind { return EntryNational }

// Validate returns an Invalid error without federation, day, decision or evidence.
func (f FederationDecision) Validate() error {
	if len(f.Evidence) == 0 {
		return wrong("evidence: a federation tells its decision together with the evidence (%s)", citation("AC-II-6"))
	}
	return cmp.Or(federation(f.Federation), isoDay("day", f.Day), prose("decision", f.Decision), files("evidence", f.Evidence))
}
