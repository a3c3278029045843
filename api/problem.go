package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/render"
)

// problem is the one place where an error becomes an answer (RFC 9457). The cause goes to the
// log. The answer contains the message of a fault for users; an unforeseen error or damaged
// evidence gets a general message.
func (s *Server) problem(err error, c echo.Context) {
	f := faultOf(err)
	status := statusOf(f)
	s.logFault(c, f, status)
	if c.Response().Committed {
		return // an answer that has begun cannot be taken back
	}
	if err := sendProblem(c, f, status); err != nil {
		s.log.DebugContext(c.Request().Context(), "the answer could not be sent", "request", requestOf(c).id, "error", err)
	}
}

// sendProblem answers with a fault that a client may see.
func sendProblem(c echo.Context, f *fault.Error, status int) error {
	h := c.Response().Header()
	h.Del("ETag")
	h.Del("Location")
	switch status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="fairplay"`)
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.Itoa(retrySeconds))
	}
	lang := render.Language(c.Request().Header.Get("Accept-Language"))
	say, err := render.PhrasesOf(lang)
	if err != nil {
		return err
	}
	h.Set("Content-Language", lang)
	h.Add("Vary", "Accept-Language")
	body, err := json.Marshal(wire.Problem{
		Type: "urn:fairplay:problem:" + f.Kind.String(), Title: answerOf(f.Kind).title, Status: status,
		Code: f.Code, Detail: say.Refusal(f), Request: requestOf(c).id,
	})
	if err != nil {
		return err
	}
	return c.Blob(status, "application/problem+json", body)
}

// retrySeconds is how long a client should wait for something that does not answer, or is being
// made.
const retrySeconds = 5

// faultOf returns the fault of an error in the form that a client may see.
func faultOf(err error) *fault.Error {
	if h, ok := errors.AsType[*echo.HTTPError](err); ok {
		return routingFault(h)
	}
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case ok && f.Kind == fault.Corrupt:
		return fault.Wrap(err, fault.Corrupt, f.Code, "stored evidence does not match its hash; the administrator must run fairplay check")
	case ok && f.Kind != fault.Internal:
		return f
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.Unavailable, "interrupted", "the request was not answered in time; try again")
	}
	return fault.Wrap(err, fault.Internal, "internal", "something went wrong in the server; its log has the cause under the id of this request")
}

// routingFault translates errors of echo itself and of the generated reading of parameters.
func routingFault(h *echo.HTTPError) *fault.Error {
	switch h.Code {
	case http.StatusNotFound:
		return fault.New(fault.NotFound, "no_route", "there is nothing at this address")
	case http.StatusMethodNotAllowed:
		return fault.New(fault.Invalid, codeMethod, "this method is not possible at this address")
	case http.StatusBadRequest:
		return fault.New(fault.Invalid, "bad_parameter", "%v", h.Message)
	}
	return fault.Wrap(h, fault.Internal, "internal", "something went wrong in the server; its log has the cause under the id of this request")
}

// logFault logs what the answer does not say.
func (s *Server) logFault(c echo.Context, f *fault.Error, status int) {
	level := slog.LevelDebug
	if status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if f.Code == "interrupted" {
		level = slog.LevelInfo
	}
	attrs := []slog.Attr{
		slog.String("request", requestOf(c).id), slog.String("kind", f.Kind.String()), slog.String("code", f.Code),
	}
	if id := requestOf(c).trace.id; id != "" {
		attrs = append(attrs, slog.String("trace", id))
	}
	if f.Err != nil && level > slog.LevelDebug {
		attrs = append(attrs, slog.String("error", fmt.Sprint(f.Err)))
	}
	s.log.LogAttrs(c.Request().Context(), level, "request refused", attrs...)
}
