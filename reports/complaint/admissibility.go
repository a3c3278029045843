package complaint

// Criterion is one rule by which a complaint is admissible.
type Criterion string

// The rules, in the order of the texts.
const (
	NeedsForm          Criterion = "form"              // the printed form, in writing (III.B.3, B.5)
	NeedsSignature     Criterion = "signature"         // written and signed (Regan's notes, VI.1)
	NeedsFideID        Criterion = "fide_id"           // of the complainant (III.B.1)
	NeedsFields        Criterion = "fields"            // all that the form asks for (III.B.4)
	NeedsGrounds       Criterion = "grounds"           // reasons, and all grounds available at filing (III.B.4, B.8)
	NeedsMoreThanPlay  Criterion = "not_only_strength" // not solely that somebody plays stronger than his rating (III.B.9)
	NeedsReasonLate    Criterion = "why_no_itc"        // why nobody complained during the event (III.B.7)
	NeedsConsent       Criterion = "consent"           // to the use of personal data (form, privacy statement, point 5)
	NeedsClaim         Criterion = "engine_claim"      // complete where matches with an engine are mentioned (Regan's notes, VI.2)
	NeedsTime          Criterion = "limitation"        // 8 years (VI.1); online one year (Annex I, I.1)
	NeedsDay           Criterion = "within_24_hours"   // online (Annex I, G.2.1)
	NeedsParticipation Criterion = "participant"       // online (Annex I, G.2.1)
)

// Criteria returns every rule, in the order of the texts.
func Criteria() []Criterion {
	return []Criterion{
		NeedsForm, NeedsSignature, NeedsFideID, NeedsFields, NeedsGrounds, NeedsMoreThanPlay, NeedsReasonLate, NeedsConsent, NeedsClaim,
		NeedsTime, NeedsDay, NeedsParticipation,
	}
}

// Answer is how a complaint stands to one rule.
type Answer string

// The answers.
const (
	Passed    Answer = "passed"
	Missing   Answer = "missing" // the complainant can still give it
	Refused   Answer = "refused"
	Undecided Answer = "undecided" // a person decides
)
