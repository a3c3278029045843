package web_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"fairplay/reports/access"
)

// round8 is an event with the games of a real round, all of them evaluated.
func (p *person) round8() (event string) {
	p.T.Helper()
	games, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	p.Must(err)
	event = strings.TrimPrefix(p.want(p.handIn("/events", map[string]string{"round8.pgn": string(games)}), http.StatusOK).at.Path, "/events/")
	p.worked(event)
	return event
}

// worked waits until everything that was handed in is evaluated.
func (p *person) worked(event string) {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), "GET", p.URL+"/events/"+event+"/progress", nil)
	p.Must(err)
	r.Header.Set("Accept", "text/event-stream")
	p.do(r) // the stream ends when all is done
}

// From the table to a player, to his game and to a test of his, without a script.
func TestFromTableToTest(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	base := "/events/" + event
	table := p.want(p.get(base+"/screening"), http.StatusOK, "Firouzja, Alireza", "hints on where to look")
	if strings.Index(table.text, "hints on where to look") > strings.Index(table.text, "Firouzja") {
		t.Error("figures stand before the note on what they are")
	}
	p.want(p.get(base+"/screening?by=round"), http.StatusOK, "Firouzja, Alireza")
	one := p.want(p.get(base+"/screening?player=12573981"), http.StatusOK, "Firouzja")
	if strings.Contains(one.text, "Caruana, Fabiano</bdi>") {
		t.Error("a search shows others")
	}
	p.want(p.get(base+"/screening?sort=beauty"), http.StatusBadRequest, "sort is one of")
	player := p.want(p.get(base+"/players/12573981"), http.StatusOK, "Firouzja, Alireza", "Opponents", "/games/")
	game := regexp.MustCompile(`href="(/events/[^"]*/games/[^"]*)"`).FindStringSubmatch(player.text)
	if game == nil {
		t.Fatal("no game")
	}
	p.want(p.get(game[1]), http.StatusOK, "<svg")
	p.want(p.get(base+"/players/99"), http.StatusNotFound)
	p.want(p.get(base+"/players/n-!!"), http.StatusNotFound)
	test := p.want(p.post(base+"/players/12573981", base+"/players/12573981/test", url.Values{"kind": {"full"}}), http.StatusOK, "Full test")
	p.worked(event)
	p.want(p.get(test.at.Path), http.StatusOK, "Firouzja, Alireza", "done")
	for _, format := range []string{"csv", "pdf", "xlsx", "html"} {
		p.want(p.get(test.at.Path+"/file?format="+format), http.StatusOK)
		p.want(p.get(base+"/screening/file?format="+format), http.StatusOK)
	}
}
