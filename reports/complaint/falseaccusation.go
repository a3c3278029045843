package complaint

import (
	"cmp"
	"slices"
)

// Foundation says how well founded an accusation was (V.1).
type Foundation string

// The answers.
const (
	ReasonablyFounded   Foundation = "reasonably_founded"   // facts by which a reasonable person may believe it: no false accusation
	ManifestlyUnfounded Foundation = "manifestly_unfounded" // emotion or insufficient data (V.1): the FPL may warn (V.2)
	EspeciallySerious   Foundation = "especially_serious"   // the FPL refers it to the EDC (V.3)
)

// AccusationAssessment assesses an accusation by the five criteria of Annex I, D. Over the board
// they are used by analogy.
type AccusationAssessment struct {
	Basis         string     `json:"basis"`         // (a) sufficiency of the factual basis
	Level         string     `json:"level"`         // (b) of the competition
	Accused       string     `json:"accused"`       // (c) title and rating
	Result        string     `json:"result"`        // (d) final result of the accused
	Dissemination string     `json:"dissemination"` // (e) manner and extent
	Other         string     `json:"other,omitempty"`
	Foundation    Foundation `json:"foundation"`
}

// Kind returns EntryAccusation.
func (AccusationAssessment) Kind() EntryKind { return EntryAccusation }

// Validate returns an Invalid error unless every criterion is answered.
func (a AccusationAssessment) Validate() error {
	return cmp.Or(prose("basis", a.Basis), prose("level", a.Level), prose("accused", a.Accused), prose("result", a.Result), prose("dissemination", a.Dissemination),
		optionalProse("other", a.Other), oneOf("foundation", a.Foundation, []Foundation{ReasonablyFounded, ManifestlyUnfounded, EspeciallySerious}))
}

// Caution warns a complainant whose complaint was found manifestly unfounded (V.2).
type Caution struct {
	Sentence string `json:"sentence"`
}

// Kind returns EntryCautioned.
func (Caution) Kind() EntryKind { return EntryCautioned }

// Validate returns an Invalid error without a sentence.
func (c Caution) Validate() error { return prose("sentence", c.Sentence) }

// Precedes reports whether an earlier case may be shown beside a later one to those who decide it.
// Its complaint must have been assessed as manifestly unfounded (V.1) before, and its complainant
// must be the complainant of the later case, or the respondent if that is about a false accusation.
// Nothing of it is shown before the later case is admitted, so that it cannot influence admission.
func (c Case) Precedes(later Case) bool {
	assessed, ok := Latest[AccusationAssessment](c)
	if !ok || assessed.Says.Foundation == ReasonablyFounded || !c.Opening().Case.IsComplaint() {
		return false
	}
	if !has[Admission](later) || !c.Opened.Before(later.Opened) {
		return false
	}
	accusers := later.Parties(ComplainantParty)
	if later.Subject() == FalseAccusation {
		accusers = later.Parties(RespondentParty)
	}
	return slices.ContainsFunc(c.Parties(ComplainantParty), func(p Party) bool {
		return slices.ContainsFunc(accusers, func(q Party) bool { return samePerson(p.Individual, q.Individual) })
	})
}
