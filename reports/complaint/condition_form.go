package complaint

import (
	"slices"
	"strings"
	"time"

	"fairplay/reports/tournament"
)

func testsOfForm() []conditionTest {
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
	return []conditionTest{
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
			seq := said[ClaimOrder](a).Claim
			_, there := a.Claimed(seq)
			return unless(there, lacking("entry %d has no engine claim", seq))
		}},
		{ClaimIsOrdered, true, func(a attempt) error {
			found := said[ClaimFinding](a)
			order, there := a.Ordered(found.Task)
			return unless(there && order.By == a.by.Token && order.Says.Claim == found.Claim && !order.Found, lacking("nobody waits for this report of an engine claim"))
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

// factsFit refuses facts that leave out the title of a party, or change whether the event is
// online.
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
