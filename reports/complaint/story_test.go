package complaint

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// story is a case as it is told step by step.
type story struct {
	t *testing.T
	Case
	now time.Time
}

func kyiv(s string) time.Time {
	zone, err := time.LoadLocation("Europe/Kyiv")
	if err != nil {
		panic(err)
	}
	t, err := time.ParseInLocation("2006-01-02 15:04:05", s, zone)
	if err != nil {
		panic(err)
	}
	return t
}

func begin(t *testing.T) *story { return &story{t: t, now: kyiv("2026-03-20 12:00:00")} }

// The people of the stories, each under the token of his role.
func actor(role access.Role) Actor {
	a := Actor{Token: "t-" + string(role), Role: role}
	if role == access.FederationOfficer {
		a.Federation = "UKR"
	}
	return a
}

func as(role access.Role, token string) Actor { return Actor{Token: token, Role: role} }

func fplMember(token, federation string) Member {
	return Member{Token: token, Name: "Member " + token, Federation: federation}
}

func panel() []Member {
	return []Member{fplMember("m1", "ESP"), fplMember("m2", "IND"), fplMember("m3", "CAN")}
}

// says lets somebody write an entry, which must be taken.
func (s *story) says(by Actor, body Body) *story {
	s.t.Helper()
	e, err := s.Write(body, by, s.now)
	if err != nil {
		s.t.Fatalf("%s by %s in %s: %v", body.Kind(), by.Role, s.State, err)
	}
	next, err := s.Apply(e)
	if err != nil {
		s.t.Fatalf("%s by %s: %v", body.Kind(), by.Role, err)
	}
	s.Case, s.now = next, s.now.Add(time.Minute)
	if again, err := Replay(s.Entries()); err != nil || again.State != s.State {
		s.t.Fatalf("read again: %s, %v", again.State, err)
	}
	return s
}

// refused lets somebody try to write an entry, which must be refused with words of the reason.
func (s *story) refused(by Actor, body Body, kind fault.Kind, words string) *story {
	s.t.Helper()
	_, err := s.Write(body, by, s.now)
	if fault.KindOf(err) != kind || !strings.Contains(err.Error(), words) {
		s.t.Fatalf("%s by %s in %s: %v, want %s with %q", body.Kind(), by.Role, s.State, err, kind, words)
	}
	return s
}

func (s *story) in(want State) *story {
	s.t.Helper()
	if s.State != want {
		s.t.Fatalf("the case is %s, want %s", s.State, want)
	}
	return s
}

// owes checks which letters are due.
func (s *story) owes(want ...LetterKind) *story {
	s.t.Helper()
	var got []LetterKind
	for _, n := range s.LettersOwed() {
		if !slices.Contains(got, n.Letter) {
			got = append(got, n.Letter)
		}
	}
	if !slices.Equal(got, want) {
		s.t.Fatalf("letters due in %s: %v, want %v", s.State, got, want)
	}
	return s
}

func city() Competition {
	return Competition{
		Name: "City Open", Federation: "UKR", Mode: regulations.OverTheBoard, Level: regulations.Increased, Rated: tournament.Yes,
		Start: "2026-03-10", Ended: kyiv("2026-03-18 20:00:00"), TimeZone: "Europe/Kyiv",
		Arbiters: []Individual{{Name: "Koval, Petro", FideID: "14100001", Federation: "UKR"}},
	}
}

func online() Competition {
	c := city()
	c.Mode, c.Official, c.Level = regulations.Online, tournament.Yes, ""
	return c
}

func complaintForm() Form {
	return Form{
		Complainant: Party{Role: ComplainantParty, Capacity: AsPlayer, Individual: Individual{
			Name: "Petrenko, Ivan", FideID: "14100010", Federation: "UKR", Address: "Lviv", Email: "ivan@example.org", Telephone: "+380 1",
		}},
		Respondents: []Party{{Role: RespondentParty, Capacity: AsPlayer, Individual: Individual{Name: "Kowalski, Jan", FideID: "1100010", Federation: "POL", Email: "jan@example.org"}}},
		Facts:       "He left the board after every move of round 5.", Tournaments: []string{"City Open"}, Organiser: "Chess club", Arbiters: []string{"Koval, Petro"},
		Attachments: []string{}, Date: "2026-03-19", Signed: true, Consent: tournament.Yes, Agreed: "2026-03-19",
		Subject: Assistance, Grounds: "Absences, seen by two players.", WhyNoITC: "I heard of it after the closing.",
	}
}

func filed(f Form) Filing {
	return Filing{Form: f, Channel: ByEmail, Received: kyiv("2026-03-19 10:00:00")}
}

func boardRouting() Routing {
	return Routing{Rated: tournament.Yes, Level: regulations.Increased, Titles: []string{}, Host: "UKR"}
}

var (
	theSecretary  = actor(access.FPLSecretary)
	theChair      = actor(access.FPLChair)
	theArbiter    = actor(access.ChiefArbiter)
	theComplainer = actor(access.Complainant)
	theRespondent = actor(access.Respondent)
)

// admitted is a post-tournament complaint over the board that the FPL has admitted.
func admitted(t *testing.T) *story {
	t.Helper()
	return begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).
		says(theSecretary, filed(complaintForm())).
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Conflict, "not_only_strength").
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "It rests on absences."}).
		says(theSecretary, Admission{Routing: boardRouting()}).in(StatePreliminary)
}

// investigated is one before a panel that has elected its chair.
func investigated(t *testing.T) *story {
	t.Helper()
	return admitted(t).says(theChair, PanelAppointment{Members: panel()}).in(StateInvestigation).
		refused(as(access.FPLMember, "m9"), PanelChair{Token: "m1"}, fault.Forbidden, "appointed").
		says(as(access.FPLMember, "m2"), PanelChair{Token: "m1"})
}

func report() InvestigationReport {
	return InvestigationReport{Act: "complaint", Facts: "facts", Results: "results", Proposal: "proposal", Files: []string{}}
}

// informs lets the panel tell the respondent, who answers.
func (s *story) informs(by Actor) *story {
	return s.says(by, RespondentNotice{Respondent: "Kowalski, Jan", Manner: "e-mail", Sent: s.now, AnswerBy: s.now.AddDate(0, 0, 14)}).
		says(theRespondent, Statement{Of: RespondentParty, Party: "Kowalski, Jan", Text: "I was ill.", Files: []string{}})
}

// decides brings a case over the board to the vote of the FPL.
func decides(t *testing.T) *story {
	t.Helper()
	chairOfPanel := as(access.FPLMember, "m1")
	return investigated(t).
		refused(chairOfPanel, report(), fault.Conflict, "has not been informed").
		informs(chairOfPanel).says(chairOfPanel, report()).in(StateReported).
		says(theChair, SendingBack{Wanted: "the log of the arbiters"}).in(StateInvestigation).
		says(chairOfPanel, report()).says(theChair, FinalDeclaration{}).in(StateDeciding)
}

// votes opens a ballot, lets its voters vote, and closes it.
func (s *story) votes(question BallotQuestion, by Actor, voters []Member, choices ...VoteChoice) *story {
	s.t.Helper()
	s.says(by, BallotOpening{Question: question, Voters: voters, Quorum: min(2, len(voters))})
	ballot := int64(len(s.entries))
	for i, choice := range choices {
		s.says(as(access.FPLMember, voters[i].Token), Vote{Ballot: ballot, Choice: choice})
		s.refused(as(access.FPLMember, voters[i].Token), Vote{Ballot: ballot, Choice: For}, fault.Conflict, "nobody votes twice")
	}
	return s.says(by, BallotClosing{Ballot: ballot, Summary: "short"})
}

func TestITCDismissedThenPTC(t *testing.T) {
	form := complaintForm()
	form.WhyNoITC = ""
	itc := begin(t).says(theArbiter, Opening{Case: ITC, In: city()}).
		refused(theSecretary, filed(form), fault.Conflict, "no post-tournament complaint").
		says(theComplainer, filed(form)).in(StateWithArbiter).
		refused(theArbiter, Forwarding{Report: "unfounded", Files: []string{}}, fault.Conflict, "told of the penalty").
		says(theArbiter, Warning{Given: kyiv("2026-03-17 18:00:00")}).
		refused(theArbiter, Forwarding{Report: "unfounded", Files: []string{}}, fault.Conflict, "no steps").
		refused(theArbiter, ArbiterDismissal{Reason: "nothing seen"}, fault.Conflict, "no steps").
		says(theArbiter, StepsTaken{Steps: "watched him in round 6"}).
		says(theArbiter, ArbiterDismissal{Reason: "nothing seen"}).in(StateWithArbiter).
		refused(theArbiter, Admission{Routing: boardRouting()}, fault.Forbidden, "may not enter").
		says(theArbiter, Forwarding{Report: "all findings", Files: []string{}}).in(StateReceived).
		refused(theArbiter, Warning{Given: kyiv("2026-03-17 18:00:00")}, fault.Forbidden, "may not enter")
	if seen, ok := itc.View(theArbiter); !ok || len(seen.Entries()) != 6 || seen.State != StateReceived {
		t.Errorf("the chief arbiter sees %d entries, %s", len(seen.Entries()), seen.State)
	}
	itc.says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"})
	if seen, _ := itc.View(theArbiter); len(seen.Entries()) != 6 {
		t.Errorf("the chief arbiter sees %d entries after forwarding", len(seen.Entries()))
	}
	itc.votes(ToReject, theChair, panel(), For, For).in(StateRejected)

	// The complaint after the event walks the same way as any, with the link, before it is admitted and after.
	form.WhyNoITC = "The arbiter dismissed it."
	ptc := begin(t)
	ptc.now = itc.now.AddDate(0, 0, 1)
	late := filed(form)
	late.Received = ptc.now
	link := Link{Case: "0f3a", As: SameIncident, Note: "dismissed by the arbiter in round 6"}
	ptc.says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, late).
		says(theSecretary, link).in(StateReceived).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "It rests on absences."}).
		says(theSecretary, Admission{Routing: boardRouting()}).in(StatePreliminary).
		says(theChair, link).in(StatePreliminary).
		says(theChair, PanelAppointment{Members: panel()}).says(as(access.FPLMember, "m2"), PanelChair{Token: "m1"}).
		votes(ToDismiss, as(access.FPLMember, "m1"), panel(), For, For, For).in(StateDismissed)
	if itc.State != StateRejected || len(Every[Link](itc.Case)) != 0 {
		t.Errorf("the link changed the case that it names: %s", itc.State)
	}
	for _, by := range []Actor{theComplainer, theRespondent} {
		if seen, _ := ptc.View(by); len(Every[Link](seen)) != 0 {
			t.Errorf("the %s sees the link", by.Role)
		}
	}
}

func TestUnsignedComplaintIsForwardedAllTheSame(t *testing.T) {
	form := complaintForm()
	form.Signed = false
	begin(t).says(theArbiter, Opening{Case: ITC, In: city()}).says(theArbiter, filed(form)).
		says(theArbiter, Warning{Given: kyiv("2026-03-17 18:00:00")}).
		refused(theArbiter, StepsTaken{Steps: "a search"}, fault.Conflict, "signature").
		says(theArbiter, Forwarding{Report: "it is not signed", Files: []string{}}).in(StateReceived)
}

func TestFormIsAskedFor(t *testing.T) {
	form := complaintForm()
	form.Complainant.Telephone = ""
	until := kyiv("2026-04-03 23:59:59")
	s := begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(form)).
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Conflict, `"fields" is missing`).
		refused(theChair, Inadmissibility{Reason: "no form"}, fault.Conflict, "takes no entry").
		says(theSecretary, FormRequest{Until: until, Missing: []Criterion{NeedsFields}}).in(StateFormRequested).owes(LetterReceipt, LetterForm).
		refused(theChair, Inadmissibility{Reason: "no form"}, fault.Conflict, "has time for the form")
	late := filed(complaintForm())
	late.Received = until.Add(time.Second)
	s.refused(theComplainer, late, fault.Conflict, "asked for until")
	s.now = until
	if due := s.Due(s.now); len(due) != 2 || due[0].Duty != string(FormDeadline) || due[0].State != tournament.DutyOpen {
		t.Errorf("at the last instant %+v", due)
	}
	s.now = until.Add(time.Second)
	if due := s.Due(s.now); due[0].State != tournament.DutyLate || !due[0].By.Equal(until) {
		t.Errorf("a second later %+v", due)
	}
	s.refused(theSecretary, Inadmissibility{Reason: "no form"}, fault.Forbidden, "your role").
		says(theChair, Inadmissibility{Reason: "no form"}).in(StateInadmissible).owes(LetterReceipt, LetterForm, LetterInadmissible)
	if s.Closed.IsZero() || len(s.Next(theComplainer, s.now)) != 0 {
		t.Error("an inadmissible case is not closed")
	}
}

func TestConsentRefused(t *testing.T) {
	form := complaintForm()
	form.Consent = tournament.No
	begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(form)).
		refused(theSecretary, Assessed{Criterion: NeedsConsent, Answer: Passed, Reason: "on the telephone"}, fault.Conflict, "no person decides").
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Conflict, "").
		says(theSecretary, Disregard{}).in(StateDisregarded).owes(LetterReceipt, LetterDisregarded)
	begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm())).
		refused(theSecretary, Disregard{}, fault.Conflict, "has not refused")
}

func TestNoFideID(t *testing.T) {
	form := complaintForm()
	form.Complainant.FideID = ""
	begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(form)).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"}).
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Conflict, `"fide_id" is undecided`).
		says(theSecretary, Holding{Doubt: NeedsFideID, Note: "The form says: if applicable."}).in(StateHeld).
		says(theChair, Assessed{Criterion: NeedsFideID, Answer: Passed, Reason: "He is a coach, known to the federation."}).
		says(theChair, Release{Reason: "decided"}).in(StateReceived).
		says(theSecretary, Admission{Routing: boardRouting()}).in(StatePreliminary)
}

func TestStrengthAloneIsRejectedByMajority(t *testing.T) {
	s := begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm())).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Refused, Reason: "It names his rating only."}).
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Conflict, `"not_only_strength" is refused`).
		refused(theChair, BallotOpening{Question: ToRefer, Voters: panel(), Quorum: 2}, fault.Conflict, "no vote on this question").
		votes(ToReject, theChair, panel(), Against, For, For).in(StateRejected)
	s.refused(theChair, Caution{Sentence: "Do not."}, fault.Conflict, "has not been assessed").
		says(theChair, assessment(ManifestlyUnfounded)).
		says(theChair, Caution{Sentence: "Such complaints may be referred."}).in(StateRejected).owes(LetterReceipt, LetterRejected, LetterCaution)
}

func assessment(f Foundation) AccusationAssessment {
	return AccusationAssessment{Basis: "rating only", Level: "open", Accused: "IM, 2410", Result: "third", Dissemination: "one post, ten thousand readers", Foundation: f}
}

func TestUnanimousDismissal(t *testing.T) {
	s := investigated(t)
	chairOfPanel := as(access.FPLMember, "m1")
	s.refused(as(access.FPLMember, "m2"), BallotOpening{Question: ToDismiss, Voters: panel(), Quorum: 3}, fault.Forbidden, "chair of the panel").
		refused(chairOfPanel, BallotOpening{Question: ToDismiss, Voters: panel()[:2], Quorum: 2}, fault.Conflict, "its three members")
	s.votes(ToDismiss, chairOfPanel, panel(), For, For, Against).in(StateInvestigation)
	s.votes(ToDismiss, chairOfPanel, panel(), For, For, For).in(StateDismissed).owes(LetterReceipt, LetterDismissed)
	for _, n := range s.LettersOwed() {
		if n.To == ToRespondent || n.To == ToFederation {
			t.Errorf("a letter goes to %s, who knows nothing of the case", n.To)
		}
	}
}

func TestTwoToOne(t *testing.T) {
	decides(t).votes(ToRefer, theChair, panel(), For, For, Against).in(StateReferred).owes(LetterReceipt, LetterNotice, LetterReferred, LetterToEDC)
	decides(t).votes(ToRefer, theChair, panel(), For, Against, Against).in(StateNotReferred).owes(LetterReceipt, LetterNotice, LetterFindings)
	decides(t).votes(ToRefer, theChair, panel(), For, Against).in(StateNotReferred) // a tie is no majority
	decides(t).votes(ToRefer, theChair, panel(), For, Abstain).in(StateReferred)    // of the votes cast
	decides(t).votes(ToRefer, theChair, panel(), For).in(StateDeciding)             // no quorum, nothing decided
}

func TestSingleInvestigatorAlwaysReports(t *testing.T) {
	one := as(access.Investigator, "i1")
	s := admitted(t).says(theChair, InvestigatorAppointment{Investigator: fplMember("i1", "ESP")}).in(StateInvestigation)
	s.refused(theChair, BallotOpening{Question: ToDismiss, Voters: panel(), Quorum: 3}, fault.Conflict, "single investigator reports").
		informs(one).says(one, report()).in(StateReported).
		says(theChair, FinalDeclaration{}).in(StateDeciding)
}

func TestOnline(t *testing.T) {
	rotation := []Turn{{fplMember("b", "ESP"), 1}, {fplMember("a", "IND"), 1}, {fplMember("c", "POL"), 0}}
	form := complaintForm()
	form.WhyNoITC = ""
	filing := filed(form)
	filing.Participant = tournament.Yes
	routing := Routing{Online: true, Official: tournament.Yes, Titles: []string{}}
	s := begin(t)
	s.refused(theSecretary, Opening{Case: ITC, In: online()}, fault.Invalid, "no in-tournament complaints")
	s.says(theSecretary, Opening{Case: PTC, In: online()}).says(theComplainerPTC(), filing).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "video"}).
		refused(theSecretary, Admission{Routing: boardRouting()}, fault.Invalid, "other kind of play").
		says(theSecretary, Admission{Routing: routing}).in(StatePreliminary).
		refused(theChair, PanelAppointment{Members: panel()}, fault.Conflict, "not a panel").
		refused(theChair, InvestigatorAppointment{Investigator: fplMember("b", "ESP"), Rotation: rotation}, fault.Conflict, "the turn of Member a"). // c is of a party's federation
		says(theChair, InvestigatorAppointment{Investigator: fplMember("a", "IND"), Rotation: rotation})
	due := s.Due(s.now)
	i := slices.IndexFunc(due, func(d tournament.Due) bool { return d.Duty == string(OnlineInvestigation) })
	// Clocks go forward on 29 March 2026: two weeks are days of the calendar.
	if want := kyiv("2026-04-03 12:04:00"); i < 0 || !due[i].By.Equal(want) || due[i].Demand != regulations.Recommended {
		t.Errorf("two weeks: %+v", due)
	}
}

func theComplainerPTC() Actor { return theComplainer }

func TestFederation(t *testing.T) {
	routing := boardRouting()
	routing.Level, routing.Award = regulations.Standard, tournament.No
	received := func() *story {
		return begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm())).
			says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"})
	}
	decision := FederationDecision{Federation: "UKR", Day: "2026-05-01", Decision: "warned", Evidence: []string{strings.Repeat("ab", 32)}}
	stranger := actor(access.FederationOfficer)
	stranger.Federation = "POL"
	sent := func() *story {
		s := received().says(theSecretary, Admission{Routing: routing}).in(StateWithFederation).owes(LetterReceipt, LetterFederation).
			refused(stranger, decision, fault.Forbidden, "not sent to your federation").
			refused(actor(access.FederationOfficer), FederationDecision{Federation: "UKR", Day: "2026-05-01", Decision: "warned"}, fault.Invalid, "evidence")
		if _, ok := s.View(stranger); ok {
			t.Error("another federation sees the case")
		}
		return s.says(actor(access.FederationOfficer), decision).in(StateFederationDecided)
	}
	sent().votes(ToAccept, theChair, panel(), Against, Against, For).in(StateNationalOnly)
	sent().votes(ToAccept, theChair, panel(), For, Against, For).in(StateNationalAccepted).votes(ToRefer, theChair, panel(), For, For).in(StateReferred)
	sent().votes(ToRefer, theChair, panel(), Against, Against).in(StateFederationDecided)

	form := complaintForm()
	form.Respondents[0].Title = "WFM"
	titled := begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(form)).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"}).
		refused(theSecretary, Admission{Routing: routing}, fault.Invalid, "WFM of Kowalski, Jan is missing")
	routing.Titles = []string{"WFM"}
	titled.says(theSecretary, Admission{Routing: routing}).in(StatePreliminary).owes(LetterReceipt, LetterFederation)
	if seen, ok := titled.View(actor(access.FederationOfficer)); !ok || seen.State != StatePreliminary {
		t.Error("the federation does not see a case that it has to know of")
	}
	admitted(t).says(theChair, HandOver{Federation: "UKR", Reason: "small event"}).in(StateWithFederation)

	unrated := boardRouting()
	unrated.Rated = tournament.No
	received().says(theSecretary, Admission{Routing: unrated}).in(StateOutside)
}

func TestRecusal(t *testing.T) {
	s := admitted(t)
	bad := append(panel()[:2:2], fplMember("m4", "POL"))
	s.refused(theChair, PanelAppointment{Members: bad}, fault.Conflict, "same_federation").
		refused(theSecretary, RecusalOverride{Member: bad[2], Reason: "nobody else"}, fault.Forbidden, "").
		refused(as(access.FPLChair, "m4"), RecusalOverride{Member: bad[2], Reason: "I can"}, fault.Forbidden, "for himself").
		says(theChair, RecusalOverride{Member: bad[2], Reason: "nobody else has the language"}).
		says(theChair, PanelAppointment{Members: bad})

	arbiter := Member{Token: "m5", Name: "Koval, Petro", Federation: "ESP"}
	witness := fplMember("m6", "ESP")
	party := Member{Token: "m7", Name: "Someone", FideID: "14100010", Federation: "ESP"}
	s = admitted(t).says(theSecretary, Party{Role: WitnessParty, Individual: Individual{Name: witness.Name}}).
		says(theSecretary, Exhibit{Of: Statistical, Title: "full test", Origin: "this service", Author: "m3", Taken: s.now, Report: strings.Repeat("0", 64), OrderedBy: "m3", Files: []string{}})
	for _, tt := range []struct {
		m    Member
		want []RecusalGround
	}{
		{arbiter, []RecusalGround{WasArbiter}}, {witness, []RecusalGround{IsWitness}}, {party, []RecusalGround{IsAParty}}, {panel()[2], []RecusalGround{OrderedTest}}, {panel()[0], nil},
		{fplMember("m8", "UKR"), []RecusalGround{SameFederation}},
	} {
		if got := s.Bars(tt.m); !slices.Equal(got, tt.want) {
			t.Errorf("%s is barred by %v, want %v", tt.m.Name, got, tt.want)
		}
	}
	s.refused(theChair, RecusalOverride{Member: party, Reason: "he is honest"}, fault.Forbidden, "own case")
}

func TestFalseAccusation(t *testing.T) {
	open := func() *story {
		return begin(t).refused(theArbiter, Opening{Case: FPLInitiative, In: city()}, fault.Forbidden, "for the FPL").
			says(theChair, Opening{Case: FPLInitiative, In: city()}).
			says(theChair, Initiation{Subject: FalseAccusation, Respondents: complaintForm().Respondents, Grounds: "a public accusation"}).
			says(theChair, Admission{Routing: boardRouting()}).in(StatePreliminary).
			says(theChair, Link{Case: "0f3a", As: CountersCase})
	}
	open().refused(theChair, Caution{Sentence: "no"}, fault.Conflict, "has not been assessed").
		says(theChair, assessment(ReasonablyFounded)).
		refused(theChair, Caution{Sentence: "no"}, fault.Conflict, "has not been assessed as").
		says(theChair, assessment(ManifestlyUnfounded)).
		refused(theChair, BallotOpening{Question: ToRefer, Voters: panel(), Quorum: 2}, fault.Conflict, "especially serious").
		says(theChair, Caution{Sentence: "a warning"}).in(StateCautioned).owes(LetterCaution)
	open().says(theChair, assessment(EspeciallySerious)).votes(ToRefer, theChair, panel(), For, For, For).in(StateReferred)
	admitted(t).refused(theChair, Caution{Sentence: "no"}, fault.Conflict, "not about a false accusation")
}

func TestExpedited(t *testing.T) {
	subject := func(subject Subject) *story {
		form := complaintForm()
		form.Subject = subject
		return begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(form)).
			says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "seen"}).says(theSecretary, Admission{Routing: boardRouting()})
	}
	subject(BoardViolation).refused(theChair, PanelAppointment{Members: panel()}, fault.Conflict, "expedited procedure").
		says(theChair, Expedition{Reason: "a telephone in the hall"}).in(StateExpedited)
	subject(OnlineViolation).refused(theChair, Expedition{Presumed: true, Reason: "camera off"}, fault.Conflict, "never leads to a presumption")
	subject(Assistance).refused(theChair, Expedition{Reason: "quicker"}, fault.Conflict, "violations other than cheating").
		says(theChair, Expedition{Presumed: true, Reason: "above the threshold of an approved method"}).in(StateExpedited)
	subject(MatchFixing).refused(theChair, Expedition{Presumed: true, Reason: "z"}, fault.Conflict, "only assistance")
}

func TestRequestOfAnotherBody(t *testing.T) {
	chairOfPanel := as(access.FPLMember, "m1")
	begin(t).says(theSecretary, Opening{Case: BodyRequest, In: city()}).
		says(theSecretary, Initiation{Subject: Assistance, Respondents: complaintForm().Respondents, Grounds: "letter of the EDC", Requester: "EDC"}).
		says(theChair, Admission{Routing: boardRouting()}).says(theChair, PanelAppointment{Members: panel()}).
		says(chairOfPanel, PanelChair{Token: "m1"}).informs(chairOfPanel).says(chairOfPanel, report()).
		says(theChair, FinalDeclaration{}).in(StateToEDC).owes(LetterNotice, LetterToEDC)
}

// A respondent who says nothing does not stop the report, once his time is over.
func TestSilentRespondent(t *testing.T) {
	s := investigated(t)
	one := as(access.FPLMember, "m1")
	answerBy := s.now.AddDate(0, 0, 14)
	s.says(one, RespondentNotice{Respondent: "Kowalski, Jan", Manner: "letter", Sent: s.now, AnswerBy: answerBy}).
		refused(one, report(), fault.Conflict, "has time to answer until")
	s.now = answerBy
	s.refused(one, report(), fault.Conflict, "has time to answer until")
	s.now = answerBy.Add(time.Second)
	s.says(one, report()).in(StateReported)
}

func TestHold(t *testing.T) {
	r := DefaultRetention()
	s := admitted(t)
	if _, held := r.Ends(s.Case); !held {
		t.Error("an open case may be erased")
	}
	s.votes(ToReject, theChair, panel(), For, For).in(StateRejected)
	at, held := r.Ends(s.Case)
	if want := kyiv("2034-03-19 00:00:00"); held || !at.Equal(want) {
		t.Errorf("a closed case ends at %s, held %v; want %s", at, held, want)
	}
	s.says(theSecretary, HoldSet{Reason: "a court asks"}).refused(theRespondent, HoldLifted{Reason: "mine"}, fault.Forbidden, "")
	if _, held := r.Ends(s.Case); !held {
		t.Error("a hold holds nothing")
	}
	s.says(theSecretary, HoldLifted{Reason: "over"}).refused(theSecretary, HoldLifted{Reason: "again"}, fault.Conflict, "no hold")
	if _, held := r.Ends(s.Case); held {
		t.Error("a hold that was lifted holds")
	}
}

// Earlier complaints that were assessed as unfounded are shown once the later case is admitted, and not before.
func TestEarlierUnfoundedComplaints(t *testing.T) {
	rejected := begin(t).says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm())).votes(ToReject, theChair, panel(), For, For)
	waiting := begin(t)
	waiting.now = rejected.now.AddDate(0, 1, 0)
	waiting.says(theSecretary, Opening{Case: PTC, In: city()}).says(theSecretary, filed(complaintForm())).
		says(theSecretary, Assessed{Criterion: NeedsMoreThanPlay, Answer: Passed, Reason: "absences"})
	before := waiting.Case
	waiting.says(theSecretary, Admission{Routing: boardRouting()})
	if rejected.Precedes(waiting.Case) {
		t.Error("a complaint that nobody assessed counts as unfounded")
	}
	rejected.says(theChair, assessment(ManifestlyUnfounded))
	if rejected.Precedes(before) || !rejected.Precedes(waiting.Case) || waiting.Precedes(rejected.Case) {
		t.Errorf("before admission %v, after it %v, the other way %v", rejected.Precedes(before), rejected.Precedes(waiting.Case), waiting.Precedes(rejected.Case))
	}
	accusation := begin(t)
	accusation.now = rejected.now.AddDate(0, 1, 0)
	him := complaintForm().Complainant
	him.Role = RespondentParty
	accusation.says(theChair, Opening{Case: FPLInitiative, In: city()}).
		says(theChair, Initiation{Subject: FalseAccusation, Respondents: []Party{him}, Grounds: "a public accusation"}).
		says(theChair, Admission{Routing: boardRouting()})
	if !rejected.Precedes(accusation.Case) {
		t.Error("the earlier complaint of a respondent to a case of false accusation is not shown")
	}
	rejected.says(theChair, assessment(ReasonablyFounded))
	if rejected.Precedes(waiting.Case) {
		t.Error("a complaint that was found reasonable counts as unfounded")
	}
}
