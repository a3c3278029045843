package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"fairplay/uci/ucitest"
)

// One person opens fairplay: who reads the file in his folder is signed in, once; the second time he finds
// his events again.
func TestOpen(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	open := func() (*started, string, *http.Client, string) {
		s := h.start("open", "--browser=false", "--data", h.data, "--listen", "127.0.0.1:0", "--engine", h.engine)
		var at, file string
		s.await("the page can be opened", func() (found bool) {
			at, _ = s.stdout.find(`fairplay is open at (\S+)`)
			file, found = s.stdout.find(`Open this file in your browser, within five minutes: (\S+)`)
			return found
		})
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others can read the file: %v, %v", info.Mode(), err)
		}
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		return s, at, &http.Client{Jar: jar}, regexp.MustCompile(`name="code" value="([^"]+)"`).FindStringSubmatch(string(page))[1]
	}
	enter := func(c *http.Client, at, code string, want int) {
		t.Helper()
		answer, err := c.PostForm(at+"/here", url.Values{"code": {code}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("status %d, want %d", answer.StatusCode, want)
		}
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
	enter(person, at, "fp_wrong", http.StatusUnauthorized)
	enter(person, at, code, http.StatusOK)
	enter(&http.Client{}, at, code, http.StatusUnauthorized)
	if text := see(person, at+"/events"); !strings.Contains(text, "this computer") || !strings.Contains(text, `data-drop="new"`) {
		t.Errorf("the first page is %s", text)
	}
	second := h.start("open", "--browser=false", "--data", h.data, "--engine", h.engine)
	second.await("the second one says that it is open", func() bool { _, said := second.stderr.find("(is open already)"); return said })
	first.stop()

	again, at, person, code := open()
	enter(person, at, code, http.StatusOK)
	if text := see(person, at+"/account"); strings.Count(text, "this computer") == 0 {
		t.Errorf("the account is %s", text)
	}
	again.stop()
	if out := h.fairplay("token", "list"); strings.Count(out, "this computer") != 1 {
		t.Errorf("tokens: %s", out)
	}
}
