package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
	"fairplay/reports/render/rendertest"
	"fairplay/reports/tournament"
)

// story is a case that people act on, an hour after each other.
type story struct {
	t    *testing.T
	seen complaint.Case
	at   time.Time
}

func (s *story) act(role access.Role, token string, body complaint.Body) {
	s.t.Helper()
	s.at = s.at.Add(time.Hour)
	e, err := s.seen.Write(body, complaint.Actor{Token: token, Role: role}, s.at)
	if err != nil {
		s.t.Fatalf("%s: %v", body.Kind(), err)
	}
	e.Digest = strings.Repeat("a", 64)
	if s.seen, err = s.seen.Apply(e); err != nil {
		s.t.Fatal(err)
	}
}

// investigated is a complaint after the event that a panel has dismissed.
func investigated(t *testing.T) *story {
	t.Helper()
	s := &story{t: t, at: time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)}
	secretary, chair := access.FPLSecretary, access.FPLChair
	s.act(secretary, "s", complaint.Opening{Case: complaint.PTC, In: complaint.Competition{Name: "Example Open 2026", Mode: regulations.OverTheBoard,
		Level: regulations.Increased, Rated: tournament.Yes, Start: "2026-03-01", TimeZone: "Europe/Kyiv", Arbiters: []complaint.Individual{}}})
	f := filing()
	f.Form.Subject = complaint.Assistance
	f.Form.Respondents[0].Token = "x"
	s.act(secretary, "s", *f)
	for _, found := range s.seen.Admissibility() {
		if found.Answer != complaint.Passed {
			s.act(secretary, "s", complaint.Assessed{Criterion: found.Criterion, Answer: complaint.Passed, Reason: "Read, and it says enough."})
		}
	}
	s.act(secretary, "s", complaint.Admission{Routing: complaint.Routing{Rated: tournament.Yes, Level: regulations.Increased, Titles: []string{}}})
	var panel []complaint.Member
	for _, name := range []string{"Diana", "Egon", "Fiona"} {
		panel = append(panel, complaint.Member{Token: name, Name: name + " Member", Federation: "SUI"})
	}
	s.act(chair, "c", complaint.PanelAppointment{Members: panel})
	s.act(access.FPLMember, "Egon", complaint.PanelChair{Token: "Egon"})
	s.act(chair, "c", complaint.RespondentNotice{Respondent: "Boris Sample", Manner: "e-mail", Sent: s.at, AnswerBy: s.at.AddDate(0, 0, 14)})
	s.act(access.FPLMember, "Egon", complaint.Exhibit{Of: complaint.Observational, Title: "Note of an arbiter", Text: "Away after moves 18 and 24.", Origin: "log of the event",
		Author: "IA Adam Arbiter", Taken: s.at, Files: []string{}})
	s.act(access.FPLMember, "Egon", complaint.BallotOpening{Question: complaint.ToDismiss, Voters: panel, Quorum: 3})
	return s
}

func recorded(t *testing.T, format string, s *story, by complaint.Actor, o Options) string {
	t.Helper()
	seen, ok := s.seen.View(by)
	if !ok {
		t.Fatalf("%s sees nothing", by.Role)
	}
	var b bytes.Buffer
	err := Case(&b, format, &PrintedCase{Number: "C-3F9A-07BD", Event: "Example Open 2026", Zone: "Europe/Kyiv", Seen: seen, Reader: "Greta Secretary", At: s.at.Add(time.Hour),
		People: map[string]string{"s": "Greta Secretary"}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return readable(t, format, b.String())
}

// A record says reader and time, every entry with its digest, and no vote before all have voted.
func TestCaseRecord(t *testing.T) {
	t.Parallel()
	s := investigated(t)
	secretary := complaint.Actor{Token: "s", Role: access.FPLSecretary}
	s.act(access.FPLMember, "Diana", complaint.Vote{Ballot: s.seen.Ballots()[0].Seq, Choice: complaint.For})
	if text := recorded(t, "table", s, secretary, Options{}); !strings.Contains(text, "sealed until all have voted") || strings.Contains(text, "for 1") {
		t.Errorf("a sealed ballot:\n%s", text)
	}
	for _, token := range []string{"Egon", "Fiona"} {
		s.act(access.FPLMember, token, complaint.Vote{Ballot: s.seen.Ballots()[0].Seq, Choice: complaint.For})
	}
	s.act(access.FPLMember, "Egon", complaint.BallotClosing{Ballot: s.seen.Ballots()[0].Seq, Summary: "Nothing beyond what the arbiter noted."})
	for _, lang := range Languages() {
		for _, format := range PaperFormats() {
			text := recorded(t, format, s, secretary, Options{Lang: lang})
			if format == "table" && lang == "en" {
				golden(t, "case.en.txt", text)
			}
			if _, body, is := strings.Cut(text, "</head>"); is {
				text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")
			}
			if found := rendertest.AccusingInCase(text); found != nil {
				t.Errorf("%s in %s says %q", format, lang, found)
			}
			if !strings.Contains(text, "Greta Secretary") || !strings.Contains(strings.Join(strings.Fields(text), " "), wordsOf(t, lang).slug("decision", "dismiss_carried")) {
				t.Errorf("%s in %s lacks reader or decision", format, lang)
			}
		}
	}
	text := recorded(t, "table", s, complaint.Actor{Token: "x", Role: access.Respondent}, Options{})
	for _, secret := range []string{"for 3", "Egon", "+380", "Read, and it says enough"} {
		if strings.Contains(text, secret) {
			t.Errorf("the respondent reads %q:\n%s", secret, text)
		}
	}
}

// The letters that a case owes are there for everybody they go to, filled with what the case says.
func TestLettersOfCase(t *testing.T) {
	t.Parallel()
	s := investigated(t)
	at := s.at
	receipt := LettersOf("C-3F9A-07BD", s.seen, complaint.Notice{Letter: complaint.LetterReceipt, To: complaint.ToComplainant}, at)
	if len(receipt) != 1 || receipt[0].Name != "Anna Example" || len(receipt[0].Findings) == 0 {
		t.Fatalf("receipt: %+v", receipt)
	}
	golden(t, "letter_receipt.uk.txt", letterOf(t, "table", receipt[0], Options{Lang: "uk"}))
	notice := LettersOf("C-3F9A-07BD", s.seen, complaint.Notice{Letter: complaint.LetterNotice, To: complaint.ToRespondent}, at)
	if len(notice) != 1 || notice[0].Name != "Boris Sample" || notice[0].Deadline.IsZero() {
		t.Errorf("notice to those who were informed: %+v", notice)
	}
	for _, n := range s.seen.LettersOwed() {
		for _, l := range LettersOf("C-3F9A-07BD", s.seen, n, at) {
			letterOf(t, "table", l, Options{})
		}
	}
}

// Every kind of entry has a title, and whatever people wrote in one is said.
func TestCaseEntries(t *testing.T) {
	p, err := PhrasesOf("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range complaint.EntryKinds() {
		title, lines := p.CaseEntry(complaint.Entry{Kind: kind}, "")
		if title == "" || lines != nil {
			t.Errorf("%s, erased: %q, %q", kind, title, lines)
		}
		reason := `{"reason": "Because.", "note": "Because.", "text": "Because.", "sentence": "Because.", "steps": "Because.", "wanted": "Because.", "what": "Because.",
			"act": "Because.", "decision": "Because.", "summary": "Because.", "grounds": "Because.", "report": "Because.", "basis": "Because.", "choice": "for",
			"remark": "Because.", "title": "Because.", "name": "Because.", "language": "en", "engine": {"name": "Because."}, "party": "Because.", "respondent": "Because.",
			"investigator": {"name": "Because."}, "members": [{"name": "Because."}], "form": {"facts": "Because."}, "competition": {"name": "Because."}, "question": "refer", "federation": "UKR"}`
		if kind == complaint.EntryClaimOrdered || kind == complaint.EntryClaimFound {
			reason = `{"engine": "Because."}`
		}
		_, lines = p.CaseEntry(complaint.Entry{Kind: kind, Body: []byte(reason)}, "")
		if kind != complaint.EntryPanelChair && (len(lines) == 0 || !strings.Contains(strings.Join(lines, " "), "Because.") && kind != complaint.EntryVoted && kind != complaint.EntryLanguage && kind != complaint.EntryBallotOpened) {
			t.Errorf("%s says %q", kind, lines)
		}
	}
}
