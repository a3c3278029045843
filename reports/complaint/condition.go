package complaint

import (
	"slices"
	"strings"
	"sync"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/roster"
	"fairplay/reports/tournament"
)

// Condition is what a row of the table asks for before an entry may be written.
type Condition string

// The conditions that choose among rows.
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
	HoldIsSet          Condition = "hold_is_set"          //
)

// attempt is an entry that somebody wants to write. body is nil where only the case is asked.
type attempt struct {
	Case
	body Body
	by   Actor
	at   time.Time
}

// said returns what the entry says, as one type.
func said[B Body](a attempt) (says B) {
	switch body := any(a.body).(type) {
	case B:
		return body
	case *B:
		return *body
	}
	return says
}

// test is how one condition is tested. What fails is refused with the error.
type test struct {
	condition Condition
	onBody    bool // it depends on what is written, or on sealed votes, so that nobody can tell beforehand
	holds     func(a attempt) error
}

func lacking(format string, args ...any) error {
	return fault.New(fault.Conflict, "case_lacks", format, args...)
}

func barred(format string, args ...any) error {
	return fault.New(fault.Forbidden, "not_allowed", format, args...)
}

// unless returns an error where a condition does not hold.
func unless(holds bool, err error) error {
	if holds {
		return nil
	}
	return err
}

// tests are how every condition is tested.
var tests = sync.OnceValue(func() map[Condition]test {
	all := map[Condition]test{}
	for _, t := range slices.Concat(testsOfKind(), testsOfVotes(), testsOfForm(), testsOfPeople(), testsOfProcedure()) {
		all[t.condition] = t
	}
	return all
})

// find returns the test of a condition.
func (c Condition) find() test { return tests()[c] }

func testsOfKind() []test {
	kind := func(condition Condition, says string, kinds ...CaseKind) test {
		return test{condition, false, func(a attempt) error { return unless(slices.Contains(kinds, a.Opening().Case), lacking("%s", says)) }}
	}
	goes := func(condition Condition, to Jurisdiction) test {
		return test{condition, true, func(a attempt) error {
			route, _, err := said[Admission](a).Routing.Goes()
			return unless(err == nil && route == to, lacking("the case does not go this way"))
		}}
	}
	return []test{
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

// kindForRole: chief arbiters open complaints that are handed to them, and their own reports; the rest is for the FPL.
func kindForRole(a attempt) error {
	kind := said[Opening](a).Case
	if len(a.entries) > 0 {
		kind = a.Opening().Case
	}
	return unless(a.by.Role != access.ChiefArbiter || kind.IsComplaint() || kind == ArbiterReport,
		barred("a chief arbiter opens complaints and cases from his own report; %s is for the FPL (%s)", kind, citation("AC-B-10")))
}

func testsOfVotes() []test {
	asks := func(condition Condition, question BallotQuestion) test {
		return test{condition, true, func(a attempt) error {
			return unless(said[BallotOpening](a).Question == question, lacking("there is no vote on this question in a case that is %s", a.State))
		}}
	}
	comes := func(condition Condition, question BallotQuestion, result BallotResult) test {
		return test{condition, true, func(a attempt) error {
			b, open := a.openBallot()
			return unless(open && b.Question == question && b.tally() == result, lacking("the vote has another result"))
		}}
	}
	return []test{
		asks(AsksToReject, ToReject), asks(AsksToDismiss, ToDismiss), asks(AsksToRefer, ToRefer), asks(AsksToAccept, ToAccept),
		comes(Rejects, ToReject, Carried), comes(Dismisses, ToDismiss, Carried), comes(Refers, ToRefer, Carried), comes(RefersNot, ToRefer, Lost),
		comes(Accepts, ToAccept, Carried), comes(AcceptsNot, ToAccept, Lost),
		{NoBallotOpen, false, func(a attempt) error {
			b, open := a.openBallot()
			return unless(!open, lacking("a ballot is open (%s, entry %d); close it first", b.Question, b.Seq))
		}},
		{BallotIsOpen, false, func(a attempt) error {
			b, open := a.openBallot()
			if !open {
				return lacking("no ballot is open")
			}
			named := said[Vote](a).Ballot + said[BallotClosing](a).Ballot
			return unless(a.body == nil || named == b.Seq, lacking("the open ballot is entry %d, not %d", b.Seq, named))
		}},
		{IsVoter, false, func(a attempt) error {
			b, _ := a.openBallot()
			i := slices.IndexFunc(b.Voters, func(m Member) bool { return m.Token == a.by.Token })
			if i < 0 {
				return barred("you are not among those who vote on this")
			}
			return a.recused(b.Voters[i])
		}},
		{NotVotedYet, false, func(a attempt) error {
			b, _ := a.openBallot()
			return unless(!b.voted(a.by.Token), lacking("you have voted; nobody votes twice, and no vote is changed"))
		}},
		{SummaryGiven, true, func(a attempt) error {
			return unless(strings.TrimSpace(said[BallotClosing](a).Summary) != "", lacking("a dismissal is told with a short summary (%s); write it", citation("AC-IV-9")))
		}},
		{VotersArePanel, true, func(a attempt) error {
			panel, _ := a.Appointed()
			voters := said[BallotOpening](a).Voters
			same := len(panel) == PanelSize && len(voters) == PanelSize
			for _, m := range panel {
				same = same && slices.ContainsFunc(voters, func(v Member) bool { return v.Token == m.Token })
			}
			return unless(same, lacking("a panel dismisses a case unanimously: its three members vote, and nobody else; a single investigator reports instead (%s)", citation("AC-IV-9")))
		}},
	}
}

func testsOfForm() []test {
	passes := func(a attempt, criteria ...Criterion) error {
		for _, f := range a.Admissibility() {
			if f.Answer != Passed && (len(criteria) == 0 || slices.Contains(criteria, f.Criterion)) {
				return lacking("the rule %q is %s (%s)", f.Criterion, f.Answer, strings.Join(f.Citations(), "; "))
			}
		}
		return nil
	}
	considerable := func(a attempt) error { return passes(a, NeedsForm, NeedsSignature, NeedsClaim) }
	until := func(a attempt) time.Time {
		request, _ := Latest[FormRequest](a.Case)
		return request.Says.Until
	}
	return []test{
		{Admissible, false, func(a attempt) error { return passes(a) }},
		{WrittenAndSigned, false, considerable},
		{ClaimLacks, true, func(a attempt) error {
			return unless(slices.Equal(said[FormRequest](a).Missing, []Criterion{NeedsClaim}), lacking("more than the engine claim is missing"))
		}},
		{ComplainantWarned, false, func(a attempt) error {
			return unless(has[Warning](a.Case), lacking("the complainant has not been told of the penalty for unfounded complaints (%s)", citation("AC-B-6a")))
		}},
		{StepsWereTaken, false, func(a attempt) error {
			return unless(has[StepsTaken](a.Case), lacking("no steps to look into it are on record (%s)", citation("AC-B-6b")))
		}},
		{LookedInto, false, func(a attempt) error {
			return unless(has[StepsTaken](a.Case) || considerable(a) != nil, lacking("no steps to look into it are on record (%s)", citation("AC-B-6b")))
		}},
		{BeforeFormDeadline, true, func(a attempt) error {
			return unless(!said[Filing](a).Received.After(until(a)), lacking("the form was asked for until %s (%s); the chair may ask for it anew", until(a).Format(time.RFC3339), citation("AC-B-3")))
		}},
		{FormDeadlineOver, false, func(a attempt) error {
			return unless(a.at.After(until(a)), lacking("the complainant has time for the form until %s (%s)", until(a).Format(time.RFC3339), citation("AC-B-3")))
		}},
		{ConsentRefused, false, func(a attempt) error {
			filing, _ := Latest[Filing](a.Case)
			return unless(filing.Says.Form.Consent == tournament.No, lacking("the complainant has not refused the use of personal data (%s)", citation("FORM-privacy-5")))
		}},
		{LeftToPeople, true, func(a attempt) error {
			criterion := said[Assessed](a).Criterion
			asked := slices.ContainsFunc(a.Admissibility(), func(f AdmissibilityFinding) bool { return f.Criterion == criterion })
			return unless(asked && criterion != NeedsForm && criterion != NeedsConsent, lacking("no person decides the rule %q in this case", criterion))
		}},
		{FactsFitCase, true, factsFit},
		{ClaimIsThere, true, func(a attempt) error {
			seq := said[ClaimFinding](a).Claim
			claimed := slices.ContainsFunc(Every[EngineClaim](a.Case), func(e Said[EngineClaim]) bool { return e.Seq == seq }) ||
				slices.ContainsFunc(Every[Filing](a.Case), func(e Said[Filing]) bool { return e.Seq == seq && e.Says.Form.Engine != nil })
			return unless(claimed, lacking("entry %d has no engine claim", seq))
		}},
		{NamesRespondent, true, func(a attempt) error {
			name := said[RespondentNotice](a).Respondent
			return unless(slices.ContainsFunc(a.Parties(RespondentParty), func(p Party) bool { return p.Name == name }), lacking("%.100q is no respondent of this case", name))
		}},
		{NamesComplainant, true, func(a attempt) error {
			return unless(said[Party](a).Role == ComplainantParty, barred("a chief arbiter names the complainant only"))
		}},
	}
}

// factsFit: nobody leaves out the title of a party, or decides anew whether the event is online.
func factsFit(a attempt) error {
	routing := said[Admission](a).Routing
	if routing.Online != a.Opening().In.Online() {
		return wrong("online: the case was opened as one of the other kind of play")
	}
	for _, p := range append(a.Parties(ComplainantParty), a.Parties(RespondentParty)...) {
		if p.Title != "" && !slices.Contains(routing.Titles, p.Title) {
			return wrong("titles: %s of %s is missing, and titles of either side may decide who deals with the case (%s)", p.Title, p.Name, citation("AC-II-5"))
		}
	}
	return nil
}

func testsOfPeople() []test {
	return []test{
		{NoneRecused, true, func(a attempt) error {
			appointed := append(said[PanelAppointment](a).Members, said[BallotOpening](a).Voters...)
			if one := said[InvestigatorAppointment](a).Investigator; one != (Member{}) {
				appointed = append(appointed, one)
			}
			for _, m := range appointed {
				if err := a.recused(m); err != nil {
					return err
				}
			}
			return nil
		}},
		{NextInTurn, true, nextInTurn},
		{Appointed, false, func(a attempt) error {
			members, _ := a.Appointed()
			return unless(slices.ContainsFunc(members, func(m Member) bool { return m.Token == a.by.Token }), barred("this is for those who were appointed to investigate the case"))
		}},
		{ChairOfPanel, true, func(a attempt) error {
			members, panel := a.Appointed()
			token := said[PanelChair](a).Token
			return unless(panel && slices.ContainsFunc(members, func(m Member) bool { return m.Token == token }), lacking("the panel elects one of its three members (%s)", citation("AC-IV-4")))
		}},
		{PanelHasChair, false, func(a attempt) error {
			_, panel := a.Appointed()
			return unless(!panel || a.panelChair() != "", lacking("the panel has not elected its chair (%s)", citation("AC-IV-4")))
		}},
		{OfPanelChair, false, func(a attempt) error {
			return unless(a.by.Role == access.FPLChair || a.by.Token == a.panelChair(), barred("this is for the chair of the panel (%s)", citation("AC-IV-4")))
		}},
		{ForSomebodyElse, true, func(a attempt) error {
			return unless(said[RecusalOverride](a).Member.Token != a.by.Token, barred("nobody lifts the rule on recusal for himself"))
		}},
		{MayBeOverridden, true, func(a attempt) error {
			m := said[RecusalOverride](a).Member
			return unless(!slices.Contains(a.Bars(m), IsAParty), barred("%s is a party, and nobody judges in his own case", m.Name))
		}},
		{WasInformed, false, func(a attempt) error {
			p, _ := a.As(a.by)
			_, informed := a.noticeTo(p.Name)
			return unless(informed, barred("the respondent has not been informed of this case"))
		}},
		{OfOwnPart, true, func(a attempt) error {
			p, ok := a.As(a.by)
			of, name := said[Statement](a).Of+said[Representation](a).Of, said[Statement](a).Party+said[Representation](a).Party
			return unless(ok && of == p.Role && name == p.Name, barred("a party speaks for itself only"))
		}},
		{OfThatFederation, false, func(a attempt) error {
			to := a.SentTo()
			named := said[FederationDecision](a).Federation
			switch {
			case a.by.Role == access.FederationOfficer && a.by.Federation != to:
				return barred("the case was not sent to your federation")
			case named != "" && named != to:
				return lacking("the case was sent to %s, not to %s", to, named)
			}
			return nil
		}},
	}
}

// nextInTurn: online cases are given out by rotation; whoever passes over somebody says why.
func nextInTurn(a attempt) error {
	appointment := said[InvestigatorAppointment](a)
	if strings.TrimSpace(appointment.OutOfTurn) != "" {
		return nil
	}
	for _, t := range Rotate(appointment.Rotation) {
		if a.recused(t.Member) != nil {
			continue
		}
		return unless(t.Token == appointment.Investigator.Token,
			lacking("it is the turn of %s, who has %d cases (%s); say why another is appointed", t.Name, t.Cases, citation("ON-H3")))
	}
	return lacking("online the investigator is appointed by rotation (%s): list the members with their cases, or say why not", citation("ON-H3"))
}

func testsOfProcedure() []test {
	violation := func(a attempt) bool { return a.Subject() == BoardViolation || a.Subject() == OnlineViolation }
	founded := func(a attempt) Foundation {
		assessment, _ := Latest[AccusationAssessment](a.Case)
		return assessment.Says.Foundation
	}
	return []test{
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

// Parties returns those who have a part in a case, as the latest form and the entries after it name them.
func (c Case) Parties(role PartyRole) (all []Party) {
	filing, _ := Latest[Filing](c)
	initiation, _ := Latest[Initiation](c)
	named := append([]Party{filing.Says.Form.Complainant}, filing.Says.Form.Respondents...)
	named = append(named, initiation.Says.Respondents...)
	for _, added := range Every[Party](c) {
		named = append(named, added.Says)
	}
	for _, p := range named {
		same := func(q Party) bool { return samePerson(p.Individual, q.Individual) }
		switch i := slices.IndexFunc(all, same); {
		case p.Role != role:
		case i >= 0: // a later entry may add the token
			if all[i].Token == "" {
				all[i].Token = p.Token
			}
		default:
			all = append(all, p)
		}
	}
	return all
}

// samePerson compares by FIDE ID where both have one, and by the words of the name else.
func samePerson(p, q Individual) bool {
	if a, b := roster.FideID(p.FideID), roster.FideID(q.FideID); a != "" && b != "" {
		return a == b
	}
	words := func(s string) []string { return slices.Sorted(slices.Values(roster.Fold(s))) }
	return p.Name != "" && slices.Equal(words(p.Name), words(q.Name))
}

// As returns as whom somebody acts: the party with his token, or the only one of his part.
func (c Case) As(by Actor) (Party, bool) {
	role := PartyRole(by.Role)
	all := c.Parties(role)
	if i := slices.IndexFunc(all, func(p Party) bool { return p.Token != "" && p.Token == by.Token }); i >= 0 {
		return all[i], true
	}
	if len(all) == 1 && all[0].Token == "" {
		return all[0], true
	}
	return Party{}, false
}
