package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fairplay/queue/work"
	"fairplay/reports/access"
)

// between is how many stops of the Tab key there are, at least, from what has the focus to an element; 0 where that is not
// known.
const between = `((all) => Math.max(0, all.findIndex((e, i) => i > all.indexOf(document.activeElement) && e.matches(%q)) - all.indexOf(document.activeElement)))(
	[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
		.filter((e) => e.checkVisibility() && !e.disabled && e.type !== "hidden" && e.type !== "radio"))`

// reach moves the focus with the Tab key until an element has it.
func (t *tab) reach(selector string) {
	t.t.Helper()
	stops, err := strconv.Atoi(t.says(fmt.Sprintf(between, selector)))
	t.Must(err)
	there := fmt.Sprintf("document.activeElement?.matches(%q)", selector)
	for range 400 {
		t.press(strings.Repeat(kb.Tab, max(1, stops)))
		if stops = 0; t.says(there) == "true" {
			return
		}
	}
	t.t.Fatalf("at %s no Tab leads to %s", t.where(), selector)
}

// follow goes to a link or a button with the Tab key and presses Enter there, then waits for a page.
func (t *tab) follow(selector, page string) {
	t.t.Helper()
	t.reach(selector)
	t.press("\r")
	t.see("body[data-page=" + page + "]")
}

// choose puts a file into the form of a page, which the window of the computer for files does, and sends it by keys.
func (t *tab) choose(page string, files ...string) {
	t.t.Helper()
	t.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), files))
	t.follow("form.drop button", page)
}

// scripts turns scripts of pages on or off.
func (t *tab) scripts(on bool) {
	t.t.Helper()
	_, err := chromedp.Call(t.Context, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
	t.Must(err)
}

// part goes by keys to another page of the event, by its navigation.
func (t *tab) part(name string) {
	t.t.Helper()
	link := `nav.parts a[href$="/` + name + `"]`
	if t.says(fmt.Sprintf("document.querySelector(%q)", link)) == "null" {
		first := map[string]string{"duties": "", "facts": "", "rounds": "upload", "roster": "upload", "questions": "upload", "actions": "screening", "watch": "log", "package": "norms", "close": "norms"}[name]
		t.follow(`nav.tabs a[href$="/`+first+`"]`, first)
	}
	t.follow(link, name)
}

// firstRounds are all 162 games of the first three rounds of the Grand Swiss, as a file: those of boards 1 to 4 whole, the
// others as far as their first moves, which nobody evaluates. So the story does not show the screening of whole rounds, for
// which thirteen times as many games would be evaluated.
func firstRounds(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "rounds1-3.pgn")
	if err := os.WriteFile(path, []byte(unpacked(t, "grand_swiss_2021_rounds_1_to_3.pgn.gz")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each role does its work by the keyboard alone, on one service: the chief arbiter makes an event of a tournament file,
// hands in three rounds, watches them being evaluated, has the first player of the table tested, notes an absence and
// prints; the organiser reads what lacks; the administrator reads the audit. What there is to read is read without scripts too.
func TestStoriesByKeyboard(t *testing.T) {
	t.Parallel()
	h := openWith(t, "")
	chief := as(h, access.ChiefArbiter, "")
	b := chief.tab(t, browser(t))
	tournament, err := filepath.Abs("../../testdata/trf/grand_swiss_2021.trf")
	h.Must(err)
	b.choose("event", tournament)
	at := b.where()
	event := strings.TrimPrefix(at, "/events/")
	b.part("upload")
	h.Must(work.Control{Service: h.Work}.Pause(t.Context(), event)) // until somebody watches
	b.choose("upload", firstRounds(t))
	b.see("#live section.batch")
	b.follow("a.where", "event")
	b.see("#progress progress")
	h.Must(work.Control{Service: h.Work}.Resume(t.Context(), event))
	chief.worked(event)
	b.do(chromedp.Reload()) // Chromium wakes a tab seldom that has long been behind others; TestFirstHour sees a page follow the work by itself
	b.do(chromedp.WaitReady(chromedp.CSS("#progress:not(:has(progress))")))
	b.part("rounds")
	if text := b.told("main"); !strings.Contains(text, "162 of 594") {
		t.Errorf("the rounds say %s", text)
	}
	chief.worked(event)
	b.part("screening")
	b.press("j")
	top := b.says("document.activeElement.innerText")
	b.press("\r")
	b.see("body[data-page=player]")
	player := b.where()
	b.reach("form.card button")
	b.press("\r")
	b.see("section.test")
	chief.worked(event)
	b.do(chromedp.Reload())
	report := b.where()
	if text := b.told("main"); !strings.Contains(text, "done") || !strings.Contains(text, "Full test") {
		t.Errorf("the test of %s says %s", top, text)
	}
	b.printed()

	b.part("log")
	b.reach("#move")
	b.press("23")
	b.reach("input[name=player]")
	b.press(" ")
	b.follow("button[value=left]", "log")
	b.see("#notes tbody tr")
	if text := b.told("#notes"); !strings.Contains(text, "left before move 23") {
		t.Errorf("the log says %s", text)
	}
	b.readsWithoutScripts(at, player, report)
	b.handTo(as(h, access.Organiser, event))
	organises(t, b)
	b.handTo(as(h, access.Administrator, ""))
	administers(t, b)
}

// printed checks what a page is on paper: no navigation, and the caveats.
func (t *tab) printed() {
	t.t.Helper()
	_, err := chromedp.Call(t.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	t.Must(err)
	const shown = `[...document.querySelectorAll("header.top, nav, form, .screen-only")].filter((e) => e.offsetParent !== null).length + " " +
		[...document.querySelectorAll(".hint, .caveat p")].filter((e) => !e.checkVisibility({contentVisibilityAuto: true}) || e.offsetHeight === 0 || e.scrollHeight > e.offsetHeight).length`
	if got := t.says(shown); got != "0 0" {
		t.t.Errorf("on paper: %s parts of the navigation, and caveats cut off", got)
	}
	if t.says(`document.querySelectorAll(".hint, .caveat p").length`) == "0" {
		t.t.Error("there is no caveat to print")
	}
	t.picture("printed.png")
	_, err = chromedp.Call(t.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	t.Must(err)
}

// readsWithoutScripts goes from the table to a move by links alone, in a browser that runs no scripts.
func (t *tab) readsWithoutScripts(at, player, report string) {
	t.t.Helper()
	t.scripts(false)
	t.open(at)
	t.part("screening")
	t.follow(`tbody a[href="`+player+`"]`, "player")
	t.follow(`tbody a[href*="/games/"]`, "game")
	start := t.where()
	t.follow(`[data-key=ArrowRight]`, "game")
	if t.where() == start || t.says(`document.querySelectorAll("svg").length > 0`) != "true" {
		t.t.Errorf("no step from %s", start)
	}
	t.open(report)
	if text := t.told("main"); !strings.Contains(text, "Full test") {
		t.t.Errorf("without scripts the test says %s", text)
	}
	for _, name := range []string{"rounds", "roster", "actions", "norms", "package", "close"} {
		t.part(name)
		if len(t.told("main")) < 100 {
			t.t.Errorf("without scripts %s says %q", name, t.told("main"))
		}
	}
	t.scripts(true)
}

// organises is the organiser's story: what lacks in a round, the players and the package, and no figure on the way.
func organises(t *testing.T, b *tab) {
	t.Helper()
	seen := func() { t.Helper(); noFigures(t, b.where(), b.says("document.documentElement.outerHTML")) }
	b.press("j\r")
	b.see("body[data-page=event]")
	seen()
	b.part("rounds")
	seen()
	b.press("jjjj\r")
	b.see("body[data-page=round]")
	if text := b.told("main"); !strings.Contains(text, "missing") {
		t.Errorf("round 4 says %s", text)
	}
	seen()
	b.part("roster")
	seen()
	b.scripts(false)
	b.part("package")
	if text := b.told("main"); !strings.Contains(text, "Games that are missing or break off") {
		t.Errorf("the package says %s", text)
	}
	seen()
	b.scripts(true)
}

// administers is the administrator's story: a token by keys, the audit and the parts without scripts.
func administers(t *testing.T, b *tab) {
	t.Helper()
	b.follow(`nav a[href="/admin/tokens"]`, "tokens")
	b.reach("#name")
	b.press("Olena")
	b.reach("select[name=role]")
	b.press("Ar")
	b.reach("main form.card > button, main form.card button")
	b.press("\r")
	b.see("#secret code")
	b.scripts(false)
	b.follow(`a[href="/admin/audit"]`, "audit")
	if text := b.told("main"); !strings.Contains(text, "createToken") {
		t.Errorf("the audit says %s", text)
	}
	b.follow(`a[href="/admin/health"]`, "health")
	if text := b.told("main"); !strings.Contains(text, "Database") {
		t.Errorf("the parts are %s", text)
	}
	b.scripts(true)
}
