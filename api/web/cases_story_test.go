package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fairplay/reports/access"
	"fairplay/reports/pack"
)

// A case from the form to its end by the keyboard alone, its people one after the other: the complainant, the chair, the
// respondent, and the member who investigates and chairs the panel. What complainant and respondent do goes on without
// scripts. The two other members vote without a browser.
func TestCaseByKeyboard(t *testing.T) {
	t.Parallel()
	i := openInquiry(openWith(t, sampleEvent+".zst"))
	anna := i.invited(access.Complainant, "Example, Anna")
	b := anna.tab(t, browser(t))
	i.complainant(t, b)
	panel := []*person{as(i.Service, access.FPLMember, ""), as(i.Service, access.FPLMember, "").signIn(), as(i.Service, access.FPLMember, "").signIn()}
	b.handTo(i.chair)
	i.takenIn(b, panel)
	b.handTo(i.invited(access.Respondent, "Sample, Boris"))
	i.respondent(t, b)
	b.handTo(panel[0])
	i.investigator(t, b, panel)

	b.handTo(anna)
	b.scripts(false)
	b.follow(`header a[href="/cases"]`, "cases")
	b.follow("tbody a", "case")
	b.reads(`a[href*="/letters/receipt?format=html"]`, "Example, Anna")
	b.reads(`a[href*="/letters/dismissed?format=html"]`, "IV.9")
}

// complainant goes from the list of cases to the form, which says while it is typed how it stands to the rules; keeps a
// draft and finds it again; and, without scripts, looks again how it stands, and hands it in.
func (i *inquiry) complainant(t *testing.T, b *tab) {
	b.follow(`header a[href="/cases"]`, "cases")
	b.press("j\r")
	b.see("body[data-page=case]")
	b.follow(`a[href$="/form"]`, "case_form")
	b.fits("complaint-empty")
	b.enter(url.Values{"form.complainant.name": {"Example, Anna"}})
	b.see("#rules-all .missing")
	b.see("#rules-signature .missing")
	b.look("complaint-checked")
	b.enter(url.Values{"form.facts": {"He left the board"}})
	b.follow(`button[formaction$="/draft"]`, "case_form")
	b.see(".notice")
	if draft := b.says(`document.querySelector("#f-form-facts").value`); draft != "He left the board" {
		t.Errorf("the draft says %q", draft)
	}
	b.scripts(false)
	form := aComplaint()
	for _, written := range []string{"form.complainant.name", "form.facts", "form.tournaments", "form.arbiters"} {
		form.Del(written)
	}
	b.enter(form)
	b.follow(`button[formaction$="/check"]`, "case_form")
	b.see("#rules-complainant .passed")
	b.see("#rules-incident .undecided")
	b.send()
	if text := b.told("main"); !strings.Contains(text, "received; admissibility is being checked") {
		t.Errorf("the case says %s", text)
	}
	b.reads(`a[href*="/letters/form?format=html"]`, "anna@example.org")
	b.step("claim_made", aClaim())
	b.scripts(true)
	b.fits("complaint-filed")
}

// takenIn is the chair's work: what a person decides of the rules, admission, letters, panel.
func (i *inquiry) takenIn(b *tab, panel []*person) {
	b.t.Helper()
	b.follow(`header a[href="/cases"]`, "cases")
	b.press("j\r")
	b.see("body[data-page=case]")
	b.step("assessed", url.Values{"criterion": {"not_only_strength"}, "answer": {"passed"}, "reason": {"It rests on what was seen."}})
	b.step("admitted", nil) // the facts are those of the competition
	b.step("respondent_informed", url.Values{"manner": {"letter"}, "sent": {"2026-03-25T10:00"}, "answer_by": {"2026-04-08T10:00"}})
	b.step("letter_sent", i.letter("receipt", "complainant", "Example, Anna"))
	b.step("letter_sent", i.letter("notice", "respondent", "Sample, Boris"))
	members := url.Values{}
	for n, federation := range []string{"POL", "FRA", "ESP"} {
		members.Set("members."+strconv.Itoa(n)+".token", panel[n].id)
		members.Set("members."+strconv.Itoa(n)+".federation", federation)
	}
	b.step("panel_appointed", members)
	b.look("chair")
	b.follow(`a[href$="/steps/evidence_added"]`, "case_step")
	b.fits("chair-evidence")
}

// claimAgain attaches the games, has the claim of the complainant run again on them, and reads what was found.
func (i *inquiry) claimAgain(t *testing.T, b *tab) {
	games, err := filepath.Abs(sampleEvent + ".pgn")
	b.Must(err)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{games}))
	b.follow(`form[action$="/attachments"] button`, "case")
	b.see(`#files ~ ul a[href*="/attachments/"]`)
	b.enter(url.Values{"recipe": {"quick"}, "rating": {"2250"}})
	b.follow(`form[action$="/claims"] button`, "case")
	b.see(`[aria-labelledby=claims] li`)
	if text := b.told("[aria-labelledby=claims]"); !strings.Contains(text, "not the engine that the claim names") {
		t.Errorf("the claim says %s", text)
	}
	i.claimReport(b.person)
	b.do(chromedp.Reload())
	b.look("claim-found")
	b.reads(`a[href*="/claims/"][href*="format=html"]`, "claimed, does not match")
	pdf := b.download(`a[href*="/claims/"][href*="format=pdf"]`)
	defer pdf.Close()
	head := make([]byte, 4)
	if _, err := pdf.Read(head); err != nil || string(head) != "%PDF" {
		t.Errorf("the report begins with %q, %v", head, err)
	}
}

// letter is what the chair notes of a letter that was sent.
func (i *inquiry) letter(letter, to, name string) url.Values {
	i.T.Helper()
	file := i.chair.want(i.chair.get(i.path+"/letters/"+letter+"?format=pdf&lang=en&to="+to), http.StatusOK)
	digest := sha256.Sum256([]byte(file.text))
	return url.Values{"letter": {letter}, "to": {to}, "name": {name}, "language": {"en"}, "manner": {"post"}, "sent": {"2026-03-25T10:00"},
		"digest": {hex.EncodeToString(digest[:])}}
}

// respondent, told of the case, reads the letter, answers and, without scripts, asks for an explanation of his figures and
// reads it. Nothing tells him how the panel comes to its decision.
func (i *inquiry) respondent(t *testing.T, b *tab) {
	b.follow(`header a[href="/cases"]`, "cases")
	b.press("j\r")
	b.see("body[data-page=case]")
	b.reads(`a[href*="/letters/notice?format=html"]`, "Sample, Boris")
	b.step("statement", url.Values{"text": {"I was ill."}})
	text := b.told("main")
	for _, hidden := range []string{"anna@example.org", "Vote", "panel", "Anna Arbiter"} {
		if strings.Contains(text, hidden) {
			t.Errorf("the respondent reads %q: %s", hidden, text)
		}
	}
	numbers := strings.Fields(b.says(`[...document.querySelectorAll(".history li")].map((e) => e.value).join(" ")`))
	for n, number := range numbers {
		if number != strconv.Itoa(len(numbers)-n) {
			t.Errorf("what happened has the numbers %s", numbers)
		}
	}
	b.fits("respondent")
	b.scripts(false)
	b.step("statement", url.Values{"text": {"I have a certificate."}})
	b.follow(`header a[href="/cases"]`, "cases")
	b.follow(`main a[href="/data"]`, "data")
	b.enter(url.Values{"what": {"explanation"}, "name": {"Sample, Boris"}})
	b.follow("form.card button", "data")
	b.see(".notice")
	asked := strings.Fields(b.says(`[...document.querySelectorAll("tbody a")].map((a) => a.getAttribute("href")).join(" ")`))
	if len(asked) != 1 {
		t.Fatalf("%d requests", len(asked))
	}
	i.secretary.want(i.secretary.post(asked[0], asked[0], url.Values{"state": {"answered"}, "text": {"See the explanation."}}), http.StatusOK)
	b.follow(`tbody a`, "data_request")
	b.reads(`a[href*="/explanation?format=html"]`, "Who decides")
	b.scripts(true)
	b.fits("respondent-data")
}

// investigator chairs the panel: elected, she adds evidence, has the claim run again, opens the ballot, votes, closes it, reads the letters, and takes
// the case file home, which is proved as "fairplay verify" does it.
func (i *inquiry) investigator(t *testing.T, b *tab, panel []*person) {
	b.follow(`header a[href="/cases"]`, "cases")
	b.press("j\r")
	b.see("body[data-page=case]")
	b.step("panel_chair_elected", url.Values{"token": {panel[0].id}})
	b.step("evidence_added", url.Values{"of": {"observational"}, "title": {"Report of the hall"}, "text": {"He was away."}, "origin": {"arbiter"}, "author": {"C. Hief"},
		"taken": {"2026-03-09T17:00"}})
	i.claimAgain(t, b)
	b.step("ballot_opened", nil) // the panel votes on a dismissal
	b.step("voted", url.Values{"choice": {"for"}})
	if sealed := b.told("#votes ~ div"); !strings.Contains(sealed, "\t1\t3\t–") { // one of three has voted, nobody knows how
		t.Errorf("the votes show %q", sealed)
	}
	b.look("investigator-votes")
	for _, m := range panel[1:] {
		i.takes(m, "voted", url.Values{"ballot": {i.ballot(m)}, "choice": {"for"}})
	}
	b.step("ballot_closed", url.Values{"summary": {"Nothing was found."}})
	if text := b.told("main"); !strings.Contains(text, "closed: dismissed by the panel") || !strings.Contains(text, "carried") {
		t.Errorf("the case says %s", text)
	}
	i.takes(i.chair, "letter_sent", i.letter("dismissed", "complainant", "Example, Anna"))
	b.do(chromedp.Reload())
	b.reads(`a[href*="/letters/dismissed?format=html"]`, "IV.9")

	file := b.download(`a[href$="/export"]`)
	defer file.Close()
	at, err := file.Stat()
	b.Must(err)
	proved, err := pack.Verify(file, at.Size())
	if err != nil || len(proved.Files) < 10 {
		t.Errorf("the case file is not proved: %v, %v", proved, err)
	}
}

// step takes a step of the procedure by keys: to its form, through its fields, and in. Fields that are not named stay as
// they are.
func (t *tab) step(kind string, fields url.Values) {
	t.t.Helper()
	link := `a[href$="/steps/` + kind + `"]`
	if t.says("[...document.querySelectorAll(`"+link+"`)].every((a) => a.closest(\"details:not([open])\"))") == "true" {
		t.reach("details:has(" + link + ") > summary")
		t.press("\r")
	}
	t.follow(link, "case_step")
	t.enter(fields)
	t.send()
}

// send hands the form of a case in by keys.
func (t *tab) send() {
	t.t.Helper()
	t.follow("form.paper p.line button:not([formaction])", "case")
	t.see(".notice")
}

// enter goes through a form with the Tab key and fills in fields as keys do.
func (t *tab) enter(fields url.Values) {
	t.t.Helper()
	entered := 0
	for name := range strings.SplitSeq(t.says(`[...new Set([...document.querySelectorAll("main [name]")].map((e) => e.name))].join(" ")`), " ") {
		value := fields.Get(name)
		if value == "" {
			continue
		}
		entered++
		t.reach("[name='" + name + "']")
		switch kind := t.says("document.activeElement.type"); kind {
		case "checkbox":
			t.press(" ")
		case "select-one":
			steps, err := strconv.Atoi(t.says(fmt.Sprintf("[...document.activeElement.options].findIndex((o) => o.value === %q) - document.activeElement.selectedIndex", value)))
			t.Must(err)
			t.press(strings.Repeat(kb.ArrowDown, max(0, steps)) + strings.Repeat(kb.ArrowUp, max(0, -steps)))
		case "date", "datetime-local":
			at, err := time.Parse("2006-01-02T15:04"[:len(value)], value)
			t.Must(err)
			t.press(at.Format("01022006"))
			if kind == "datetime-local" {
				t.press(kb.ArrowRight + at.Format("0304PM"))
			}
		default:
			t.write(value)
		}
		if now := t.says("document.activeElement.value"); now != value {
			t.t.Errorf("%s: typed %q, and it is %q", name, value, now)
		}
	}
	if entered != len(fields) {
		t.t.Errorf("at %s only %d of these fields are there: %v", t.where(), entered, fields)
	}
}

// write types a text where the focus is, in one piece, as an input method does.
func (t *tab) write(text string) {
	t.t.Helper()
	_, err := chromedp.Call(t.Context, input.InsertText, input.InsertTextParams{Text: text})
	t.Must(err)
}

// reads opens a paper by keys, looks for a text in it, and goes back.
func (t *tab) reads(link, says string) {
	t.t.Helper()
	from := t.where()
	t.reach(link)
	t.press("\r")
	t.do(chromedp.WaitReady(chromedp.CSS("body:not([data-page])")))
	for begun := time.Now(); t.says("document.readyState") != "complete" && time.Since(begun) < patience; {
		time.Sleep(50 * time.Millisecond)
	}
	if text := t.told("body"); !strings.Contains(text, says) {
		t.t.Errorf("%s says %s", t.where(), text)
	}
	t.open(from)
}

// download follows a link by keys and waits for the file.
func (t *tab) download(link string) *os.File {
	t.t.Helper()
	done, events := make(chan string, 1), true
	t.Must(chromedp.Listen(t.Context, func(event any) {
		if e, ok := event.(*downloads.EventDownloadProgress); ok && e.State == downloads.DownloadProgressStateCompleted {
			done <- e.FilePath
		}
	}))
	_, err := chromedp.Call(t.Context, downloads.SetDownloadBehavior, downloads.SetDownloadBehaviorParams{Behavior: downloads.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(t.Context).BrowserContextID, DownloadPath: t.t.TempDir(), EventsEnabled: &events})
	t.Must(err)
	ctx, stop := context.WithTimeout(t.Context, patience)
	defer stop()
	t.reach(link)
	t.press("\r")
	select {
	case at := <-done:
		file, err := os.Open(at)
		t.Must(err)
		return file
	case <-ctx.Done():
		t.t.Fatal("the file does not come")
		return nil
	}
}
