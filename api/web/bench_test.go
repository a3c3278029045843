package web_test

import (
	"net/http"
	"strings"
	"testing"

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
		if got := p.get(path + "?ply=40"); got.status != http.StatusOK || !strings.Contains(got.text, `class="to"`) {
			b.Fatalf("%d", got.status)
		}
	}
}
