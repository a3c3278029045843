package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// BenchmarkStep steps through a game of 100 moves whose evaluations are stored: page, board, curve, and
// the entry in the audit, over TCP.
func BenchmarkStep(b *testing.B) {
	h := open(b)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(b))
	path := "/events/" + event + "/games/" + p.firstGame(event)
	for b.Loop() {
		if got := p.get(path + "?ply=40"); got.status != http.StatusOK || !strings.Contains(got.text, `class="arrow played"`) {
			b.Fatalf("%d", got.status)
		}
	}
}

// BenchmarkReader makes steps in the reader, as somebody who holds a key does: the key, the position, the move's words, and
// where everything comes to stand on a page of 1 400 pixels.
func BenchmarkReader(b *testing.B) {
	h := open(b)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(b))
	t := p.tab(b, browser(b))
	t.open("/events/" + event + "/games/" + p.firstGame(event))
	t.see(".board")
	const steps, hold = 160, `((t) => {
		for (let i = 0; i < 160; i++) {
			document.body.dispatchEvent(new KeyboardEvent("keydown", {bubbles: true, key: i < 80 ? "ArrowRight" : "ArrowLeft"}));
			document.body.getBoundingClientRect();
		}
		return performance.now() - t;
	})(performance.now())`
	var ms float64
	for b.Loop() {
		took, err := chromedp.Run(t.Context, chromedp.Evaluate[float64](hold))
		h.Must(err)
		ms += took
	}
	b.ReportMetric(float64(b.N)*steps/ms*1000, "steps/s")
}
