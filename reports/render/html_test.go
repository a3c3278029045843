package render

import (
	"regexp"
	"strings"
	"testing"
)

// What a game says stays text, and the page names no other host.
func TestPageIsClosed(t *testing.T) {
	s := fixture()
	s.Event.Name = `</title><script>alert(1)</script>`
	s.Event.Site = `<img src=x onerror=alert(1)>`
	s.Players[0].Name = `"><svg onload=alert(1)>`
	s.Players[0].Title, s.Players[0].Federation = "<b>", "&amp;"
	s.Provenance.Engine.Author = `</style><link href="//example.org/x.css">`
	s.Errors[0].File = `<iframe src=javascript:alert(1)>`
	for _, lang := range Languages() {
		text := written(t, "html", s, Options{Lang: lang})
		if tag := regexp.MustCompile(`(?i)<(script|img|iframe|svg onload|b|object|embed|base|form)[\s>]`).FindString(text); tag != "" {
			t.Errorf("%s: text from a game has become %s", lang, tag)
		}
		if host := regexp.MustCompile(`(?i)(src|href|action)="?(https?:)?//`).FindString(text); host != "" {
			t.Errorf("%s: the page refers to another host: %s", lang, host)
		}
		if strings.Contains(text, "ZgotmplZ") {
			t.Errorf("%s: html/template refused a value", lang)
		}
		if !strings.Contains(text, `<html lang="`+lang+`">`) {
			t.Errorf("%s: the page does not say its language", lang)
		}
	}
}

// In the first rounds nobody has enough moves; the page says so instead of
// counting nobody among nobody.
func TestPageOfTheFirstRound(t *testing.T) {
	s := fixture()
	s.Players = s.Players[9:11]
	text := written(t, "html", s, Options{})
	if strings.Contains(text, "of 0 players") || !strings.Contains(text, "no player has 120 counted moves") {
		t.Error("the page counts players above the line where nobody has enough moves")
	}
}
