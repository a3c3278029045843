package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
)

// request holds the facts of a request for the log.
type request struct {
	id        string
	operation string // operationId, "" until the route is known
	token     string // id of the token, "" until it is known
	event     string
	task      string
	trace     trace
	private   bool // a page asked about cases: who has a part in them stands in the audit of the case, not in the log
}

const requestKey = "request"

// requestOf returns the facts of a request.
func requestOf(c echo.Context) *request {
	if r, ok := c.Get(requestKey).(*request); ok {
		return r
	}
	return &request{}
}

// request is the outermost handler. It gives a request its id, sets the headers of every
// answer, turns a panic into an error, answers errors, and writes one line into the log. That
// line contains ids and figures, never a name or content.
func (s *Server) request(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, began := &request{id: s.requestID(), trace: readTrace(s.traceparent, c.Request().Header.Get("traceparent"))}, s.now()
		c.Set(requestKey, r)
		securityHeaders(c.Response().Header())
		c.Response().Header().Set(echo.HeaderXRequestID, r.id)
		line := s.line(c)
		line.work()
		if err := s.recovered(next, c); err != nil {
			c.Error(err)
		}
		line.listen() // for the rest of a body that was not read
		took := s.now().Sub(began)
		s.metrics.answered(s.labelled(r.operation), c.Response().Status, took)
		if r.private || s.actions[r.operation].ByProcedure() {
			r.token = ""
		}
		s.log.LogAttrs(context.WithoutCancel(c.Request().Context()), slog.LevelInfo, "request", r.attrs(c, took)...)
		return nil
	}
}

func (r *request) attrs(c echo.Context, took time.Duration) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("request", r.id), slog.String("method", c.Request().Method), slog.String("route", c.Path()),
		slog.Int("status", c.Response().Status), slog.Duration("took", took), slog.Int64("bytes", c.Response().Size),
	}
	for _, id := range [][2]string{{"token", r.token}, {"event", r.event}, {"task", r.task}, {"trace", r.trace.id}, {"parent", r.trace.parent}} {
		if id[1] != "" {
			attrs = append(attrs, slog.String(id[0], printable(id[1])))
		}
	}
	return attrs
}

// requestID names a request in the log and in its answer.
func (s *Server) requestID() string {
	bits := make([]byte, 8)
	if _, err := io.ReadFull(s.random, bits); err != nil {
		return "unnamed"
	}
	return hex.EncodeToString(bits)
}

// recovered calls a handler and turns its panic into an error.
func (s *Server) recovered(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			panic(p) // the answer must be cut off
		} else if p != nil {
			err = fault.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), fault.Internal, "panic", "panic")
		}
	}()
	return next(c)
}

// securityHeaders sets the headers of every answer. Pages that need others set them themselves.
func securityHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
}

// printable makes a client's text fit for a line of the log or the audit.
func printable(s string) string {
	const longest = 100
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "")
	}
	return s
}
