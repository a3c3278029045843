package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"fairplay/reports/access"
	"fairplay/reports/render"
)

// problemShown is what a page says of a form that was refused.
var problemShown = regexp.MustCompile(`(?s)role="alert"[^>]*>(.*?)</(?:p|div)>`)

// englishWord is a word of English prose; names of fields, files and formats are none.
var englishWord = regexp.MustCompile(`\b(?:the|is|are|has|have|not|no|there|this|of|at most|say|say why|read it again)\b`)

// Whoever reads a page in Russian or Ukrainian reads there why something was refused, and no sentence in English.
func TestRefusalsAreInTheLanguageOfThePage(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	page := "/events/" + p.round8()
	p.get(page + "/screening")
	long := strings.Repeat("x", 5000)
	refused := []struct {
		name, path, form string
		fields           url.Values
	}{
		{"a removal that comes too late", page, page + "/remove", url.Values{"sure": {"yes"}, "reason": {"a wrong file"}}},
		{"a removal without a reason", page, page + "/remove", url.Values{"sure": {"yes"}}},
		{"an event without a name", "/events/new", "/events/new", url.Values{"name": {""}}},
		{"a watch list entry without a reason", page + "/watch", page + "/watch", url.Values{"name": {"Nobody, Nemo"}}},
		{"a note that is too long", page + "/log", page + "/log", url.Values{"what": {"observation"}, "name": {"Nobody, Nemo"}, "note": {long}, "round": {"1"}}},
		{"facts that contradict each other", page + "/facts", page + "/facts", url.Values{"name": {"Open"}, "start": {"2021-11-07"}, "end": {"2021-10-27"}}},
		{"a schedule without ends", page + "/rounds", page + "/rounds", url.Values{"version": {"1"}, "day1": {"2021-10-26"}, "start1": {"05:30"}, "end1": {"05:00"}}},
	}
	for _, lang := range render.Languages()[1:] {
		p.want(p.post("/account", "/account", url.Values{"language": {lang}}), http.StatusOK)
		for _, tt := range refused {
			t.Run(lang+"/"+tt.name, func(t *testing.T) {
				got := p.post(tt.path, tt.form, tt.fields)
				m := problemShown.FindStringSubmatch(got.text)
				if got.status < 400 || m == nil {
					t.Fatalf("%d: nothing is refused: %s", got.status, got.text)
				}
				said := html.UnescapeString(m[1])
				if !regexp.MustCompile(`\p{Cyrillic}{2}`).MatchString(said) || englishWord.MatchString(said) {
					t.Errorf("%q", said)
				}
			})
		}
	}
}
