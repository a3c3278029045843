package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/web"
	"fairplay/cmd/config"
)

// front is where requests arrive, from the first moment on: until the service is ready, it says what that waits for.
type front struct {
	*config.Sourced
	log      *slog.Logger
	starting *api.Starting
	listener net.Listener
	http     *http.Server
	now      atomic.Pointer[http.Handler] // who answers
	url      string
}

// openFront listens.
func openFront(c *config.Sourced, log *slog.Logger, here *local) (*front, error) {
	f := &front{Sourced: c, log: log, starting: api.NewStarting(log)}
	var door *web.Here
	if here != nil {
		door = &here.door
	}
	if err := web.MountStarting(f.starting, door, log); err != nil {
		return nil, err
	}
	first := f.starting.Handler()
	f.now.Store(&first)
	f.http = api.HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*f.now.Load()).ServeHTTP(w, r) }), log)
	var err error
	if f.listener, err = net.Listen("tcp", c.Listen); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "listen", "the server cannot listen on %s", c.Listen)
	}
	f.url = c.URL(f.address())
	return f, nil
}

// address is where it listens.
func (f *front) address() string { return f.listener.Addr().String() }

// welcome says where the service will be, and opens the browser of the person at this computer on its progress.
func (f *front) welcome(p *config.Program, here *local) error {
	if here != nil {
		return here.greet(p, f.url)
	}
	fmt.Fprintf(p.Stdout, "Starting at %s, which says what it waits for until it is ready\n", f.url)
	return nil
}

// ready lets a server answer from now on.
func (f *front) ready(s *api.Server) {
	f.http.RegisterOnShutdown(s.Close)
	handler := s.Handler()
	f.now.Store(&handler)
}

// answer answers requests until the front is closed.
func (f *front) answer() error {
	var err error
	if f.Certificate != "" {
		err = f.http.ServeTLS(f.listener, f.Certificate, f.Key)
	} else {
		err = f.http.Serve(f.listener)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fault.Wrap(err, fault.Unavailable, "listen", "the server on %s ended", f.address())
}

// hush accepts no new requests and lets those under way finish within the grace.
func (f *front) hush() error {
	ctx, cancel := context.WithTimeout(context.Background(), f.Grace)
	defer cancel()
	if f.http.Shutdown(ctx) == nil {
		return nil
	}
	f.log.Warn("some requests took longer than the grace and were cut off")
	return f.http.Close()
}

// Close ends everything at once. It may be called again, and before anybody answers.
func (f *front) Close() {
	_ = f.http.Close() // what is left of requests is cut off
	_ = f.listener.Close()
}
