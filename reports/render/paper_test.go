package render

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/render/rendertest"
	"fairplay/reports/tournament"
)

func letterOf(t *testing.T, format string, l *Letter, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := CaseLetter(&b, format, l, o); err != nil {
		t.Fatalf("%s, %+v: %v", format, l, err)
	}
	return readable(t, format, b.String())
}

func letterFixture(kind complaint.LetterKind, to complaint.Addressee) *Letter {
	return &Letter{
		Kind: kind, To: to, Name: "Anna Example", Case: "C-3F9A-07BD", Event: "Example Open 2026", TimeZone: "Europe/Kyiv",
		Date: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), Deadline: time.Date(2026, 3, 28, 21, 59, 0, 0, time.UTC),
	}
}

// addressees are those to whom a letter may go.
func addressees(kind complaint.LetterKind) []complaint.Addressee {
	complainant, respondent, federation, fpl := complaint.ToComplainant, complaint.ToRespondent, complaint.ToFederation, complaint.ToFPL
	switch kind {
	case complaint.LetterNotice:
		return []complaint.Addressee{respondent}
	case complaint.LetterCaution:
		return []complaint.Addressee{complainant, respondent}
	case complaint.LetterForwarded:
		return []complaint.Addressee{complainant, fpl}
	case complaint.LetterDismissed, complaint.LetterNational:
		return []complaint.Addressee{complainant, respondent, federation, fpl}
	case complaint.LetterFindings, complaint.LetterReferred:
		return []complaint.Addressee{complainant, respondent, federation}
	case complaint.LetterToEDC:
		return []complaint.Addressee{complaint.ToEthicsCommission}
	case complaint.LetterFederation:
		return []complaint.Addressee{complainant, federation}
	}
	return []complaint.Addressee{complainant}
}

// Every letter says the number of its case, who decides, what the reader may do next and on which articles it rests, the
// same articles in every language; none has a word that no paper says, or room for a value that is not filled.
func TestLetters(t *testing.T) {
	t.Parallel()
	article := regexp.MustCompile(`\b[IV]+\.(?:[A-Z]\.)?\d+(?:\([a-c]\))?`)
	for _, kind := range complaint.LetterKinds() {
		for _, to := range addressees(kind) {
			cited := map[string][]string{}
			for _, lang := range Languages() {
				for _, format := range []string{"table", "html"} {
					text := html.UnescapeString(letterOf(t, format, letterFixture(kind, to), Options{Lang: lang}))
					if _, body, is := strings.Cut(text, "</head>"); is {
						text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")
					}
					text = strings.Join(strings.Fields(text), " ")
					if found := rendertest.AccusingInCase(text); found != nil {
						t.Errorf("%s to %s in %s says %q", kind, to, lang, found)
					}
					w := wordsOf(t, lang)
					for _, want := range []string{"C-3F9A-07BD", "Example Open 2026", w.say("letter.decides", nil), w.say("letter.next", nil), "III.B.12"} {
						if !strings.Contains(text, want) {
							t.Errorf("%s to %s in %s does not say %q", kind, to, lang, want)
						}
					}
					if strings.Contains(text, "<no value>") || strings.Contains(text, "letter") && lang != "en" {
						t.Errorf("%s to %s in %s: %s", kind, to, lang, text)
					}
					all := article.FindAllString(text, -1)
					slices.Sort(all)
					cited[lang] = slices.Compact(all)
				}
			}
			for _, lang := range Languages() {
				if !slices.Equal(cited[lang], cited["en"]) {
					t.Errorf("%s to %s cites %v in %s and %v in English", kind, to, cited[lang], lang, cited["en"])
				}
			}
		}
	}
}

func TestLetterGolden(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, kind := range complaint.LetterKinds() {
		for _, to := range addressees(kind) {
			all.WriteString("=== " + string(kind) + " to " + string(to) + "\n" + letterOf(t, "table", letterFixture(kind, to), Options{}) + "\n")
		}
	}
	golden(t, "letters.en.txt", all.String())
	notice := letterFixture(complaint.LetterNotice, complaint.ToRespondent)
	notice.Words, notice.Enclosed = "First paragraph.\n\nSecond <b>paragraph</b>.", []string{"form.pdf"}
	golden(t, "letter_notice.en.html", letterOf(t, "html", notice, Options{}))
	golden(t, "letter_notice.ru.pdf.txt", letterOf(t, "pdf", notice, Options{Lang: "ru"}))
}

func TestLetterRefusals(t *testing.T) {
	for name, l := range map[string]*Letter{
		"kind":      {Kind: "love", To: complaint.ToComplainant},
		"addressee": {Kind: complaint.LetterReceipt, To: "press"},
	} {
		var b bytes.Buffer
		if err := CaseLetter(&b, "table", l, Options{}); fault.KindOf(err) != fault.Invalid || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, b.Len())
		}
	}
	var b bytes.Buffer
	if err := ComplaintForm(&b, "pdf", complaint.BodyRequest, nil, "", Options{}); fault.KindOf(err) != fault.Invalid || b.Len() > 0 {
		t.Errorf("form of a request: %v, %d bytes", err, b.Len())
	}
}

func filing() *complaint.Filing {
	return &complaint.Filing{Channel: complaint.ByEmail, Received: time.Date(2026, 3, 14, 13, 0, 0, 0, time.UTC), By: "FPL secretary", Form: complaint.Form{
		Complainant: complaint.Party{Role: complaint.ComplainantParty, Individual: complaint.Individual{
			Name: "Anna Example", FideID: "14100010", Federation: "UKR", Address: "1 Example St, Kyiv", Email: "anna@example.org", Telephone: "+380 44 0000000"}},
		Respondents: []complaint.Party{
			{Role: complaint.RespondentParty, Capacity: complaint.AsPlayer, Individual: complaint.Individual{Name: "Boris Sample", FideID: "14100029", Federation: "POL"}},
			{Role: complaint.RespondentParty, Capacity: complaint.AsCoach, Individual: complaint.Individual{Name: "Cyril Specimen"}}},
		Facts:       "In round 5 the respondent left the board after moves 18 and 24.\n\nSee the annex <script>.",
		Tournaments: []string{"Example Open 2026"}, Organiser: "Olga Organiser", Arbiters: []string{"IA Adam Arbiter"}, Grounds: "Seen by two players.",
		EngineResults: "An engine on a laptop; 10 of 12 moves.", Attachments: []string{"form.pdf", "game.pgn"}, Date: "2026-03-14", Signed: true,
		Consent: tournament.Yes, Agreed: "2026-03-14", WhyNoITC: "I learned of it after the last round.",
		Engine: &complaint.ClaimMade{Claim: claim.Claim{Engine: claim.NamedEngine{Name: "Stockfish", Version: "16"}, Settings: claim.EngineSettings{Depth: 20, Hash: 512, Lines: 3},
			Interface: "ChessBase 17", Platform: "laptop", Procedure: "infinite analysis, each move 30 s", Games: []claim.Game{{Round: "5", Opponent: "Boris Sample", Color: "white",
				Ranges: []claim.MoveRange{{First: 15, Last: 26, Reason: "from the novelty", Matches: new(10), Moves: []int{15, 16, 17, 18, 19, 20, 21, 22, 23, 24}}}}}}},
	}}
}

// The forms have the fields of FIDE's forms in their order.
func TestComplaintForms(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		for _, kind := range []complaint.CaseKind{complaint.ITC, complaint.PTC} {
			for name, f := range map[string]*complaint.Filing{"blank": nil, "filled": filing()} {
				for _, format := range PaperFormats() {
					var b bytes.Buffer
					if err := ComplaintForm(&b, format, kind, f, "Europe/Kyiv", Options{Lang: lang}); err != nil {
						t.Fatal(err)
					}
					text := readable(t, format, b.String())
					if format == "table" && lang == "en" && (kind == complaint.PTC) == (f != nil) {
						golden(t, "form_"+string(kind)+"_"+name+".en.txt", text)
					}
					if found := rendertest.AccusingInCase(text); found != nil && format != "html" {
						t.Errorf("%s in %s says %q", kind, lang, found)
					}
					if strings.Contains(text, "<script>") && format == "html" {
						t.Error("what somebody wrote is not escaped")
					}
					flat, w, at := strings.Join(strings.Fields(text), " "), wordsOf(t, lang), 0
					for _, id := range []string{"form.complainant", "form.federation", "form.address", "form.email", "form.phone", "form.respondent", "form.facts",
						"form.organiser", "form.attachments", "form.date", "form.signature", "form.privacy", "form.consent", "form.service"} {
						next := strings.Index(flat[at:], w.say(id, nil))
						if next < 0 {
							t.Errorf("%s %s %s in %s: %s is not in its place", name, kind, format, lang, id)
							break
						}
						at += next
					}
				}
			}
		}
	}
}

// A reminder names the case by its number, the moment, and nothing else.
func TestReminder(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "Fair play: C-3F9A-07BD|C-3F9A-07BD: a term ends on 28 Mar 2026, 23:59 (Europe/Kyiv). What it is about stands in the service.",
		"ru": "Честная игра: C-3F9A-07BD|C-3F9A-07BD: 28.03.2026, 23:59 (Europe/Kyiv) истекает срок. О чём речь, сказано в службе.",
		"uk": "Чесна гра: C-3F9A-07BD|C-3F9A-07BD: 28.03.2026, 23:59 (Europe/Kyiv) спливає строк. Про що йдеться, сказано в службі.",
	} {
		p, err := PhrasesOf(lang)
		if err != nil {
			t.Fatal(err)
		}
		subject, text := p.Reminder("C-3F9A-07BD", time.Date(2026, 3, 28, 21, 59, 0, 0, time.UTC), "Europe/Kyiv", false)
		if subject+"|"+text != want {
			t.Errorf("%s: %q, %q", lang, subject, text)
		}
		if again, over := p.Reminder("C-3F9A-07BD", time.Date(2026, 3, 28, 21, 59, 0, 0, time.UTC), "Europe/Kyiv", true); again != subject || over == text {
			t.Errorf("%s, over: %q", lang, over)
		}
	}
}

// An explanation says what is compared, what it cannot show and who decides, with the figures of the report where there is
// one, and never more than the report allows.
func TestExplanation(t *testing.T) {
	t.Parallel()
	few := fullTestFixture()
	few.Footing.Judged = false
	for name, test := range map[string]*reports.FullTest{"none": nil, "test": fullTestFixture(), "few": few} {
		for _, lang := range Languages() {
			for _, format := range PaperFormats() {
				var b bytes.Buffer
				e := &Explanation{Number: "C-3F9A-07BD", Date: time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC), Test: test}
				if err := DataExplanation(&b, format, e, Options{Lang: lang}); err != nil {
					t.Fatal(err)
				}
				text := readable(t, format, b.String())
				if format == "table" && lang == "en" {
					golden(t, "explanation_"+name+".en.txt", text)
				}
				if _, body, is := strings.Cut(text, "</head>"); is {
					text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")
				}
				if found := rendertest.Accusing(text); found != nil {
					t.Errorf("%s %s in %s says %q", name, format, lang, found)
				}
			}
		}
	}
}
