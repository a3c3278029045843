package render

import (
	"strconv"
	"strings"
	"time"

	"fairplay/reports/complaint"
)

// CaseEntry puts one entry of a case into words: what happened as title, and its content line by
// line. zone is the time zone of the event. The lines are nil for an entry that is erased, and for
// a vote that nobody may see yet.
func (p Phrases) CaseEntry(e complaint.Entry, zone string) (title string, lines []string) {
	title = p.slug("case_entry", string(e.Kind))
	body, err := complaint.BodyOf(e)
	if err != nil {
		return title, nil
	}
	return title, caseWords{p.words, zone}.entry(body)
}

// Admissibility puts into words a rule of admissibility, and whether a complaint satisfies it, with
// a sentence for the complainant.
func (p Phrases) Admissibility(rule complaint.Criterion, answer complaint.Answer) (what, stands string) {
	stands = p.slug("criterion_answer", string(answer))
	if answer != complaint.Passed {
		stands += ". " + p.slug("criterion_"+string(answer), string(rule))
	}
	return p.slug("criterion", string(rule)), stands
}

// caseWords puts the content of a case into words.
type caseWords struct {
	*words
	zone string
}

func (c caseWords) at(t time.Time) string { return c.moment(t, c.zone) }

// with is what somebody wrote, after a label.
func (c caseWords) with(label, text string) []string {
	all := paragraphs(text)
	if len(all) == 0 {
		return nil
	}
	all[0] = c.slug("case_label", label) + ": " + all[0]
	return all
}

// lines joins groups of lines.
func lines(groups ...[]string) (all []string) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// entry puts the content of an entry into words.
func (c caseWords) entry(body complaint.Body) []string {
	if text, is := c.early(body); is {
		return text
	}
	if text, is := c.investigated(body); is {
		return text
	}
	if text, is := c.voted(body); is {
		return text
	}
	return c.added(body)
}

// early handles entries until a case is admitted or closed.
func (c caseWords) early(body complaint.Body) ([]string, bool) {
	switch b := body.(type) {
	case *complaint.Opening:
		return lines([]string{c.slug("case_kind", string(b.Case))}, c.with("event", b.In.Name)), true
	case *complaint.Filing:
		return lines(c.with("received", c.at(b.Received)), c.with("channel", c.slug("form_channel", string(b.Channel))), c.with("facts", b.Form.Facts),
			c.with("grounds", b.Form.Grounds), c.with("why", b.Form.WhyNoITC), c.with("note", b.Remark)), true
	case *complaint.Initiation:
		return lines([]string{c.slug("case_subject", string(b.Subject))}, c.with("grounds", b.Grounds), c.with("requester", b.Requester)), true
	case *complaint.Warning:
		return lines(c.with("on", c.at(b.Given)), c.with("note", b.Note)), true
	case *complaint.StepsTaken:
		return lines(c.with("steps", b.Steps), c.with("penalty", b.Penalty)), true
	case *complaint.ArbiterDismissal:
		return c.with("reason", b.Reason), true
	case *complaint.Forwarding:
		return lines(c.with("report", b.Report), c.files(b.Files)), true
	case *complaint.FormRequest:
		return lines(c.with("until", c.at(b.Until)), c.criteria(b.Missing), c.with("note", b.Sentence)), true
	case *complaint.Assessed:
		return lines([]string{c.slug("criterion", string(b.Criterion)) + ": " + c.slug("criterion_answer", string(b.Answer))}, c.with("reason", b.Reason)), true
	case *complaint.Holding:
		return lines([]string{c.slug("criterion", string(b.Doubt))}, c.with("note", b.Note)), true
	case *complaint.Release:
		return c.with("reason", b.Reason), true
	case *complaint.Admission:
		to, _, err := b.Routing.Goes()
		if err != nil {
			return c.with("note", b.Note), true
		}
		return lines(c.with("goes_to", c.slug("case_goes_to", string(to))), c.with("note", b.Note)), true
	case *complaint.Inadmissibility:
		return c.with("reason", b.Reason), true
	case *complaint.Disregard:
		return c.with("note", b.Note), true
	case *complaint.HandOver:
		return lines(c.with("federation", b.Federation), c.with("reason", b.Reason)), true
	case *complaint.FederationDecision:
		return lines(c.with("federation", b.Federation), c.with("on", b.Day), c.with("decision", b.Decision), c.files(b.Evidence)), true
	}
	return nil, false
}

// investigated handles entries of an investigation.
func (c caseWords) investigated(body complaint.Body) ([]string, bool) {
	switch b := body.(type) {
	case *complaint.PanelAppointment:
		return c.members(b.Members), true
	case *complaint.InvestigatorAppointment:
		return lines(c.members([]complaint.Member{b.Investigator}), c.with("out_of_turn", b.OutOfTurn)), true
	case *complaint.RespondentNotice:
		return lines([]string{b.Respondent}, c.with("on", c.at(b.Sent)), c.with("manner", b.Manner), c.with("until", c.at(b.AnswerBy))), true
	case *complaint.Expedition:
		return c.with("reason", b.Reason), true
	case *complaint.InvestigationReport:
		return lines(c.with("act", b.Act), c.with("facts", b.Facts), c.with("results", b.Results), c.with("proposal", b.Proposal), c.with("others", b.Others), c.files(b.Files)), true
	case *complaint.SendingBack:
		return c.with("wanted", b.Wanted), true
	case *complaint.FinalDeclaration:
		return c.with("note", b.Note), true
	case *complaint.Caution:
		return c.with("reason", b.Sentence), true
	case *complaint.AccusationAssessment:
		return lines([]string{c.slug("foundation", string(b.Foundation))}, c.with("basis", b.Basis), c.with("level", b.Level), c.with("titled", b.Accused),
			c.with("result", b.Result), c.with("dissemination", b.Dissemination), c.with("note", b.Other)), true
	case *complaint.LanguageOrder:
		borne := "fpl"
		if b.CostsOf != "" {
			borne = string(b.CostsOf)
		}
		all := c.with("language", b.Language)
		if b.Translate {
			all = append(all, c.slug("case_costs", borne))
		}
		return all, true
	}
	return nil, false
}

// voted handles entries of a ballot.
func (c caseWords) voted(body complaint.Body) ([]string, bool) {
	switch b := body.(type) {
	case *complaint.BallotOpening:
		return lines([]string{c.slug("ballot_question", string(b.Question)), c.say("case_record.quorum", fields{"N": c.integer(b.Quorum), "Of": c.integer(len(b.Voters))})}, c.members(b.Voters)), true
	case *complaint.Vote:
		if b.Choice == "" {
			return nil, true
		}
		return []string{c.slug("vote_choice", string(b.Choice))}, true
	case *complaint.BallotClosing:
		return c.with("summary", b.Summary), true
	case *complaint.RecusalOverride:
		return c.with("reason", b.Reason), true
	}
	return nil, false
}

// added handles entries that are added to a case along its way.
func (c caseWords) added(body complaint.Body) []string {
	switch b := body.(type) {
	case *complaint.Statement:
		return lines([]string{c.slug("case_party", string(b.Of)) + ", " + b.Party}, paragraphs(b.Text), c.files(b.Files))
	case *complaint.Exhibit:
		return lines([]string{c.slug("exhibit_kind", string(b.Of)) + ": " + b.Title}, paragraphs(b.Text), c.with("origin", b.Origin), c.with("author", b.Author),
			c.with("on", c.at(b.Taken)), c.with("sha256", b.Report), c.with("opponents", b.Opponents), c.files(b.Files))
	case *complaint.Attachment:
		return lines([]string{b.Name + ", " + b.Type + ", " + c.integer(int(b.Bytes)) + " B, " + c.slug("scanned", string(b.Scanned))}, c.with("sha256", b.Digest), c.with("note", c.unscanned(b.Remark)))
	case *complaint.ClaimMade:
		return lines(c.with("engine", strings.TrimSpace(b.Engine.Name+" "+b.Engine.Version)), complaintForm{words: c.words}.games(b))
	case *complaint.ClaimOrder:
		return lines(c.with("engine", b.Engine), c.with("sha256", b.File))
	case *complaint.ClaimFinding:
		return lines(c.with("engine", b.Engine), c.with("sha256", b.Report))
	case *complaint.Link:
		return lines([]string{c.slug("case_link", string(b.As))}, c.with("note", b.Note))
	case *complaint.Party:
		return []string{c.slug("case_party", string(b.Role)) + ": " + b.Name}
	case *complaint.Representation:
		return lines([]string{c.slug("case_party", string(b.Of)) + ", " + b.Party + ": " + b.By.Name}, c.with("mandate", b.Mandated))
	case *complaint.LetterSent:
		return lines([]string{c.of(b)}, c.with("on", c.at(b.Sent)), c.with("manner", b.Manner), c.with("sha256", b.Digest))
	case *complaint.Disclosure:
		return lines(c.with("where", b.Where), c.with("on", c.at(b.When)), c.with("what", b.What), c.with("author", b.By))
	case *complaint.HoldSet:
		return c.with("reason", b.Reason)
	case *complaint.HoldLifted:
		return c.with("reason", b.Reason)
	}
	return nil
}

// unscanned says why a file was not scanned, "" where nothing is to be said.
func (c caseWords) unscanned(reason string) string {
	if reason == "" {
		return ""
	}
	return c.slug("unscanned", reason)
}

// of says which letter went to whom.
func (c caseWords) of(b *complaint.LetterSent) string {
	return c.slug("letter_subject", string(b.Letter)) + ", " + c.slug("letter_to", string(b.To)) + " (" + b.Name + ", " + b.Language + ")"
}

func (c caseWords) members(all []complaint.Member) (names []string) {
	for _, m := range all {
		names = append(names, m.Name+" ("+m.Federation+")")
	}
	return names
}

func (c caseWords) criteria(all []complaint.Criterion) (texts []string) {
	for _, x := range all {
		texts = append(texts, c.slug("criterion", string(x)))
	}
	return texts
}

func (c caseWords) files(digests []string) (texts []string) {
	for i, d := range digests {
		texts = append(texts, c.say("case_record.file", fields{"N": strconv.Itoa(i + 1), "Digest": d}))
	}
	return texts
}
