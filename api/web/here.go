package web

import (
	"context"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// Here signs in the person at this computer without a token: anybody who can read the file with the
// code, in that person's own folder, is taken to be him. A code works once, within HereLife.
type Here struct {
	Token func(context.Context) (id string, err error) // whose sign-in it becomes

	mu    sync.Mutex
	code  string
	until time.Time
}

// HereLife is how long a code of Here can be used.
const HereLife = 5 * time.Minute

// Expect makes a code valid, and the previous one invalid.
func (h *Here) Expect(code string, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.code, h.until = code, now.Add(HereLife)
}

// Renew lets the code that was expected last be used from now on as long as a new one, unless it was used.
func (h *Here) Renew(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.until = now.Add(HereLife)
}

// matches reports whether a code is the one that is expected. The caller holds mu.
func (h *Here) matches(code string) bool {
	return h.code != "" && subtle.ConstantTimeCompare([]byte(code), []byte(h.code)) == 1
}

// knows reports whether a code is the one that is expected, and leaves it so.
func (h *Here) knows(code string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.matches(code)
}

// use reports whether a code is valid, and makes it invalid.
func (h *Here) use(code string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	right := h.matches(code) && now.Before(h.until)
	if right {
		h.code = ""
	}
	return right
}

// hereCookie keeps the code in the browser of the person at this computer while the service starts.
const hereCookie = "fairplay-here"

// codeHere returns the code that the program's file sends, or that the browser has kept since the start.
func codeHere(c echo.Context) string {
	if kept, err := c.Cookie(hereCookie); err == nil && c.Request().Method == http.MethodGet {
		c.SetCookie(&http.Cookie{Name: hereCookie, Path: "/here", MaxAge: -1})
		return kept.Value
	}
	return c.FormValue("code")
}

// signInHere accepts the code of the person at this computer. The answer is a page that forwards by
// itself, since browsers do not send a new cookie on a redirect from another site.
func (p *Pages) signInHere(c echo.Context) error {
	v := p.stranger(c, page{name: "door"})
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, mostForm)
	if p.here == nil {
		return p.lost(c)
	}
	if !p.here.use(codeHere(c), p.now()) {
		s := p.layout(v)
		s.Problem = v.Say("web.door.refused")
		return p.write(v, http.StatusUnauthorized, "door", s)
	}
	token, err := p.here.Token(v.context())
	if err != nil {
		return p.failed(v, err)
	}
	cookie, err := p.api.SignInHere(v.context(), token)
	if err != nil {
		return p.failed(v, err)
	}
	setCookie(c, cookie)
	c.Response().Header().Set("Refresh", "0; url=/events")
	return p.write(v, http.StatusOK, "welcome", p.layout(v))
}
