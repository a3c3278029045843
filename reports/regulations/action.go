package regulations

// Measure is something that a result permits. To permit is not to order: people decide what is
// done. No action is a finding against a person, and the list contains no disqualification,
// which statistics alone never justify (R-VIII-1).
type Measure string

// The actions, from the least to the gravest.
const (
	NoAction Measure = "no_action"
	// Unobtrusive: closer observation that ideally nobody notices, a private
	// consultation, sending games for a full test.
	Unobtrusive Measure = "unobtrusive"
	// OrangeAlert: measures for a whole round that single nobody out, such as
	// entrance checks or a delayed broadcast.
	OrangeAlert Measure = "orange_alert"
	// IntrusiveWarranted: questioning or a personal search of the player may be
	// justified.
	IntrusiveWarranted Measure = "intrusive_warranted"
	// SupportsExistingEvidence: the result may be cited beside physical or
	// observational evidence.
	SupportsExistingEvidence Measure = "supports_existing_evidence"
	// PrivateEnquiry: additional enquiries and a private investigation.
	PrivateEnquiry Measure = "private_enquiry"
	// PublicProcessCandidate: the result may be ground for a public process.
	PublicProcessCandidate Measure = "public_process_candidate"
	// PresumptionThresholdExceeded: the result of a method that FIDE has
	// approved is above the threshold of article I.6.
	PresumptionThresholdExceeded Measure = "presumption_threshold_exceeded"
)

// Actions returns every action, from the least to the gravest.
func Actions() []Measure {
	return []Measure{NoAction, Unobtrusive, OrangeAlert, IntrusiveWarranted, SupportsExistingEvidence,
		PrivateEnquiry, PublicProcessCandidate, PresumptionThresholdExceeded}
}

// Permission is an action with the rule that permits it.
type Permission struct {
	Action    Measure    `json:"action"`
	Threshold float64    `json:"threshold,omitempty"` // the z that was reached or passed, 0 if the rule names none
	Source    RuleSource `json:"source"`
	Note      Note       `json:"note,omitempty"`
}

// Note says what a permission means beyond its name, or why there is none.
type Note string

// The notes.
const (
	FullTestOnly        Note = "full_test_only"        // the games may go to a full test, and nothing else
	AllBelowSignificant Note = "all_below_significant" // every z is below 2.00: a ground to reject a complaint
	NotSignificant      Note = "not_significant"       // every z is below 2.00
	BelowLine           Note = "below_line"            // after the event, below 4.00
	ExactlyAtLine       Note = "exactly_at_line"       // after the event, exactly 4.00, to which the text assigns nothing
	NotJudged           Note = "not_judged"            // there is no z that may be compared with thresholds
	NothingUnusual      Note = "nothing_unusual"       // nothing unusual is known
	HeldBack            Note = "held_back"             // Ruling.Held says why
)
