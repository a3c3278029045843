package web_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// The first hour: games are chosen on the first page, an event named after them is made, and the work is
// followed without a reload.
func TestFirstHour(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := as(h, access.ChiefArbiter, "").tab(t, browser(t))
	b.look("events-none")
	games, err := filepath.Abs("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{games}), chromedp.Click(chromedp.CSS("form.drop button")))
	b.see("body[data-page=event]")
	b.do(chromedp.WaitReady(chromedp.CSS("#progress:not(:has(progress))")))
	b.fits("event")
	at, err := chromedp.Run(b.Context, chromedp.Location())
	h.Must(err)
	event := strings.TrimPrefix(at, h.URL)
	b.worked(strings.TrimPrefix(event, "/events/"))
	b.open(event + "/screening")
	b.fits("screening")
	b.open(event + "/screening?by=round")
	b.look("rounds-of-all")
	b.do(chromedp.Click(chromedp.CSS("tbody tr a")))
	b.see("body[data-page=player]")
	b.fits("player")
	b.do(chromedp.Click(chromedp.CSS("form.card button")))
	b.see("body[data-page=report]")
	b.worked(strings.TrimPrefix(event, "/events/"))
	b.do(chromedp.Reload())
	b.look("test")
	b.open("/events")
	b.fits("events")
	b.open("/account")
	b.fits("account")
}
