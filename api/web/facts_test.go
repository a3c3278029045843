package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"fairplay/reports/access"
)

// facts are those of a form, as a browser sends it.
func facts(change ...string) url.Values {
	all := url.Values{"name": {"Lviv Open"}, "federation": {"ukr"}, "start": {"2026-03-14"}, "end": {"2026-03-22"}, "planned_rounds": {"9"}, "time_class": {"standard"},
		"rule_set": {"FIDE"}, "system": {"swiss"}, "official": {"no"}, "time_zone": {"Europe/Kyiv"}, "titles": {""}}
	for i := 0; i+1 < len(change); i += 2 {
		all[change[i]] = []string{change[i+1]}
	}
	return all
}

// A chief arbiter sets an event up by its facts, without scripts; the level of protection is shown before anything is
// kept; a form that is refused keeps what was typed.
func TestFactsOfAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	p.want(p.get("/events/new"), http.StatusOK, "If FIDE rates the event, at least level C, standard", "the prize fund")
	p.want(p.post("/events/new", "/events/new/level", facts("titles", "IM", "prize_fund", "120 000")), http.StatusOK, "Level A", `value="Lviv Open"`, "120 000")
	p.want(p.post("/events/new", "/events/new", facts("time_zone", "Europe/Nowhere", "chief_arbiter", "<b>Anna</b>")), http.StatusBadRequest, "there is no time zone", "Europe/Nowhere", "&lt;b&gt;Anna")
	p.want(p.post("/events/new", "/events/new", facts("players", "many")), http.StatusBadRequest, "Players: write a whole number", `value="many"`)
	made := p.want(p.post("/events/new", "/events/new", facts("titles", "IM", "prize_fund", "5000", "women", "no", "chief_arbiter", "<b>Anna</b>")), http.StatusOK, "Lviv Open", "Saved.")
	at := made.at.Path
	p.want(p.get(at+"/facts"), http.StatusOK, `value="UKR"`, `value="IM" checked`, `<option value="swiss" selected>Swiss system`, "&lt;b&gt;Anna", "At least level B")

	p.want(p.post(at+"/facts", at+"/facts", facts("version", "1", "titles", "none", "prize_fund", "", "championship", "none")), http.StatusOK, "Saved.", `value="none" checked`)
	event, err := h.DB.Event(t.Context(), strings.TrimPrefix(at, "/events/"))
	h.Must(err)
	if f := event.Facts; f.PrizeFund != nil || f.Titles == nil || len(f.Titles) != 0 || f.ChiefArbiter != "" || event.PlannedRounds != 9 || f.TimeZone != "Europe/Kyiv" {
		t.Errorf("%+v", event)
	}
	if level := p.get(at + "/facts").text; !strings.Contains(level, "at least level C") {
		t.Error("the level does not follow the facts")
	}
}

// Of two people who change one event, the second sees what the first wrote beside what he typed, and decides.
func TestTwoPeopleChangeAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Lviv Open", "UKR")
	one, other := as(h, access.ChiefArbiter, event).signIn(), as(h, access.ChiefArbiter, event).signIn()
	at := "/events/" + event + "/facts"
	one.want(one.post(at, at, facts("version", "1", "site", "Lviv")), http.StatusOK, "Saved.")
	got := other.want(other.post(at, at, facts("version", "1", "site", "Kyiv", "organiser", "Club")), http.StatusPreconditionFailed, "Somebody has changed the event", `value="Kyiv"`, "<bdi>Lviv</bdi>", `value="Club"`,
		`name="version" value="2"`)
	if strings.Count(got.text, "Stored now") != 2 {
		t.Errorf("what is the same is told as if it differed: %s", got.text)
	}
	other.want(other.post(at, at, facts("version", "2", "site", "Kyiv", "organiser", "Club")), http.StatusOK, "Saved.", `value="Kyiv"`)
}

// Whoever may not change an event finds no such page.
func TestFactsAreTheChiefArbiters(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Lviv Open", "UKR")
	for _, role := range []access.Role{access.Organiser, access.Arbiter, access.FairPlayOfficer} {
		p := as(h, role, event).signIn()
		lost := p.want(p.get("/events/"+strings.Repeat("0", 32)), http.StatusNotFound)
		for _, path := range []string{"/events/" + event + "/facts", "/events/new"} {
			if got := p.want(p.get(path), http.StatusNotFound); got.text != lost.text {
				t.Errorf("%s: %s differs from what is not there", role, path)
			}
		}
	}
}
