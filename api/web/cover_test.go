package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/reports/access"
)

// coveredRound is a service with a round that is evaluated and a test of a player.
type coveredRound struct {
	*apitest.Service
	event, test, game string
}

func coverRound(t *testing.T, recorded string) coveredRound {
	t.Helper()
	h := openWith(t, recorded)
	p := as(h, access.ChiefArbiter, "").signIn()
	event := p.round8()
	test := p.test(event, "12573981", "quick")
	p.worked(event)
	return coveredRound{h, event, "/players/12573981?test=" + test, "/games/" + p.firstGame(event)}
}

// pages are the addresses of all pages of the event and of its players.
func (c coveredRound) pages() (all []string) {
	places := strings.NewReplacer(":event", c.event, "/tests/:test", c.test, "/games/:game", c.game, ":player", "12573981", ":round", "8", ":number", "1")
	for _, g := range web.Table() {
		if strings.Contains(g.Path, ":event") || strings.Contains(g.Path, ":player") {
			all = append(all, places.Replace(g.Path))
		}
	}
	return append(all, places.Replace("/events/:event/screening?by=round"))
}

// Two events with the same games, whose figures differ, look alike while they are covered: nothing that is left on any page
// depends on a figure, in words, order or number of rows. Uncovered they differ.
func TestTheCoverLeavesNothingThatDependsOnFigures(t *testing.T) {
	t.Parallel()
	first, second := coverRound(t, "../../testdata/demo/evaluations.zst"), coverRound(t, "")
	changing := regexp.MustCompile(`[0-9a-f]{16,}|\d{1,2}:\d{2}(:\d{2})?`)
	for _, role := range []access.Role{access.ChiefArbiter, access.FairPlayOfficer, access.Arbiter, access.Organiser} {
		pages := func(of coveredRound) (covered, open []string) {
			b := as(of.Service, role, of.event).tab(t, browser(t))
			b.press("0")
			for _, page := range of.pages() {
				b.open(page)
				if b.says(`document.documentElement.hasAttribute("data-cover")`) != "true" {
					t.Fatalf("%s is not covered when it opens", page)
				}
				covered = append(covered, strings.ReplaceAll(page, of.event, "")+": "+changing.ReplaceAllString(b.says("document.body.innerText"), "*"))
				b.press("0")
				open = append(open, changing.ReplaceAllString(b.says("document.body.innerText"), "*"))
				b.press("0")
			}
			return covered, open
		}
		covered, open := pages(first)
		other, otherOpen := pages(second)
		differ := 0
		for i, text := range covered {
			if changing.ReplaceAllString(text, "*") != changing.ReplaceAllString(other[i], "*") {
				t.Errorf("%s, covered:\n%s\n\nwith other figures:\n%s", role, text, other[i])
			}
			if open[i] != otherOpen[i] {
				differ++
			}
		}
		if sees := slices.Contains([]access.Role{access.ChiefArbiter, access.FairPlayOfficer}, role); sees && differ < 5 || !sees && differ > 0 {
			t.Errorf("%s: %d pages differ uncovered", role, differ)
		}
	}
}
