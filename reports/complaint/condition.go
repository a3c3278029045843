package complaint

import (
	"slices"
	"sync"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
)

// Condition is what a row of the table requires before an entry may be written.
type Condition string

// The conditions that choose between rows.
const (
	IsITC            Condition = "is_itc"
	IsPTC            Condition = "is_ptc"
	IsComplaint      Condition = "is_complaint"
	IsNoComplaint    Condition = "is_no_complaint"
	IsBodyRequest    Condition = "is_body_request"
	IsOnline         Condition = "is_online"
	ClaimLacks       Condition = "claim_lacks"        // nothing else is missing than what an engine claim has to state
	GoesNowhere      Condition = "goes_nowhere"       // outside the jurisdiction of the FPL
	GoesToFederation Condition = "goes_to_federation" //
	GoesToBoth       Condition = "goes_to_both"       //
	GoesToFPL        Condition = "goes_to_fpl"        //
	WentToBoth       Condition = "went_to_both"       // as it was admitted
	AsksToReject     Condition = "asks_to_reject"     // the ballot, as the following
	AsksToDismiss    Condition = "asks_to_dismiss"    //
	AsksToRefer      Condition = "asks_to_refer"      //
	AsksToAccept     Condition = "asks_to_accept"     //
	Rejects          Condition = "rejects"            // the vote, as the following
	Dismisses        Condition = "dismisses"          // unanimously
	Refers           Condition = "refers"             //
	RefersNot        Condition = "refers_not"         // no majority, with a quorum
	Accepts          Condition = "accepts"            //
	AcceptsNot       Condition = "accepts_not"        //
)

// The conditions without which an entry is refused.
const (
	KindForRole        Condition = "kind_for_role"        // chief arbiters open complaints and their own reports only
	BeforeFormDeadline Condition = "before_form_deadline" //
	FormDeadlineOver   Condition = "form_deadline_over"   //
	WrittenAndSigned   Condition = "written_and_signed"   // and its engine claim, if any, complete
	ComplainantWarned  Condition = "complainant_warned"   //
	StepsWereTaken     Condition = "steps_were_taken"     //
	LookedInto         Condition = "looked_into"          // steps taken, unless the complaint may not be considered
	ConsentRefused     Condition = "consent_refused"      //
	LeftToPeople       Condition = "left_to_people"       // the rule is one that a person decides
	Admissible         Condition = "admissible"           // every rule is passed
	FactsFitCase       Condition = "facts_fit_case"       // what decides the route agrees with the form
	LevelAOrB          Condition = "level_a_or_b"         //
	OverTheBoard       Condition = "over_the_board"       //
	OrdinaryProcedure  Condition = "ordinary_procedure"   // not a violation for the expedited one
	ExpeditedProcedure Condition = "expedited_procedure"  // a violation other than cheating, or a presumption
	NoneRecused        Condition = "none_recused"         //
	NextInTurn         Condition = "next_in_turn"         // or a reason why not
	Appointed          Condition = "appointed"            // who writes is of the panel, or the investigator
	ChairOfPanel       Condition = "chair_of_panel"       // who is elected is of the panel
	PanelHasChair      Condition = "panel_has_chair"      //
	OfPanelChair       Condition = "of_panel_chair"       // who writes is the chair of the panel, or of the FPL
	NamesRespondent    Condition = "names_respondent"     //
	NamesComplainant   Condition = "names_complainant"    //
	RespondentsHeard   Condition = "respondents_heard"    // informed, and with a statement or the time for one over
	OfThatFederation   Condition = "of_that_federation"   //
	AboutAccusation    Condition = "about_accusation"     // the case is one of false accusation
	FoundUnfounded     Condition = "found_unfounded"      //
	FoundSerious       Condition = "found_serious"        //
	FiledByComplainant Condition = "filed_by_complainant" //
	NoBallotOpen       Condition = "no_ballot_open"       //
	BallotIsOpen       Condition = "ballot_is_open"       //
	VotersArePanel     Condition = "voters_are_panel"     //
	IsVoter            Condition = "is_voter"             //
	NotVotedYet        Condition = "not_voted_yet"        //
	SummaryGiven       Condition = "summary_given"        //
	ForSomebodyElse    Condition = "for_somebody_else"    //
	MayBeOverridden    Condition = "may_be_overridden"    // nobody judges in his own case
	WasInformed        Condition = "was_informed"         //
	OfOwnPart          Condition = "of_own_part"          //
	ClaimIsThere       Condition = "claim_is_there"       //
	ClaimIsOrdered     Condition = "claim_is_ordered"     // to be run again, by whoever the report is written for
	HoldIsSet          Condition = "hold_is_set"          //
)

// attempt is an entry that somebody wants to write. body is nil if only the state of the case
// matters.
type attempt struct {
	Case
	body Body
	by   Actor
	at   time.Time
}

// said returns the body of the entry as one type.
func said[B Body](a attempt) (says B) {
	switch body := any(a.body).(type) {
	case B:
		return body
	case *B:
		return *body
	}
	return says
}

// conditionTest says how one condition is tested. If it fails, the entry is refused with the error.
type conditionTest struct {
	condition Condition
	onBody    bool // it depends on the body, or on sealed votes, so it cannot be tested beforehand
	holds     func(a attempt) error
}

func lacking(format string, args ...any) error {
	return fault.New(fault.Conflict, "case_lacks", format, args...)
}

func barred(format string, args ...any) error {
	return fault.New(fault.Forbidden, "not_allowed", format, args...)
}

// unless returns err if a condition does not hold.
func unless(holds bool, err error) error {
	if holds {
		return nil
	}
	return err
}

// tests returns the test of every condition.
var tests = sync.OnceValue(func() map[Condition]conditionTest {
	all := map[Condition]conditionTest{}
	for _, t := range slices.Concat(testsOfKind(), testsOfVotes(), testsOfForm(), testsOfPeople(), testsOfProcedure()) {
		all[t.condition] = t
	}
	return all
})

// find returns the test of a condition.
func (c Condition) find() conditionTest { return tests()[c] }

func testsOfKind() []conditionTest {
	kind := func(condition Condition, says string, kinds ...CaseKind) conditionTest {
		return conditionTest{condition, false, func(a attempt) error { return unless(slices.Contains(kinds, a.Opening().Case), lacking("%s", says)) }}
	}
	goes := func(condition Condition, to Jurisdiction) conditionTest {
		return conditionTest{condition, true, func(a attempt) error {
			route, _, err := said[Admission](a).Routing.Goes()
			return unless(err == nil && route == to, lacking("the case does not go this way"))
		}}
	}
	return []conditionTest{
		kind(IsITC, "this is no in-tournament complaint", ITC),
		kind(IsPTC, "this is no post-tournament complaint", PTC),
		kind(IsComplaint, "nobody complained on a form in this case", ITC, PTC),
		kind(FiledByComplainant, "nobody complained on a form in this case", ITC, PTC),
		kind(IsNoComplaint, "this case is a complaint, and begins with a form", ArbiterReport, FPLInitiative, BodyRequest),
		kind(IsBodyRequest, "no other body asked for this case", BodyRequest),
		{IsOnline, false, func(a attempt) error { return unless(a.Opening().In.Online(), lacking("the event is not online")) }},
		{OverTheBoard, false, func(a attempt) error {
			return unless(!a.Opening().In.Online(), lacking("online one member of the FPL investigates, not a panel (%s)", citation("ON-H3")))
		}},
		goes(GoesNowhere, OfNobodyHere), goes(GoesToFederation, OfFederation), goes(GoesToBoth, OfFederationAndUs), goes(GoesToFPL, OfFPL),
		{WentToBoth, false, func(a attempt) error {
			return unless(a.Jurisdiction() == OfFederationAndUs, lacking("the case was not given to a federation"))
		}},
		{LevelAOrB, false, func(a attempt) error {
			admission, _ := Latest[Admission](a.Case)
			level := admission.Says.Routing.Level
			return unless(!admission.Says.Routing.Online && (level == regulations.Maximum || level == regulations.Increased),
				lacking("the FPL hands over cases of level A and B only (%s)", citation("AC-II-4")))
		}},
		{KindForRole, true, kindForRole},
		{AboutAccusation, false, func(a attempt) error {
			return unless(a.Subject() == FalseAccusation, lacking("the case is not about a false accusation"))
		}},
	}
}

// kindForRole refuses kinds of cases that a role may not open: chief arbiters open complaints that
// are handed to them, and their own reports; the FPL opens all others.
func kindForRole(a attempt) error {
	kind := said[Opening](a).Case
	if len(a.entries) > 0 {
		kind = a.Opening().Case
	}
	return unless(a.by.Role != access.ChiefArbiter || kind.IsComplaint() || kind == ArbiterReport,
		barred("a chief arbiter opens complaints and cases from his own report; %s is for the FPL (%s)", kind, citation("AC-B-10")))
}

func testsOfProcedure() []conditionTest {
	violation := func(a attempt) bool { return a.Subject() == BoardViolation || a.Subject() == OnlineViolation }
	founded := func(a attempt) Foundation {
		assessment, _ := Latest[AccusationAssessment](a.Case)
		return assessment.Says.Foundation
	}
	return []conditionTest{
		{OrdinaryProcedure, false, func(a attempt) error {
			return unless(!violation(a), lacking("violations other than cheating go through the expedited procedure (%s)", citation("AC-IV-13")))
		}},
		{ExpeditedProcedure, true, func(a attempt) error {
			switch presumed := said[Expedition](a).Presumed; {
			case presumed && a.Subject() == OnlineViolation:
				return lacking("a technical violation online never leads to a presumption (%s)", citation("AC-I-4b"))
			case presumed && a.Subject() != Assistance:
				return lacking("only assistance is presumed from statistics (%s)", citation("AC-I-5"))
			case !presumed && !violation(a):
				return lacking("the expedited procedure is for violations other than cheating and for presumed cases (%s)", citation("AC-IV-13"))
			}
			return nil
		}},
		{RespondentsHeard, false, func(a attempt) error {
			for _, p := range a.Parties(RespondentParty) {
				notice, informed := a.noticeTo(p.Name)
				switch {
				case !informed:
					return lacking("%s has not been informed (%s)", p.Name, citation("AC-VI-3"))
				case !a.heard(p.Name) && !a.at.After(notice.AnswerBy):
					return lacking("%s has time to answer until %s (%s)", p.Name, notice.AnswerBy.Format(time.RFC3339), citation("AC-VI-3"))
				}
			}
			return nil
		}},
		{FoundUnfounded, false, func(a attempt) error {
			return unless(founded(a) == ManifestlyUnfounded || founded(a) == EspeciallySerious, lacking("the accusation has not been assessed as manifestly unfounded (%s)", citation("AC-V-1")))
		}},
		{FoundSerious, false, func(a attempt) error {
			return unless(founded(a) == EspeciallySerious, lacking("the accusation has not been assessed as especially serious (%s)", citation("AC-V-3")))
		}},
		{HoldIsSet, false, func(a attempt) error { return unless(a.onHold(), lacking("no hold is set")) }},
	}
}
