package registry_test

import (
	"encoding/json"
	"testing"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// A party whose entries stay the same is shown the same: neither what he may do next nor what is due tells of steps that he does not
// see, from the first to the last of them.
func TestPartiesLearnNothingFromWhatIsNext(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	secretary, chair := o.holder(access.Grant{Role: access.FPLSecretary}), o.holder(access.Grant{Role: access.FPLChair})
	filed, err := secretary.File(ctx, somePaper(nil))
	if err != nil {
		t.Fatal(err)
	}
	id := filed.ID
	var members []complaint.Member
	var judges []*registry.Holder
	for i, federation := range []string{"ESP", "IND", "CAN"} {
		h := o.holder(access.Grant{Role: access.FPLMember}, access.Grant{Role: access.FPLMember, Case: id})
		judges = append(judges, h)
		members = append(members, complaint.Member{Token: h.Token.ID, Name: "Member " + string(rune('A'+i)), Federation: federation})
	}
	parties := []complaint.Actor{{Token: o.newID(), Role: access.Complainant}, {Token: o.newID(), Role: access.Respondent}}
	shown := map[access.Role][2]string{} // entries, and all else
	changes := 0
	look := func(after complaint.EntryKind) {
		t.Helper()
		now := o.now
		for _, by := range parties {
			v, err := o.reg.Read(ctx, o.as(by.Role, by.Token, id))
			o.now = now
			if err != nil {
				continue // not told yet
			}
			entries, err := json.Marshal(v.Entries)
			if err != nil {
				t.Fatal(err)
			}
			rest, err := json.Marshal([]any{v.State, v.Closed, v.Next, v.Due, v.Parties, v.Panel, v.Ballots, v.Letters, v.Held})
			if err != nil {
				t.Fatal(err)
			}
			switch before := shown[by.Role]; {
			case before[0] != string(entries):
				changes++
			case before[1] != string(rest):
				t.Errorf("after %s the %s sees the same entries, and other things:\n%s\nbefore\n%s", after, by.Role, rest, before[1])
			}
			shown[by.Role] = [2]string{string(entries), string(rest)}
		}
	}
	says := func(by *registry.Holder, body complaint.Body) {
		t.Helper()
		if _, err := by.Write(ctx, id, body); err != nil {
			t.Fatalf("%s: %v", body.Kind(), err)
		}
		look(body.Kind())
	}
	look(complaint.EntryFiled)
	says(secretary, &complaint.Assessed{Criterion: complaint.NeedsMoreThanPlay, Answer: complaint.Passed, Reason: "absences"})
	says(secretary, &complaint.Holding{Doubt: complaint.NeedsMoreThanPlay, Note: "a doubt"})
	says(secretary, &complaint.Release{Reason: "no doubt"})
	says(secretary, &complaint.Admission{Routing: complaint.Routing{Rated: tournament.Yes, Level: regulations.Increased, Titles: []string{}}})
	says(secretary, &complaint.RespondentNotice{Respondent: "Kowalski, Jan", Manner: "e-mail", Sent: o.now, AnswerBy: o.now.AddDate(0, 0, 14)})
	says(secretary, &complaint.HoldSet{Reason: "a court"})
	says(chair, &complaint.PanelAppointment{Members: members})
	says(judges[0], &complaint.PanelChair{Token: members[0].Token})
	says(secretary, &complaint.Statement{Of: complaint.RespondentParty, Party: "Kowalski, Jan", Text: "I was ill.", Files: []string{}})
	says(judges[0], &complaint.InvestigationReport{Act: "a", Facts: "f", Results: "r", Proposal: "p", Files: []string{}})
	says(chair, &complaint.SendingBack{Wanted: "more"})
	says(judges[0], &complaint.InvestigationReport{Act: "a", Facts: "f", Results: "r", Proposal: "p", Files: []string{}})
	says(chair, &complaint.FinalDeclaration{})
	says(chair, &complaint.BallotOpening{Question: complaint.ToRefer, Voters: members, Quorum: 2})
	v, err := chair.Read(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range judges {
		says(j, &complaint.Vote{Ballot: v.Ballots[0].Seq, Choice: complaint.Against})
	}
	says(chair, &complaint.BallotClosing{Ballot: v.Ballots[0].Seq})
	if changes < 5 {
		t.Errorf("what parties see changed %d times", changes)
	}
}
