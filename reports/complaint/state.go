package complaint

import "slices"

// State is the state of a case.
type State string

// The states of an open case. FPL is FIDE's Fair Play Commission, EDC its Ethics and Disciplinary
// Commission.
const (
	StateOpened            State = "opened"             // the form has not come yet
	StateWithArbiter       State = "with_arbiter"       // an in-tournament complaint before its chief arbiter (III.B.6)
	StateReceived          State = "received"           // at the FPL, which looks whether it is admissible
	StateFormRequested     State = "form_requested"     // until a deadline (III.B.3)
	StateHeld              State = "held"               // a doubt that a person decides
	StatePreliminary       State = "preliminary"        // admitted; preliminary investigation (IV.2)
	StateInvestigation     State = "investigation"      // by a panel of three, or one investigator (IV.4, IV.1, Annex I H)
	StateReported          State = "reported"           // the report is with the FPL (IV.10)
	StateDeciding          State = "deciding"           // the report is final; the FPL votes (IV.11)
	StateWithFederation    State = "with_federation"    // which investigates (II.4, II.5)
	StateFederationDecided State = "federation_decided" // and the FPL has been told (II.6)
	StateExpedited         State = "expedited"          // procedure whose articles are not among our texts (IV.13): no steps here
)

// The states of a closed case. None of them is a finding that somebody broke a rule.
const (
	StateInadmissible     State = "inadmissible"      // by the chair: no complete form in time (III.B.3)
	StateDisregarded      State = "disregarded"       // no consent to the use of personal data (form, privacy statement, point 5)
	StateOutside          State = "outside"           // outside the jurisdiction of the FPL (II.2, II.3)
	StateRejected         State = "rejected"          // by a majority of the FPL (IV.3)
	StateDismissed        State = "dismissed"         // by the panel, unanimously (IV.9)
	StateNotReferred      State = "not_referred"      // to the EDC, so closed (IV.11)
	StateReferred         State = "referred"          // to the EDC (IV.11)
	StateToEDC            State = "to_edc"            // report sent to the EDC, which had asked for it (IV.12)
	StateNationalOnly     State = "national_only"     // the federation's decision holds in its country only (II.6)
	StateNationalAccepted State = "national_accepted" // the FPL accepts it (II.6)
	StateCautioned        State = "cautioned"         // the complainant was warned (V.2)
)

// States returns every state, open ones first, in the order of the procedure.
func States() []State {
	return []State{
		StateOpened, StateWithArbiter, StateReceived, StateFormRequested, StateHeld, StatePreliminary, StateInvestigation,
		StateReported, StateDeciding, StateWithFederation, StateFederationDecided, StateExpedited,
		StateInadmissible, StateDisregarded, StateOutside, StateRejected, StateDismissed, StateNotReferred, StateReferred,
		StateToEDC, StateNationalOnly, StateNationalAccepted, StateCautioned,
	}
}

// Closed reports whether the FPL has finished with a case in this state.
func (s State) Closed() bool {
	return slices.Index(States(), s) >= slices.Index(States(), StateInadmissible)
}
