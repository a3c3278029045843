package web_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"fairplay/analysis"
	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/reports/access"
	"fairplay/reports/render"
	"fairplay/reports/render/rendertest"
	"fairplay/reports/store"
)

// hostile is text that would become part of a page which forgets to escape it.
const hostile = `<b id=evil onclick=alert(1)>'"</b><script id=evil>alert(1)</script>`

// allPages is a service with something on every page, whose texts are hostile, and a chief arbiter who sees all of them.
type allPages struct {
	*person
	ids map[string]string // for the places in addresses
}

func openAll(t *testing.T) *allPages {
	t.Helper()
	a := &allPages{}
	service := apitest.Open(t, apitest.Setting{Calibrated: true, Recorded: "../../testdata/demo/evaluations.zst", Mount: func(s *api.Server) {
		if err := web.Mount(web.Config{API: s}); err != nil {
			t.Fatal(err)
		}
	}})
	a.person = as(service, access.ChiefArbiter, "").signIn()
	quoted := strings.ReplaceAll(hostile, `"`, `\"`)
	games := demoGames(t)
	games = strings.ReplaceAll(games, `[Event "FIDE Grand Swiss 2021"]`, `[Event "`+quoted+` `+strings.Repeat("W", 120)+`"]`)
	games = strings.ReplaceAll(games, `"Sasikiran, Krishnan"`, `"`+quoted+`"`)
	games = strings.ReplaceAll(games, `"Caruana, Fabiano"`, "\"\u202eCaruana "+strings.Repeat("long", 75)+`"`)
	event := strings.TrimPrefix(a.want(a.handIn("/events", map[string]string{"<b id=evil>.pgn": games}), http.StatusOK).at.Path, "/events/")
	a.worked(event)
	a.want(a.handIn("/events/"+event+"/upload", map[string]string{"<b id=evil>x.pgn": "[White \"" + quoted + "\"]\n\n1. e5 Ke4 *\n"}), http.StatusOK)
	a.worked(event)
	elsewhere := strings.NewReplacer(`[Date "2021.11.04"]`, `[Date "2020.11.04"]`, `[EventDate "2021.10.27"]`, "", `"Firouzja, Alireza"`, `"Else, Somebody"`, `"12573981"`, `"99000001"`, strings.Repeat("W", 120), "of the year before").Replace(games)
	before := strings.Repeat("f", 32) // listed last
	a.Must(a.DB.CreateEvent(t.Context(), store.Event{ID: before, Name: hostile + " of the year before", TimeClass: analysis.StandardTime, RuleSet: "FIDE", Created: a.Clock.Now().UTC()}))
	a.Must(a.DB.Grant(t.Context(), a.id, access.Grant{Role: access.ChiefArbiter, Event: before}))
	a.want(a.handIn("/events/"+before+"/upload", map[string]string{"before.pgn": elsewhere}), http.StatusOK)
	a.worked(before)
	player := a.get("/events/" + event + "/players/5004985").text
	game := regexp.MustCompile(`/games/([0-9a-f]+)`).FindStringSubmatch(player)
	if game == nil {
		t.Fatalf("no game: %s", player)
	}
	note, err := json.Marshal(map[string]any{"player": map[string]string{"fide_id": "5004985"}, "round": 8, "what": "observation", "text": hostile})
	a.Must(err)
	a.tell("/v1/events/"+event+"/log", string(note))
	test := a.test(event, "5004985", "quick")
	a.worked(event)
	a.ids = map[string]string{":event": event, ":player": "5004985", ":game": game[1], ":test": test, ":round": "8", ":number": "1", ":kind": "steps_taken"}
	a.ids[":case"], a.ids[":request"] = a.complained(event), a.askedData()
	return a
}

// complained returns an in-tournament complaint before the chief arbiter.
func (a *allPages) complained(event string) string {
	opened := a.want(a.post("/cases/new", "/cases/new", url.Values{"kind": {"itc"}, "event": {event}}), http.StatusOK).at.Path
	form := aComplaint()
	for name, values := range form {
		if len(values[0]) > 20 {
			form.Set(name, hostile)
		}
	}
	form.Set("form.complainant.name", hostile)
	form.Set("form.respondents.0.name", strings.Repeat("Longname", 24))
	form.Set("channel", "chief_arbiter")
	form.Set("received", "2026-03-21T10:00")
	a.want(a.post(opened+"/form", opened+"/form", form), http.StatusOK)
	evidence := opened + "/steps/evidence_added"
	a.want(a.post(evidence, evidence, url.Values{"of": {"physical"}, "title": {hostile}, "text": {hostile}, "origin": {hostile}, "author": {hostile}, "taken": {"2026-03-21T10:00"}}), http.StatusOK)
	return strings.TrimPrefix(opened, "/cases/")
}

// askedData returns a request of the chief arbiter for what is held of him.
func (a *allPages) askedData() string {
	a.want(a.post("/data", "/data", url.Values{"what": {"copy"}, "name": {hostile}, "text": {hostile}}), http.StatusOK)
	return regexp.MustCompile(`href="/data/([0-9a-f]+)"`).FindStringSubmatch(a.get("/data").text)[1]
}

// tell posts JSON to the API with the person's token.
func (p *person) tell(path, body string) {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), "POST", p.URL+path, strings.NewReader(body))
	p.Must(err)
	r.Header.Set("Authorization", "Bearer "+p.secret)
	r.Header.Set("Content-Type", "application/json")
	if got := p.do(r); got.status >= http.StatusBadRequest {
		p.T.Fatalf("%s: %d %s", path, got.status, got.text)
	}
}

// pageAt is a page of the table with its address in this service.
type pageAt struct{ name, path string }

// pages are those that the chief arbiter may open.
func (a *allPages) pages() (all []pageAt) {
	for _, g := range web.Table() {
		path := g.Path
		for place, id := range a.ids {
			path = strings.ReplaceAll(path, place, id)
		}
		if strings.Contains(path, ":") {
			a.T.Fatalf("%s: the test has no value for a place in %s", g.Name, path)
		}
		if strings.Contains(g.Path, ":case") || allowed(access.ChiefArbiter, g.Needs, true, g.Path) { // the case is before him
			all = append(all, pageAt{g.Name, path})
		}
	}
	return all
}

// answers returns what the API says of the things whose figures a page shows.
func (a *allPages) answers(of pageAt) string {
	event := "/v1/events/" + a.ids[":event"]
	paths := map[string][]string{
		"screening": {"/screening"}, "player": {"/screening?player=" + a.ids[":player"], "/screening/rounds", "/games", "/tests", "/actions", "/tests/" + a.ids[":test"] + "/report"},
		"game": {"/games/" + a.ids[":game"] + "/moves"}, "help": {"/screening"}, "actions": {"/actions"},
	}
	var all strings.Builder
	paths["report"] = slices.Clone(paths["player"])
	for i, path := range paths[of.name] {
		paths[of.name][i] = event + path
	}
	paths["career"] = []string{"/v1/players/" + a.ids[":player"] + "/career"}
	for _, path := range paths[of.name] {
		r, err := http.NewRequestWithContext(a.T.Context(), "GET", a.URL+path, nil)
		a.Must(err)
		r.Header.Set("Authorization", "Bearer "+a.secret)
		r.Header.Set("Accept", "application/json")
		all.WriteString(a.want(a.do(r), http.StatusOK).text)
	}
	return all.String()
}

// parsed is a page as a browser takes it.
func parsed(t testing.TB, text string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf is what an element says.
func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var all strings.Builder
	for c := range n.ChildNodes() {
		all.WriteString(textOf(c) + " ")
	}
	return all.String()
}

// checkForeign fails if text that comes from people has become part of a page.
func checkForeign(t testing.TB, at string, root *html.Node) {
	t.Helper()
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if attribute(n, "id") == "evil" || n.Data == "script" && (attribute(n, "src") == "" || n.FirstChild != nil) || attribute(n, "style") != "" {
			t.Errorf("%s: %s %v stands in the page", at, n.Data, n.Attr)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") {
				t.Errorf("%s: %s has %s", at, n.Data, a.Key)
			}
		}
	}
}

// number is a figure as pages write it in English.
var number = regexp.MustCompile(`<?[0-9](?:[0-9,  ]*[0-9])?(?:\.[0-9]+)?`)

// checkFigures fails if a figure of a page is in no answer that it rests on, rounded as it is written there.
func checkFigures(t *testing.T, at string, root *html.Node, answers string) (figures int) {
	t.Helper()
	known := knownNumbers(answers)
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || !slices.Contains(strings.Fields(attribute(n, "class")), "fig") {
			continue
		}
		text := textOf(n)
		for _, word := range strings.Fields(text) {
			if len(word) > 1 && regexp.MustCompile(`[A-Za-z]`).MatchString(word) && strings.Contains(answers, strings.Trim(word, "(),.;")) {
				text = strings.ReplaceAll(text, word, "") // a move, or a word of the API
			}
		}
		for _, found := range number.FindAllString(text, -1) {
			figures++
			if !known.has(found) {
				t.Errorf("%s: %q in %q is in no answer of the API", at, found, text)
			}
		}
	}
	return figures
}

// numbers are those of JSON answers, without their signs, in order.
type numbers []float64

var inJSON = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?`)

func knownNumbers(answers string) numbers {
	var all numbers
	for _, text := range inJSON.FindAllString(answers, -1) {
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			all = append(all, x, 100*x)
		}
	}
	slices.Sort(all)
	return all
}

func (n numbers) has(written string) bool {
	written, below := strings.CutPrefix(written, "<")
	plain := strings.NewReplacer(",", "", " ", "", " ", "").Replace(written)
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return false
	}
	if below {
		return len(n) > 0 && n[0] < x
	}
	_, decimals, _ := strings.Cut(plain, ".")
	margin := .51 * math.Pow10(-len(decimals))
	at, _ := slices.BinarySearch(n, x-margin)
	return at < len(n) && n[at] <= x+margin
}

// What holds for every page, whoever writes it. One service stands for all of it; the forms, which change what it holds,
// come last.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	a := openAll(t)
	for _, part := range []struct {
		name string
		hold func(*allPages, *testing.T)
	}{
		{"shows what the API gave", (*allPages).showWhatTheAPIGave},
		{"in every language", (*allPages).speakCarefully},
		{"in a browser", (*allPages).fitEverybody},
		{"forms", (*allPages).keepForeignTextText},
	} {
		t.Run(part.name, func(t *testing.T) { part.hold(a, t) })
	}
}

// Nothing that people or files say becomes part of a page, and it shows no figure that the API did not give. The golden
// files show what pages are; a page that leads to another shows what that one is.
func (a *allPages) showWhatTheAPIGave(t *testing.T) {
	figures, escaped, seen := 0, 0, map[string]bool{}
	pages := a.pages()
	for _, g := range pages {
		got := a.want(a.get(g.path), http.StatusOK)
		root := parsed(t, got.text)
		checkForeign(t, g.name, root)
		escaped += strings.Count(got.text, "&lt;b id=evil")
		figures += checkFigures(t, g.name, root, a.answers(g))
		file := g.name
		led := slices.IndexFunc(pages, func(other pageAt) bool { return other.path == got.at.Path && other.path != g.path })
		switch {
		case led >= 0:
			file = pages[led].name
		case seen[file]:
			file += "-event" // the page of that name in an event
		}
		seen[file] = true
		compare(t, filepath.Join("..", "..", "testdata", "golden", "web", file+".html"), a.lasting(got.text))
	}
	if figures < 100 || escaped < 30 {
		t.Errorf("only %d figures were compared, and foreign text was met %d times", figures, escaped)
	}
}

// Pages accuse nobody, and no message lacks, in any language.
func (a *allPages) speakCarefully(t *testing.T) {
	lacking := regexp.MustCompile(`\b(?:web|column|action|duty|evidence|missing|held)(?:\.[a-z0-9_]+)+\b|<no value>|%!`)
	for _, lang := range render.Languages() {
		a.want(a.post("/account", "/account", url.Values{"language": {lang}, "look": {"auto"}}), http.StatusOK)
		for _, g := range a.pages() {
			text := textOf(parsed(t, a.get(g.path).text))
			accusing := rendertest.Accusing
			if strings.Contains(g.name, "case") {
				accusing = rendertest.AccusingInCase
			}
			if found := accusing(text); found != nil {
				t.Errorf("%s in %s says %q", g.name, lang, found)
			}
			if found := lacking.FindAllString(text, -1); found != nil {
				t.Errorf("%s in %s shows %q", g.name, lang, found)
			}
		}
	}
	a.want(a.post("/account", "/account", url.Values{"language": {"en"}, "look": {"auto"}}), http.StatusOK)
}

// What is typed into a form comes back as text, whether the form is refused or not.
func (a *allPages) keepForeignTextText(t *testing.T) {
	typed := 0
	for _, g := range a.pages() {
		for _, f := range a.formsOf(g.path) {
			got := a.postRaw(f.action, f.fields)
			if got.status >= http.StatusInternalServerError {
				t.Errorf("the form %s of %s: status %d", f.action, g.path, got.status)
			}
			checkForeign(t, g.name+" "+f.action, parsed(t, got.text))
			typed++
		}
	}
	if typed < 3 {
		t.Errorf("only %d forms were sent", typed)
	}
}

// filledForm is a form of a page whose texts are hostile.
type filledForm struct {
	action string
	fields url.Values
}

// formsOf are the forms of a page that take text, a search among them with its query in the address.
func (a *allPages) formsOf(path string) (all []filledForm) {
	for n := range parsed(a.T, a.get(path).text).Descendants() {
		if n.Data != "form" || attribute(n, "enctype") == "multipart/form-data" {
			continue
		}
		f, free := filledForm{attribute(n, "action"), url.Values{}}, false
		for in := range n.Descendants() {
			kind, name := attribute(in, "type"), attribute(in, "name")
			switch {
			case in.Data != "input" && in.Data != "textarea" || name == "":
			case kind == "hidden":
				f.fields.Set(name, attribute(in, "value"))
			case in.Data == "textarea" || kind == "" || kind == "text" || kind == "search":
				f.fields.Set(name, hostile)
				free = true
			}
		}
		if free && attribute(n, "method") == "post" {
			all = append(all, f)
		} else if free {
			checkForeign(a.T, f.action, parsed(a.T, a.get(f.action+"?"+f.fields.Encode()).text))
		}
	}
	return all
}

// lasting is a page without what differs from run to run.
func (a *allPages) lasting(text string) string {
	for place, id := range a.ids {
		if len(id) > 8 {
			text = strings.ReplaceAll(text, id, strings.ToUpper(place[1:]))
		}
	}
	for _, r := range []struct{ of, to string }{
		{`\?v=[0-9a-f]+`, "?v=TAG"}, {`name="csrf" value="[^"]*"`, `name="csrf" value="TOKEN"`}, {`\b[0-9a-f]{32,64}\b`, "ID"},
		{`[0-9]{1,2} [A-Z][a-z]{2} 20[0-9]{2}(, [0-9]{2}:[0-9]{2} [A-Z]+)?`, "MOMENT"}, {`20[0-9]{2}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z?)?`, "DATE"},
		{`\b[CD]-[0-9A-F]{4}-[0-9A-F]{4}\b`, "NUMBER"}, {`(?m)[ \t]+$`, ""},
	} {
		text = regexp.MustCompile(r.of).ReplaceAllString(text, r.to)
	}
	if _, content, ok := strings.Cut(text, `<main id="main">`); ok && !strings.Contains(text, `data-page="events"`) {
		text, _, _ = strings.Cut(content, "</main>") // what is around it stands in one of the files
	}
	return strings.TrimSpace(text) + "\n"
}

// On a telephone no page is wider than the screen, whatever people are called, and what a finger must hit is at least 44
// pixels high; covered, no page shows a digit of a statistic, nor a picture of one; axe-core finds nothing serious on any page, in any language, nor on any in the dark.
func (a *allPages) fitEverybody(t *testing.T) {
	b := a.tab(t, browser(t))
	const widths = `[document.documentElement.scrollWidth, document.querySelectorAll("#evil").length].join(" ")`
	const covered = `(() => {
		document.documentElement.toggleAttribute("data-cover", true);
		const shown = [...document.querySelectorAll(".fig")].filter((e) => e.checkVisibility()).map((e) => e.innerText).join(" ").match(/\d/g) ?? [];
		const drawn = [...document.querySelectorAll("main svg")].filter((e) => getComputedStyle(e).visibility !== "hidden");
		document.documentElement.toggleAttribute("data-cover", false);
		return shown.length + " " + drawn.length;
	})()`
	const small = `[...document.querySelectorAll("button, .button, select, input, textarea, summary, nav a")]
		.map((e) => e.matches("[type=checkbox], [type=radio]") && e.closest("label") || e)
		.filter((e) => e.checkVisibility({visibilityProperty: true}) && e.offsetHeight > 1 && e.offsetHeight < 44)
		.map((e) => e.outerHTML.slice(0, 80)).join(" ")`
	for _, g := range a.pages() {
		b.open(g.path)
		b.axe(g.path, everyRule)
		b.scheme("dark")
		b.axe(g.path+" in the dark", inColour)
		b.scheme("light")
		b.do(chromedp.EmulateViewport(phoneWidth, 900))
		for script, want := range map[string]string{widths: fmt.Sprintf("%d 0", phoneWidth), covered: "0 0", small: ""} {
			got, err := chromedp.Run(b.Context, chromedp.Evaluate[string](script))
			a.Must(err)
			if got != want {
				t.Errorf("%s: %q, want %q", g.path, got, want)
				b.picture("wrong-" + g.name + ".png")
			}
		}
		b.do(chromedp.EmulateViewport(laptopWidth, 900))
	}
	for _, language := range render.Languages() {
		if language == "en" {
			continue
		}
		a.want(a.post("/account", "/account", url.Values{"language": {language}, "look": {"auto"}}), http.StatusOK)
		for _, g := range a.pages() {
			b.open(g.path)
			b.axe(g.path+" in "+language, inLanguage)
		}
	}
	a.want(a.post("/account", "/account", url.Values{"language": {"en"}, "look": {"auto"}}), http.StatusOK)
}

// The first page, and what it needs, is small enough for a bad line.
func TestFirstPageIsLight(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "")
	for _, path := range []string{"/", "/events"} {
		got := p.want(p.get(path), http.StatusOK)
		total := len(got.text)
		for _, m := range regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"`).FindAllStringSubmatch(got.text, -1) {
			total += len(p.want(p.get(m[1]), http.StatusOK).text)
		}
		if total > 150_000 {
			t.Errorf("%s takes %d bytes", path, total)
		}
		p.signIn()
	}
}

// crowd is a round of 108 players: the games of the demo round under other names.
func crowd(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	player := regexp.MustCompile(`\[(White|Black) "([^"]*)"\]`)
	id := regexp.MustCompile(`\[(White|Black)FideId "([0-9]*)"\]`)
	var all strings.Builder
	for i := range 9 {
		one := player.ReplaceAllString(string(text), fmt.Sprintf(`[$1 "$2 %c"]`, 'A'+i))
		all.WriteString(id.ReplaceAllString(one, fmt.Sprintf(`[${1}FideId "${2}%d"]`, i)) + "\n")
	}
	return all.String()
}

// BenchmarkScreening opens the screening of 108 players: table, picture, permissions and the entry in the audit, over TCP.
func BenchmarkScreening(b *testing.B) {
	h := open(b)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round.pgn", crowd(b))
	for b.Loop() {
		if got := p.get("/events/" + event + "/screening"); got.status != http.StatusOK || strings.Count(got.text, `<th scope="row" class="left"`) != 108 {
			b.Fatalf("%d, %d players", got.status, strings.Count(got.text, `<th scope="row" class="left"`))
		}
	}
}
