package complaint

import (
	"cmp"
	"time"
)

// Warning records that the chief arbiter told the complainant which penalty a manifestly unfounded
// complaint may bring (III.B.6 (a)), and that he must keep the complaint confidential (III.B.12).
type Warning struct {
	Given time.Time `json:"given"`
	Note  string    `json:"note,omitempty"`
}

// Kind returns EntryWarned.
func (Warning) Kind() EntryKind { return EntryWarned }

// Validate returns an Invalid error without the time.
func (w Warning) Validate() error {
	return cmp.Or(instant("given", w.Given), optionalProse("note", w.Note))
}

func instant(field string, t time.Time) error {
	if t.IsZero() {
		return wrong("%s: say when, as 2026-03-14T15:00:00+02:00", field)
	}
	return nil
}

// StepsTaken says what the chief arbiter did to investigate a complaint (III.B.6 (b)).
type StepsTaken struct {
	Steps   string `json:"steps"`
	Penalty string `json:"penalty,omitempty"` // item of article 12.9 of the Laws, "" if none was given
}

// Kind returns EntrySteps.
func (StepsTaken) Kind() EntryKind { return EntrySteps }

// Validate returns an Invalid error without steps.
func (s StepsTaken) Validate() error {
	return cmp.Or(prose("steps", s.Steps), optionalLine("penalty", s.Penalty))
}

// ArbiterDismissal says that the chief arbiter considers a complaint unfounded. He forwards it all
// the same, and the complainant may file another after the event (III.B.6).
type ArbiterDismissal struct {
	Reason string `json:"reason"`
}

// Kind returns EntryArbiterFound.
func (ArbiterDismissal) Kind() EntryKind { return EntryArbiterFound }

// Validate returns an Invalid error without a reason.
func (a ArbiterDismissal) Validate() error { return prose("reason", a.Reason) }

// Forwarding sends a complaint to the FPL with the report of the chief arbiter (III.B.6 (c)).
type Forwarding struct {
	Report string   `json:"report"` // with all that he found
	Files  []string `json:"files"`  // SHA-256 of attachments that belong to it; never nil
}

// Kind returns EntryForwarded.
func (Forwarding) Kind() EntryKind { return EntryForwarded }

// Validate returns an Invalid error without a report.
func (f Forwarding) Validate() error {
	return cmp.Or(prose("report", f.Report), files("files", f.Files))
}

func files(field string, all []string) error {
	return each(field, all, mostAttachments, func(s string) error { return sha256Hex("file", s) })
}
