package web

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/api"
	"fairplay/reports/render"
)

// startingEvery is how many seconds the page of a start waits until it asks again.
const startingEvery = 2

// MountStarting adds the page that people see until the service is ready; it asks again by itself. It keeps the code of the
// person at this computer, if here is not nil, in his browser until then.
func MountStarting(to *api.Starting, here *Here, log *slog.Logger) error {
	p := &Pages{now: time.Now, log: log, here: here}
	var err error
	if p.assets, err = readAssets(); err != nil {
		return err
	}
	if p.editions, err = p.readEditions(); err != nil {
		return err
	}
	to.Mount(func(e *echo.Echo) {
		e.GET("/assets/:file", p.asset)
		e.Any("/here", func(c echo.Context) error { return p.waitHere(c, to.Waiting()) })
		e.RouteNotFound("/*", func(c echo.Context) error { return p.wait(c, to.Waiting(), "") })
	})
	return nil
}

// wait shows what the service waits for. The browser asks again at an address, "" for the same.
func (p *Pages) wait(c echo.Context, w api.Wait, next string) error {
	v := p.stranger(c, page{name: "starting"})
	s := p.layout(v)
	s.Content = w
	h, refresh := c.Response().Header(), strconv.Itoa(startingEvery)
	if next != "" {
		refresh += "; url=" + next
	}
	h.Set("Refresh", refresh)
	api.RetryLater(h)
	return p.write(v, http.StatusServiceUnavailable, "starting", s)
}

// waitHere is wait for the person at this computer, who is signed in by his code when he comes again.
func (p *Pages) waitHere(c echo.Context, w api.Wait) error {
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, mostForm)
	if code := c.FormValue("code"); p.here != nil && p.here.knows(code) {
		c.SetCookie(&http.Cookie{Name: hereCookie, Value: code, Path: "/here", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
	return p.wait(c, w, "/here")
}

// startingWords names the parts that a start waits for, as words of the page do.
func startingWords(in render.Phrases, w api.Wait) string {
	return in.Say("web.starting."+string(w.For), "Done", in.Integer(w.Done), "Total", in.Integer(w.Total))
}
