package complaint

import (
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
)

// Entry is one line of the history of a case. It never changes. Its body names people and is sealed
// with a key of the case; everything else stays readable after the key is destroyed.
type Entry struct {
	Seq    int64           // from 1, without gaps, within the case
	Kind   EntryKind       // what happened
	State  State           // of the case from here on
	At     time.Time       // by the clock of the server, to the microsecond
	By     string          // ID of the author's token
	Body   json.RawMessage // of the type that Kind names; nil once the case is erased
	Digest string          // SHA-256 over all of the above, the body as sealed; hex
}

// EntryKind says what happened in a case, and so determines the type of the entry's body.
type EntryKind string

// The kinds of entries, in the order in which they may first come, each with the type of its body.
const (
	EntryOpened       EntryKind = "opened"             // Opening
	EntryFiled        EntryKind = "filed"              // Filing
	EntryInitiated    EntryKind = "initiated"          // Initiation
	EntryWarned       EntryKind = "warned"             // Warning
	EntrySteps        EntryKind = "steps_taken"        // StepsTaken
	EntryArbiterFound EntryKind = "arbiter_dismissed"  // ArbiterDismissal
	EntryForwarded    EntryKind = "forwarded"          // Forwarding
	EntryFormAsked    EntryKind = "form_requested"     // FormRequest
	EntryAssessed     EntryKind = "assessed"           // Assessed
	EntryHeld         EntryKind = "held"               // Holding
	EntryReleased     EntryKind = "released"           // Release
	EntryAdmitted     EntryKind = "admitted"           // Admission
	EntryInadmissible EntryKind = "inadmissible"       // Inadmissibility
	EntryDisregarded  EntryKind = "disregarded"        // Disregard
	EntryHandedOver   EntryKind = "handed_over"        // HandOver
	EntryNational     EntryKind = "federation_decided" // FederationDecision
	EntryPanel        EntryKind = "panel_appointed"    // PanelAppointment
	EntryInvestigator EntryKind = "investigator_appointed"
	EntryPanelChair   EntryKind = "panel_chair_elected" // PanelChair
	EntryInformed     EntryKind = "respondent_informed" // RespondentNotice
	EntryExpedited    EntryKind = "expedited"           // Expedition
	EntryReported     EntryKind = "reported"            // InvestigationReport
	EntrySentBack     EntryKind = "sent_back"           // SendingBack
	EntryFinal        EntryKind = "declared_final"      // FinalDeclaration
	EntryCautioned    EntryKind = "cautioned"           // Caution

	EntryBallotOpened EntryKind = "ballot_opened" // BallotOpening
	EntryVoted        EntryKind = "voted"         // Vote
	EntryBallotClosed EntryKind = "ballot_closed" // BallotClosing
	EntryOverridden   EntryKind = "recusal_overridden"

	EntryStatement    EntryKind = "statement"        // Statement
	EntryExhibit      EntryKind = "evidence_added"   // Exhibit
	EntryAttachment   EntryKind = "attachment_added" // Attachment
	EntryClaim        EntryKind = "claim_made"       // EngineClaim
	EntryClaimOrdered EntryKind = "claim_ordered"    // ClaimOrder
	EntryClaimFound   EntryKind = "claim_found"      // ClaimFinding
	EntryLinked       EntryKind = "linked"           // Link
	EntryParty        EntryKind = "party_added"      // Party
	EntryRepresented  EntryKind = "represented"      // Representation
	EntryLanguage     EntryKind = "language"         // LanguageOrder
	EntryAccusation   EntryKind = "accusation_assessed"
	EntryLetter       EntryKind = "letter_sent" // LetterSent
	EntryDisclosed    EntryKind = "disclosed"   // Disclosure
	EntryHoldSet      EntryKind = "hold_set"    // HoldSet
	EntryHoldLifted   EntryKind = "hold_lifted" // HoldLifted
)

// Body is the content of an entry.
type Body interface {
	Kind() EntryKind
	Validate() error // Invalid, in one sentence
}

// BodyOf decodes the body of an entry into the type that its kind names. A body that is missing,
// because the case is erased, is a NotFound error; one that cannot be read is Corrupt.
func BodyOf(e Entry) (Body, error) {
	body := NewBody(e.Kind)
	switch {
	case body == nil:
		return nil, fault.New(fault.Corrupt, "case_entry", "entry %d is of an unknown kind, %.50q", e.Seq, string(e.Kind))
	case e.Body == nil:
		return nil, fault.New(fault.NotFound, "case_erased", "entry %d was erased with the key of its case", e.Seq)
	}
	if err := json.Unmarshal(e.Body, body); err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "case_entry", "entry %d of the case, %s, cannot be read", e.Seq, e.Kind)
	}
	return body, nil
}

// ReadBody reads a body that somebody wants to enter into a case. An unknown kind, unknown fields,
// or a body that makes no sense give an Invalid error.
func ReadBody(kind EntryKind, text []byte) (Body, error) {
	body := NewBody(kind)
	if body == nil {
		return nil, unknownEntry(kind)
	}
	if err := decode(text, body); err != nil {
		return nil, err
	}
	return body, body.Validate()
}

// NewBody returns a pointer to an empty body of a kind, nil for an unknown one.
func NewBody(kind EntryKind) Body {
	for _, b := range bodies() {
		if b.Kind() == kind {
			return b
		}
	}
	return nil
}

// EntryKinds returns every kind of entry, in the order in which they may first come.
func EntryKinds() []EntryKind {
	var all []EntryKind
	for _, b := range bodies() {
		all = append(all, b.Kind())
	}
	return all
}

// bodies returns an empty body of every kind.
func bodies() []Body {
	return []Body{
		&Opening{}, &Filing{}, &Initiation{}, &Warning{}, &StepsTaken{}, &ArbiterDismissal{}, &Forwarding{}, &FormRequest{},
		&Assessed{}, &Holding{}, &Release{}, &Admission{}, &Inadmissibility{}, &Disregard{}, &HandOver{}, &FederationDecision{},
		&PanelAppointment{}, &InvestigatorAppointment{}, &PanelChair{}, &RespondentNotice{}, &Expedition{},
		&InvestigationReport{}, &SendingBack{}, &FinalDeclaration{}, &Caution{},
		&BallotOpening{}, &Vote{}, &BallotClosing{}, &RecusalOverride{},
		&Statement{}, &Exhibit{}, &Attachment{}, &ClaimMade{}, &ClaimOrder{}, &ClaimFinding{}, &Link{}, &Party{}, &Representation{},
		&LanguageOrder{}, &AccusationAssessment{}, &LetterSent{}, &Disclosure{}, &HoldSet{}, &HoldLifted{},
	}
}
