package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
)

// ReadHealth answers that the server is alive.
func (s *Server) ReadHealth(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// ReadLiveness answers that the server is alive.
func (s *Server) ReadLiveness(c echo.Context) error { return s.ReadHealth(c) }

// readyTime is how long a part may take to answer.
const readyTime = 2 * time.Second

// ReadReadiness answers whether the parts that the server needs are available, and shows those that it can do without.
func (s *Server) ReadReadiness(c echo.Context) error {
	all := s.Readiness(c.Request().Context())
	if !all.Ready {
		return c.JSON(http.StatusServiceUnavailable, all)
	}
	return c.JSON(http.StatusOK, all)
}

// Readiness returns the state of all parts of the service.
func (s *Server) Readiness(ctx context.Context) wire.Readiness {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	parts := []wire.ServicePart{
		part("database", s.writable(ctx)),
		part("redis", s.queue.Ping(ctx)),
	}
	if s.engines != nil {
		parts = append(parts, part("engines", s.engines()))
	}
	if s.room != nil {
		parts = append(parts, part("disk", s.room()))
	}
	all := wire.Readiness{Ready: true, Parts: parts}
	for _, p := range parts {
		all.Ready = all.Ready && p.OK
	}
	for _, e := range s.extras {
		all.Parts = append(all.Parts, part(e.Name, e.Health(ctx)))
	}
	return all
}

// probeEvery is how long a proof that the database can be written stays valid, however many
// ask.
const probeEvery = time.Second

// probe is the last such proof.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// writable proves that the database can be written.
func (s *Server) writable(ctx context.Context) error {
	s.probe.mu.Lock()
	defer s.probe.mu.Unlock()
	if now := s.now(); s.probe.at.IsZero() || now.Sub(s.probe.at) >= probeEvery || s.probe.err != nil {
		s.probe.at, s.probe.err = now, s.database(ctx)
	}
	return s.probe.err
}

// part describes the state of a part. Of an error it shows only the message for users.
func part(name string, err error) wire.ServicePart {
	if err == nil {
		return wire.ServicePart{Name: name, OK: true}
	}
	reason := "does not answer"
	if f := faultOf(err); f.Kind != fault.Internal {
		reason = f.Msg
	}
	return wire.ServicePart{Name: name, Reason: reason}
}
