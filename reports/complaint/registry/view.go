package registry

import (
	"encoding/json"
	"slices"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// View is a case as somebody may see it.
type View struct {
	ID      string             `json:"id"`
	Number  string             `json:"number"`
	Kind    complaint.CaseKind `json:"kind,omitempty"` // left out of a case that is erased
	Subject complaint.Subject  `json:"subject,omitempty"`
	State   complaint.State    `json:"state"` // as far as he is told
	Event   string             `json:"event,omitempty"`
	Opened  time.Time          `json:"opened"`
	Closed  *time.Time         `json:"closed,omitempty"`
	Erased  *time.Time         `json:"erased,omitempty"`
	Held    bool               `json:"held,omitempty"` // to those who keep the register

	Competition   *complaint.Competition `json:"competition,omitempty"`
	Next          []StepView             `json:"next,omitempty"` // what he may do
	Due           []tournament.Due       `json:"due,omitempty"`  // by him, or by all to those who keep the register
	Admissibility []RuleView             `json:"admissibility,omitempty"`
	Parties       []complaint.Party      `json:"parties,omitempty"`
	Panel         []complaint.Member     `json:"panel,omitempty"` // or the single investigator
	Ballots       []BallotView           `json:"ballots,omitempty"`
	Letters       []OwedLetter           `json:"letters,omitempty"` // owed and not sent yet
	Entries       []EntryView            `json:"entries,omitempty"`
	Earlier       []string               `json:"earlier,omitempty"` // numbers of complaints of the same person that were assessed as unfounded; to the FPL, once the case is admitted
}

// StepView is something that may be done in a case, with what is missing for it.
type StepView struct {
	Kind      complaint.EntryKind `json:"kind"`
	To        []complaint.State   `json:"to"` // to which it may lead; empty if the case stays
	Citations []string            `json:"citations"`
	Lacks     []LackView          `json:"lacks"` // empty if it can be done now
}

// LackView is something that must be there before a step.
type LackView struct {
	Condition complaint.Condition `json:"condition"`
	Sentence  string              `json:"sentence"`
}

// RuleView says whether a complaint satisfies one rule of admissibility.
type RuleView struct {
	Criterion complaint.Criterion `json:"criterion"`
	Answer    complaint.Answer    `json:"answer"`
	Citations []string            `json:"citations"`
	Missing   []string            `json:"missing"`           // fields of the form
	Decided   int64               `json:"decided,omitempty"` // number of the entry by which a person decided it
}

// OwedLetter is a letter that is due.
type OwedLetter struct {
	Letter complaint.LetterKind `json:"letter"`
	To     complaint.Addressee  `json:"to"`
}

// BallotView is a ballot with what the reader may know of it.
type BallotView struct {
	Seq      int64                        `json:"seq"`
	Question complaint.BallotQuestion     `json:"question"`
	Voters   []complaint.Member           `json:"voters"`
	Quorum   int                          `json:"quorum"`
	Voted    int                          `json:"voted"`
	Sealed   bool                         `json:"sealed"`
	Votes    map[complaint.VoteChoice]int `json:"votes,omitempty"` // by choice; left out while they are sealed
	Result   complaint.BallotResult       `json:"result,omitempty"`
}

// EntryView is an entry of a case.
type EntryView struct {
	Seq    int64               `json:"seq"` // within the case; to a party, among the entries that it sees
	Kind   complaint.EntryKind `json:"kind"`
	State  complaint.State     `json:"state"`
	At     time.Time           `json:"at"`
	By     string              `json:"by,omitempty"` // ID of a token
	Digest string              `json:"digest,omitempty"`
	Says   json.RawMessage     `json:"says,omitempty"` // left out where he is told only that it happened, or where the case is erased

	// Reports are the addresses of the reports that the entry names as evidence; left out where they are not open to the reader.
	Reports []string `json:"reports,omitempty"`
}

// viewOf returns a case as somebody may see it now; ok is false if he may see nothing of it.
func viewOf(kept store.CaseRecord, c complaint.Case, by complaint.Actor, now time.Time) (v View, ok bool) {
	seen, ok := c.View(by)
	if !ok {
		return View{}, false
	}
	v = View{
		ID: kept.ID, Number: complaint.Number(kept.ID), Kind: seen.Opening().Case, Subject: seen.Subject(), State: seen.State, Event: kept.Event,
		Opened: kept.Opened.UTC(), Closed: instant(seen.Closed), Erased: instant(kept.Erased),
	}
	registry := keepsRegister(by.Role)
	inside := registry || by.Role == access.FPLMember || by.Role == access.Investigator
	if !c.Erased {
		v.Competition = new(seen.Opening().In)
	}
	told := seen // what may be done, and by when, must not tell of steps that he does not see
	if inside {
		told = c
	}
	for _, s := range told.Next(by, now) {
		step := StepView{Kind: s.Kind, To: s.To, Citations: s.Citations(), Lacks: []LackView{}}
		for _, l := range s.Lacks {
			step.Lacks = append(step.Lacks, LackView(l))
		}
		v.Next = append(v.Next, step)
	}
	v.Due = slices.DeleteFunc(told.Due(now), func(d tournament.Due) bool { return !registry && d.Who != string(by.Role) })
	if inside || by.Role == access.Complainant {
		v.Admissibility = rules(c.Admissibility())
	}
	for _, role := range []complaint.PartyRole{complaint.ComplainantParty, complaint.RespondentParty, complaint.WitnessParty} {
		v.Parties = append(v.Parties, seen.Parties(role)...)
	}
	if inside {
		v.Held = kept.Held
		v.Panel, _ = c.Appointed()
		v.Ballots = ballotsOf(c)
	}
	if registry && !c.Erased {
		for _, n := range c.LettersOwed() {
			v.Letters = append(v.Letters, OwedLetter(n))
		}
	}
	party := by.Role == access.Complainant || by.Role == access.Respondent
	for _, e := range seen.Entries() {
		v.Entries = append(v.Entries, EntryView{Seq: e.Seq, Kind: e.Kind, State: e.State, At: e.At.UTC(), By: e.By, Digest: e.Digest, Says: e.Body})
	}
	for i := range v.Admissibility {
		if party {
			v.Admissibility[i].Decided = 0 // the number would reveal how many steps he does not see
		}
	}
	return v, true
}

// keepsRegister reports whether a role sees every case completely.
func keepsRegister(r access.Role) bool { return r == access.FPLChair || r == access.FPLSecretary }

// summary reduces a view to what a list shows.
func (v View) summary() View {
	return View{ID: v.ID, Number: v.Number, Kind: v.Kind, Subject: v.Subject, State: v.State, Event: v.Event, Opened: v.Opened, Closed: v.Closed, Erased: v.Erased, Due: v.Due}
}

// Part reduces a view to one part, named as in addresses of the API.
func (v View) Part(name string) View {
	part := v.summary()
	part.Due = nil
	of := func(kinds ...complaint.EntryKind) []EntryView {
		return slices.DeleteFunc(slices.Clone(v.Entries), func(e EntryView) bool { return !slices.Contains(kinds, e.Kind) })
	}
	switch name {
	case "entries":
		part.Entries = v.Entries
	case "parties":
		part.Parties = v.Parties
	case "evidence":
		part.Entries = of(complaint.EntryExhibit, complaint.EntryAttachment, complaint.EntryStatement)
	case "panel":
		part.Panel = v.Panel
	case "votes":
		part.Ballots = v.Ballots
	case "letters":
		part.Letters, part.Entries = v.Letters, of(complaint.EntryLetter)
	case "due":
		part.Due = v.Due
	case "decision":
		part.Entries = of(complaint.EntryReported, complaint.EntrySentBack, complaint.EntryFinal, complaint.EntryBallotClosed, complaint.EntryNational, complaint.EntryCautioned)
	}
	return part
}

// FirstDue is the earliest term that runs, nil if none does.
func (v View) FirstDue() (first *time.Time) {
	for _, d := range v.Due {
		if d.State != tournament.DutyDone && d.By != nil && (first == nil || d.By.Before(*first)) {
			first = d.By
		}
	}
	return first
}

// Body returns what the entry says, nil where that is left out.
func (e EntryView) Body() (complaint.Body, error) {
	if e.Says == nil {
		return nil, nil
	}
	return complaint.BodyOf(complaint.Entry{Seq: e.Seq, Kind: e.Kind, Body: e.Says})
}

// Attachments returns the files that are named by entries that he sees.
func (v View) Attachments() (files []complaint.Attachment) {
	for _, e := range v.Entries {
		var file complaint.Attachment
		if e.Kind == complaint.EntryAttachment && json.Unmarshal(e.Says, &file) == nil {
			files = append(files, file)
		}
	}
	return files
}

// shows reports whether an entry that he sees names a file by its SHA-256.
func (v View) shows(digest string) bool {
	return slices.ContainsFunc(v.Attachments(), func(f complaint.Attachment) bool { return f.Digest == digest })
}

// instant returns a time for JSON, nil for none.
func instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// rules returns findings of admissibility in the form of views.
func rules(found []complaint.AdmissibilityFinding) []RuleView {
	rules := []RuleView{}
	for _, f := range found {
		rules = append(rules, RuleView{f.Criterion, f.Answer, f.Citations(), f.Missing, f.Decided})
	}
	return rules
}

func ballotsOf(c complaint.Case) (all []BallotView) {
	for _, b := range c.Ballots() {
		shown := BallotView{Seq: b.Seq, Question: b.Question, Voters: b.Voters, Quorum: b.Quorum, Voted: len(b.Votes), Sealed: b.Sealed(), Result: b.Result()}
		if !shown.Sealed {
			shown.Votes = map[complaint.VoteChoice]int{}
			for _, choice := range complaint.VoteChoices() {
				shown.Votes[choice] = b.Count(choice)
			}
		}
		all = append(all, shown)
	}
	return all
}

// linkReports notes with each piece of evidence where its reports are, for a reader to whom statistics of the event are open.
func (v View) linkReports() {
	for i, e := range v.Entries {
		body, err := e.Body()
		found, ok := body.(*complaint.Exhibit)
		if err != nil || !ok {
			continue
		}
		for _, digest := range []string{found.Report, found.Opponents} {
			if digest != "" {
				v.Entries[i].Reports = append(v.Entries[i].Reports, "/v1/events/"+v.Event+"/reports/"+digest)
			}
		}
	}
}
