package web_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// README shows one page of each of three roles as it is. -update takes the pictures anew.
func TestPicturesOfReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	h := open(t)
	chief := as(h, access.ChiefArbiter, "").signIn()
	event := chief.round8()
	game := regexp.MustCompile(`href="(/events/[^"]*/games/[^"]*)"`).FindStringSubmatch(chief.get("/events/" + event + "/players/12573981").text)
	if game == nil {
		t.Fatal("no game")
	}
	harbour := h.Event("Harbour Open", "LAT")
	anna := as(h, access.ChiefArbiter, harbour).signIn()
	for i, games := range threeRounds(t) {
		anna.screen(harbour, fmt.Sprintf("round%d.pgn", i+1), games)
	}
	made := h.Event("Open of Example Town 2023", "ESP")
	organiser := as(h, access.Organiser, made)
	as(h, access.ChiefArbiter, made).file(made, "tournament/norms_open_2023.trf")
	for _, shown := range []struct {
		name string
		*person
		path string
	}{
		{"arbiter", anna, "/events/" + harbour},
		{"organiser", organiser, "/events/" + made + "/package"},
		{"investigator", withGrant(h, access.Grant{Role: access.FPLMember, Event: event}), game[1] + "?ply=39"},
	} {
		file := "testdata/golden/web/" + shown.name + ".png"
		if !strings.Contains(string(readme), "]("+file+")") {
			t.Errorf("README does not show %s", file)
		}
		at := "../../" + file
		if !*update {
			if picture, err := os.ReadFile(at); err != nil || len(picture) < 10<<10 {
				t.Errorf("the picture %s: %d bytes, %v", file, len(picture), err)
			}
			continue
		}
		b := shown.tab(t, browser(t))
		b.do(chromedp.EmulateViewport(1100, 820))
		b.open(shown.path)
		picture, err := chromedp.Run(b.Context, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, picture, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
