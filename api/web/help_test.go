package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fairplay/reports/access"
)

// Everybody reads what figures mean; the numbers of an event stand there for whoever may see them.
func TestHelp(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	p.want(p.get("/help"), http.StatusOK, "How far a figure is from what was to be expected", "претензия во время турнира (ПВТ)", "our own translation")
	own := p.want(p.get("/events/"+event+"/help"), http.StatusOK, "In the middle of the table", `class="fig"`)
	if strings.Contains(own.text, "Firouzja") {
		t.Error("an example names a player")
	}
	p.want(p.get("/events/"+event), http.StatusOK, `href="/events/`+event+`/help" data-help`)
	p.want(p.get("/events/"+event), http.StatusOK, "/events/"+event+"/notice?format=pdf")
	p.want(p.get("/events/"+event+"/notice?format=pdf"), http.StatusOK, "%PDF-")
	p.want(p.get("/events/"+event+"/notice?format=html"), http.StatusOK, "<!DOCTYPE html>")
	organiser := as(h, access.Organiser, event).signIn()
	words := organiser.want(organiser.get("/events/"+event+"/help"), http.StatusOK, "How far a figure is")
	if strings.Contains(words.text, `class="fig"`) {
		t.Error("an organiser sees figures")
	}
	stranger := as(h, access.Organiser, h.Event("Another", "")).signIn()
	stranger.want(stranger.get("/events/"+event+"/help"), http.StatusNotFound)
	p.want(p.post("/account", "/account", url.Values{"language": {"ru"}}), http.StatusOK)
	p.want(p.get("/events/"+event+"/help"), http.StatusOK, "В середине таблицы")
}

// The key ? leads to help, of the event where there is one.
func TestHelpInABrowser(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(t))
	b := p.tab(t, browser(t))
	b.do(chromedp.KeyEvent("?"))
	b.see("body[data-page=help]")
	b.open("/events/" + event)
	b.do(chromedp.KeyEvent("?"))
	b.see("body[data-page=help] #here")
	b.fits("help")
	b.do(chromedp.KeyEvent("0"), chromedp.KeyEvent(kb.Tab))
	b.see("html[data-cover]")
}
