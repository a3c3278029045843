package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports"
	"fairplay/reports/access"
)

// press sends keys to whatever has the focus.
func (t *tab) press(keys string) {
	t.t.Helper()
	t.do(chromedp.KeyEvent(keys))
}

// where returns the path of the tab, with its query.
func (t *tab) where() string {
	t.t.Helper()
	at, err := chromedp.Run(t.Context, chromedp.Location())
	if err != nil {
		t.t.Fatal(err)
	}
	return strings.TrimPrefix(at, t.URL)
}

// says returns what an expression in the page is, as text.
func (t *tab) says(expression string) string {
	t.t.Helper()
	text, err := chromedp.Run(t.Context, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		t.t.Fatal(err)
	}
	return text
}

// The investigator goes from the table to a player, to a game and to a single move by the keyboard alone;
// one key covers every figure, also on the next page.
func TestInvestigatorByKeyboard(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief := as(h, access.ChiefArbiter, "").signIn()
	event := chief.round8()
	b := as(h, access.FPLMember, event).tab(t, browser(t))
	b.press("j\r")
	b.see("body[data-page=event]")
	b.part("screening")
	b.press("/Firouzja\r")
	b.see(`input[type=search][value="Firouzja"]`)
	b.press("j\r")
	b.see("body[data-page=player]")
	b.press("j\r")
	b.see("body[data-page=game]")
	b.press("\u0303") // the right arrow
	_, err := chromedp.Run(b.Context, chromedp.Poll[bool](`location.search === "?ply=0"`))
	h.Must(err)
	b.press("0")
	figures := b.says(`[...document.querySelectorAll(".fig")].filter((f) => f.checkVisibility()).map((f) => f.innerText).join("")`)
	if strings.ContainsAny(figures, "0123456789") {
		t.Errorf("covered, and still there: %q", figures)
	}
	b.part("screening")
	if covered := b.says(`document.documentElement.hasAttribute("data-cover")`); covered != "true" {
		t.Error("the next page is not covered")
	}
	b.press("0?")
	b.see("body[data-page=help]")
}

// From the page of an event three clicks lead to the move on which most of a figure rests: table, dossier, move. The game shows
// what the test expected of it.
func TestThreeClicksToTheMove(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	id := p.test(event, "12573981", "quick")
	p.worked(event)
	test, err := h.DB.Test(t.Context(), id)
	h.Must(err)
	stored, err := h.DB.ReportIn(t.Context(), event, test.Report)
	h.Must(err)
	var report reports.FullTest
	h.Must(json.Unmarshal(stored.Body, &report))
	b := p.tab(t, browser(t))
	b.open("/events/" + event)
	b.do(chromedp.Click(chromedp.CSS(`.parts a[href$="/screening"]`)), chromedp.Click(chromedp.CSS(`tbody a[href$="/players/12573981"]`)))
	b.see("section.test")
	b.look("dossier")
	if row := b.told(".rounds tbody tr"); !strings.Contains(row, "\t1\t21\t") || !strings.HasSuffix(row, fmt.Sprintf("%+.2f", *report.Combined.Z)) {
		t.Errorf("the round says %q", row)
	}
	b.do(chromedp.Click(chromedp.CSS(`.test a[href*="ply="]`)))
	b.see(".moves [aria-current]")
	m := report.Combined.Strongest
	if got, want := b.says(`document.querySelector(".moves [aria-current]").dataset.name`), fmt.Sprintf("%d.%s", m.Turn, m.Played); got != want {
		t.Errorf("three clicks lead to %s instead of %s", got, want)
	}
	if at := b.where(); !strings.Contains(at, "report="+test.Report) {
		t.Errorf("the game at %s is not that of the test", at)
	}
	game := b.says(`document.querySelector(".caveat").textContent`)
	if !strings.Contains(game, "Probabilities are those of the player's test") {
		t.Errorf("the game says %s", game)
	}
}
