package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// lezcano is the Memorial Pedro Lezcano of 2025: its tournament file, and its games as far as their first moves, of
// which four are left out.
func lezcano(t *testing.T) (file, games string, without []string) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/trf/pedro_lezcano_2025.trf")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.SplitAfter(unpacked(t, "pedro_lezcano_2025_first_moves.pgn.gz"), "\n\n[Event ")
	for i, g := range all {
		if round := tagIn(g, "Round"); round == "2.7" || round == "2.9" || round == "5.1" || round == "9.3" {
			without = append(without, tagIn(g, "White"))
			all[i] = ""
			if strings.HasSuffix(all[max(0, i-1)], "[Event ") && i+1 == len(all) {
				all[i-1] = strings.TrimSuffix(all[i-1], "[Event ")
			}
		}
	}
	return string(text), strings.Join(all, ""), without
}

// unpacked is a packed file of games beside the tournament files.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.Open("../../testdata/trf/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	games, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(games)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func tagIn(game, name string) string {
	if m := regexp.MustCompile(`\[` + name + ` "([^"]*)"\]`).FindStringSubmatch(game); m != nil {
		return m[1]
	}
	return ""
}

// An organiser without scripts: he hands in the tournament file and the games, is told which boards lack, and sees no
// figure of anybody.
func TestOrganiserReadsWithoutScripts(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Lezcano", "ESP")
	at := "/events/" + event
	p := as(h, access.Organiser, event).signIn()
	file, games, without := lezcano(t)
	if len(without) != 4 {
		t.Fatalf("%d games are left out", len(without))
	}
	p.want(p.get(at+"/rounds"), http.StatusOK, "Nobody can say yet")
	p.want(p.handIn(at+"/upload", map[string]string{"lezcano.txt": file, "lezcano.pgn": games}), http.StatusOK)
	p.worked(event)
	p.want(p.get(at+"/roster"), http.StatusOK, "151 players", "lezcano.txt", "Alsina Leal, Daniel", "2496")
	p.want(p.get(at+"/rounds"), http.StatusOK, "498 of 502", "Round 9")
	second := p.want(p.get(at+"/rounds/2"), http.StatusOK, "To be put right", without[0], without[1], "missing: 2", "lezcano.pgn")
	if strings.Contains(second.text, "<form method=\"post\" action=\""+at) {
		t.Error("the round has a form")
	}
	p.want(p.get(at+"/questions"), http.StatusOK, "Every name in the games is known")
	p.want(p.get(at+"/package"), http.StatusOK, without[0], without[1], without[2], without[3], "told by the tournament file")
	for _, path := range []string{"", "/upload", "/roster", "/roster/1", "/questions", "/rounds", "/rounds/1", "/rounds/9", "/norms", "/package", "/close"} {
		page := p.want(p.get(at+path), http.StatusOK)
		noFigures(t, at+path, page.text)
	}
	for _, path := range []string{"/facts", "/screening", "/rounds/12", "/rounds/x", "/roster/x"} {
		p.want(p.get(at+path), http.StatusNotFound)
	}
}

// statistic matches what only stands where figures of persons are.
var statistic = regexp.MustCompile(`class="[^"]*\bfig\b|\bROI\b|\bIPR\b|\bz\s*[=≥>]|\bASD\b|\bscreening\b.{0,3}\btable\b|[Ww]atch list`)

// noFigures fails the test where a page has a statistic of anybody, or a word of one.
func noFigures(t *testing.T, where, page string) {
	t.Helper()
	if m := statistic.FindString(page); m != "" {
		t.Errorf("%s shows %q", where, m)
	}
}

// Names that nobody knows are asked for with who it may be and why, and answered by one click; the answer stands and
// can be given otherwise later. A player is changed by hand, and markup in his name comes out as text.
func TestNamesAndPlayers(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Small Open", "UKR")
	at := "/events/" + event
	p := as(h, access.Arbiter, event).signIn()
	chief := as(h, access.ChiefArbiter, event).signIn()
	p.want(p.get(at+"/questions"), http.StatusOK, "Nobody has said yet who takes part")
	p.want(p.handIn(at+"/roster", map[string]string{"players.csv": "no,name,fide id,rating\n1,\"Kovalenko, Olena\",14100000,2241\n2,\"<i>Melnyk</i>, Iryna\",,2100\n3,\"Bondar, Taras\",,2000\n"}), http.StatusOK, "3 players",
		"&lt;i&gt;Melnyk", "Saved.")
	p.want(p.handIn(at+"/roster", map[string]string{"players.csv": "no,name\n1,A\n1,B\n"}), http.StatusBadRequest, "3 players")
	chief.want(chief.handIn(at+"/upload", map[string]string{"r1.pgn": "[Round \"1.1\"]\n[White \"Kovalenco, Olena\"]\n[Black \"Bondar, Taras\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"}), http.StatusOK)
	p.worked(event)
	p.want(p.get(at+"/questions"), http.StatusOK, "Kovalenco, Olena", "a like name", "This is 1 ·")
	p.want(p.post(at+"/questions", at+"/questions", url.Values{"name": {"Kovalenco, Olena"}, "number": {"who"}}), http.StatusBadRequest, "Write the player")
	p.want(p.post(at+"/questions", at+"/questions", url.Values{"name": {"Kovalenco, Olena"}, "number": {"77"}}), http.StatusBadRequest, "77")
	p.want(p.post(at+"/questions", at+"/questions", url.Values{"name": {"Kovalenco, Olena"}, "number": {"1"}}), http.StatusOK, "Every name", "Answers that hold", "1 · <bdi>Kovalenko, Olena")
	p.want(p.get(at+"/roster"), http.StatusOK, "Kovalenco, Olena", "1 player has no game")

	version := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(p.get(at + "/roster/3").text)[1]
	p.want(p.post(at+"/roster/3", at+"/roster/3", url.Values{"name": {"Bondar, Taras"}, "rating": {"high"}, "version": {version}}), http.StatusBadRequest, "Rating: write a whole number", `value="high"`)
	p.want(p.post(at+"/roster/3", at+"/roster/3", url.Values{"name": {"Bondar, Taras"}, "rating": {"2050"}, "estimated": {"yes"}, "version": {version}}), http.StatusOK, "2050", "estimate")
	p.want(p.post(at+"/roster/3", at+"/roster/3", url.Values{"name": {"Bondar, T"}, "rating": {"2040"}, "version": {version}}), http.StatusConflict, "Somebody has changed the list", `value="Bondar, T"`, "<bdi>Bondar, Taras</bdi>")
	p.want(p.get(at+"/roster/4"), http.StatusOK, "new on the list")
	if got := p.post(at+"/roster", at+"/roster/games", url.Values{}); got.status != http.StatusOK || !strings.Contains(got.text, "2 players") {
		t.Errorf("players of the games: %d %s", got.status, got.text)
	}
	other := as(h, access.ChiefArbiter, h.Event("Another", "")).signIn()
	for _, path := range []string{"/roster", "/roster/1", "/questions", "/rounds", "/rounds/1"} {
		other.want(other.get(at+path), http.StatusNotFound)
	}
	reader := as(h, access.FPLMember, event).signIn()
	if got := reader.want(reader.get(at+"/roster"), http.StatusOK); strings.Contains(got.text, "Take over") {
		t.Error("whoever may not keep the list is offered to")
	}
	reader.want(reader.get(at+"/roster/1"), http.StatusNotFound)
}

// The chief arbiter states when rounds are played, in the time of the hall; a round without times has those of the one
// before.
func TestSchedule(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Lviv Open", "UKR")
	at := "/events/" + event + "/rounds"
	p := as(h, access.ChiefArbiter, event).signIn()
	plan := url.Values{"version": {"1"}, "day1": {"2026-03-28"}, "start1": {"15:00"}, "end1": {"20:00"}, "day2": {"2026-03-29"}, "day3": {""}}
	p.want(p.get(at), http.StatusOK, "State the time zone")
	p.want(p.post("/account", at, plan), http.StatusBadRequest, "State the time zone")
	form := "/events/" + event + "/facts"
	p.want(p.post(form, form, facts("version", "1", "end", "2026-04-05")), http.StatusOK, "Saved.")
	p.want(p.post(at, at, url.Values{"day1": {"2026-03-28"}, "start1": {"15:00"}}), http.StatusBadRequest, "Round 1: write the day and both times", `value="15:00"`)
	p.want(p.post(at, at, url.Values{"day1": {"2026-03-29"}, "start1": {"03:30"}, "end1": {"08:00"}}), http.StatusBadRequest, "Round 1: write") // clocks skip it
	p.want(p.post(at, at, plan), http.StatusOK, "Saved.", "28 Mar 2026", "15:00 – 20:00", `name="day9"`)
	p.want(p.post(at, at, url.Values{"version": {"2"}, "day1": {"2025-03-28"}, "start1": {"15:00"}, "end1": {"20:00"}}), http.StatusBadRequest, "outside the days")
	// Somebody who opened the form before sees what is stored beside what he typed; keeping it puts his in its place.
	other := as(h, access.ChiefArbiter, event).signIn()
	late := url.Values{"version": {"1"}, "day1": {"2026-03-28"}, "start1": {"14:00"}, "end1": {"19:00"}}
	got := other.want(other.post(at, at, late), http.StatusPreconditionFailed, "Somebody has changed the event", `value="14:00"`, "<bdi>2026-03-28 15:00 – 20:00</bdi>", `name="version" value="2"`)
	if strings.Count(got.text, "Stored now:") != 2 {
		t.Errorf("what differs is shown %d times, want of rounds 1 and 2:\n%s", strings.Count(got.text, "Stored now:"), got.text)
	}
	late.Set("version", "2")
	other.want(other.post(at, at, late), http.StatusOK, "Saved.", "14:00 – 19:00")
	arbiter := as(h, access.Arbiter, event).signIn()
	if got := arbiter.want(arbiter.get(at), http.StatusOK, "14:00 – 19:00"); strings.Contains(got.text, "When rounds are played") {
		t.Error("an arbiter is offered to plan rounds")
	}
}

// The organiser in a browser, by keyboard: the tournament file and the games, which boards lack, and no figure.
func TestOrganiser(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Memorial Pedro Lezcano", "ESP")
	file, games, without := lezcano(t)
	folder := t.TempDir()
	var paths []string
	for name, text := range map[string]string{"lezcano.trf": file, "lezcano.pgn": games} {
		paths = append(paths, filepath.Join(folder, name))
		h.Must(os.WriteFile(paths[len(paths)-1], []byte(text), 0o600))
	}
	b := as(h, access.Organiser, event).tab(t, browser(t))
	seen := func() { noFigures(t, b.where(), b.says("document.documentElement.outerHTML")) }
	b.open("/events/" + event + "/upload")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), paths), chromedp.SendKeys(chromedp.CSS("form.drop button"), "\r"))
	b.see("section.batch")
	b.worked(event)
	b.open("/events/" + event + "/upload")
	b.fits("upload")
	seen()
	b.open("/events/" + event + "/rounds")
	b.fits("rounds")
	seen()
	b.press("jj\r")
	b.see("body[data-page=round] ul.open")
	text := b.says(`document.querySelector("ul.open").innerText`)
	for _, name := range without[:2] {
		if !strings.Contains(text, name) {
			t.Errorf("the game of %s is not missed: %s", name, text)
		}
	}
	b.fits("round")
	seen()
	b.press("\u0303") // the right arrow
	b.see(`a[href$="/rounds/4"]`)
	b.open("/events/" + event + "/roster")
	b.fits("roster")
	seen()
	b.open("/events/" + event + "/roster/1")
	b.fits("entry")
	seen()
	b.open("/events/" + event + "/package")
	lacks := b.says(`document.querySelector("main").innerText`)
	for _, name := range without {
		if !strings.Contains(lacks, name) {
			t.Errorf("the package does not tell that the game of %s lacks: %s", name, lacks)
		}
	}
	seen()
}

// The chief arbiter in a browser: the level changes as he types; facts, schedule and names of an event that a
// tournament file made.
func TestChiefArbiterSetsUp(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief := as(h, access.ChiefArbiter, "")
	b := chief.tab(t, browser(t))
	b.open("/events/new")
	level := func(says string) {
		says = `document.querySelector("#level .lead")?.textContent.startsWith("` + says + `")`
		if _, err := chromedp.Run(b.Context, chromedp.Poll[bool](says, chromedp.WithPollingTimeout(patience))); err != nil {
			t.Fatalf("%s: %v", says, err)
		}
	}
	level("If FIDE rates the event, at least level C")
	b.do(chromedp.SendKeys(chromedp.CSS("#name"), "Lviv Open"), chromedp.SendKeys(chromedp.CSS("#prize_fund"), "25000"))
	level("At least level B")
	b.do(chromedp.Click(chromedp.CSS("input[name=titles][value=GM]")))
	b.do(chromedp.SendKeys(chromedp.CSS("#prize_fund"), "9"))
	level("Level A")
	b.fits("new")
	b.do(chromedp.SendKeys(chromedp.CSS("#name"), "\r"))
	b.see("body[data-page=event]")

	file, err := filepath.Abs("../../testdata/trf/gros_open_2010_javafo_example_4rounds.trf")
	h.Must(err)
	games, err := os.ReadFile("../../testdata/trf/gros_open_2010_games.pgn")
	h.Must(err)
	b.open("/events")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{file}), chromedp.Click(chromedp.CSS("form.drop button")))
	b.see("body[data-page=event]")
	at := b.where()
	chief.signIn()
	chief.want(chief.handIn(at+"/upload", map[string]string{"games.pgn": strings.Replace(string(games), `[White "`, `[White "X`, 1)}), http.StatusOK)
	chief.worked(strings.TrimPrefix(at, "/events/"))
	b.open(at + "/questions")
	b.look("questions")
	b.open(at + "/facts")
	b.do(chromedp.SendKeys(chromedp.CSS("#time_zone"), "Europe/Madrid\r"))
	b.see(".notice")
	b.fits("facts")
	b.open(at + "/rounds")
	b.look("rounds-plan")
	b.open(at + "/rounds/4")
	b.look("round-open")
}

// A tournament file on the first page makes an event that is named and dated by it.
func TestTournamentFileMakesAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	file, _, _ := lezcano(t)
	got := p.want(p.handIn("/events", map[string]string{"report.txt": file}), http.StatusOK, "XVII Memorial Pedro Lezcano Montalvo 2025")
	p.want(p.get(got.at.Path+"/facts"), http.StatusOK, `value="2025-04-12"`, `value="9"`)
	p.want(p.get(got.at.Path+"/upload"), http.StatusOK, "report.txt", "151 players")
	p.want(p.handIn(got.at.Path+"/upload", map[string]string{"wrong.trf": strings.Replace(file, "001    2 ", "001    1 ", 1)}), http.StatusBadRequest, "line", "151 players")
	p.want(p.handIn(got.at.Path+"/upload", map[string]string{"cut.pgn": "[Event \"A\"]\n[White \"Pap, Misa\"]\n[Black \"<s>B\"]\n[Round \"1\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke7 Nc6 1-0\n"}), http.StatusOK)
	p.worked(strings.TrimPrefix(got.at.Path, "/events/"))
	p.want(p.get(got.at.Path+"/upload"), http.StatusOK, "cut.pgn</bdi>:1", "read up to the move", "Ke7")
}
