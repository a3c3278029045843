package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/web"
	"fairplay/cmd/config"
	"fairplay/queue/work"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
)

// api makes the server of the service: the API, and the pages over it.
func (s *service) api() (*api.Server, error) {
	library, err := config.Calibrations("")
	if err != nil {
		return nil, err
	}
	auditor := store.NewAuditor(s.db)
	s.closing = append(s.closing, auditor)
	quick, full := s.pipeline.Quick, s.pipeline.Full
	recipes := []api.Method{{Recipe: quick.Recipe, Policy: quick.Policy}, {Recipe: full.Recipe, Policy: full.Policy}}
	if second := s.pipeline.Second; second != nil {
		recipes = append(recipes, api.Method{Recipe: second.Recipe, Policy: second.Policy})
	}
	if err := s.checkApprovals(recipes); err != nil {
		return nil, err
	}
	c := api.Config{
		Store: s.db, Auditor: auditor, Work: s.pipeline, Queue: s.queue,
		Recipes: recipes, Calibrations: library, Approvals: s.Approvals, Made: quick.Provenance,
		Now: s.now, Random: rand.Reader, Log: s.log, Proxies: s.Proxies,
		Limits: api.ClientLimits{Upload: s.MaxUpload, Rate: s.RateLimit},
	}
	if s.calendar, err = s.caseCalendar(); err != nil {
		return nil, err
	}
	c.Extras = append(c.Extras, api.Extra{Name: "reminders", Health: s.calendar.reminders.Health})
	if s.Scanner.Address != "" {
		c.Scan = &s.Scanner
		c.Extras = append(c.Extras, api.Extra{Name: "clamd", Health: s.Scanner.Ping})
	}
	if s.engines != nil {
		c.Engines = s.engines.Health
	}
	c.Room = s.Room
	server, err := api.New(c)
	if err != nil {
		return nil, err
	}
	return server, web.Mount(web.Config{API: server, Now: s.now, Log: s.log, Here: s.here})
}

// checkApprovals refuses an approval for a recipe that this service does not use, or with a date in
// the future (Invalid).
func (s *service) checkApprovals(recipes []api.Method) error {
	for _, a := range s.Approvals {
		var known []string
		for _, r := range recipes {
			known = append(known, r.Recipe.Name+" "+r.Recipe.Fingerprint())
		}
		if !slices.ContainsFunc(recipes, func(r api.Method) bool { return r.Recipe.Fingerprint() == a.Recipe }) {
			return fault.New(fault.Invalid, "approved_method", "approved-method: this service has no recipe %s, but %s", a.Recipe, strings.Join(known, ", "))
		}
		if a.On > s.now().UTC().Add(dayAhead).Format(time.DateOnly) {
			return fault.New(fault.Invalid, "approved_method", "approved-method: the day of %s, %s, has not come yet", a.Name, a.On)
		}
	}
	return nil
}

// dayAhead is how much earlier a day may begin somewhere on earth than in UTC.
const dayAhead = 14 * time.Hour

// register is the register of cases, for tasks that work for a case.
func (s *service) register() *registry.Register {
	return &registry.Register{Store: s.db, Events: work.Records{Service: s.pipeline}, Now: s.now, Random: rand.Reader}
}

// run works on tasks until ctx ends or a part of it fails; then it lets the front finish.
func (s *service) run(ctx context.Context, f *front) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.work(ctx) })
	group.Go(func() error { return s.keep(ctx, s.calendar) })
	group.Go(func() error {
		<-ctx.Done()
		return f.hush()
	})
	return group.Wait()
}

// showMetrics serves the figures on an address of their own until the service is closed.
func showMetrics(p *config.Program, s *service, from *api.Server) error {
	if s.Metrics == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.Metrics)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "listen", "the server cannot listen on %s", s.Metrics)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", from.Metrics())
	h := &http.Server{Handler: mux, ReadTimeout: metricsTime, WriteTimeout: metricsTime, MaxHeaderBytes: 8 << 10}
	s.closing = append(s.closing, h)
	go s.answerMetrics(h, listener)
	fmt.Fprintf(p.Stdout, "Figures for Prometheus at http://%s/metrics\n", listener.Addr())
	return nil
}

const metricsTime = 10 * time.Second

func (s *service) answerMetrics(h *http.Server, listener net.Listener) {
	if err := h.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		s.log.Error("the figures are not answered any more", "error", err)
	}
}
