package complaint

import (
	"cmp"
	"slices"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// DeadlineKind is something that is due in a case.
type DeadlineKind string

// The things that may be due.
const (
	OnlineFiling        DeadlineKind = "case_online_filing" // 24 hours after the last round (Annex I, G.2.1)
	ArbiterWarning      DeadlineKind = "case_warning"       // III.B.6 (a)
	ArbiterSteps        DeadlineKind = "case_steps"         // III.B.6 (b)
	ArbiterForwarding   DeadlineKind = "case_forwarding"    // III.B.6 (c)
	FormDeadline        DeadlineKind = "case_form"          // until a day that a person sets (III.B.3)
	StatementDeadline   DeadlineKind = "case_statement"     // of a respondent, likewise (VI.3)
	NoticeToRespondent  DeadlineKind = "case_notice"        // before the report (VI.3)
	OnlineInvestigation DeadlineKind = "case_investigation" // normally two weeks (Annex I, H)
	EvidenceOfDecision  DeadlineKind = "case_federation"    // a federation tells its decision (II.6)
	LettersDue          DeadlineKind = "case_letters"       // of the notices of the table
	Limitation          DeadlineKind = "case_limitation"    // VI.1; Annex I, I.1
)

// DeadlineKinds returns everything that may be due, in the order of the procedure.
func DeadlineKinds() []DeadlineKind {
	return []DeadlineKind{
		OnlineFiling, ArbiterWarning, ArbiterSteps, ArbiterForwarding, FormDeadline, NoticeToRespondent, StatementDeadline, OnlineInvestigation,
		EvidenceOfDecision, LettersDue, Limitation,
	}
}

// OnlineInvestigationDays is how long an online investigation normally takes (Annex I, H).
const OnlineInvestigationDays = 14

// DataRequestDays is how long a federation has to act on a request about personal data before the
// person may turn to FIDE (form, privacy statement, point 13). This service uses it as its own
// deadline.
const DataRequestDays = 30

// DataRequestDue returns when a request about personal data must be answered: by the end of the
// thirtieth day after it came, in the zone of the given time.
func DataRequestDue(received time.Time) time.Time {
	return wholeDay(received.AddDate(0, 0, DataRequestDays))
}

// Due returns what is due in a case, in the order of the procedure, in the time zone of the event. It is never nil.
func (c Case) Due(now time.Time) []tournament.Due {
	all := []tournament.Due{}
	if c.Erased || len(c.entries) == 0 {
		return all
	}
	for _, due := range []func(time.Time) []tournament.Due{c.filingDue, c.arbiterDue, c.formDue, c.hearingDue, c.investigationDue, c.nationalDue, c.lettersDue, c.limitationDue} {
		all = append(all, due(now)...)
	}
	order := DeadlineKinds()
	slices.SortStableFunc(all, func(a, b tournament.Due) int {
		return cmp.Compare(slices.Index(order, DeadlineKind(a.Duty)), slices.Index(order, DeadlineKind(b.Duty)))
	})
	return all
}

// due makes a row. by is zero if no day is set.
func (c Case) due(kind DeadlineKind, who access.Role, demand regulations.Demand, by time.Time, done bool, now time.Time, article string) tournament.Due {
	d := tournament.Due{
		Duty: string(kind), Who: string(who), Demand: demand, From: regulations.FromIncident, State: tournament.DutyOpen, Missing: []tournament.Fact{},
		Rule: texts().Edition(c.start()).ComplaintSource(article),
	}
	if !by.IsZero() {
		by = by.In(c.Opening().In.zone())
		d.By = &by
	}
	switch {
	case done:
		d.State = tournament.DutyDone
	case !by.IsZero() && now.After(by):
		d.State = tournament.DutyLate
	}
	if d.State == tournament.DutyLate && demand == regulations.Mandatory {
		d.Breach = tournament.NotInTime
	}
	return d
}

// start returns the first day of the event, which decides the edition of the regulations; zero if
// unknown.
func (c Case) start() time.Time {
	day, _ := time.Parse(time.DateOnly, c.Opening().In.Start)
	return day
}

func (c Case) filingDue(now time.Time) []tournament.Due {
	o := c.Opening()
	if c.State != StateOpened || !o.Case.IsComplaint() || !o.In.Online() || o.In.Ended.IsZero() {
		return nil
	}
	return []tournament.Due{c.due(OnlineFiling, access.Complainant, regulations.Mandatory, o.In.Ended.Add(OnlineFilingTime), false, now, "ON-G2.1")}
}

func (c Case) arbiterDue(now time.Time) []tournament.Due {
	if c.Opening().Case != ITC || c.State == StateOpened {
		return nil
	}
	forwarded := has[Forwarding](c)
	if forwarded {
		return nil
	}
	return []tournament.Due{
		c.due(ArbiterWarning, access.ChiefArbiter, regulations.Mandatory, time.Time{}, has[Warning](c), now, "AC-B-6a"),
		c.due(ArbiterSteps, access.ChiefArbiter, regulations.Mandatory, time.Time{}, has[StepsTaken](c), now, "AC-B-6b"),
		c.due(ArbiterForwarding, access.ChiefArbiter, regulations.Mandatory, time.Time{}, false, now, "AC-B-6c"),
	}
}

func (c Case) formDue(now time.Time) []tournament.Due {
	request, asked := Latest[FormRequest](c)
	if !asked || c.State != StateFormRequested {
		return nil
	}
	return []tournament.Due{c.due(FormDeadline, access.Complainant, regulations.Mandatory, request.Says.Until, false, now, "AC-B-3")}
}

func (c Case) hearingDue(now time.Time) (all []tournament.Due) {
	if c.State != StatePreliminary && c.State != StateInvestigation {
		return nil
	}
	investigator := access.Investigator
	if _, panel := c.Appointed(); panel {
		investigator = access.FPLMember
	}
	told := article(c.Opening().In.Online(), "AC-VI-3", "ON-I3")
	for _, p := range c.Parties(RespondentParty) {
		notice, informed := c.noticeTo(p.Name)
		if c.State == StateInvestigation {
			all = append(all, c.due(NoticeToRespondent, investigator, regulations.Mandatory, time.Time{}, informed, now, told))
		}
		if informed { // a right of his, so that nothing is broken where he says nothing
			all = append(all, c.due(StatementDeadline, access.Respondent, regulations.Optional, notice.AnswerBy, c.heard(p.Name), now, told))
		}
	}
	return all
}

func (c Case) investigationDue(now time.Time) []tournament.Due {
	appointed, ok := Latest[InvestigatorAppointment](c)
	if !ok || c.State != StateInvestigation || !c.Opening().In.Online() {
		return nil
	}
	by := appointed.At.In(c.Opening().In.zone()).AddDate(0, 0, OnlineInvestigationDays)
	return []tournament.Due{c.due(OnlineInvestigation, access.Investigator, regulations.Recommended, by, false, now, "ON-H5")}
}

func (c Case) nationalDue(now time.Time) []tournament.Due {
	if c.State != StateWithFederation {
		return nil
	}
	return []tournament.Due{c.due(EvidenceOfDecision, access.FederationOfficer, regulations.Mandatory, time.Time{}, false, now, "AC-II-6")}
}

func (c Case) lettersDue(now time.Time) []tournament.Due {
	if len(c.LettersOwed()) == 0 {
		return nil
	}
	return []tournament.Due{c.due(LettersDue, access.FPLSecretary, regulations.Mandatory, time.Time{}, false, now, "AC-VI-5")}
}

func (c Case) limitationDue(now time.Time) []tournament.Due {
	end := c.Opening().In.limitation()
	if c.State.Closed() || end.IsZero() || c.Opening().Case.IsComplaint() && c.State != StateOpened {
		return nil
	}
	rule := article(c.Opening().In.Online(), "AC-VI-1", "ON-I1")
	return []tournament.Due{c.due(Limitation, access.FPLSecretary, regulations.Mandatory, end, c.State != StateOpened, now, rule)}
}

// LettersOwed returns the letters that the table requires and nobody has sent yet, in the order in
// which they fell due.
func (c Case) LettersOwed() []Notice {
	owed := []Notice{}
	state := State("")
	for _, e := range c.entries {
		if e.Kind == EntryLetter {
			if letter, ok := e.says.(*LetterSent); ok {
				if i := slices.Index(owed, Notice{letter.Letter, letter.To}); i >= 0 {
					owed = slices.Delete(owed, i, i+1)
				}
			}
		}
		for _, n := range c.noticesOf(state, e) {
			if !slices.Contains(owed, n) {
				owed = append(owed, n)
			}
		}
		state = e.State
	}
	return owed
}

// noticesOf returns the letters that an entry makes due. Addressees that the case does not have are
// left out: no complainant, no federation to which it was sent, no respondent who was informed of
// it.
func (c Case) noticesOf(from State, e read) (all []Notice) {
	row, ok := c.rowOf(from, e)
	if !ok {
		return nil
	}
	for _, n := range row.Notices {
		if n.To == ToComplainant && !c.Opening().Case.IsComplaint() {
			continue
		}
		uninformed := n.To == ToRespondent && n.Letter != LetterNotice && !has[RespondentNotice](c) && e.Kind != EntryCautioned
		if n.To == ToFPL || n.To == ToFederation && c.SentTo() == "" || uninformed {
			continue
		}
		all = append(all, n)
	}
	return all
}

// rowOf returns the row by which an entry was written. Of several that lead to the same state, it
// is the first whose condition holds.
func (c Case) rowOf(from State, e read) (Transition, bool) {
	var rows []Transition
	for _, t := range table() {
		if t.Kind == e.Kind && t.begins(from) && (t.To == e.State || t.To == "" && from == e.State) {
			rows = append(rows, t)
		}
	}
	for _, t := range rows {
		if t.If != "" && e.says != nil && len(rows) > 1 && t.If.find().holds(attempt{Case: c, body: e.says, at: e.At}) != nil {
			continue
		}
		return t, true
	}
	return Transition{}, false
}
