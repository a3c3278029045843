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
	start := p.want(p.get(path), http.StatusOK, "Position at the start: White: Ke1, Qd1", `data-key="ArrowRight"`, "The game begins here")
	if strings.Contains(start.text, "style=") || strings.Contains(start.text, `data-key="ArrowLeft"`) {
		t.Error("a step back from the start, or a style that the policy forbids")
	}
	first := p.want(p.get(path+"?ply=0"), http.StatusOK, `class="from"`, `class="to"`, "Position after 1.", "opening")
	next := regexp.MustCompile(`href="(\?[^"]*)" data-key="ArrowRight"`).FindStringSubmatch(first.text)
	if next == nil || next[1] != "?ply=1" {
		t.Errorf("the next step is %v", next)
	}
	counted := regexp.MustCompile(`(?s)<a href="\?ply=(\d+)">[^<]*<bdi>[^<]*</bdi></a></th>\s*<td class="left fig">[^<]+</td><td class="fig">[^<]+</td><td class="fig">[<\d]`)
	move := counted.FindStringSubmatch(start.text)
	if move == nil {
		t.Fatalf("no move has probabilities: %s", start.text)
	}
	p.want(p.get(path+"?ply="+move[1]), http.StatusOK, "p(played)", "Engine&#39;s choice", `class="chosen"`, `aria-current="true"`)
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

// Keys and clicks go from move to move without a new page; the board turns; the page is fit for
// everybody, light and dark, wide and narrow.
func TestGameInABrowser(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.screen(event, "round8.pgn", demoGames(t))
	b := p.tab(t, browser(t))
	b.open("/events/" + event + "/games/" + p.firstGame(event) + "?ply=40")
	b.see(".board")
	b.fits("game")
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.WaitVisible(chromedp.CSS(`tr.at a[href="?ply=41"]`)),
		chromedp.KeyEvent(kb.ArrowLeft), chromedp.WaitVisible(chromedp.CSS(`tr.at a[href="?ply=40"]`)),
		chromedp.Click(chromedp.CSS(`.curve a[href="?ply=60"]`)), chromedp.WaitVisible(chromedp.CSS(`tr.at a[href="?ply=60"]`)),
		chromedp.Click(chromedp.CSS(`.steps a[href*="side=black"]`)), chromedp.WaitVisible(chromedp.CSS(`tr.at a[href="?ply=60&side=black"]`)),
		chromedp.KeyEvent(kb.Home), chromedp.WaitNotPresent(chromedp.CSS("tr.at")))
}

// A variant has moves and no board, a record that breaks
// off its reason.
func TestOddGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event).signIn()
	const tags = "[Event \"x\"]\n[White \"<b>A</b>\"]\n[Black \"B\"]\n[Round \""
	p.screen(event, "odd.pgn", tags+"1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. O-O *\n\n"+tags+"2\"]\n\n1. e4 e5 2. Ke3 *\n")
	games, err := h.DB.EventGames(t.Context(), event, 0, 0)
	h.Must(err)
	for _, g := range games {
		at := fmt.Sprintf("/events/%s/games/%s?ply=1", event, g.ID)
		page := p.want(p.get(at), http.StatusOK, "&lt;b&gt;A&lt;/b&gt;", "No move of this game counts", "There is no curve")
		switch g.Round {
		case "1":
			p.want(page, http.StatusOK, "There is no board", "O-O")
		default:
			p.want(page, http.StatusOK, "Position after 1...e5", "Ke3", "The record is read up to here")
		}
	}
}
