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
	player := p.want(p.get(base+"/players/12573981"), http.StatusOK, "Firouzja, Alireza", "Opponents", "/games/", "What counts here: quick test, a hint only.")
	game := regexp.MustCompile(`href="(/events/[^"]*/games/[^"]*)"`).FindStringSubmatch(player.text)
	if game == nil {
		t.Fatal("no game")
	}
	p.want(p.get(game[1]), http.StatusOK, "<svg")
	p.want(p.get(base+"/players/99"), http.StatusNotFound)
	p.want(p.get(base+"/players/n-!!"), http.StatusNotFound)
	test := base + "/tests/" + p.test(event, "12573981", "full")
	p.worked(event)
	p.want(p.get(test), http.StatusOK, "Firouzja, Alireza", "done")
	p.want(p.get(base+"/players/12573981"), http.StatusOK, "What counts here: full test.")
	for _, format := range []string{"csv", "pdf", "xlsx", "html"} {
		p.want(p.get(test+"/file?format="+format), http.StatusOK)
		p.want(p.get(base+"/screening/file?format="+format), http.StatusOK)
	}
}

// In an event that is over, after a late entry of the watch list, table, player, test and list permit
// the same, and name the stage. A test made before that says which facts have changed, on the page and
// on paper, and is made again with those of now.
func TestEveryPagePermitsTheSame(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	base := "/events/" + event
	player := base + "/players/12573981"
	search := "questioning, or a personal search"
	id := p.test(event, "12573981", "quick")
	ordered := base + "/tests/" + id
	p.worked(event)
	before := p.want(p.get(ordered), http.StatusOK, "What the regulations permit while the event is being played", "When the event ends is not on record")
	if strings.Contains(before.text, "Facts have changed") {
		t.Error("facts have changed before anybody stated one")
	}
	paper := p.want(p.get(ordered+"/file?format=html"), http.StatusOK).text

	p.call("POST", "/v1"+base+"/watch", `{"player": {"fide_id": "12573981"}, "reason": "seen twice", "evidence": ["observational"]}`)
	for _, page := range []string{ordered, player, base + "/actions"} {
		p.want(p.get(page), http.StatusOK, search)
	}
	p.call("PATCH", "/v1"+base, `{"players": 96, "planned_rounds": 8, "start": "2021-10-27", "end": "2021-11-07", "facts": {"time_zone": "Europe/Riga"}}`)
	for page, says := range map[string]string{ordered: "What the regulations permit after the event", player: "What the regulations permit after the event",
		base + "/actions": "The event is over.", base + "/screening": "Permitted now, after the event"} {
		if got := p.want(p.get(page), http.StatusOK, says); strings.Contains(got.text, search) || strings.Contains(got.text, "single nobody out, such as") || strings.Contains(got.text, "Alert&#34; <small>") ||
			page != base+"/screening" && !strings.Contains(got.text, "Additional enquiries and a private investigation") {
			t.Errorf("%s: after the event it says %s", page, got.text)
		}
	}
	changed := "the number of players, the number of rounds, days or schedule, the stage of the event, the watch list"
	p.want(p.get(ordered), http.StatusOK, "Facts have changed since this test was made", changed)
	if got := p.want(p.get(ordered+"/file?format=html"), http.StatusOK, "Facts have changed since this test was made", changed).text; got == paper {
		t.Error("the paper is as before")
	}
	again := p.want(p.post(ordered, player+"/again", url.Values{"test": {id}}), http.StatusOK)
	if again.at.Query().Get("test") == id {
		t.Fatal("the same test")
	}
	p.worked(event)
	if got := p.want(p.get(again.at.RequestURI()), http.StatusOK, "What the regulations permit after the event", "Additional enquiries"); strings.Contains(got.text, "Facts have changed") {
		t.Errorf("the new test says %s", got.text)
	}
	p.want(p.get(ordered), http.StatusOK, "a full or later test of the same player, which counts")
	p.call("POST", "/v1"+base+"/log", `{"player": {"fide_id": "12573981"}, "round": 8, "what": "observation", "text": "often away"}`)
	for _, page := range []string{player, base + "/log"} {
		if got := p.want(p.get(page), http.StatusOK, "often away"); !regexp.MustCompile(`\d\d:\d\d EES?T`).MatchString(got.text) || strings.Contains(got.text[strings.Index(got.text, "often away"):][:80], "UTC") {
			t.Errorf("%s gives the time of a note in another zone than that of the event", page)
		}
	}
}
