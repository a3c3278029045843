package complaint

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/tournament"
)

// sample returns a body of a kind that makes sense, about a case whose open ballot is an entry.
func sample(kind EntryKind, ballot int64, now *story) Body {
	digest := strings.Repeat("ab", 32)
	switch kind {
	case EntryOpened:
		return Opening{Case: PTC, In: city()}
	case EntryFiled:
		return filed(complaintForm())
	case EntryInitiated:
		return Initiation{Subject: Assistance, Respondents: complaintForm().Respondents, Grounds: "a report"}
	case EntryWarned:
		return Warning{Given: now.now}
	case EntrySteps:
		return StepsTaken{Steps: "watched"}
	case EntryArbiterFound:
		return ArbiterDismissal{Reason: "nothing seen"}
	case EntryForwarded:
		return Forwarding{Report: "all", Files: []string{}}
	case EntryFormAsked:
		return FormRequest{Until: now.now.AddDate(0, 0, 1), Missing: []Criterion{}}
	case EntryAssessed:
		return Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"}
	case EntryHeld:
		return Holding{Doubt: NeedsFideID, Note: "none"}
	case EntryReleased:
		return Release{Reason: "settled"}
	case EntryAdmitted:
		return Admission{Routing: boardRouting()}
	case EntryInadmissible:
		return Inadmissibility{Reason: "no form"}
	case EntryDisregarded:
		return Disregard{}
	case EntryHandedOver:
		return HandOver{Federation: "UKR", Reason: "small"}
	case EntryNational:
		return FederationDecision{Federation: "UKR", Day: "2026-05-01", Decision: "none", Evidence: []string{digest}}
	case EntryPanel:
		return PanelAppointment{Members: panel()}
	case EntryInvestigator:
		return InvestigatorAppointment{Investigator: panel()[0]}
	case EntryPanelChair:
		return PanelChair{Token: "m1"}
	case EntryInformed:
		return RespondentNotice{Respondent: "Kowalski, Jan", Manner: "letter", Sent: now.now, AnswerBy: now.now.AddDate(0, 0, 1)}
	case EntryExpedited:
		return Expedition{Presumed: true, Reason: "above the threshold"}
	case EntryReported:
		return report()
	case EntrySentBack:
		return SendingBack{Wanted: "more"}
	case EntryFinal:
		return FinalDeclaration{}
	case EntryCautioned:
		return Caution{Sentence: "a warning"}
	case EntryBallotOpened:
		return BallotOpening{Question: BallotQuestions()[int(ballot)%len(BallotQuestions())], Voters: panel(), Quorum: 2}
	case EntryVoted:
		return Vote{Ballot: max(1, ballot), Choice: VoteChoices()[len(now.entries)%3]}
	case EntryBallotClosed:
		return BallotClosing{Ballot: max(1, ballot), Summary: "short"}
	case EntryOverridden:
		return RecusalOverride{Member: panel()[1], Reason: "language"}
	case EntryStatement:
		return Statement{Of: RespondentParty, Party: "Kowalski, Jan", Text: "no", Files: []string{}}
	case EntryExhibit:
		return Exhibit{Of: Observational, Title: "log", Text: "seen", Origin: "arbiter", Author: "arbiter", Taken: now.now, Files: []string{}}
	case EntryAttachment:
		return Attachment{Name: "form.pdf", Type: "application/pdf", Bytes: 1, Digest: digest, Scanned: NotScanned}
	case EntryClaim:
		return ClaimMade{claim.Claim{Engine: claim.NamedEngine{Name: "Stockfish"}}}
	case EntryClaimOrdered:
		return ClaimOrder{Claim: 1, Player: "Kowalski, Jan", Task: digest[:32], Recipe: "full", Fingerprint: digest, Engine: "Stockfish 18", As: access.FPLChair}
	case EntryClaimFound:
		return ClaimFinding{Report: digest, Claim: 1, Task: digest[:32], Engine: "Stockfish 18"}
	case EntryLinked:
		return Link{Case: "0f3a", As: Related}
	case EntryParty:
		return Party{Role: ComplainantParty, Individual: Individual{Name: "Petrenko, Ivan"}}
	case EntryRepresented:
		return Representation{Of: RespondentParty, Party: "Kowalski, Jan", By: Individual{Name: "Adwokat, A."}, Mandated: "letter"}
	case EntryLanguage:
		return LanguageOrder{Language: "ru"}
	case EntryAccusation:
		return assessment(ManifestlyUnfounded)
	case EntryLetter:
		return LetterSent{Letter: LetterReceipt, To: ToComplainant, Name: "Petrenko, Ivan", Language: "en", Manner: "e-mail", Sent: now.now, Digest: digest}
	case EntryDisclosed:
		return Disclosure{Where: "a channel", When: now.now, What: "the form"}
	case EntryHoldSet:
		return HoldSet{Reason: "a court asks"}
	case EntryHoldLifted:
		return HoldLifted{Reason: "over"}
	}
	return nil
}

// In every state, what the table has no row for is a conflict, what it leaves to others is forbidden, and what is taken
// leads where a row leads: every state, every kind of entry, every role. Who does not see the case whole gets the same words
// in every state for what is not his.
func TestEveryStateKindAndRole(t *testing.T) {
	taken := map[EntryKind]bool{}
	for _, state := range append([]State{""}, States()...) {
		s := stateOf(t, state)
		for _, kind := range EntryKinds() {
			body := sample(kind, s.lastBallot(), s)
			if err := body.Validate(); err != nil {
				t.Fatalf("the sample of %s: %v", kind, err)
			}
			rows := s.rows(kind)
			for _, role := range access.Roles() {
				by := actor(role)
				e, err := s.Write(body, by, s.now)
				mine := slices.DeleteFunc(slices.Clone(rows), func(r Transition) bool { return !slices.Contains(r.By, role) })
				stranger := !slices.Contains(whole(), role)
				switch {
				case len(mine) == 0 && stranger:
					if want := fmt.Sprintf("your role may not enter %q into this case now", kind); fault.KindOf(err) != fault.Forbidden || err.Error() != want {
						t.Errorf("%s in %q tells %s where the case stands: %v", kind, state, role, err)
					}
				case len(rows) == 0 && fault.KindOf(err) != fault.Conflict, len(rows) > 0 && len(mine) == 0 && fault.KindOf(err) != fault.Forbidden:
					t.Errorf("%s by %s in %q: %v", kind, role, state, err)
				case err == nil && !slices.ContainsFunc(mine, func(r Transition) bool { return r.To == e.State || r.To == "" && e.State == s.State }):
					t.Errorf("%s by %s leads from %q to %q, as no row does", kind, role, state, e.State)
				case err != nil && !slices.Contains([]fault.Kind{fault.Conflict, fault.Forbidden, fault.Invalid}, fault.KindOf(err)):
					t.Errorf("%s by %s in %q: %s error %v", kind, role, state, fault.KindOf(err), err)
				}
				taken[kind] = taken[kind] || err == nil
				next := s.Next(by, s.now)
				if i := slices.IndexFunc(next, func(n Step) bool { return n.Kind == kind }); i < 0 && err == nil {
					t.Errorf("%s by %s is taken in %q, and is not among what may be done next", kind, role, state)
				} else if i >= 0 && err == nil && len(next[i].Lacks) > 0 {
					t.Errorf("%s by %s is taken in %q, although it lacks %v", kind, role, state, next[i].Lacks)
				}
			}
		}
	}
	for _, kind := range []EntryKind{EntryOpened, EntryFiled, EntryFormAsked, EntryPanel, EntryLetter, EntryHoldSet, EntryAccusation} {
		if !taken[kind] {
			t.Errorf("%s is taken in no state", kind)
		}
	}
}

func (s *story) lastBallot() int64 {
	all := s.Ballots()
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].Seq
}

// stateOf is a complaint that was filed, put into a state by force.
func stateOf(t *testing.T, state State) *story {
	t.Helper()
	s := begin(t)
	if state == "" {
		return s
	}
	s.says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm()))
	s.State = state
	return s
}

// Whatever people try in whatever order, the entries that are taken make the same case again; no vote is cast after its
// ballot is closed, none twice, and none is ever changed.
func TestAnyOrder(t *testing.T) {
	people := []Actor{theSecretary, theChair, theArbiter, theComplainer, theRespondent, actor(access.FederationOfficer), as(access.Investigator, "m1")}
	for _, m := range panel() {
		people = append(people, as(access.FPLMember, m.Token))
	}
	kinds, reached, decided := EntryKinds(), map[State]bool{}, 0
	for seed := range uint64(50) {
		chance := rand.New(rand.NewPCG(seed, 13))
		s := begin(t)
		for range 300 {
			by := people[chance.IntN(len(people))]
			kind := kinds[chance.IntN(len(kinds))]
			if steps := s.Next(by, s.now); len(steps) > 0 && chance.IntN(4) > 0 {
				kind = steps[chance.IntN(len(steps))].Kind
			}
			body := sample(kind, s.lastBallot(), s)
			if o, ok := body.(BallotOpening); ok {
				o.Question = BallotQuestions()[chance.IntN(4)]
				body = o
			}
			if v, ok := body.(Vote); ok {
				v.Choice = VoteChoices()[chance.IntN(3)]
				body = v
			}
			e, err := s.Write(body, by, s.now)
			s.now = s.now.AddDate(0, 0, chance.IntN(2))
			if err != nil {
				continue
			}
			next, err := s.Apply(e)
			if err != nil {
				t.Fatalf("seed %d: an entry that was written is not taken: %v", seed, err)
			}
			s.Case = next
			reached[s.State] = true
		}
		again, err := Replay(s.Entries())
		if err != nil || again.State != s.State || !again.Closed.Equal(s.Closed) {
			t.Fatalf("seed %d: read again %s, %v, want %s", seed, again.State, err, s.State)
		}
		for _, b := range s.Ballots() {
			voted := map[string]bool{}
			if b.Closed != 0 && len(b.Votes) > 0 {
				decided++
			}
			for _, v := range b.Votes {
				if voted[v.By] || b.Closed != 0 && v.Seq > b.Closed || v.Seq < b.Seq {
					t.Errorf("seed %d: a vote of %s in entry %d of ballot %d, closed %d", seed, v.By, v.Seq, b.Seq, b.Closed)
				}
				voted[v.By] = true
			}
		}
		checkViews(t, s.Case)
	}
	for _, state := range []State{StateInvestigation, StateReported, StateDeciding, StateWithFederation, StateFederationDecided, StateExpedited} {
		if !reached[state] {
			t.Errorf("no order of entries reached %s", state)
		}
	}
	if decided < 3 {
		t.Errorf("only %d ballots were closed with votes", decided)
	}
}

// checkViews holds what everybody sees of a case against what he may see.
func checkViews(t *testing.T, c Case) {
	t.Helper()
	sealed := map[int64]bool{}
	for _, b := range c.Ballots() {
		sealed[b.Seq] = b.Sealed()
	}
	for _, role := range access.Roles() {
		for _, by := range []Actor{actor(role), as(role, "m1")} {
			seen, ok := c.View(by)
			for _, v := range Every[Vote](seen) {
				if sealed[v.Says.Ballot] && v.By != by.Token && v.Says.Choice != "" {
					t.Errorf("%s sees a sealed vote", role)
				}
			}
			switch role {
			case access.Administrator, access.Organiser, access.Arbiter, access.FairPlayOfficer:
				if ok || len(seen.Entries()) > 0 {
					t.Errorf("%s sees a case", role)
				}
			case access.Respondent:
				if _, informed := c.noticeTo("Kowalski, Jan"); ok && !informed {
					t.Error("a respondent sees a case of which he was not informed")
				}
			}
			if slices.Contains([]access.Role{access.Complainant, access.Respondent, access.ChiefArbiter, access.FederationOfficer}, role) &&
				(len(Every[Vote](seen)) > 0 || len(Every[BallotOpening](seen)) > 0) {
				t.Errorf("%s sees ballots", role)
			}
			for _, e := range seen.Entries() {
				if role == access.Respondent && (strings.Contains(string(e.Body), "ivan@example.org") || strings.Contains(string(e.Body), "+380")) {
					t.Errorf("a respondent sees where the complainant can be reached: %s", e.Body)
				}
				if (role == access.Respondent || role == access.Complainant) && slices.Contains(internal(), e.Kind) && e.Body != nil {
					t.Errorf("%s sees %s", role, e.Kind)
				}
			}
		}
	}
}

func TestView(t *testing.T) {
	s := investigated(t)
	if seen, ok := s.View(theRespondent); ok {
		t.Errorf("before the notice a respondent sees %d entries", len(seen.Entries()))
	}
	before, _ := s.View(theComplainer)
	if before.State != StateReceived {
		t.Errorf("a complainant sees that his case is %s", before.State)
	}
	one := as(access.FPLMember, "m1")
	s.informs(one)
	seen, ok := s.View(theRespondent)
	if !ok || seen.State != StateInvestigation || len(Every[Statement](seen)) != 1 || len(Every[Filing](seen)) != 1 || len(Every[Assessed](seen)) != 0 {
		t.Errorf("after the notice: %v, %s, %d entries", ok, seen.State, len(seen.Entries()))
	}
	after, _ := s.View(theComplainer)
	if len(after.Entries()) != len(before.Entries()) || after.State != StateReceived {
		t.Error("a complainant learns of the statement of the respondent")
	}
	s.says(as(access.FPLChair, theChair.Token), BallotOpening{Question: ToDismiss, Voters: panel(), Quorum: 3})
	ballot := int64(len(s.Entries()))
	s.says(one, Vote{Ballot: ballot, Choice: Against})
	for _, by := range []Actor{theChair, theSecretary, as(access.FPLMember, "m2")} {
		seen, _ := s.View(by)
		votes := Every[Vote](seen)
		if len(votes) != 1 || votes[0].Says.Choice != "" || strings.Contains(string(votes[0].Body), "against") {
			t.Errorf("%s sees %+v", by.Role, votes)
		}
	}
	if seen, _ := s.View(one); Every[Vote](seen)[0].Says.Choice != Against {
		t.Error("a voter does not see his own vote")
	}
	s.says(theChair, BallotClosing{Ballot: ballot})
	if seen, _ := s.View(theSecretary); Every[Vote](seen)[0].Says.Choice != Against {
		t.Error("votes stay sealed after the ballot is closed")
	}
	s.says(one, report()).says(theChair, FinalDeclaration{}).votes(ToRefer, theChair, panel(), Against, Against, Against).in(StateNotReferred)
	for _, by := range []Actor{theComplainer, theRespondent} {
		if seen, _ := s.View(by); seen.State != StateNotReferred || len(Every[InvestigationReport](seen)) != 0 {
			t.Errorf("in the end %s sees %s", by.Role, seen.State)
		}
	}
}

// Whoever others were appointed in place of sees nothing of the case from then on, until he is to vote in it.
func TestRelieved(t *testing.T) {
	s := investigated(t)
	old := as(access.FPLMember, "m3")
	if _, ok := s.View(old); !ok {
		t.Fatal("a panellist sees nothing of his case")
	}
	s.says(theChair, PanelAppointment{Members: append(panel()[:2], fplMember("m4", "FRA"))})
	if seen, ok := s.View(old); ok {
		t.Errorf("taken off the panel, he sees %d entries", len(seen.Entries()))
	}
	for _, token := range []string{"m1", "m4"} {
		if _, ok := s.View(as(access.FPLMember, token)); !ok {
			t.Errorf("%s of the new panel sees nothing", token)
		}
	}
	s.says(theChair, InvestigatorAppointment{Investigator: fplMember("m5", "FRA")})
	if _, ok := s.View(as(access.FPLMember, "m4")); ok {
		t.Error("a panel sees the case that a single investigator has taken over")
	}
	if _, ok := s.View(as(access.Investigator, "m5")); !ok {
		t.Error("the investigator sees nothing")
	}
	s.informs(as(access.Investigator, "m5")).says(as(access.Investigator, "m5"), report()).says(theChair, FinalDeclaration{}).
		says(theChair, BallotOpening{Question: ToRefer, Voters: panel(), Quorum: 3})
	if _, ok := s.View(old); !ok {
		t.Error("a voter does not see what he votes on")
	}
}

// A party cannot make a case too long to be read; the secretary still puts in what comes from it.
func TestPartyWritesNotWithoutEnd(t *testing.T) {
	s := admitted(t)
	statement := Statement{Of: ComplainantParty, Party: "Petrenko, Ivan", Text: "I saw it.", Files: []string{}}
	for range mostOfParty {
		e, err := s.Write(statement, theComplainer, s.now)
		if err == nil {
			s.Case, err = s.Apply(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.refused(theComplainer, statement, fault.Conflict, "the secretary alone").says(theSecretary, statement)
}

// Of a case that is erased, what happened when stays, and nobody but the register sees it; nothing is added.
func TestErased(t *testing.T) {
	s := decides(t)
	entries := s.Entries()
	for i := range entries {
		entries[i].Body = nil
	}
	c, err := Replay(entries)
	if err != nil || !c.Erased || c.State != StateDeciding || len(c.Parties(RespondentParty)) != 0 || c.Opening().Case != "" {
		t.Fatalf("%v, %+v", err, c.State)
	}
	if _, err := c.Write(Link{Case: "0f3a", As: Related}, theSecretary, s.now); fault.KindOf(err) != fault.Conflict {
		t.Errorf("an erased case takes an entry: %v", err)
	}
	if seen, ok := c.View(theSecretary); !ok || len(seen.Entries()) != len(entries) {
		t.Error("the secretary does not see what happened when")
	}
	if _, ok := c.View(theComplainer); ok || len(c.Due(s.now)) != 0 || len(c.Next(theSecretary, s.now)) != 0 {
		t.Error("an erased case is shown to a party, or something is due in it")
	}
}

// Entries that do not follow from each other are corrupt.
func TestReplayRefuses(t *testing.T) {
	whole := admitted(t).Entries()
	tests := []struct {
		name   string
		change func([]Entry) []Entry
	}{
		{"a gap", func(e []Entry) []Entry { return slices.Delete(e, 2, 3) }},
		{"another state", func(e []Entry) []Entry { e[3].State = StateRejected; return e }},
		{"another kind", func(e []Entry) []Entry { e[1].Kind = EntryVoted; return e }},
		{"an unknown kind", func(e []Entry) []Entry { e[1].Kind = "cleared"; return e }},
		{"an unreadable body", func(e []Entry) []Entry { e[1].Body = json.RawMessage(`[]`); return e }},
	}
	for _, tt := range tests {
		if _, err := Replay(tt.change(slices.Clone(whole))); fault.KindOf(err) != fault.Corrupt {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestGuide(t *testing.T) {
	s := admitted(t)
	rows := s.Guide(GuideFigures{HighestZ: 1.99, Tested: true, IPR: 2450, Rating: 2400})
	if rows[0].Holds != tournament.Yes || rows[1].Holds != tournament.Unanswered || rows[1].Figure != 50 || rows[2].Holds != tournament.Yes || rows[3].Known {
		t.Errorf("%+v", rows)
	}
	s.says(theSecretary, sample(EntryExhibit, 0, s))
	rows = s.Guide(GuideFigures{HighestZ: 2, Tested: true, IPR: 2450, Rating: 2400, Margin: 50, Absences: 12, AbsencesZ: 1})
	if rows[0].Holds != tournament.No || rows[1].Holds != tournament.Yes || rows[2].Holds != tournament.No || rows[3].Figure != 1 {
		t.Errorf("%+v", rows)
	}
	for i, r := range rows {
		if r.Source.Citation == "" || r.Point != []GuidePoint{AllBelowTwo, NearRating, MovesOnly, AfterAbsences}[i] {
			t.Errorf("%+v", r)
		}
	}
	if ev := s.Evidence(); !ev.Complaint || ev.Physical || !ev.Observational || ev.SecondTest {
		t.Errorf("%+v", ev)
	}
}

func TestNumber(t *testing.T) {
	if got := Number("3f9a07bd" + strings.Repeat("0", 24)); got != "C-3F9A-07BD" {
		t.Error(got)
	}
}

// Whatever is written into a file, a form that is read is one that may be filed, and an error names the file.
func FuzzReadForm(f *testing.F) {
	whole, err := json.Marshal(complaintForm())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(whole), "facts: what happened\nsigned: true", "respondents: [{role: respondent, capacity: player, name: A}]", "a: &x [*x]", "signed: 2026-03-01", "\xff", "engine_claim: {games: [{round: '3', ranges: [{first: 9, last: 3}]}]}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		form, err := ReadForm("form.yaml", strings.NewReader(string(text)))
		if err != nil {
			if k := fault.KindOf(err); k != fault.Invalid && k != fault.TooLarge || !strings.Contains(err.Error(), "form.yaml") {
				t.Errorf("%s: %v", k, err)
			}
			return
		}
		back, err := json.Marshal(filed(form))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadBody(EntryFiled, back); err != nil {
			t.Errorf("a form that was read cannot be filed: %v", err)
		}
		AssessForm(Opening{Case: PTC, In: city()}, filed(form))
	})
}
