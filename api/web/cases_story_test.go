package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// typeIn goes to a field by keys and types into it.
func (b *tab) typeIn(selector, text string) {
	b.t.Helper()
	b.reach(selector)
	b.press(text)
}

// content is what a page says, without its head.
func (b *tab) content() string {
	b.t.Helper()
	return b.says(`document.querySelector("main").innerText`)
}

// The complainant by keyboard alone: from the list of his cases to the form, which says while he types how it stands to the
// rules; a draft that he finds again; the complaint handed in, and its receipt to print. The end goes without scripts.
func TestComplainantByKeyboard(t *testing.T) {
	t.Parallel()
	i := openInquiry(open(t))
	b := i.invited(access.Complainant, "Example, Anna").tab(t, browser(t))
	b.follow(`header a[href="/cases"]`, "cases")
	b.press("j\r")
	b.see("body[data-page=case]")
	b.follow(`a[href$="/form"]`, "case_form")
	b.look("complaint-empty")
	b.typeIn("#f-form-complainant-name", "Example, Anna")
	b.see("#rules-all .missing")
	b.see("#rules-signature .missing")
	b.look("complaint-checked")
	b.typeIn("#f-form-facts", "He left the board")
	b.follow(`button[formaction$="/draft"]`, "case_form")
	b.see(".notice")
	if draft := b.says(`document.querySelector("#f-form-facts").value`); draft != "He left the board" {
		t.Errorf("the draft says %q", draft)
	}
	b.scripts(false)
	for name, values := range aComplaint() {
		if name != "form.facts" && name != "form.complainant.name" {
			b.fill(name, values[0])
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`form.paper p.line button:not([formaction])`)))
	b.see("body[data-page=case]")
	b.do(chromedp.WaitVisible(chromedp.CSS(".notice")))
	b.do(chromedp.WaitVisible(chromedp.CSS(`a[href*="/letters/form?format=pdf"]`)))
	b.scripts(true)
	if text := b.content(); !strings.Contains(text, "received; admissibility is being checked") {
		t.Errorf("the case says %s", text)
	}
	b.look("complaint-filed")
}

// fill sets a field of a form by its name.
func (b *tab) fill(name, value string) {
	b.t.Helper()
	b.says(`(() => { const e = document.getElementsByName(` + strconv.Quote(name) + `)[0]; if (e.type === "checkbox") e.checked = true; else e.value = ` + strconv.Quote(value) + `; })()`)
}

// The respondent, told of the case, reads it, answers, asks for an explanation of his figures, and hears nothing of how the
// panel comes to its decision. The chair looks at the case, weighs it with the panel, and takes the file home.
func TestRespondentAndChair(t *testing.T) {
	t.Parallel()
	i := openInquiry(open(t)).admitted()
	b := i.invited(access.Respondent, "Sample, Boris").tab(t, browser(t))
	b.open(i.path)
	b.see("#next")
	b.follow(`a[href$="/steps/statement"]`, "case_step")
	b.typeIn("#f-text", "I was ill.")
	b.press("\t\r")
	b.see("body[data-page=case] .notice")
	if text := b.content(); strings.Contains(text, "anna@example.org") || strings.Contains(text, "Vote") {
		t.Errorf("the respondent reads %s", text)
	}
	if numbers := b.says(`[...document.querySelectorAll(".history li")].map((e) => e.value).join(" ")`); numbers != "4 3 2 1" {
		t.Errorf("what happened has the numbers %s", numbers)
	}
	b.look("respondent")
	b.open("/data")
	b.typeIn("#name", "Sample, Boris")
	b.do(chromedp.SetValue(chromedp.CSS("#what"), "explanation"))
	b.follow("form.card button", "data")
	b.see(".notice")
	b.look("respondent-data")

	panel := url.Values{}
	for n, federation := range []string{"POL", "FRA", "ESP"} {
		panel.Set("members."+strconv.Itoa(n)+".token", as(i.Service, access.FPLMember, "").id)
		panel.Set("members."+strconv.Itoa(n)+".federation", federation)
	}
	i.takes(i.chair, "panel_appointed", panel)
	c := i.chair.tab(t, browser(t))
	c.open(i.path)
	c.look("chair")
	c.follow(`a[href$="/steps/evidence_added"]`, "case_step")
	c.look("chair-evidence")
	file := i.chair.want(i.chair.get(i.path+"/export"), http.StatusOK)
	if kind := file.header.Get("Content-Type"); kind != "application/zip" || !strings.HasPrefix(file.text, "PK") {
		t.Errorf("the case file is %s", kind)
	}
	letter := regexp.MustCompile(`href="(/cases/[0-9a-f]+/letters/notice\?format=pdf[^"]*)"`).FindStringSubmatch(i.chair.get(i.path).text)
	if letter == nil {
		t.Fatal("no letter to the respondent")
	}
	pdf := i.chair.want(i.chair.get(strings.ReplaceAll(letter[1], "&amp;", "&")), http.StatusOK)
	if !strings.HasPrefix(pdf.text, "%PDF") {
		t.Errorf("the letter is %.20q", pdf.text)
	}
}
