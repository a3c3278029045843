package complaint

// Addressee is the addressee of a letter.
type Addressee string

// The addressees.
const (
	ToComplainant      Addressee = "complainant"
	ToRespondent       Addressee = "respondent"
	ToFederation       Addressee = "federation"
	ToEthicsCommission Addressee = "edc"
	ToChiefArbiter     Addressee = "chief_arbiter"
	ToFPL              Addressee = "fpl" // its chair and secretary
)

// Addressees returns every addressee.
func Addressees() []Addressee {
	return []Addressee{ToComplainant, ToRespondent, ToFederation, ToEthicsCommission, ToChiefArbiter, ToFPL}
}

// LetterKind is the subject of a letter.
type LetterKind string

// The letters.
const (
	LetterReceipt      LetterKind = "receipt"          // of a form, with what is open
	LetterForm         LetterKind = "form_requested"   // III.B.3
	LetterResubmit     LetterKind = "claim_incomplete" // invitation to state an engine claim again, no violation (Regan's notes, VI.3)
	LetterWarning      LetterKind = "warning"          // penalty for unfounded complaints, and confidentiality (III.B.6 (a), B.12)
	LetterForwarded    LetterKind = "forwarded"        // III.B.6 (c)
	LetterInadmissible LetterKind = "inadmissible"     // III.B.3
	LetterDisregarded  LetterKind = "disregarded"      // no consent
	LetterOutside      LetterKind = "outside"          // II.2, II.3
	LetterRejected     LetterKind = "rejected"         // IV.3
	LetterFederation   LetterKind = "to_federation"    // II.4, II.5
	LetterNotice       LetterKind = "notice"           // to the respondent (VI.3)
	LetterDismissed    LetterKind = "dismissed"        // with a short summary (IV.9)
	LetterFindings     LetterKind = "findings"         // not referred, closed (IV.11)
	LetterReferred     LetterKind = "referred"         // to the EDC; no finding (IV.11)
	LetterToEDC        LetterKind = "to_edc"           // report for the EDC (IV.12)
	LetterNational     LetterKind = "national"         // decision of a federation, accepted or not (II.6)
	LetterCaution      LetterKind = "caution"          // V.2
)

// LetterKinds returns every letter.
func LetterKinds() []LetterKind {
	return []LetterKind{
		LetterReceipt, LetterForm, LetterResubmit, LetterWarning, LetterForwarded, LetterInadmissible, LetterDisregarded, LetterOutside,
		LetterRejected, LetterFederation, LetterNotice, LetterDismissed, LetterFindings, LetterReferred, LetterToEDC, LetterNational, LetterCaution,
	}
}
