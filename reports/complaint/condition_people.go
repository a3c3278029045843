package complaint

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/reports/access"
)

func testsOfPeople() []conditionTest {
	return []conditionTest{
		{NoneRecused, true, func(a attempt) error {
			appointed := slices.Concat(said[PanelAppointment](a).Members, said[BallotOpening](a).Voters)
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
			of, name := cmp.Or(said[Statement](a).Of, said[Representation](a).Of), cmp.Or(said[Statement](a).Party, said[Representation](a).Party)
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

// nextInTurn requires a reason if somebody is passed over: online cases are assigned by rotation.
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

func testsOfVotes() []conditionTest {
	asks := func(condition Condition, question BallotQuestion) conditionTest {
		return conditionTest{condition, true, func(a attempt) error {
			return unless(said[BallotOpening](a).Question == question, lacking("there is no vote on this question in a case that is %s", a.State))
		}}
	}
	comes := func(condition Condition, question BallotQuestion, result BallotResult) conditionTest {
		return conditionTest{condition, true, func(a attempt) error {
			b, open := a.openBallot()
			return unless(open && b.Question == question && b.tally() == result, lacking("the vote has another result"))
		}}
	}
	return []conditionTest{
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
			named := cmp.Or(said[Vote](a).Ballot, said[BallotClosing](a).Ballot)
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
