package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// threeRounds are three rounds of 36 made-up players: the moves of the demo round under three names each, the same on three days. Only
// one of them is called Hazel, whose moves lie far above what was expected.
func threeRounds(t testing.TB) (rounds []string) {
	t.Helper()
	player := regexp.MustCompile(`\[(White|Black) "([^"]*)"\]`)
	id := regexp.MustCompile(`\[(White|Black)FideId "([0-9]*)"\]`)
	invented := map[string]string{} // names and FIDE ids by real ones: nobody stands out under his name
	called := []string{"Alder, Ada", "Beech, Ben", "Cedar, Cleo", "Elder, Emil", "Fir, Flora", "Ivy, Ian", "Juniper, Jo", "Larch, Leo", "Hazel, Hugo", "Maple, May", "Oak, Olga", "Pine, Pim"}
	games := demoGames(t)
	for i, m := range player.FindAllStringSubmatch(games, -1) {
		invented[m[2]] = called[i]
	}
	for i, m := range id.FindAllStringSubmatch(games, -1) {
		invented[m[2]] = strconv.Itoa(9900001 + i)
	}
	games = regexp.MustCompile(`"[^"]*"`).ReplaceAllStringFunc(games, func(said string) string {
		if name := invented[strings.Trim(said, `"`)]; name != "" {
			return strconv.Quote(name)
		}
		return said
	})
	for round := 1; round <= 3; round++ {
		var all strings.Builder
		for i := range 3 {
			one := player.ReplaceAllString(games, fmt.Sprintf(`[$1 "$2 %c"]`, 'A'+i))
			one = id.ReplaceAllString(one, fmt.Sprintf(`[${1}FideId "${2}%d"]`, i))
			one = regexp.MustCompile(`\[Round "8\.`).ReplaceAllString(one, fmt.Sprintf(`[Round "%d.%d`, round, i))
			one = strings.ReplaceAll(one, `[Date "2021.11.04"]`, fmt.Sprintf(`[Date "2021.10.%d"]`, 26+round))
			if i > 0 {
				apart := strings.SplitAfter(one, "-0\n\n")
				one = strings.Join(slices.DeleteFunc(apart, func(g string) bool { return strings.Contains(g, `"Hazel`) }), "")
			}
			all.WriteString(one + "\n")
		}
		rounds = append(rounds, all.String())
	}
	return rounds
}

// seenFirst is the text within the first 900 pixels of a page.
const seenFirst = `(() => {
	const said = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n; (n = walk.nextNode());) {
		range.selectNodeContents(n);
		if (n.parentElement.checkVisibility() && range.getBoundingClientRect().bottom <= 900) said.push(n.data);
	}
	return said.join(" ").replace(/\s+/g, " ");
})()`

// The overview of an empty event teaches what to do first, and grows without a reload as rounds come in. After the third round an
// arbiter reads in its first 900 pixels who stands out, how often chance does that, what is permitted now, and what is to be done.
// From there every player is one click away.
func TestAnArbiterSeesWhoToLookAt(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Harbour Open", "LAT")
	chief := as(h, access.ChiefArbiter, event)
	b := chief.tab(t, browser(t))
	follows := func(what string) {
		t.Helper()
		if _, err := chromedp.Run(b.Context, chromedp.Poll[bool](what, chromedp.WithPollingTimeout(patience))); err != nil {
			t.Fatalf("%s: %v, but %s", what, err, b.says("document.body.innerText"))
		}
	}
	b.open("/events/" + event)
	b.see("#live form.drop")
	b.look("overview-empty")
	dots := `document.querySelectorAll("svg.strip:not(.narrow) a").length`
	for i, games := range threeRounds(t) {
		chief.screen(event, fmt.Sprintf("round%d.pgn", i+1), games)
		follows(dots + ` === 32 && document.querySelector("h1").innerText ` + []string{`=== "Nobody can be judged yet"`, `=== "Nobody can be judged yet"`, `.endsWith("judged players stands out")`}[i])
	}
	chief.call("POST", "/v1/events/"+event+"/log", `{"player": {"fide_id": "99000090"}, "round": 2, "what": "absence", "back": 20}`)
	b.do(chromedp.Reload())
	first := b.says(seenFirst)
	for _, said := range []string{"1 of 5 judged players stands out", "Hazel, Hugo A is at ROI", "such events", "since round 2", "Now, during the event: unobtrusive actions", "Graver measures are not named",
		"Everything that was handed in is evaluated", "Compare an absence with the moves", "From the games: 27 Oct 2021"} {
		if !strings.Contains(first, said) {
			t.Errorf("the first 900 pixels do not say %q: %s", said, first)
		}
	}
	b.look("overview")
	b.press("0")
	if covered := b.says(`document.querySelector("main").innerText`); strings.Contains(covered, "Hazel") || strings.Contains(covered, "stands out") {
		t.Errorf("covered it says %s", covered)
	}
	b.press("0")
	b.do(chromedp.Click(chromedp.CSS("ul.look h3 a")))
	b.see("body[data-page=player]")
	b.open("/events/" + event)
	b.do(chromedp.Click(chromedp.CSS("svg.strip:not(.narrow) .far circle")))
	b.see("body[data-page=player]")
	b.table("/events/" + event + "/screening")
}

// table checks what the table of an event promises: its first row within 500 pixels, its head in sight, an order by links, the ROI
// beside the name on a telephone, and nothing cut off in any language.
func (t *tab) table(path string) {
	t.t.Helper()
	t.open(path)
	if top, err := strconv.ParseFloat(t.says(`document.querySelector("table.table tbody tr").getBoundingClientRect().top`), 64); err != nil || top > 500 {
		t.t.Errorf("the first row begins at %v", top)
	}
	if at := t.says(`(scrollTo(0, 600), document.querySelector("table.table thead th").getBoundingClientRect().top)`); at != "0" {
		t.t.Errorf("600 pixels down the head is at %s", at)
	}
	if far := t.says(`[...document.querySelectorAll("table.table .far")].filter((e) => e.closest("tr").matches(".unjudged")).length`); far != "0" {
		t.t.Errorf("%s figures that are not judged stand out", far)
	}
	t.scripts(false)
	t.do(chromedp.Click(chromedp.CSS(`table.table a[href*="sort=name"]`)))
	t.see(`th[aria-sort="ascending"] a[href*="sort=name"]`)
	t.scripts(true)
	for _, lang := range []string{"en", "ru", "uk"} {
		t.want(t.post("/account", "/account", url.Values{"language": {lang}, "look": {"auto"}}), http.StatusOK)
		t.open(path)
		t.look("table-" + lang)
		t.do(chromedp.EmulateViewport(phoneWidth, 900))
		if at := t.says(`(() => { const c = document.querySelector("table.table tbody .roi"); return c.cellIndex + " " + (c.getBoundingClientRect().right <= innerWidth); })()`); at != "1 true" {
			t.t.Errorf("in %s the ROI is in column %s of a telephone", lang, at)
		}
		t.open(strings.TrimSuffix(path, "/screening"))
		t.look("overview-" + lang)
	}
}

// BenchmarkOverview opens the overview of 108 players: finding, picture, games, duties and the entries in the audit, over TCP.
func BenchmarkOverview(b *testing.B) {
	h := open(b)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round.pgn", crowd(b))
	for b.Loop() {
		if got := p.get("/events/" + event); got.status != http.StatusOK || strings.Count(got.text, `<g class="few">`) != 2*108 { // for wide screens and for phones
			b.Fatalf("%d, %d dots", got.status, strings.Count(got.text, `<g class="few">`))
		}
	}
}
