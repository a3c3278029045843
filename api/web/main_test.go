package web_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

func TestMain(m *testing.M) {
	ucitest.Main()
	debug.SetGCPercent(400) // forty services that each live for seconds: collecting took a sixth of the time
	code := m.Run()
	endChromium()
	os.Exit(code)
}

// open starts a service with pages, which has the evaluations of the games of a real round.
func open(t testing.TB) *apitest.Service {
	t.Helper()
	return openWith(t, "../../testdata/demo/evaluations.zst")
}

// openWith starts a service with pages and recorded evaluations; without any, the scripted engine evaluates.
func openWith(t testing.TB, recorded string) *apitest.Service {
	t.Helper()
	return apitest.Open(t, apitest.Setting{Calibrated: true, Recorded: recorded, Mount: func(s *api.Server) {
		if err := web.Mount(web.Config{API: s}); err != nil {
			t.Fatal(err)
		}
	}})
}

// person is somebody with a browser that runs no scripts.
type person struct {
	*apitest.Service
	http.Client
	secret, id string
}

// as returns a person with a role in an event, who is not signed in yet. Without an event the role is unbound.
func as(h *apitest.Service, role access.Role, event string) *person {
	h.T.Helper()
	return withGrant(h, access.Grant{Role: role, Event: event})
}

// withGrant returns a person with a grant, who is not signed in yet.
func withGrant(h *apitest.Service, g access.Grant) *person {
	h.T.Helper()
	secret, id := h.Token(store.Token{Name: "Anna Arbiter", Grants: []access.Grant{g}})
	jar, err := cookiejar.New(nil)
	h.Must(err)
	return &person{Service: h, Client: http.Client{Jar: jar}, secret: secret, id: id}
}

// seen is a page as it came.
type seen struct {
	status int
	at     *url.URL
	header http.Header
	text   string
}

func (p *person) do(r *http.Request) seen {
	p.T.Helper()
	answer, err := p.Do(r)
	p.Must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	p.Must(err)
	return seen{answer.StatusCode, answer.Request.URL, answer.Header, string(body)}
}

// get opens a page.
func (p *person) get(path string) seen {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), "GET", p.URL+path, nil)
	p.Must(err)
	return p.do(r)
}

// post sends a form with the token that its page holds.
func (p *person) post(page, path string, fields url.Values) seen {
	p.T.Helper()
	if m := csrfField.FindStringSubmatch(p.get(page).text); m != nil {
		fields.Set("csrf", m[1])
	}
	return p.postRaw(path, fields)
}

var csrfField = regexp.MustCompile(`name="csrf" value="([^"]+)"`)

// postRaw sends a form as it is.
func (p *person) postRaw(path string, fields url.Values) seen {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), "POST", p.URL+path, strings.NewReader(fields.Encode()))
	p.Must(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return p.do(r)
}

// signIn gives the token at the door.
func (p *person) signIn() *person {
	p.T.Helper()
	if got := p.postRaw("/", url.Values{"token": {p.secret}}); got.status != http.StatusOK || got.at.Path != "/events" {
		p.T.Fatalf("signed in, and got %d at %s: %s", got.status, got.at, got.text)
	}
	return p
}

// want fails the test unless a page has a status and holds texts.
func (p *person) want(got seen, status int, texts ...string) seen {
	p.T.Helper()
	if got.status != status {
		p.T.Fatalf("%s: status %d, want %d: %s", got.at, got.status, status, got.text)
	}
	for _, text := range texts {
		if !strings.Contains(got.text, text) {
			p.T.Errorf("%s does not say %q: %s", got.at, text, got.text)
		}
	}
	return got
}

// test orders a test of a player and returns its id.
func (p *person) test(event, player, kind string) string {
	p.T.Helper()
	page := "/events/" + event + "/players/" + player
	made := p.want(p.post(page, page+"/test", url.Values{"kind": {kind}}), http.StatusOK, `class="test"`)
	return made.at.Query().Get("test")
}
