package render

import (
	"io"
	"slices"
	"strings"
	"time"

	"fairplay/reports/complaint"
)

// PaperFormats returns the formats in which the papers of a case are written.
func PaperFormats() []string { return []string{"table", "html", "pdf"} }

// Letter is a letter of a case: the values for its set text. The signatory, the reader's next
// possibilities and the articles follow from Kind.
type Letter struct {
	Kind     complaint.LetterKind
	To       complaint.Addressee
	Name     string    // of the addressee, "" for an office
	Case     string    // number of the case as people see it
	Event    string    // name
	Date     time.Time // of the letter
	Deadline time.Time // until when an answer is asked for, zero for none
	TimeZone string    // of the event (IANA); "" for UTC
	Words    string    // reasons or a summary by those who decided, "" for none
	Enclosed []string  // what goes with the letter

	Findings []complaint.AdmissibilityFinding // what was checked so far, of a receipt
}

// LettersOf returns the letters that a notice of a case requires, one to each addressee, with
// everything that the case says for them. number is the number by which people call the case.
func LettersOf(number string, c complaint.Case, n complaint.Notice, at time.Time) []*Letter {
	in := c.Opening().In
	of := Letter{Kind: n.Letter, To: n.To, Case: number, Event: in.Name, Date: at, TimeZone: in.TimeZone}
	switch n.Letter {
	case complaint.LetterReceipt:
		of.Findings = c.Admissibility()
	case complaint.LetterForm, complaint.LetterResubmit:
		asked, _ := complaint.Latest[complaint.FormRequest](c)
		of.Deadline, of.Words = asked.Says.Until, asked.Says.Sentence
	case complaint.LetterInadmissible:
		why, _ := complaint.Latest[complaint.Inadmissibility](c)
		of.Words = why.Says.Reason
	case complaint.LetterDismissed:
		closing, _ := complaint.Latest[complaint.BallotClosing](c)
		of.Words = closing.Says.Summary
	case complaint.LetterCaution:
		caution, _ := complaint.Latest[complaint.Caution](c)
		of.Words = caution.Says.Sentence
	}
	return of.each(c)
}

// each returns the letter for each of those it goes to: parties by name, a federation by its code, offices once.
func (l Letter) each(c complaint.Case) (all []*Letter) {
	add := func(name string, deadline time.Time) {
		to := l
		to.Name, to.Deadline = name, deadline
		all = append(all, &to)
	}
	switch l.To {
	case complaint.ToComplainant:
		for _, p := range c.Parties(complaint.ComplainantParty) {
			add(p.Name, l.Deadline)
		}
	case complaint.ToRespondent:
		told := complaint.Every[complaint.RespondentNotice](c)
		for _, p := range c.Parties(complaint.RespondentParty) {
			i := slices.IndexFunc(told, func(n complaint.Said[complaint.RespondentNotice]) bool { return n.Says.Respondent == p.Name })
			switch {
			case i >= 0:
				add(p.Name, told[i].Says.AnswerBy)
			case l.Kind == complaint.LetterCaution:
				add(p.Name, time.Time{})
			}
		}
	case complaint.ToFederation:
		add(c.SentTo(), time.Time{})
	default:
		add("", time.Time{})
	}
	return all
}

// CaseLetter writes a letter as a draft for signature, in one of PaperFormats. The program never sends it. An unknown
// format, language, kind or addressee is fault.Invalid, and nothing is written; any other error is the writer's. The same
// letter has the same bytes at any time, so that it does not name the state of the log.
func CaseLetter(w io.Writer, format string, l *Letter, o Options) error {
	o.Checkpoint = ""
	in, err := wordsFor(format, PaperFormats(), o)
	if err != nil {
		return err
	}
	if err := known(in, "letter", "letter_subject", string(l.Kind)); err != nil {
		return err
	}
	if err := known(in, "addressee", "letter_to", string(l.To)); err != nil {
		return err
	}
	return publication[Letter]{formats: PaperFormats(), document: func(in *words, _ *Letter) *document { return letter{in, l}.document() }}.write(w, format, o)
}

// letter says a letter in one language.
type letter struct {
	*words
	*Letter
}

func (l letter) document() *document {
	text := []string{l.of("letter_text")}
	if !l.outcome() {
		text = append(text, l.say("letter.no_finding", nil))
	}
	d := &document{
		frame: frame{Lang: l.lang, Kind: l.say("letter.kind", fields{"Case": l.Case}), Title: l.of("letter_subject"), Date: l.Date.Format(time.DateOnly)},
		Facts: []string{l.day(l.Date), orAbsent(printable(l.Event))},
		Notes: []string{l.say("letter.draft", nil)},
		Sections: []section{{ID: "letter", Text: text, Title: l.say("letter.address", fields{
			"To": l.slug("letter_to", string(l.To)), "Name": orAbsent(printable(l.Name))})}},
	}
	if l.Name == "" {
		d.Sections[0].Title = l.say("letter.office", fields{"To": l.slug("letter_to", string(l.To))})
	}
	if l.Words != "" {
		d.Sections = append(d.Sections, section{ID: "reasons", Title: l.say("letter.reasons", nil), Text: paragraphs(l.Words)})
	}
	if len(l.Findings) > 0 {
		d.Sections = append(d.Sections, l.findings())
	}
	if !l.Deadline.IsZero() && l.Kind == complaint.LetterNotice {
		d.Sections[0].Text = append(d.Sections[0].Text, l.say("letter.answer_by", fields{"Deadline": l.moment(l.Deadline, l.TimeZone)}))
	}
	if len(l.Enclosed) > 0 {
		d.Sections = append(d.Sections, section{ID: "enclosed", Title: l.say("letter.enclosed", nil), List: l.Enclosed})
	}
	rules := l.say("letter.rules_say", fields{"Rules": l.of("letter_rules")})
	next := []string{l.of("letter_next")}
	if l.To == complaint.ToComplainant || l.To == complaint.ToRespondent {
		next = append(next, l.say("letter.data", nil))
	}
	d.Sections = append(d.Sections,
		section{ID: "decides", Title: l.say("letter.decides", nil), Text: []string{l.of("letter_decides")}},
		section{ID: "next", Title: l.say("letter.next", nil), Text: next},
		section{ID: "rules", Title: l.say("letter.rules", nil), Text: []string{rules, l.say("letter.confidential", nil), l.say("letter.language", nil)}},
		section{ID: "signature", Title: l.say("letter.signed", nil), Facts: []fact{{Label: l.from(), Room: 2}}})
	return d
}

// outcome reports whether a letter says how a case ended; such letters explain the result themselves.
func (l letter) outcome() bool {
	switch l.Kind {
	case complaint.LetterDismissed, complaint.LetterFindings, complaint.LetterReferred, complaint.LetterToEDC, complaint.LetterCaution, complaint.LetterNotice:
		return true
	}
	return false
}

// findings says how the complaint stands to each rule, with a sentence for the complainant.
func (l letter) findings() section {
	s := section{ID: "findings", Title: l.say("letter.findings", nil)}
	for _, f := range l.Findings {
		rule, text := Phrases{l.words}.Admissibility(f.Criterion, f.Answer)
		s.Facts = append(s.Facts, fact{Label: rule, Value: text})
	}
	return s
}

// of returns the message of a list for this letter. Some addressees have a message of their own.
func (l letter) of(list string) string {
	said := fields{"Event": orAbsent(printable(l.Event)), "Case": l.Case, "Deadline": l.moment(l.Deadline, l.TimeZone)}
	if text := l.localizeOr(list+"."+string(l.Kind)+"_"+string(l.To), "", said); text != "" {
		return text
	}
	return l.localizeOr(list+"."+string(l.Kind), string(l.Kind), said)
}

// from says for whom the letter is signed.
func (l letter) from() string {
	if l.Kind == complaint.LetterWarning || l.Kind == complaint.LetterForwarded {
		return l.say("letter.for_arbiter", nil)
	}
	return l.say("letter.for_fpl", nil)
}

// paragraphs splits what somebody wrote at its line ends.
func paragraphs(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = printable(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// day writes a date in the way of the language.
func (w *words) day(t time.Time) string { return Phrases{w}.Day(t) }

// moment writes a date and a time of day in a time zone, UTC if it is unknown; absent for no time.
func (w *words) moment(t time.Time, zone string) string {
	if t.IsZero() {
		return absent
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		at, zone = time.UTC, ""
	}
	if zone == "" {
		zone = "UTC"
	}
	t = t.In(at)
	return w.day(t) + ", " + t.Format("15:04") + " (" + zone + ")"
}

// Checkpoint returns the subject and the text of a message that carries a checkpoint of a database.
func (p Phrases) Checkpoint(origin string, at time.Time, note string) (subject, text string) {
	said := fields{"Origin": origin, "At": at.UTC().Format(time.RFC3339), "Note": note}
	return p.say("checkpoint.subject", said), p.say("checkpoint.text", said)
}

// Reminder returns the subject and the text of a reminder that a deadline of a case is near, or
// over. It names the case by its number and says nothing else about it, since it may go by e-mail.
func (p Phrases) Reminder(number string, ends time.Time, zone string, over bool) (subject, text string) {
	said := fields{"Case": number, "Deadline": p.moment(ends, zone)}
	if over {
		return p.say("reminder.subject", said), p.say("reminder.over", said)
	}
	return p.say("reminder.subject", said), p.say("reminder.text", said)
}
