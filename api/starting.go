package api

import (
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
)

// Wait is what a service that starts waits for.
type Wait struct {
	For         WaitedFor
	Reason      *fault.Error  // why the database does not answer, without its cause
	Done, Total int           // reference positions; Total is 0 where nothing is counted
	Left        time.Duration // for them; 0 until it is known to a third
}

// WaitedFor names the part that a start waits for.
type WaitedFor string

// The parts.
const (
	ForStart    WaitedFor = "start"    // nothing in particular
	ForDatabase WaitedFor = "database" // which does not answer
	ForEngines  WaitedFor = "engines"  // whose behaviour is measured
)

// fault says what is waited for.
func (w Wait) fault() *fault.Error {
	switch w.For {
	case ForDatabase:
		return fault.New(fault.Unavailable, "starting", "the service starts and waits for its database: %s", w.Reason)
	case ForEngines:
		return fault.New(fault.Unavailable, "starting", "the service starts and gets to know its engine: %d of %d reference positions are evaluated", w.Done, w.Total)
	}
	return fault.New(fault.Unavailable, "starting", "the service starts: it opens its database and its engine")
}

// Starting answers requests until there is a Server that can: it is alive but not ready, and everything under /v1 is
// Unavailable. Pages for people are mounted on it. Its methods are safe for concurrent use.
type Starting struct {
	log  *slog.Logger
	echo *echo.Echo

	mu   sync.Mutex
	wait Wait
}

// NewStarting makes a Starting that waits for nothing in particular.
func NewStarting(log *slog.Logger) *Starting {
	s := &Starting{log: log, echo: echo.New(), wait: Wait{For: ForStart}}
	s.echo.HTTPErrorHandler = s.problem
	s.echo.Pre(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			securityHeaders(c.Response().Header())
			return next(c)
		}
	})
	for _, path := range []string{"/healthz", "/livez"} {
		s.echo.GET(path, func(c echo.Context) error { return c.String(http.StatusOK, "ok\n") })
	}
	s.echo.GET("/readyz", s.readiness)
	for _, path := range []string{"/v1", "/v1/*"} { // or a page would answer
		s.echo.RouteNotFound(path, func(echo.Context) error { return s.Waiting().fault() })
	}
	return s
}

// Wait says what is waited for from now on.
func (s *Starting) Wait(w Wait) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wait = w
}

// Waiting returns what is waited for.
func (s *Starting) Waiting() Wait {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wait
}

// Handler returns it as an http.Handler.
func (s *Starting) Handler() http.Handler { return s.echo }

// Mount adds routes of pages.
func (s *Starting) Mount(register func(*echo.Echo)) { register(s.echo) }

// RetryLater sets the headers that tell a program when to come back.
func RetryLater(h http.Header) { h.Set("Retry-After", strconv.Itoa(retrySeconds)) }

func (s *Starting) readiness(c echo.Context) error {
	w := s.Waiting()
	RetryLater(c.Response().Header())
	return c.JSON(http.StatusServiceUnavailable, wire.Readiness{Parts: []wire.ServicePart{part(string(w.For), w.fault())}})
}

// problem answers every error with what is waited for: nothing else can be said yet.
func (s *Starting) problem(_ error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if err := sendProblem(c, s.Waiting().fault(), http.StatusServiceUnavailable); err != nil {
		s.log.Debug("the answer could not be sent", "error", err)
	}
}
