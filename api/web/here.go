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

// use tells whether a code is valid, and makes it invalid.
func (h *Here) use(code string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	right := h.code != "" && now.Before(h.until) && subtle.ConstantTimeCompare([]byte(code), []byte(h.code)) == 1
	if right {
		h.code = ""
	}
	return right
}

// signInHere accepts the code that the program's file sends. The answer is a page that forwards by
// itself, since browsers do not send a new cookie on a redirect from another site.
func (p *Pages) signInHere(c echo.Context) error {
	v := p.stranger(c, page{name: "door"})
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, mostForm)
	if p.here == nil {
		return p.lost(c)
	}
	if !p.here.use(c.FormValue("code"), p.now()) {
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
