package web_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"fairplay/reports/access"
)

// sampleEvent is an event with its evaluations, without the ends of the names of their files.
const sampleEvent = "../../testdata/corpus/sample/event"

// aClaim is a claim of eight matches in a game of the sample event, of which two are there.
func aClaim() url.Values {
	return url.Values{
		"player": {"Nielsen,Pet"}, "engine.name": {"Stockfish"}, "engine.version": {"16"}, "settings.hash": {"1024"}, "settings.lines": {"1"}, "settings.depth": {"24"},
		"interface": {"ChessBase 17"}, "platform": {"Windows 11"}, "procedure": {"each move for itself"}, "games.0.round": {"1"},
		"games.0.ranges.0.first": {"14"}, "games.0.ranges.0.last": {"23"}, "games.0.ranges.0.reason": {"from the novelty on"},
		"games.0.ranges.0.matches": {"8"}, "games.0.ranges.0.moves": {"14-16, 18, 19, 21-23"},
	}
}

// claimReport waits until a claim was run again, and returns the address of its report.
func (i *inquiry) claimReport(p *person) string {
	i.T.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if at := regexp.MustCompile(`href="([^"]*/claims/[0-9a-f]{32})\?format=html`).FindStringSubmatch(p.get(i.path).text); at != nil {
			return at[1]
		}
		select {
		case <-tick.C:
		case <-i.T.Context().Done():
			i.T.Fatal("there is no report")
		}
	}
}

// Eight matches are claimed, and the secretary has the claim run again, on pages without scripts: two of them are found. The
// complainant, the chief arbiter and strangers learn nothing of it.
func TestAClaimIsRunAgainOnPages(t *testing.T) {
	t.Parallel()
	h := openWith(t, sampleEvent+".zst")
	event := h.Event("Sample Open", "UKR")
	arbiter := as(h, access.ChiefArbiter, event).signIn()
	games, err := os.ReadFile(sampleEvent + ".pgn")
	h.Must(err)
	arbiter.want(arbiter.handIn("/events/"+event+"/upload", map[string]string{"event.pgn": string(games)}), http.StatusOK)
	arbiter.worked(event)

	i := &inquiry{Service: h, secretary: as(h, access.FPLSecretary, "").signIn()}
	opened := i.secretary.post("/cases/new", "/cases/new", url.Values{"kind": {"ptc"}, "event": {event}})
	i.secretary.want(opened, http.StatusOK, "The case is open")
	i.path = opened.at.Path
	anna := i.invited(access.Complainant, "Example, Anna").signIn()
	form := aComplaint()
	form.Set("channel", "email")
	form.Set("received", "2026-03-21T10:00")
	i.secretary.want(i.secretary.post(i.path+"/form", i.path+"/form", form), http.StatusOK, "Entered.")
	if got := i.secretary.get(i.path); strings.Contains(got.text, `id="claims"`) {
		t.Error("a claim can be run where there is none")
	}
	i.takes(i.secretary, "claim_made", aClaim())
	page := i.secretary.want(i.secretary.get(i.path), http.StatusOK, "Engine claims", "those of the event")
	entry := regexp.MustCompile(`<option value="(\d+)">claim that moves are`).FindStringSubmatch(page.text)
	if entry == nil {
		t.Fatal("the claim cannot be chosen")
	}
	order := url.Values{"claim": {entry[1]}, "recipe": {"quick"}, "rating": {"much"}}
	i.secretary.want(i.secretary.post(i.path, i.path+"/claims", order), http.StatusBadRequest, "write a number.")
	order.Set("rating", "2250")
	i.secretary.want(i.secretary.post(i.path, i.path+"/claims", order), http.StatusOK, "The claim is being run again.", "not the engine that the claim names")

	report := i.claimReport(i.secretary)
	i.secretary.want(i.secretary.get(report+"?format=html&lang=en"), http.StatusOK, "Engine claim, run again", "Nielsen,Pet", "claimed, does not match")
	if pdf := i.secretary.get(report + "?format=pdf&lang=ru"); pdf.status != http.StatusOK || !strings.HasPrefix(pdf.text, "%PDF") {
		t.Errorf("PDF: %d", pdf.status)
	}
	i.secretary.want(i.secretary.get(i.path), http.StatusOK, "claim run again", "claim to be run again")

	if own := anna.want(anna.get(i.path), http.StatusOK); strings.Contains(own.text, "run again") || strings.Contains(own.text, report) {
		t.Error("the complainant sees that the claim is run")
	}
	for _, p := range []*person{arbiter, anna, as(h, access.FPLMember, "").signIn()} {
		if got := p.get(report + "?format=html&lang=en"); got.status != http.StatusNotFound || strings.Contains(got.text, "Nielsen") {
			t.Errorf("status %d", got.status)
		}
	}
}
