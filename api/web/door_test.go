package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"fairplay/reports/access"
)

// A token opens the door, its revocation and the end of twelve hours close it, and signing out
// does at once. What one may not see is the same page as what is not there.
func TestDoor(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open", "")
	p := as(h, access.ChiefArbiter, event)
	if got := p.get("/events"); got.at.Path != "/" || got.at.Query().Get("next") != "/events" {
		t.Errorf("a stranger gets to %s", got.at)
	}
	p.want(p.postRaw("/", url.Values{"token": {"fp_wrong"}}), http.StatusUnauthorized, "opens nothing here")
	p.signIn()
	p.want(p.get("/events"), http.StatusOK, "Open", "Anna Arbiter")
	if strings.Contains(p.get("/events?done=Call+this+number").text, "Call this number") {
		t.Error("a link puts its own words on a page")
	}
	for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"} {
		if got := p.get("/events").header.Get(header); got == "" {
			t.Errorf("no %s", header)
		}
	}
	lost := p.want(p.get("/events/"+strings.Repeat("0", 32)), http.StatusNotFound)
	other := as(h, access.ChiefArbiter, h.Event("Another", "")).signIn()
	if hidden := other.want(other.get("/events/"+event), http.StatusNotFound); hidden.text != lost.text {
		t.Error("what is hidden and what is not there differ")
	}

	p.want(p.postRaw("/account/signout", url.Values{}), http.StatusForbidden, "not from a page of yours")
	p.post("/account", "/account/signout", url.Values{})
	if got := p.get("/events"); got.at.Path != "/" {
		t.Errorf("signed out, and sees %s", got.at)
	}

	p.signIn()
	h.Must(h.DB.RevokeToken(t.Context(), p.id, h.Clock.Now().UTC()))
	if got := p.get("/events"); got.at.Path != "/" {
		t.Errorf("a revoked token sees %s", got.at)
	}
	p.want(p.postRaw("/", url.Values{"token": {p.secret}}), http.StatusUnauthorized, "opens nothing here")
	h.Clock.Advance(12*time.Hour + time.Second)
	if got := other.get("/events"); got.at.Path != "/" {
		t.Errorf("after twelve hours %s is open", got.at)
	}
}

// The door leads nowhere else, and a form from elsewhere is refused.
func TestDoorLeadsHome(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.Organiser, h.Event("Open", "")).signIn()
	for _, next := range []string{"https://example.org/", "//example.org", `/\example.org`, "javascript:alert(1)", "events", ""} {
		if got := p.get("/?next=" + url.QueryEscape(next)); got.at.Path != "/events" || got.at.Host != strings.TrimPrefix(h.URL, "http://") {
			t.Errorf("%q leads to %s", next, got.at)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), "POST", h.URL+"/account", strings.NewReader("language=ru"))
	h.Must(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	p.want(p.do(r), http.StatusForbidden)
}

// Language and look are kept; a language is else chosen by what the browser asks for.
func TestLanguageIsKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.Organiser, h.Event("Open", "")).signIn()
	p.want(p.post("/account", "/account", url.Values{"language": {"uk"}, "look": {"dark"}}), http.StatusOK, `lang="uk"`, `data-look="dark"`, "Зберегти")
	r, err := http.NewRequestWithContext(t.Context(), "GET", h.URL+"/", nil)
	h.Must(err)
	r.Header.Set("Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5")
	stranger := as(h, access.Organiser, "")
	stranger.want(stranger.do(r), http.StatusOK, `lang="ru"`, "Войти")
}
