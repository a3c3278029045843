package web_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// screen hands games in and waits until they are evaluated.
func (p *person) screen(event, name, text string) {
	p.T.Helper()
	path := "/events/" + event
	p.want(p.handIn(path+"/upload", map[string]string{name: text}), http.StatusOK, name)
	r, err := http.NewRequestWithContext(p.T.Context(), "GET", p.URL+path+"/progress", nil)
	p.Must(err)
	r.Header.Set("Accept", "text/event-stream")
	stream, err := p.Do(r)
	p.Must(err)
	defer stream.Body.Close()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		if lines.Text() == "event: done" {
			return
		}
	}
	p.T.Fatal("the stream ended before all was done")
}

// firstGame is the game that came first.
func (p *person) firstGame(event string) string {
	p.T.Helper()
	games, err := p.DB.EventGames(p.T.Context(), event, 0, 1)
	p.Must(err)
	return games[0].ID
}

func demoGames(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A game is stepped through by links alone: board, curve, figures of the move, and why others do not
// count.
func TestGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(t))
	path := "/events/" + event + "/games/" + p.firstGame(event)
	start := p.want(p.get(path), http.StatusOK, "Position at the start: White: Ke1, Qd1", `data-key="ArrowRight"`, "1–11 opening and reference book")
	if strings.Contains(start.text, "style=") || strings.Contains(start.text, `aria-current="step"`) {
		t.Error("a move is chosen at the start, or a style that the policy forbids")
	}
	first := p.want(p.get(path+"?ply=0"), http.StatusOK, `class="arrow played"`, "Position after 1.", "not counted: opening", "<details open>")
	next := regexp.MustCompile(`href="(\?[^"]*)" data-key="ArrowRight"`).FindStringSubmatch(first.text)
	if next == nil || next[1] != "?ply=1" {
		t.Errorf("the next step is %v", next)
	}
	// What the list says of a move is what its own page says.
	other := regexp.MustCompile(`<a href="\?ply=(\d+)" data-after="([^"]+)" data-before="([^"]+)" data-best="[^"]+" data-common="([^"]+)" data-counts="another move" [^>]*data-typical="([^"]+)">`)
	move := other.FindStringSubmatch(start.text)
	if move == nil {
		t.Fatalf("no move has probabilities: %s", start.text)
	}
	p.want(p.get(path+"?ply="+move[1]), http.StatusOK, `class="arrow best"`, `aria-current="step"`, `data-slot="after">`+move[2], `data-slot="before">`+move[3], `data-slot="common">`+move[4],
		`data-slot="typical">`+move[5], `<small data-slot="counts">another move`)
	p.want(p.get(path+"?ply=9999&side=black"), http.StatusOK, `data-key="Home"`, "side=black")
	p.want(p.get(path+"?ply=x&recipe=full"), http.StatusUnprocessableEntity, "no full test has evaluated this game")
	h.Must(work.Control{Service: h.Work}.Pause(t.Context(), event))
	_, err := work.Tests{Service: h.Work}.StartTest(t.Context(), event, reports.TestRequest{Kind: reports.FullKind, Player: "12573981"}, p.id)
	h.Must(err)
	if waits := p.want(p.get(path+"?recipe=full"), http.StatusOK, "still being evaluated"); waits.header.Get("Refresh") == "" {
		t.Error("the page does not ask again")
	}

	organiser := as(h, access.Organiser, event).signIn()
	organiser.want(organiser.get(path), http.StatusNotFound)
	entries, err := h.DB.AuditEntries(t.Context(), store.AuditQuery{})
	h.Must(err)
	read := 0
	for _, e := range entries {
		if e.Action == "readGameMoves" && e.Token == p.id && strings.HasPrefix(e.Detail, "game ") {
			read++
		}
	}
	if read != 6 {
		t.Errorf("%d of 6 readings are in the audit", read)
	}
}

// Keys, clicks and a finger go from move to move, and nothing is asked of the service: thirty presses 60 ms apart make thirty steps.
// The board turns; the page is fit for everybody, light and dark, wide and narrow; without scripts links do the same.
func TestGameInABrowser(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(t))
	b := p.tab(t, browser(t))
	path := "/events/" + event + "/games/" + p.firstGame(event)
	b.open(path + "?ply=40")
	b.see(".board")
	b.fits("game")
	const at = `[...document.querySelectorAll(".moves a")].findIndex((a) => a.hasAttribute("aria-current")) + " " +
		document.querySelector(".board title").textContent + [...document.querySelectorAll(".board use, .arrow, [data-slot], .side [data-clock]")].map((e) =>
			(e.getAttribute("class") ?? "") + (e.getAttribute("href") ?? "") + (e.getAttribute("x") ?? "") + (e.getAttribute("y") ?? "") + (e.getAttribute("d") ?? "").replaceAll(/\.\d+/g, "") + e.textContent).sort()`
	asked := b.says("performance.getEntriesByType('resource').filter((e) => e.transferSize).map((e) => e.name).join()")
	b.press(kb.Home)
	for range 30 {
		b.press(kb.ArrowRight)
		_, err := chromedp.Run(b.Context, chromedp.Evaluate[bool]("new Promise((done) => setTimeout(done, 60, true))", chromedp.EvalAwaitPromise))
		h.Must(err)
	}
	stepped := b.says(at)
	if !strings.HasPrefix(stepped, "29 ") {
		t.Errorf("after 30 steps: %s", stepped)
	}
	if now := b.says("performance.getEntriesByType('resource').filter((e) => e.transferSize).map((e) => e.name).join()"); now != asked {
		t.Errorf("steps asked the service: %s instead of %s", now, asked)
	}
	_, err := chromedp.Run(b.Context, chromedp.Poll[bool](`location.search === "?ply=29"`))
	h.Must(err)
	for _, step := range []struct{ key, want string }{{kb.ArrowLeft, "28 "}, {kb.End, "84 "}, {kb.ArrowRight, "84 "}, {kb.Home, "-1 "}, {kb.ArrowLeft, "-1 "}} {
		b.press(step.key)
		if got := b.says(at); !strings.HasPrefix(got, step.want) {
			t.Errorf("after %q: %s", step.key, got)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`.moves a[href="?ply=40"]`)))
	b.press("f")
	turned := b.says(at)
	for on, want := range map[string]string{"?ply=29": stepped, "?ply=40&side=black": turned} {
		b.open(path + on)
		b.see(".board")
		if drawn := b.says(at); drawn != want {
			t.Errorf("%s: the server draws\n%s\nand the script\n%s", on, drawn, want)
		}
	}
	b.do(chromedp.EmulateViewport(phoneWidth, 900))
	b.open(path + "?ply=40")
	b.see(".board")
	const swipe = `((board, finger) => {
		board.dispatchEvent(new TouchEvent("touchstart", {touches: [finger(200)]}));
		board.dispatchEvent(new TouchEvent("touchend", {changedTouches: [finger(120)]}));
		scrollTo(0, 600);
		const box = board.getBoundingClientRect();
		return document.querySelector(".moves [aria-current]").dataset.name + " " + (box.top >= 0 && box.height <= .44 * innerHeight);
	})(document.querySelector(".board"), (clientX) => new Touch({identifier: 1, target: document.querySelector(".board"), clientX}))`
	if got := b.says(swipe); got != "21...Re8 true" {
		t.Errorf("a swipe leads to %s", got)
	}
	b.scripts(false)
	b.open(path + "?ply=40")
	b.do(chromedp.Click(chromedp.CSS(`.keys [data-key=ArrowRight]`)), chromedp.WaitVisible(chromedp.CSS(`.moves a[href="?ply=41"][aria-current]`)))
}

// A variant has moves and no board, a record that breaks
// off its reason.
func TestOddGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	const tags = "[Event \"x\"]\n[White \"<b>A</b>\"]\n[Black \"B\"]\n[Round \""
	p.screen(event, "odd.pgn", tags+"1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. O-O *\n\n"+tags+"2\"]\n\n1. e4 e5 2. Ke3 *\n\n"+tags+"3\"]\n\n1. e4 {[%clk 1:29:58]} e5 {[%clk 0:45:00]} *\n")
	games, err := h.DB.EventGames(t.Context(), event, 0, 0)
	h.Must(err)
	for _, g := range games {
		at := fmt.Sprintf("/events/%s/games/%s?ply=1", event, g.ID)
		page := p.want(p.get(at), http.StatusOK, "&lt;b&gt;A&lt;/b&gt;", "No move of this game counts", "There is no curve")
		switch g.Round {
		case "1":
			p.want(page, http.StatusOK, "There is no board", "O-O")
		case "3":
			p.want(page, http.StatusOK, `<small class="clock">1:29:58</small>`, `<span data-clock="white">1:29:58</span>`, `<span data-clock="black">0:45:00</span>`)
		default:
			p.want(page, http.StatusOK, "Position after 1...e5", "Ke3", "The record is read up to here")
		}
	}
}
