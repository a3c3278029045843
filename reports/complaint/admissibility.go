package complaint

import (
	"slices"
	"strings"
	"time"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Criterion is one rule on whether a complaint is admissible.
type Criterion string

// The rules, in the order of the texts.
const (
	NeedsForm          Criterion = "form"              // the printed form, in writing (III.B.3, B.5)
	NeedsSignature     Criterion = "signature"         // written and signed (Regan's notes, VI.1)
	NeedsFideID        Criterion = "fide_id"           // of the complainant (III.B.1)
	NeedsFields        Criterion = "fields"            // all that the form asks for (III.B.4)
	NeedsGrounds       Criterion = "grounds"           // reasons, and all grounds available at filing (III.B.4, B.8)
	NeedsMoreThanPlay  Criterion = "not_only_strength" // not solely that somebody plays stronger than his rating (III.B.9)
	NeedsReasonLate    Criterion = "why_no_itc"        // why nobody complained during the event (III.B.7)
	NeedsConsent       Criterion = "consent"           // to the use of personal data (form, privacy statement, point 5)
	NeedsClaim         Criterion = "engine_claim"      // complete where matches with an engine are mentioned (Regan's notes, VI.2)
	NeedsTime          Criterion = "limitation"        // 8 years (VI.1); online one year (Annex I, I.1)
	NeedsDay           Criterion = "within_24_hours"   // online (Annex I, G.2.1)
	NeedsParticipation Criterion = "participant"       // online (Annex I, G.2.1)
)

// Criteria returns every rule, in the order of the texts.
func Criteria() []Criterion {
	return []Criterion{
		NeedsForm, NeedsSignature, NeedsFideID, NeedsFields, NeedsGrounds, NeedsMoreThanPlay, NeedsReasonLate, NeedsConsent, NeedsClaim,
		NeedsTime, NeedsDay, NeedsParticipation,
	}
}

// Answer says whether a complaint satisfies one rule.
type Answer string

// The answers.
const (
	Passed    Answer = "passed"
	Missing   Answer = "missing" // the complainant can still give it
	Refused   Answer = "refused"
	Undecided Answer = "undecided" // a person decides
)

// AdmissibilityFinding says whether a complaint satisfies one rule, and by which articles.
// Criterion and Answer together select the sentence for the complainant.
type AdmissibilityFinding struct {
	Criterion Criterion
	Answer    Answer
	Articles  []string
	Missing   []string // names of fields of the form, or of what an engine claim lacks; never nil
	Decided   int64    // number of the entry by which a person decided it, 0 if it follows from the form
}

// Citations returns the citations of the articles, by which people find them.
func (a AdmissibilityFinding) Citations() []string { return citations(a.Articles) }

// Admissibility returns a finding for every rule that applies to the case, in the order of the
// texts. A case without a complainant only has to be in time. A person's decision replaces what
// follows from the form, but nobody can decide that a missing form or a missing consent is there.
func (c Case) Admissibility() []AdmissibilityFinding {
	filing, filed := Latest[Filing](c)
	all := assess(c.Opening(), filing.Says, filed)
	if !c.Opening().Case.IsComplaint() {
		all = assessTime(c.Opening(), c.Opened)
	}
	for i := range all {
		if all[i].Criterion == NeedsForm || all[i].Criterion == NeedsConsent {
			continue
		}
		for _, decided := range Every[Assessed](c) {
			if decided.Says.Criterion == all[i].Criterion && decided.Seq > filing.Seq {
				all[i].Answer, all[i].Decided = decided.Says.Answer, decided.Seq
			}
		}
	}
	return all
}

// AssessForm returns the findings that a form would get before anybody files it.
func AssessForm(o Opening, f Filing) []AdmissibilityFinding { return assess(o, f, true) }

func assess(o Opening, filing Filing, filed bool) []AdmissibilityFinding {
	f, online := filing.Form, o.In.Online()
	all := []AdmissibilityFinding{
		found(NeedsForm, given(filed), nil, "AC-B-3", "AC-B-5"),
		found(NeedsSignature, given(f.Signed && f.Date != ""), nil, "R-VI-1", "AC-B-5"),
		found(NeedsFideID, either(roster.FideID(f.Complainant.FideID) != "", Undecided), nil, article(online, "AC-B-1", "ON-G2.1"), "FORM-fields"),
	}
	missing := f.missing()
	all = append(all, found(NeedsFields, given(len(missing) == 0), missing, article(online, "AC-B-4", "ON-G2.2")))
	all = append(all,
		found(NeedsGrounds, given(strings.TrimSpace(f.Grounds) != ""), nil, "AC-B-4", article(online, "AC-B-8", "ON-G2.2")),
		found(NeedsMoreThanPlay, Undecided, nil, article(online, "AC-B-9", "ON-G2.2")))
	if o.Case == PTC && !online {
		all = append(all, found(NeedsReasonLate, given(strings.TrimSpace(f.WhyNoITC) != ""), nil, "AC-B-7"))
	}
	consent := map[tournament.YesNo]Answer{tournament.Yes: Passed, tournament.No: Refused, tournament.Unanswered: Missing}[f.Consent]
	all = append(all, found(NeedsConsent, consent, nil, "FORM-privacy-5"))
	if lacks, claimed := f.claimLacks(); claimed {
		all = append(all, found(NeedsClaim, given(len(lacks) == 0), lacks, "R-VI-2", "R-VI-3"))
	}
	all = append(all, assessTime(o, filing.Received)...)
	if online {
		taken := map[tournament.YesNo]Answer{tournament.Yes: Passed, tournament.No: Refused, tournament.Unanswered: Undecided}[filing.Participant]
		all = append(all, found(NeedsDay, withinDay(o.In, filing.Received), nil, "ON-G2.1"), found(NeedsParticipation, taken, nil, "ON-G2.1"))
	}
	return all
}

func found(c Criterion, a Answer, missing []string, articles ...string) AdmissibilityFinding {
	if missing == nil {
		missing = []string{}
	}
	return AdmissibilityFinding{Criterion: c, Answer: a, Articles: articles, Missing: missing}
}

func article(online bool, board, annex string) string {
	if online {
		return annex
	}
	return board
}

// given returns Passed if something is there, otherwise Missing.
func given(there bool) Answer { return either(there, Missing) }

func either(passed bool, otherwise Answer) Answer {
	if passed {
		return Passed
	}
	return otherwise
}

// missing names the empty fields of the form. The respondent's address, e-mail and telephone are
// not required: a complainant seldom knows them, and no rule rejects a complaint for that [our
// reading]. The complainant's FIDE ID has a rule of its own.
func (f Form) missing() []string {
	fields := []string{}
	note := func(there bool, field string) {
		if !there && !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	written := func(s string) bool { return strings.TrimSpace(s) != "" }
	note(written(f.Complainant.Name), "complainant.name")
	note(written(f.Complainant.Federation), "complainant.federation")
	note(written(f.Complainant.Address), "complainant.address")
	note(written(f.Complainant.Email), "complainant.email")
	note(written(f.Complainant.Telephone), "complainant.telephone")
	note(len(f.Respondents) > 0, "respondents")
	for _, p := range f.Respondents {
		note(written(p.Federation), "respondents.federation")
	}
	note(written(f.Facts), "facts")
	note(len(f.Tournaments) > 0, "tournaments")
	note(written(f.Organiser), "organiser")
	note(len(f.Arbiters) > 0, "arbiters")
	note(f.Subject != "", "subject")
	note(f.Date != "", "date")
	note(f.Agreed != "", "agreed")
	return fields
}

// claimLacks names what the engine claim of a form lacks; claimed is false if the form mentions no
// engine.
func (f Form) claimLacks() (lacks []string, claimed bool) {
	switch {
	case f.Engine == nil && strings.TrimSpace(f.EngineResults) == "":
		return nil, false
	case f.Engine == nil:
		return []string{"engine_claim"}, true
	}
	lacks = []string{}
	for _, l := range f.Engine.Lacks() {
		lacks = append(lacks, string(l))
	}
	return lacks, true
}

// Limitation periods, in years (VI.1; Annex I, I.1).
const (
	LimitationYears       = 8
	OnlineLimitationYears = 1
)

// assessTime checks the limitation period. Online it runs from the last round to the end of the
// same day a year later. Over the board the text does not say when its eight years begin. A
// complaint within eight years of the first day of the event is in time by any reading; on a later
// one a person decides.
func assessTime(o Opening, received time.Time) []AdmissibilityFinding {
	if o.In.Online() {
		answer := Undecided
		if end := o.In.limitation(); !end.IsZero() {
			answer = either(received.Before(end), Refused)
		}
		return []AdmissibilityFinding{found(NeedsTime, answer, nil, "ON-I1")}
	}
	answer := Undecided
	if start, err := time.ParseInLocation(time.DateOnly, o.In.Start, o.In.zone()); err == nil {
		answer = either(received.Before(wholeDay(tournament.YearsLater(start, LimitationYears))), Undecided)
	}
	return []AdmissibilityFinding{found(NeedsTime, answer, nil, "AC-VI-1")}
}

// limitation returns the midnight, in the zone of the event, at which the limitation period counted
// from the last round ends; zero if the end of the event is unknown.
func (c Competition) limitation() time.Time {
	years := LimitationYears
	if c.Online() {
		years = OnlineLimitationYears
	}
	if c.Ended.IsZero() {
		return time.Time{}
	}
	return wholeDay(tournament.YearsLater(c.Ended.In(c.zone()), years))
}

// zone returns the time zone of the event, UTC if unknown.
func (c Competition) zone() *time.Location {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// wholeDay returns the midnight at which the day of an instant ends.
func wholeDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, t.Location())
}

// OnlineFilingTime is how long after the end of the last round an online complaint may come;
// exactly at the end it is still in time (Annex I, G.2.1). It counts elapsed hours, whatever clocks
// are changed.
const OnlineFilingTime = 24 * time.Hour

func withinDay(c Competition, received time.Time) Answer {
	switch {
	case c.Ended.IsZero():
		return Undecided
	case received.After(c.Ended.Add(OnlineFilingTime)):
		return Refused
	}
	return Passed
}
