package complaint

import (
	"slices"
	"sync"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/regulations"
)

// Transition is one row of the table by which a case moves. In these states, holders of these roles
// may write an entry of this kind if the condition that chooses the row holds and everything that
// the row needs is there. The case then has another state, a deadline may begin, and letters are
// due.
type Transition struct {
	In       []State // none for the entry that opens a case
	Kind     EntryKind
	By       []access.Role
	If       Condition   // chooses between rows of the same kind; "" if there is no choice
	Needs    []Condition // without these the entry is refused
	To       State       // "" if the state does not change
	Articles []string    // by our own keys; Citations returns what people can look up
	Deadline DeadlineKind
	Notices  []Notice
}

// Notice is a letter that is due after an entry.
type Notice struct {
	Letter LetterKind
	To     Addressee
}

// Citations returns the citations of a row's articles, by which people find them.
func (t Transition) Citations() []string { return citations(t.Articles) }

func citations(articles []string) []string {
	all := make([]string, len(articles))
	for i, a := range articles {
		all[i] = citation(a)
	}
	return all
}

// citation returns the citation of an article, given our own key.
func citation(article string) string {
	return texts().Edition(time.Time{}).ComplaintSource(article).Citation
}

// texts returns the tables of regulations. They are read once, because every row of the table cites
// some.
var texts = sync.OnceValue(regulations.Shipped)

// table returns the table, in the order of the procedure. It is made once, because every step of
// every case uses it.
var table = sync.OnceValue(func() []Transition {
	return slices.Concat(filing(), beforeArbiter(), admitting(), preliminary(), investigating(), reporting(), national(), accusing(), balloting(), recording())
})

// who lists roles; it makes the table easier to read.
func who(roles ...access.Role) []access.Role { return roles }

// in lists states.
func in(states ...State) []State { return states }

// The roles of the table, by their part in the procedure.
const (
	arbiter      = access.ChiefArbiter
	complains    = access.Complainant
	responds     = access.Respondent
	chair        = access.FPLChair
	secretary    = access.FPLSecretary
	member       = access.FPLMember
	investigator = access.Investigator
	officer      = access.FederationOfficer
)

// filing returns the rows on how a case begins (III.A, III.B.1 to B.5; online Annex I, G).
func filing() []Transition {
	return []Transition{
		{Kind: EntryOpened, By: who(arbiter, secretary, chair), Needs: needs(KindForRole), To: StateOpened, Articles: articles("AC-A-1", "ON-G1")},
		{
			In: in(StateOpened), Kind: EntryFiled, By: who(complains, arbiter), If: IsITC, To: StateWithArbiter,
			Articles: articles("AC-B-6", "FORM-fields"), Notices: notices(LetterReceipt, ToComplainant),
		},
		{
			In: in(StateOpened), Kind: EntryFiled, By: who(complains, secretary), If: IsPTC, To: StateReceived,
			Articles: articles("AC-B-2", "AC-B-3", "FORM-fields"), Notices: notices(LetterReceipt, ToComplainant),
		},
		{
			In: in(StateOpened), Kind: EntryInitiated, By: who(arbiter, secretary, chair), If: IsNoComplaint, Needs: needs(KindForRole), To: StateReceived,
			Articles: articles("AC-A-1", "AC-B-10", "AC-B-11"),
		},
		{
			In: in(StateReceived, StateHeld), Kind: EntryFiled, By: who(complains, secretary), If: IsComplaint, To: StateReceived,
			Articles: articles("AC-B-4", "R-VI-3"), Notices: notices(LetterReceipt, ToComplainant),
		},
		{
			In: in(StateFormRequested), Kind: EntryFiled, By: who(complains, secretary), Needs: needs(BeforeFormDeadline), To: StateReceived,
			Articles: articles("AC-B-3", "AC-B-4"), Notices: notices(LetterReceipt, ToComplainant),
		},
	}
}

// beforeArbiter returns the rows on what a chief arbiter does with a complaint during the event
// (III.B.6).
func beforeArbiter() []Transition {
	return []Transition{
		{In: in(StateWithArbiter), Kind: EntryFiled, By: who(complains, arbiter), Articles: articles("R-VI-3", "AC-B-4")},
		{
			In: in(StateWithArbiter), Kind: EntryWarned, By: who(arbiter), Articles: articles("AC-B-6a", "AC-B-12"),
			Notices: notices(LetterWarning, ToComplainant),
		},
		{
			In: in(StateWithArbiter), Kind: EntrySteps, By: who(arbiter), Needs: needs(WrittenAndSigned),
			Articles: articles("AC-B-6b", "LAWS-12.9", "R-VI-1"),
		},
		{
			In: in(StateWithArbiter), Kind: EntryArbiterFound, By: who(arbiter), Needs: needs(WrittenAndSigned, ComplainantWarned, StepsWereTaken),
			Articles: articles("AC-B-6"),
		},
		{
			In: in(StateWithArbiter), Kind: EntryForwarded, By: who(arbiter), Needs: needs(ComplainantWarned, LookedInto), To: StateReceived,
			Articles: articles("AC-B-6c"), Notices: []Notice{{LetterForwarded, ToComplainant}, {LetterForwarded, ToFPL}},
		},
	}
}

// admitting returns the rows on whether a case is admissible (III.B), and who deals with it (II).
func admitting() []Transition {
	return []Transition{
		{
			In: in(StateReceived, StateHeld, StateFormRequested), Kind: EntryFormAsked, By: who(secretary, chair), If: ClaimLacks, To: StateFormRequested,
			Articles: articles("AC-B-3", "R-VI-2", "R-VI-3"), Deadline: FormDeadline, Notices: notices(LetterResubmit, ToComplainant),
		},
		{
			In: in(StateReceived, StateHeld, StateFormRequested), Kind: EntryFormAsked, By: who(secretary, chair), If: IsComplaint, To: StateFormRequested,
			Articles: articles("AC-B-3"), Deadline: FormDeadline, Notices: notices(LetterForm, ToComplainant),
		},
		{
			In: in(StateFormRequested), Kind: EntryInadmissible, By: who(chair), Needs: needs(FormDeadlineOver), To: StateInadmissible,
			Articles: articles("AC-B-3"), Notices: notices(LetterInadmissible, ToComplainant),
		},
		{
			In: in(StateReceived, StateHeld, StateFormRequested), Kind: EntryDisregarded, By: who(secretary, chair), Needs: needs(ConsentRefused), To: StateDisregarded,
			Articles: articles("FORM-privacy-5"), Notices: notices(LetterDisregarded, ToComplainant),
		},
		{
			In: in(StateReceived, StateHeld), Kind: EntryAssessed, By: who(secretary, chair), Needs: needs(LeftToPeople),
			Articles: articles("AC-B-1", "AC-B-9", "AC-VI-1"),
		},
		{In: in(StateReceived), Kind: EntryHeld, By: who(secretary, chair), To: StateHeld, Articles: articles("AC-B-1", "FORM-fields")},
		{In: in(StateHeld), Kind: EntryReleased, By: who(secretary, chair), To: StateReceived, Articles: articles("AC-B-1")},
		{
			In: in(StateReceived), Kind: EntryAdmitted, By: who(secretary, chair), If: GoesNowhere, Needs: needs(FactsFitCase), To: StateOutside,
			Articles: articles("AC-II-2", "AC-II-3", "ON-A7"), Notices: notices(LetterOutside, ToComplainant),
		},
		{
			In: in(StateReceived), Kind: EntryAdmitted, By: who(secretary, chair), If: GoesToFederation, Needs: needs(Admissible, FactsFitCase), To: StateWithFederation,
			Articles: articles("AC-II-5"), Notices: []Notice{{LetterFederation, ToFederation}, {LetterFederation, ToComplainant}},
		},
		{
			In: in(StateReceived), Kind: EntryAdmitted, By: who(secretary, chair), If: GoesToBoth, Needs: needs(Admissible, FactsFitCase), To: StatePreliminary,
			Articles: articles("AC-II-5", "AC-IV-2"), Notices: notices(LetterFederation, ToFederation),
		},
		{
			In: in(StateReceived), Kind: EntryAdmitted, By: who(secretary, chair), If: GoesToFPL, Needs: needs(Admissible, FactsFitCase), To: StatePreliminary,
			Articles: articles("AC-II-2", "AC-II-3", "AC-II-4", "AC-IV-2"),
		},
	}
}

// preliminary returns the rows on what follows admission (II.4, IV.1, IV.2, IV.13; online Annex I,
// H).
func preliminary() []Transition {
	return []Transition{
		{
			In: in(StatePreliminary), Kind: EntryHandedOver, By: who(chair), Needs: needs(LevelAOrB), To: StateWithFederation,
			Articles: articles("AC-II-4"), Notices: []Notice{{LetterFederation, ToFederation}, {LetterFederation, ToComplainant}},
		},
		{
			In: in(StatePreliminary), Kind: EntryPanel, By: who(chair), Needs: needs(OverTheBoard, OrdinaryProcedure, NoneRecused), To: StateInvestigation,
			Articles: articles("AC-IV-1", "AC-IV-4", "C05-10.2"),
		},
		{
			In: in(StatePreliminary), Kind: EntryInvestigator, By: who(chair), If: IsOnline, Needs: needs(OrdinaryProcedure, NoneRecused, NextInTurn), To: StateInvestigation,
			Articles: articles("ON-H", "ON-H3"), Deadline: OnlineInvestigation,
		},
		{
			In: in(StatePreliminary), Kind: EntryInvestigator, By: who(chair), Needs: needs(OrdinaryProcedure, NoneRecused), To: StateInvestigation,
			Articles: articles("AC-IV-1", "C05-10.2"),
		},
		{
			In: in(StatePreliminary), Kind: EntryExpedited, By: who(chair), Needs: needs(ExpeditedProcedure), To: StateExpedited,
			Articles: articles("AC-IV-13", "AC-I-4b", "AC-I-5"),
		},
	}
}

// investigating returns the rows on the work of the panel or the investigator (IV.4 to IV.9, VI.2,
// VI.3; online Annex I, H and I).
func investigating() []Transition {
	return []Transition{
		{
			In: in(StateInvestigation), Kind: EntryPanel, By: who(chair), Needs: needs(OverTheBoard, NoBallotOpen, NoneRecused),
			Articles: articles("AC-IV-1", "AC-IV-4", "C05-10.2"),
		},
		{
			In: in(StateInvestigation), Kind: EntryInvestigator, By: who(chair), If: IsOnline, Needs: needs(NoneRecused, NextInTurn),
			Articles: articles("ON-H", "ON-H3"), Deadline: OnlineInvestigation,
		},
		{
			In: in(StateInvestigation), Kind: EntryInvestigator, By: who(chair), Needs: needs(NoBallotOpen, NoneRecused),
			Articles: articles("AC-IV-1", "C05-10.2"),
		},
		{In: in(StateInvestigation), Kind: EntryPanelChair, By: who(member), Needs: needs(Appointed, ChairOfPanel), Articles: articles("AC-IV-4")},
		{
			In: in(StatePreliminary, StateInvestigation), Kind: EntryInformed, By: who(chair, secretary), Needs: needs(NamesRespondent),
			Articles: articles("AC-VI-3", "ON-I3"), Deadline: StatementDeadline, Notices: notices(LetterNotice, ToRespondent),
		},
		{
			In: in(StateInvestigation), Kind: EntryInformed, By: who(member, investigator), Needs: needs(Appointed, NamesRespondent),
			Articles: articles("AC-VI-3", "ON-I3"), Deadline: StatementDeadline, Notices: notices(LetterNotice, ToRespondent),
		},
		{In: in(StateInvestigation), Kind: EntryLanguage, By: who(member, investigator), Needs: needs(Appointed), Articles: articles("AC-VI-2")},
		{
			In: in(StateInvestigation), Kind: EntryReported, By: who(member, investigator), Needs: needs(Appointed, PanelHasChair, NoBallotOpen, RespondentsHeard), To: StateReported,
			Articles: articles("AC-IV-10", "AC-VI-3", "ON-H"),
		},
	}
}

// reporting returns the rows on what the FPL does with a report (IV.10 to IV.12).
func reporting() []Transition {
	return []Transition{
		{In: in(StateReported), Kind: EntrySentBack, By: who(chair), To: StateInvestigation, Articles: articles("AC-IV-10", "AC-IV-12")},
		{
			In: in(StateReported), Kind: EntryFinal, By: who(chair), If: IsBodyRequest, To: StateToEDC,
			Articles: articles("AC-IV-12", "AC-B-11"), Notices: notices(LetterToEDC, ToEthicsCommission),
		},
		{In: in(StateReported), Kind: EntryFinal, By: who(chair), To: StateDeciding, Articles: articles("AC-IV-11")},
	}
}

// national returns the rows on a case before a federation (II.6).
func national() []Transition {
	return []Transition{
		{
			In: in(StateWithFederation), Kind: EntryNational, By: who(officer, secretary), Needs: needs(OfThatFederation), To: StateFederationDecided,
			Articles: articles("AC-II-6"), Notices: notices(LetterNational, ToFPL),
		},
		{
			In: in(StatePreliminary), Kind: EntryNational, By: who(officer, secretary), If: WentToBoth, Needs: needs(OfThatFederation, NoBallotOpen), To: StateFederationDecided,
			Articles: articles("AC-II-5", "AC-II-6"), Notices: notices(LetterNational, ToFPL),
		},
	}
}

// accusing returns the rows on an accusation that may be false (section V; Annex I, D).
func accusing() []Transition {
	after := in(StateRejected, StateDismissed, StateNotReferred)
	return []Transition{
		{
			In: append(in(StatePreliminary, StateDeciding), after...), Kind: EntryAccusation, By: who(chair),
			Articles: articles("AC-I-7", "AC-V-1", "ON-D"),
		},
		{
			In: in(StatePreliminary, StateDeciding), Kind: EntryCautioned, By: who(chair), Needs: needs(AboutAccusation, FoundUnfounded, NoBallotOpen), To: StateCautioned,
			Articles: articles("AC-V-2"), Notices: notices(LetterCaution, ToRespondent),
		},
		{
			In: after, Kind: EntryCautioned, By: who(chair), Needs: needs(FiledByComplainant, FoundUnfounded),
			Articles: articles("AC-V-2"), Notices: notices(LetterCaution, ToComplainant),
		},
	}
}

// balloting returns the rows on ballots and their results (IV.3, IV.9, IV.11, II.6, V.3).
func balloting() []Transition {
	votable := in(StateReceived, StateHeld, StatePreliminary, StateInvestigation, StateDeciding, StateFederationDecided, StateNationalAccepted)
	early := in(StateReceived, StateHeld, StatePreliminary)
	opens := needs(NoBallotOpen, NoneRecused)
	return []Transition{
		{In: early, Kind: EntryBallotOpened, By: who(chair), If: AsksToReject, Needs: opens, Articles: articles("AC-IV-3", "AC-B-9")},
		{
			In: in(StateInvestigation), Kind: EntryBallotOpened, By: who(chair, member), If: AsksToDismiss, Needs: append(needs(OfPanelChair, VotersArePanel), opens...),
			Articles: articles("AC-IV-9"),
		},
		{In: in(StateDeciding), Kind: EntryBallotOpened, By: who(chair), If: AsksToRefer, Needs: opens, Articles: articles("AC-IV-11")},
		{
			In: in(StatePreliminary), Kind: EntryBallotOpened, By: who(chair), If: AsksToRefer, Needs: append(needs(AboutAccusation, FoundSerious), opens...),
			Articles: articles("AC-V-3"),
		},
		{In: in(StateFederationDecided), Kind: EntryBallotOpened, By: who(chair), If: AsksToAccept, Needs: opens, Articles: articles("AC-II-6")},
		{In: in(StateFederationDecided, StateNationalAccepted), Kind: EntryBallotOpened, By: who(chair), If: AsksToRefer, Needs: opens, Articles: articles("AC-II-6")},

		{In: votable, Kind: EntryOverridden, By: who(chair), Needs: needs(ForSomebodyElse, MayBeOverridden), Articles: articles("C05-10.2", "ON-H3")},
		{In: votable, Kind: EntryVoted, By: who(member, chair), Needs: needs(BallotIsOpen, IsVoter, NotVotedYet), Articles: articles("AC-IV-3", "AC-IV-9", "AC-IV-11", "AC-II-6")},

		{
			In: early, Kind: EntryBallotClosed, By: who(chair), If: Rejects, Needs: needs(BallotIsOpen), To: StateRejected,
			Articles: articles("AC-IV-3"), Notices: notices(LetterRejected, ToComplainant),
		},
		{
			In: in(StateInvestigation), Kind: EntryBallotClosed, By: who(chair, member), If: Dismisses, Needs: needs(BallotIsOpen, OfPanelChair, SummaryGiven), To: StateDismissed,
			Articles: articles("AC-IV-9"),
			Notices:  []Notice{{LetterDismissed, ToFPL}, {LetterDismissed, ToComplainant}, {LetterDismissed, ToRespondent}, {LetterDismissed, ToFederation}},
		},
		{
			In: in(StateDeciding, StatePreliminary, StateFederationDecided, StateNationalAccepted), Kind: EntryBallotClosed, By: who(chair), If: Refers, Needs: needs(BallotIsOpen), To: StateReferred,
			Articles: articles("AC-IV-11", "AC-II-6", "AC-V-3"),
			Notices:  []Notice{{LetterReferred, ToComplainant}, {LetterReferred, ToRespondent}, {LetterReferred, ToFederation}, {LetterToEDC, ToEthicsCommission}},
		},
		{
			In: in(StateDeciding), Kind: EntryBallotClosed, By: who(chair), If: RefersNot, Needs: needs(BallotIsOpen), To: StateNotReferred,
			Articles: articles("AC-IV-11"),
			Notices:  []Notice{{LetterFindings, ToComplainant}, {LetterFindings, ToRespondent}, {LetterFindings, ToFederation}},
		},
		{
			In: in(StateFederationDecided), Kind: EntryBallotClosed, By: who(chair), If: Accepts, Needs: needs(BallotIsOpen), To: StateNationalAccepted,
			Articles: articles("AC-II-6"),
			Notices:  []Notice{{LetterNational, ToFederation}, {LetterNational, ToComplainant}, {LetterNational, ToRespondent}},
		},
		{
			In: in(StateFederationDecided), Kind: EntryBallotClosed, By: who(chair), If: AcceptsNot, Needs: needs(BallotIsOpen), To: StateNationalOnly,
			Articles: articles("AC-II-6"),
			Notices:  []Notice{{LetterNational, ToFederation}, {LetterNational, ToComplainant}, {LetterNational, ToRespondent}},
		},
		{In: votable, Kind: EntryBallotClosed, By: who(chair), Needs: needs(BallotIsOpen), Articles: articles("AC-IV-3", "AC-IV-11", "AC-II-6")},
		{In: in(StateInvestigation), Kind: EntryBallotClosed, By: who(member), Needs: needs(BallotIsOpen, OfPanelChair), Articles: articles("AC-IV-9", "AC-IV-10")},
	}
}

// recording returns the rows on what is added to the case along the way.
func recording() []Transition {
	early := in(StateOpened, StateWithArbiter, StateReceived, StateFormRequested, StateHeld)
	work := in(StatePreliminary, StateInvestigation)
	atFPL := append(in(StateReceived, StateFormRequested, StateHeld, StatePreliminary, StateInvestigation, StateReported, StateDeciding), StateWithFederation, StateFederationDecided, StateExpedited)
	open := append(in(StateOpened, StateWithArbiter), atFPL...)
	before := in(StateOpened, StateWithArbiter)
	return []Transition{
		{In: slices.Concat(early, work), Kind: EntryAttachment, By: who(complains), Articles: articles("AC-B-4", "AC-B-8", "FORM-fields")},
		{In: before, Kind: EntryAttachment, By: who(arbiter), Articles: articles("AC-B-6c")},
		{In: append(slices.Clone(work), StateWithFederation), Kind: EntryAttachment, By: who(responds), Needs: needs(WasInformed), Articles: articles("AC-VI-3", "ON-I3")},
		{In: open, Kind: EntryAttachment, By: who(secretary, chair), Articles: articles("AC-IV-5", "AC-VI-5")},
		{In: in(StateInvestigation), Kind: EntryAttachment, By: who(member, investigator), Needs: needs(Appointed), Articles: articles("AC-IV-5")},
		{In: in(StatePreliminary, StateWithFederation), Kind: EntryAttachment, By: who(officer), Needs: needs(OfThatFederation), Articles: articles("AC-II-6", "AC-IV-6")},

		{In: in(StateWithArbiter), Kind: EntryExhibit, By: who(arbiter), Articles: articles("AC-B-6b", "AC-B-6c")},
		{In: slices.Concat(in(StateReceived, StateHeld), work), Kind: EntryExhibit, By: who(secretary, chair), Articles: articles("AC-IV-2", "AC-IV-5")},
		{In: in(StateInvestigation), Kind: EntryExhibit, By: who(member, investigator), Needs: needs(Appointed), Articles: articles("AC-IV-5", "ON-H")},
		{In: in(StatePreliminary, StateWithFederation), Kind: EntryExhibit, By: who(officer), Needs: needs(OfThatFederation), Articles: articles("AC-II-6", "AC-IV-6")},

		{In: early, Kind: EntryClaim, By: who(complains), Articles: articles("R-VI-2", "R-VI-3")},
		{In: in(StateWithArbiter), Kind: EntryClaim, By: who(arbiter), Articles: articles("R-VI-2")},
		{In: slices.Concat(in(StateReceived, StateFormRequested, StateHeld), work), Kind: EntryClaim, By: who(secretary, chair), Articles: articles("R-VI-2")},
		{In: in(StateWithArbiter), Kind: EntryClaimOrdered, By: who(arbiter), Needs: needs(ClaimIsThere), Articles: articles("R-VI-2", "R-VII-2")},
		{In: slices.Concat(in(StateReceived, StateHeld), work), Kind: EntryClaimOrdered, By: who(secretary, chair), Needs: needs(ClaimIsThere), Articles: articles("R-VI-2", "R-VII-2")},
		{In: in(StateInvestigation), Kind: EntryClaimOrdered, By: who(member, investigator), Needs: needs(Appointed, ClaimIsThere), Articles: articles("R-VI-2", "R-VII-2")},
		// The case may have gone on while the claim was run again.
		{In: open, Kind: EntryClaimFound, By: who(arbiter, secretary, chair, member, investigator), Needs: needs(ClaimIsOrdered), Articles: articles("R-VI-2", "R-VII-2")},

		{In: slices.Concat(in(StateReceived, StateHeld), work), Kind: EntryStatement, By: who(complains), Needs: needs(OfOwnPart), Articles: articles("AC-B-8", "AC-IV-6")},
		{In: append(slices.Clone(work), StateWithFederation), Kind: EntryStatement, By: who(responds), Needs: needs(OfOwnPart, WasInformed), Articles: articles("AC-VI-3", "ON-I3")},
		{In: slices.Concat(in(StateReceived, StateHeld), work), Kind: EntryStatement, By: who(secretary), Articles: articles("AC-VI-3", "AC-VI-5")},
		{In: in(StateInvestigation), Kind: EntryStatement, By: who(member, investigator), Needs: needs(Appointed), Articles: articles("AC-IV-5", "AC-VI-3")},

		{In: open, Kind: EntryRepresented, By: who(complains), Needs: needs(OfOwnPart), Articles: articles("AC-VI-4")},
		{In: atFPL, Kind: EntryRepresented, By: who(responds), Needs: needs(OfOwnPart, WasInformed), Articles: articles("AC-VI-4")},
		{In: open, Kind: EntryRepresented, By: who(secretary), Articles: articles("AC-VI-4")},
		{In: open, Kind: EntryParty, By: who(secretary, chair), Articles: articles("AC-II-1", "AC-IV-6")},
		{In: before, Kind: EntryParty, By: who(arbiter), Needs: needs(NamesComplainant), Articles: articles("AC-B-6")},

		{In: States(), Kind: EntryLinked, By: who(secretary, chair), Articles: articles("AC-B-6")},
		{In: before, Kind: EntryLetter, By: who(arbiter), Articles: articles("AC-VI-5")},
		{In: States(), Kind: EntryLetter, By: who(secretary, chair), Articles: articles("AC-VI-5")},
		{In: before, Kind: EntryDisclosed, By: who(arbiter), Articles: articles("AC-B-12", "R-VI-3")},
		{In: States(), Kind: EntryDisclosed, By: who(secretary, chair), Articles: articles("AC-B-12", "R-VI-3")},
		{In: States(), Kind: EntryHoldSet, By: who(secretary, chair), Articles: articles("ON-A5")},
		{In: States(), Kind: EntryHoldLifted, By: who(secretary, chair), Needs: needs(HoldIsSet), Articles: articles("ON-A5")},
	}
}

func articles(keys ...string) []string { return keys }

func needs(conditions ...Condition) []Condition { return conditions }

func notices(letter LetterKind, to Addressee) []Notice { return []Notice{{letter, to}} }
