package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/uci/ucitest"
)

// starts starts a server, which need not become ready, and waits until it listens.
func (p *premises) starts(flags ...string) *serving {
	p.Helper()
	all := append([]string{"serve", "--listen", "127.0.0.1:0", "--redis", p.redis, "--engine", p.engine}, p.where()...)
	s := &serving{started: p.start(append(all, flags...)...)}
	s.await("the server listens", func() (listens bool) {
		s.url, listens = s.stdout.find(`Starting at (\S+),`)
		return listens
	})
	return s
}

// saysItWaits asks every kind of address of a server that starts, each of which says what it waits for.
func (s *serving) saysItWaits(forWhat string) {
	s.Helper()
	for _, c := range []struct{ path, kind, text string }{
		{"/readyz", "application/json", forWhat}, {"/v1/events", "application/problem+json", forWhat}, {"/v1", "application/problem+json", `"code":"starting"`},
		{"/v1/nothing/at/all", "application/problem+json", forWhat}, {"/", "text/html", "<h1>fairplay starts</h1>"}, {"/events", "text/html", "This page asks again by itself"},
	} {
		r, err := s.ask("GET", c.path, "fp_nobody", nil)
		if err != nil || r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" ||
			!strings.HasPrefix(r.header.Get("Content-Type"), c.kind) || !bytes.Contains(r.body, []byte(c.text)) {
			s.Errorf("%s: %d %v %s %v, want %q", c.path, r.status, r.header, r.body, err, c.text)
		}
		if (c.kind == "text/html") != (r.header.Get("Refresh") != "") {
			s.Errorf("%s: Refresh %q", c.path, r.header.Get("Refresh"))
		}
	}
	for _, path := range []string{"/healthz", "/livez"} {
		if r, err := s.ask("GET", path, "", nil); err != nil || r.status != http.StatusOK {
			s.Errorf("%s: %d %v", path, r.status, err)
		}
	}
}

// A server whose database is away waits for it, and says so on every address and in its log. One that is refused by its
// database, or finds tables that it does not know, ends with the reason.
func TestStartWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	h.fairplay("migrate")
	h.postgreSQL.Stop(t)
	s := h.starts()
	s.await("it waits", func() bool { return strings.Contains(s.stderr.String(), "the database is away and is waited for") })
	s.saysItWaits("waits for its database: ")
	page, err := s.ask("GET", "/", "", nil)
	if err != nil || !bytes.Contains(page.body, []byte("It waits for its database")) || bytes.Contains(page.body, []byte("127.0.0.1")) {
		t.Errorf("the page says %s, %v", page.body, err)
	}
	w := h.start("worker", "--redis", h.redis, "--engine", h.engine, "--data", h.data, "--database", h.database, "--server-key-file", h.key)
	w.await("the worker waits too", func() bool { return strings.Contains(w.stderr.String(), "the database is away and is waited for") })
	h.postgreSQL.Restart(t)
	s.await("the server is ready", func() bool { _, ready := s.stdout.find(`Listening on (\S+);`); return ready })
	s.must("GET", "/readyz", "", nil)
	if r, err := s.ask("GET", "/events", "", nil); err != nil || r.status == http.StatusServiceUnavailable {
		t.Errorf("a page of a server that is ready: %d %v", r.status, err)
	}
	w.await("the worker works", func() bool { _, works := w.stdout.find("Working with"); return works })
	w.stop()
	s.stop()
	if n := strings.Count(s.stderr.String(), "is waited for"); n > 3 {
		t.Errorf("its log says so %d times", n)
	}
	for address, reason := range map[string]string{
		strings.Replace(h.database, "postgres@", "nobody:wrong@", 1): "refuses this user or password", h.postgreSQL.Fresh(t): "fairplay migrate",
	} {
		out, err := exec.Command("fairplay", "serve", "--listen", "127.0.0.1:0", "--engine", h.engine, "--data", filepath.Join(t.TempDir(), "data"), "--database", address).CombinedOutput()
		exit, ended := errors.AsType[*exec.ExitError](err)
		if !ended || exit.ExitCode() != 7 || !strings.Contains(string(out), reason) || strings.Contains(string(out), "is waited for") {
			t.Errorf("%s: %v: %s", reason, err, out)
		}
	}
}

// While a server gets to know an engine, it says how far that is. Ctrl-C then ends it at once, and leaves no engine.
func TestStartShowsTheMeasuringOfAnEngine(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	h.engine = filepath.Join(t.TempDir(), "stockfish")
	ucitest.Rebuild(t, "/usr/games/stockfish", h.engine, "unknown")
	s := h.starts("--engines", "1")
	s.await("the engine is measured", func() bool { return strings.Contains(s.stderr.String(), "an engine that is not known is measured") })
	s.saysItWaits(" of 40 reference positions are evaluated")
	page, err := s.ask("GET", "/", "", nil)
	if err != nil || !regexp.MustCompile(`<progress [^>]*max="40" value="\d+"`).Match(page.body) || !bytes.Contains(page.body, []byte(" of 40 reference positions are evaluated.")) {
		t.Errorf("the page says %s, %v", page.body, err)
	}
	engines := s.engines()
	if len(engines) != 1 {
		t.Fatalf("engines %v", engines)
	}
	s.signal(syscall.SIGINT)
	every(t, "it ends", s.over)
	if code := s.cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
	every(t, "its engine is gone", engines[0].gone)
	if _, err := s.ask("GET", "/healthz", "", nil); err == nil {
		t.Error("somebody still answers")
	}
}

// The person at this computer who comes while the service starts sees how far it is, and is signed in when it is ready. Nobody
// else is.
func TestOpenWhileItStarts(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	h.fairplay("migrate")
	h.postgreSQL.Stop(t)
	s := h.start(append([]string{"open", "--browser=false", "--listen", "127.0.0.1:0", "--engine", h.engine}, h.where()...)...)
	var at, file string
	s.await("the page can be opened", func() (found bool) {
		at, _ = s.stdout.find(`fairplay is open at (\S+)`)
		file, found = s.stdout.find(`Open this file in your browser, within five minutes: (\S+)`)
		return found
	})
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`name="code" value="([^"]+)"`).FindStringSubmatch(string(body))[1]
	stranger := browserOf(t)
	if r, _ := enter(t, stranger, at, "fp_wrong"); r.StatusCode != http.StatusServiceUnavailable || len(r.Cookies()) > 0 {
		t.Errorf("a wrong code while it starts: %d %v", r.StatusCode, r.Cookies())
	}
	if r, text := enter(t, browserOf(t), at, code); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Refresh") != "2; url=/here" || !strings.Contains(text, "fairplay starts") {
		t.Errorf("while it starts: %d %v %s", r.StatusCode, r.Header, text)
	}
	person, stop := context.WithTimeout(chromium(t), patience)
	defer stop()
	page := func(name string) chromedp.Action[chromedp.Void] {
		return chromedp.WaitVisible(chromedp.CSS("body[data-page=" + name + "]"))
	}
	if err := chromedp.Do(person, chromedp.Navigate("file://"+file), page("starting")); err != nil {
		t.Fatalf("the person sees no progress: %v", err)
	}
	h.postgreSQL.Restart(t)
	if err := chromedp.Do(person, page("events")); err != nil { // by itself
		t.Fatalf("the page does not go on: %v\n%s", err, s.stderr.tail())
	}
	if shown, err := chromedp.Run(person, chromedp.Evaluate[string]("document.body.innerText")); err != nil || !strings.Contains(shown, "this computer") {
		t.Errorf("whose page is it: %s, %v", shown, err)
	}
	for _, wrong := range []string{code, "", "fp_wrong"} {
		if r, _ := enter(t, stranger, at, wrong); r.StatusCode != http.StatusUnauthorized {
			t.Errorf("the code %q: %d", wrong, r.StatusCode)
		}
	}
	if r, err := stranger.Get(at + "/here"); err != nil || r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a code: %v, %v", r, err)
	}
	s.stop()
}

// browserOf is a browser of one person, without scripts.
func browserOf(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// enter sends the code of the file in the person's folder.
func enter(t testing.TB, c *http.Client, at, code string) (*http.Response, string) {
	t.Helper()
	answer, err := c.PostForm(at+"/here", url.Values{"code": {code}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// A server whose disk is full says that it is not ready, and why, and goes on answering what only reads.
func TestReadyKnowsAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	h := onSQLite(t, ucitest.Engine{})
	h.data = filepath.Join(disk, "data")
	s := h.serve()
	arbiter := h.arbiter()
	event := s.event(arbiter)
	s.must("GET", "/readyz", "", nil)
	ballast := filepath.Join(disk, "ballast")
	fillUp(t, ballast)
	r, err := s.ask("GET", "/readyz", "", nil)
	if err != nil || r.status != http.StatusServiceUnavailable || !bytes.Contains(r.body, []byte(`"name":"disk","ok":false,"reason":"the disk of the data folder is full (`)) {
		t.Errorf("%d %s %v", r.status, r.body, err)
	}
	s.must("GET", "/v1/events/"+event, arbiter, nil)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.await("it is ready again", func() bool {
		r, err := s.ask("GET", "/readyz", "", nil)
		return err == nil && r.status == http.StatusOK
	})
	s.stop()
}
