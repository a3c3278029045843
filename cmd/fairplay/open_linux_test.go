package main

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/uci/ucitest"
)

// One person opens fairplay: who reads the file in his folder is signed in, once; the second time he
// comes in with his browser.
func TestOpen(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	h.key = filepath.Join(h.data, "server.key") // where it lies if nobody says where
	open := func() (*started, string, *http.Client, string) {
		s := h.start("open", "--browser=false", "--data", h.data, "--listen", "127.0.0.1:0", "--engine", h.engine)
		var at, file string
		s.await("the page can be opened", func() (found bool) {
			at, _ = s.stdout.find(`fairplay is open at (\S+)`)
			file, found = s.stdout.find(`Open this file in your browser, within five minutes: (\S+)`)
			return found
		})
		s.await("the service is ready", func() bool {
			answer, err := http.Get(at + "/readyz")
			if err != nil {
				return false
			}
			answer.Body.Close()
			return answer.StatusCode == http.StatusOK
		})
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others can read the file: %v, %v", info.Mode(), err)
		}
		return s, at, browserOf(t), regexp.MustCompile(`name="code" value="([^"]+)"`).FindStringSubmatch(string(page))[1]
	}
	see := func(c *http.Client, url string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first, at, person, code := open()
	for _, c := range []struct {
		who    *http.Client
		code   string
		status int
	}{{person, "fp_wrong", http.StatusUnauthorized}, {person, code, http.StatusOK}, {&http.Client{}, code, http.StatusUnauthorized}} {
		if answer, _ := enter(t, c.who, at, c.code); answer.StatusCode != c.status {
			t.Errorf("status %d, want %d", answer.StatusCode, c.status)
		}
	}
	if text := see(person, at+"/events"); !strings.Contains(text, "this computer") || !strings.Contains(text, `data-drop="new"`) {
		t.Errorf("the first page is %s", text)
	}
	h.fromGamesToReport(person, at)
	second, err := exec.Command("fairplay", "open", "--browser=false", "--data", h.data, "--engine", h.engine).CombinedOutput()
	if err == nil || !strings.Contains(string(second), "is open already") {
		t.Errorf("a second one: %v, %s", err, second)
	}
	first.stop()

	again, at, _, _ := open()
	h.firstHour(at)
	again.stop()
	if out := h.fairplay("token", "list"); strings.Count(out, "this computer") != 1 {
		t.Errorf("tokens: %s", out)
	}
}

// firstHour opens the file in the user's folder in a browser, as fairplay does, chooses games there, and goes by the keyboard
// from their event to the table, a player and a game.
func (p *premises) firstHour(at string) {
	p.Helper()
	browser := chromium(p.T)
	do := func(what string, steps ...chromedp.Action[chromedp.Void]) {
		p.Helper()
		ctx, stop := context.WithTimeout(browser, patience)
		defer stop()
		if err := chromedp.Do(ctx, steps...); err != nil {
			shown, _ := chromedp.Run(browser, chromedp.Evaluate[string]("location.href + ' ' + document.body.innerText"))
			p.Fatalf("%s: %v, at %s", what, err, shown)
		}
	}
	page := func(name string) chromedp.Action[chromedp.Void] {
		return chromedp.WaitVisible(chromedp.CSS("body[data-page=" + name + "]"))
	}
	games := filepath.Join(p.TempDir(), "club.pgn")
	if err := os.WriteFile(games, []byte(strings.Replace(shortGame, `"Test"`, `"Club evening"`, 1)), 0o600); err != nil {
		p.Fatal(err)
	}
	do("the file opens the door", chromedp.Navigate("file://"+filepath.Join(p.data, "open.html")), page("events"))
	if shown, err := chromedp.Run(browser, chromedp.Location()); err != nil || !strings.HasPrefix(shown, at) {
		p.Errorf("the file leads to %s, %v", shown, err)
	}
	if shown, err := chromedp.Run(browser, chromedp.Evaluate[string]("document.body.innerText")); err != nil || !strings.Contains(shown, "this computer") || !strings.Contains(shown, "Grand Swiss") {
		p.Errorf("whose page is it, and where is the event of before: %s, %v", shown, err)
	}
	do("games make an event", chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{games}), chromedp.Focus(chromedp.CSS("#files")),
		chromedp.KeyEvent("\t\r"), page("event"), chromedp.WaitVisible(chromedp.CSS(`a[href$="/screening"]`)), chromedp.WaitReady(chromedp.CSS("#progress:not(:has(progress))")))
	if title, err := chromedp.Run(browser, chromedp.Title()); err != nil || !strings.Contains(title, "Club evening") {
		p.Errorf("the event is called %s, %v", title, err)
	}
	do("from the table to a game", chromedp.Click(chromedp.CSS(`nav.parts a[href$="/screening"]`)), page("screening"), chromedp.KeyEvent("j"), chromedp.WaitVisible(chromedp.CSS("tbody a:focus")),
		chromedp.KeyEvent("\r"), page("player"), chromedp.KeyEvent("j"), chromedp.WaitVisible(chromedp.CSS("tbody a:focus")), chromedp.KeyEvent("\r"), page("game"),
		chromedp.WaitVisible(chromedp.CSS(".board")))
}

// chromium starts a browser, which ends with the test.
func chromium(t testing.TB) context.Context {
	t.Helper()
	folder, err := os.MkdirTemp("", "fairplay-chromium-") // which a browser that ends may still write to
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.ExecPath("/usr/bin/chromium"), chromedp.UserDataDir(folder), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, end := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(end)
	browser, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("start Chromium (make deps installs it): %v", err)
	}
	return browser
}

// fromGamesToReport hands games in on the pages, has a player tested, takes the report away, and proves it by
// evaluating it anew.
func (p *premises) fromGamesToReport(person *http.Client, at string) {
	p.Helper()
	const games = "../../testdata/demo/grand_swiss_2021_round_8.pgn"
	must := func(err error) {
		p.Helper()
		if err != nil {
			p.Fatal(err)
		}
	}
	ask := func(method, url, kind string, body io.Reader) (*http.Response, string) {
		p.Helper()
		r, err := http.NewRequestWithContext(p.Context(), method, url, body)
		must(err)
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		if strings.HasSuffix(url, "/progress") {
			r.Header.Set("Accept", "text/event-stream") // which ends when all is done
		}
		answer, err := person.Do(r)
		must(err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		must(err)
		if answer.StatusCode != http.StatusOK {
			p.Fatalf("%s %s: status %d: %s", method, url, answer.StatusCode, text)
		}
		return answer, string(text)
	}
	form := func(page string) string {
		p.Helper()
		_, text := ask("GET", page, "", nil)
		return regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(text)[1]
	}
	token := form(at + "/events")
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	must(parts.WriteField("csrf", token))
	file, err := parts.CreateFormFile("files", filepath.Base(games))
	must(err)
	text, err := os.ReadFile(games)
	must(err)
	_, err = file.Write(text)
	must(err)
	must(parts.Close())
	answer, _ := ask("POST", at+"/events", parts.FormDataContentType(), &body)
	event := answer.Request.URL.String()
	ask("GET", event+"/progress", "", nil)
	player := event + "/players/12573981"
	answer, _ = ask("POST", player+"/test", "application/x-www-form-urlencoded",
		strings.NewReader(url.Values{"csrf": {form(player)}, "kind": {"quick"}}.Encode()))
	test := event + "/tests/" + answer.Request.URL.Query().Get("test")
	ask("GET", event+"/progress", "", nil)
	_, report := ask("GET", test+"/file?format=json", "", nil)
	if _, pdf := ask("GET", test+"/file?format=pdf", "", nil); !strings.HasPrefix(pdf, "%PDF-") {
		p.Error("the document is no PDF")
	}
	kept := filepath.Join(p.TempDir(), "report.json")
	must(os.WriteFile(kept, []byte(report), 0o600))
	if out := run(p.T, "verify", "--engine", p.engine, "--cache", filepath.Join(p.TempDir(), "verify.db"), kept, games); !strings.Contains(out, "identical") {
		p.Errorf("the report is not proved: %s", out)
	}
}
