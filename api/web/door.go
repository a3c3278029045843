package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/render"
)

// cookieName of a sign-in. Behind TLS the browser itself makes sure that no other host or path sets it.
const cookieName = "fairplay"

func nameOfCookie(c echo.Context) string {
	if c.IsTLS() || c.Scheme() == "https" {
		return "__Host-" + cookieName
	}
	return cookieName
}

// setCookie gives the browser the cookie of a sign-in, or takes it away if it is empty.
func setCookie(c echo.Context, value string) {
	cookie := &http.Cookie{
		Name: nameOfCookie(c), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: c.IsTLS() || c.Scheme() == "https",
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

// csrf is the token that every form of a sign-in carries; another page cannot know it, because it
// follows from the cookie.
func csrf(cookie string) string {
	sum := sha256.Sum256([]byte("fairplay form\x00" + cookie))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// csrfHeader carries the token of a form that a script sends.
const csrfHeader = "Fairplay-Form"

// isOwnForm reports whether a form comes from a page of this sign-in.
func (p *Pages) isOwnForm(v *visit) bool {
	sent := v.c.Request().Header.Get(csrfHeader)
	if sent == "" {
		sent = v.formToken()
	}
	return p.foreign.Check(v.c.Request()) == nil && subtle.ConstantTimeCompare([]byte(sent), []byte(csrf(v.cookie))) == 1
}

// formToken reads the token of a form. In an upload it is the first part, and only that is read:
// gigabytes of games may follow.
func (v *visit) formToken() string {
	r := v.c.Request()
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		r.Body = http.MaxBytesReader(v.c.Response(), r.Body, mostForm)
		return v.c.FormValue("csrf")
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return ""
	}
	v.files = parts
	first, err := parts.NextPart()
	if err != nil || first.FormName() != "csrf" {
		return ""
	}
	token, err := io.ReadAll(io.LimitReader(first, 128))
	if err != nil {
		return ""
	}
	return string(token)
}

// mostForm is the most bytes of a form without files.
const mostForm = 1 << 20

// stranger is the visit of an unknown person.
func (p *Pages) stranger(c echo.Context, g page) *visit {
	v := &visit{Pages: p, c: c, page: g}
	v.speak(c.Request().Header.Get("Accept-Language"))
	return v
}

// speak chooses the language that suits best what is asked for.
func (v *visit) speak(wanted string) {
	v.lang = render.Language(wanted)
	v.edition = v.editions[v.lang]
}

// enter finds out who visits a page and whether it is open to him. A person who may not do every
// operation that the page, and the form on it, names gets the same answer as for a page that does
// not exist.
func (p *Pages) enter(c echo.Context, g page, more ...string) (*visit, error) {
	v := p.stranger(c, g)
	cookie, err := c.Cookie(nameOfCookie(c))
	if err != nil {
		return v, fault.New(fault.Unauthenticated, "signed_out", "nobody is signed in")
	}
	v.person, err = p.api.SignedIn(v.context(), cookie.Value)
	if err != nil {
		v.late = v.person.Token.ID != ""
		return v, err
	}
	v.cookie = cookie.Value
	if l := v.person.Wishes["language"]; l != "" {
		v.speak(l)
	}
	v.look = v.person.Wishes["look"]
	if id := c.Param("event"); id != "" {
		if !access.IsID(id) {
			return v, access.Hidden()
		}
		event, err := asked(v, door.Attempt{Operation: "readEvent", Event: id}, p.api.ReadOne)
		if err != nil {
			return v, err
		}
		v.event = &event
	}
	for _, name := range c.ParamNames() {
		if name != "event" && !plain(c.Param(name)) || name == "case" && !access.IsID(c.Param(name)) {
			return v, access.Hidden()
		}
	}
	if c.Param("case") != "" {
		if c.Request().Method == http.MethodPost {
			return v, nil // where its form is written, or the page shown again, it is decided what is open
		}
		if err := v.readCase(); err != nil {
			return v, err
		}
	}
	if !v.open(g.needs...) || !v.open(more...) {
		return v, access.Hidden()
	}
	return v, nil
}

// plain reports whether a part of an address can be used in an address of the API unchanged.
func plain(s string) bool { return s != "" && s != "." && s != ".." && url.PathEscape(s) == s }

// toTheDoor asks a person who is not signed in for his token. If his sign-in has only ended, a form
// that he filled in is kept.
func (p *Pages) toTheDoor(v *visit) error {
	r := v.c.Request()
	if r.Method == http.MethodPost && v.late && !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		r.Body = http.MaxBytesReader(v.c.Response(), r.Body, mostForm)
		if err := r.ParseForm(); err == nil {
			fields := r.PostForm
			fields.Del("csrf")
			if err := p.api.KeepDraft(v.context(), v.person, v.ownPath(), fields.Encode()); err != nil {
				p.log.Error("a draft could not be kept", "error", err)
			}
		}
	}
	back := r.URL.RequestURI()
	if r.Method != http.MethodGet {
		back = v.ownPath()
	}
	return v.c.Redirect(http.StatusSeeOther, "/?"+url.Values{"next": {back}}.Encode())
}

// door answers the first page: a field for the token or, for a person who is signed in, his events.
func (p *Pages) door(c echo.Context) error {
	v := p.stranger(c, page{name: "door"})
	if cookie, err := c.Cookie(nameOfCookie(c)); err == nil {
		if _, err := p.api.SignedIn(v.context(), cookie.Value); err == nil {
			return c.Redirect(http.StatusSeeOther, next(c.QueryParam("next")))
		}
	}
	return p.write(v, http.StatusOK, "door", p.layout(v))
}

// next returns where a person goes after signing in: the wanted page of this service, otherwise his
// events.
func next(wanted string) string {
	u, err := url.Parse(wanted)
	if err != nil || wanted == "" || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(wanted, "//") ||
		strings.ContainsAny(wanted, "\\\r\n") {
		return "/events"
	}
	return wanted
}

// signIn takes a token and gives a cookie for it.
func (p *Pages) signIn(c echo.Context) error {
	v := p.stranger(c, page{name: "door"})
	p.api.Patient(c)
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, mostForm)
	if err := p.foreign.Check(c.Request()); err != nil {
		return p.trouble(v, http.StatusForbidden, v.Say("web.trouble.form"))
	}
	cookie, err := p.api.SignIn(c, strings.TrimSpace(c.FormValue("token")))
	if err != nil {
		s := p.layout(v)
		switch fault.KindOf(err) {
		case fault.Unauthenticated:
			s.Problem = v.Say("web.door.refused")
			return p.write(v, http.StatusUnauthorized, "door", s)
		case fault.Invalid, fault.Unavailable, fault.TooLarge:
			s.Problem = v.Say("web.door.later")
			return p.write(v, http.StatusTooManyRequests, "door", s)
		}
		return p.failed(v, err)
	}
	setCookie(c, cookie)
	return c.Redirect(http.StatusSeeOther, next(c.FormValue("next")))
}

// signOut ends a sign-in.
func signOut(v *visit) (string, error) {
	setCookie(v.c, "")
	return "/", v.api.SignOut(v.context(), v.person)
}

// prefer keeps the language and the look that a person wants.
func prefer(v *visit) (string, error) {
	for name, values := range wishes() {
		if value := v.value(name); slices.Contains(values, value) {
			if err := v.api.Prefer(v.context(), v.person, name, value); err != nil {
				return "", err
			}
		}
	}
	return "", nil
}

// wishes returns the preferences among which people choose.
func wishes() map[string][]string {
	return map[string][]string{"language": render.Languages(), "look": {"light", "dark", "auto"}}
}
