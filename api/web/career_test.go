package web_test

import (
	"net/http"
	"strings"
	"testing"

	"fairplay/api/apitest"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// roundIn is the round as an event of another year, in which the player has another opponent.
func roundIn(t *testing.T, year string) string {
	t.Helper()
	return strings.NewReplacer(`"FIDE Grand Swiss 2021"`, `"Open of `+year+`"`, `"2021.11.04"`, `"`+year+`.11.04"`, `[EventDate "2021.10.27"]`+"\n", "",
		`"Sasikiran, Krishnan"`, `"Other, Olga"`, `"5004985"`, `"99000001"`).Replace(demoGames(t))
}

// withEvents is a person with a role in events, who is signed in.
func withEvents(h *apitest.Service, role access.Role, events ...string) *person {
	var grants []access.Grant
	for _, e := range events {
		grants = append(grants, access.Grant{Role: role, Event: e})
	}
	p := as(h, role, events[0])
	p.secret, p.id = h.Token(store.Token{Name: "Paul Panel", Grants: grants})
	return p.signIn()
}

// From a player of an event one click leads to him over all events that the reader may see, and from there back to each. Who sees
// one of them learns nothing of the other.
func TestCareerPage(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief, other := as(h, access.ChiefArbiter, "").signIn(), as(h, access.ChiefArbiter, "").signIn()
	first := chief.round8()
	second := strings.TrimPrefix(other.want(other.handIn("/events", map[string]string{"open.pgn": roundIn(t, "2019")}), http.StatusOK).at.Path, "/events/")
	other.worked(second)
	const page = "/players/12573981/career"
	both := withEvents(h, access.FPLMember, first, second)
	both.want(both.get("/events/"+first+"/players/12573981"), http.StatusOK, `href="`+page+`"`, "This player over 2 events")
	got := both.want(both.get(page), http.StatusOK, "Firouzja", `href="/events/`+first+`/players/12573981"`, `href="/events/`+second+`/players/12573981"`,
		"Event by event", "Open of 2019", "<svg", "Games without figures")
	for _, wrong := range []string{"Players of the event", "Before the event"} {
		if strings.Contains(got.text, wrong) {
			t.Errorf("the page of several events says %q", wrong)
		}
	}
	for _, format := range []string{"csv", "pdf", "xlsx", "html", "json"} {
		if file := both.get(page + "/file?format=" + format); file.status != http.StatusOK || len(file.text) < 1000 {
			t.Errorf("as %s: %d, %d bytes", format, file.status, len(file.text))
		}
	}
	alone := chief.want(chief.get(page), http.StatusOK, "are all of one event", `href="/events/`+first+`/players/12573981"`)
	if strings.Contains(alone.text, second) || strings.Contains(alone.text, "2019") {
		t.Errorf("the chief arbiter of one event is told of another: %s", alone.text)
	}
	if strings.Contains(chief.get("/events/"+first+"/players/12573981").text, page) {
		t.Error("a career of one event is offered")
	}
	stranger := withEvents(h, access.FairPlayOfficer, h.Event("Empty", ""))
	unseen, nobody := stranger.want(stranger.get(page), http.StatusOK), stranger.want(stranger.get("/players/99999999/career"), http.StatusOK)
	if strings.ReplaceAll(unseen.text, "12573981", "") != strings.ReplaceAll(nobody.text, "99999999", "") {
		t.Errorf("a player elsewhere looks other than nobody:\n%s\n%s", unseen.text, nobody.text)
	}
	if organiser := as(h, access.Organiser, first).signIn(); organiser.get(page).status != http.StatusNotFound {
		t.Error("an organiser sees a career")
	}
}
