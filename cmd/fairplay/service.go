package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/web"
	"fairplay/cmd/config"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/work"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// service holds what a server and a worker have in common: the database, the list of tasks, the
// engines, and the pipeline that works with them.
type service struct {
	*config.Sourced
	log      *slog.Logger
	now      func() time.Time
	place    *store.Occupation // this process's place in the database
	db       *store.DB
	cache    *store.Cache
	queue    *queue.Queue
	engines  *config.Watched // nil if workers elsewhere have them
	pipeline *work.Service
	here     *web.Here // lets the person at this computer in; nil for a service of many
	calendar caseCalendar
	tell     func(api.Wait) // what the start waits for
	pace     pipeline.Pace  // of the measuring of an engine
	stepped  time.Time      // when its last position was evaluated
	closing  []io.Closer
}

// Close closes everything in reverse order and returns the first error. Closing the cache
// writes its last evaluations.
func (s *service) Close() (err error) {
	for i := len(s.closing) - 1; i >= 0; i-- {
		if failed := s.closing[i].Close(); err == nil {
			err = failed
		}
	}
	return err
}

// startService opens the database, for which it waits, and Redis, and starts the engines. It tells what it waits for. ctx
// bounds the start only.
func startService(ctx context.Context, p *config.Program, c *config.Sourced, log *slog.Logger, spool string, tell func(api.Wait)) (_ *service, err error) {
	s := &service{Sourced: c, log: log, now: p.Now, tell: tell}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	for _, stray := range c.Strays {
		s.log.Warn(stray.String())
	}
	if err := s.openDatabase(ctx, c.Keyholder(p, spool != "")); err != nil { // a worker has the key of its servers
		return nil, err
	}
	s.cache = store.NewCache(s.db)
	s.closing = append(s.closing, s.cache)
	err = s.withEngine(ctx, config.EngineFlags{Engine: c.Engine, Args: c.EngineArgs}, func(e *config.Watched) error { return s.assemble(ctx, e, spool) })
	if err == nil && c.SecondEngine != "" {
		err = s.withEngine(ctx, config.EngineFlags{Engine: c.SecondEngine, Args: c.SecondEngineArgs}, func(e *config.Watched) error { return s.addSecond(ctx, e) })
	}
	if err == nil {
		err = s.openQueue(ctx)
	}
	if err == nil {
		err = s.shareEngines(ctx)
	}
	return s, err
}

// openDatabase opens the database, and marks that this process works in it.
func (s *service) openDatabase(ctx context.Context, keys store.Keyholder) error {
	keys.Alarm = func(what, id string) {
		s.log.Error("a row was not written by this server, so it opens nothing; run fairplay check", "what", what, "id", id)
	}
	err := s.awaited(ctx, func() (err error) {
		s.place, err = store.Occupy(ctx, s.Source(), s.Redis == "") // without a shared Redis each process would do all of the work
		return err
	})
	if err != nil {
		return err
	}
	s.closing = append(s.closing, s.place)
	err = s.awaited(ctx, func() (err error) {
		s.db, err = store.OpenKeyed(ctx, s.Source(), keys)
		return err
	})
	if err == nil {
		s.closing = append(s.closing, s.db)
	}
	return err
}

// How long a start waits until it asks again for a database that is away: each time twice as long as before, between these.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 5 * time.Second
)

// awaited does a step of the start, again and again for as long as the database is away.
func (s *service) awaited(ctx context.Context, step func() error) error {
	said := ""
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := step()
		f, is := errors.AsType[*fault.Error](err)
		if err == nil || ctx.Err() != nil || !is || !store.Away(err) {
			if err == nil && said != "" {
				s.log.Info("the database answers")
			}
			s.tell(api.Wait{For: api.ForStart})
			return err
		}
		s.tell(api.Wait{For: api.ForDatabase, Reason: f.Told()})
		if f.Msg != said {
			said = f.Msg
			s.log.Warn("the database is away and is waited for", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// measured tells how far the measuring of an engine is.
func (s *service) measured(done, total int) {
	now := s.now()
	if done == 0 {
		s.pace = pipeline.Pace{}
	} else {
		s.pace.Took(1, now.Sub(s.stepped))
	}
	s.stepped = now
	left, _ := s.pace.Left(total - done)
	s.tell(api.Wait{For: api.ForEngines, Done: done, Total: total, Left: left})
	if done == 0 { // after the page can show it
		s.log.Info("an engine that is not known is measured", "positions", total)
	}
}

// withEngine starts an engine for do. If workers elsewhere have the engines, it only asks for
// its identity, because recipes name their engine in any case.
func (s *service) withEngine(ctx context.Context, f config.EngineFlags, do func(*config.Watched) error) error {
	pool, err := config.StartPool(ctx, f, max(s.Engines, 1))
	if err != nil {
		return err
	}
	if s.Engines > 0 {
		s.closing = append(s.closing, pool)
	} else {
		defer pool.Close()
	}
	return do(&config.Watched{Pool: pool})
}

func (s *service) openQueue(ctx context.Context) error {
	address, err := queue.ParseAddress(s.Redis)
	if err != nil {
		return err
	}
	s.queue, err = queue.Open(ctx, address, queue.Options{Kinds: work.Worker{Service: s.pipeline}.Kinds(), Logger: s.log})
	if err == nil {
		s.pipeline.Queue = s.queue
		s.closing = append(s.closing, s.queue)
	}
	return err
}

func (s *service) assemble(ctx context.Context, first *config.Watched, spool string) error {
	if s.Engines > 0 {
		s.engines = first
	}
	quick, err := first.Terms(ctx, "quick", s.cache, s.Engines, s.measured)
	if err != nil {
		return err
	}
	if _, err := quick.Fits.Find(quick.Recipe, quick.Policy, quick.Assume); fault.KindOf(err) == fault.Unprocessable {
		s.log.Warn("the engine has no calibration, so that reports hold counts and averages, but no z, ROI or intrinsic rating: "+render.NoFigures, "engine", quick.Recipe.Engine, "recipe", quick.Recipe.Name, "why", err)
	}
	full, err := first.Terms(ctx, "full", s.cache, s.Engines, s.measured)
	if err != nil {
		return err
	}
	s.pipeline = &work.Service{
		Store: s.db, Cache: s.cache, Quick: quick, Full: full,
		Now: s.now, Spool: spool, Limits: s.Limits(), Log: s.log,
	}
	s.pipeline.Claims = s.register()
	return nil
}

// addSecond lets the pipeline make second tests.
func (s *service) addSecond(ctx context.Context, second *config.Watched) error {
	terms, err := second.Terms(ctx, "second", s.cache, s.Engines, s.measured)
	terms.Provenance.Options = config.SecondOptions(second.Identity())
	s.pipeline.Second = &terms
	return err
}

// work does tasks and periodic duties, until ctx ends and the tasks under way have finished or
// used up their grace.
func (s *service) work(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { s.log.Info("stopping; a second signal ends the program at once", "grace", s.Grace) })()
	group, ctx := errgroup.WithContext(ctx)
	worker := work.Worker{Service: s.pipeline}
	duties := queue.Duties{
		Concurrency: s.Tasks, Handlers: worker.Handlers(), Grace: s.Grace,
		Retry: queue.RetryPolicy{Jitter: rand.Float64},
	}
	group.Go(func() error { return s.queue.Serve(ctx, duties) })
	live := duties // one place is always kept for a round that is being played
	live.Concurrency, live.Only = 1, []queue.Priority{queue.Live}
	group.Go(func() error { return s.queue.Serve(ctx, live) })
	group.Go(func() error { return s.repeat(ctx, "advance", advanceEvery, worker.Advance) })
	group.Go(func() error { return s.repeat(ctx, "plans for other engines", s.Reconcile, worker.Replan) })
	group.Go(func() error { return s.repeat(ctx, "place in the database", s.Reconcile, s.place.Hold) })
	if s.Retention > 0 {
		group.Go(func() error { return s.repeat(ctx, "retention", 24*time.Hour, s.forget) })
	}
	return group.Wait()
}

// advanceEvery is how often each process looks for what comes next, besides when one of its own tasks ends.
const advanceEvery = time.Second

// repeat does something at once and again at every interval, until ctx ends. An error is
// logged, once as long as it stays the same, and the next interval tries again. But if another process has taken this one's place
// in the database, repeat returns the error.
func (s *service) repeat(ctx context.Context, duty string, interval time.Duration, do func(context.Context) error) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for said := ""; ; {
		err := do(ctx)
		if e, ok := errors.AsType[*fault.Error](err); ok && e.Code == store.InUse {
			return err
		}
		if now := fmt.Sprint(err); now != said && ctx.Err() == nil {
			if said = now; err != nil {
				s.log.Warn("a duty failed and is tried again", "duty", duty, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// forget removes evaluations that have not been used for the retention time, and sheets that
// were made before it.
func (s *service) forget(ctx context.Context) error {
	since := s.now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -s.Retention)
	if _, err := s.db.ForgetSheets(ctx, since); err != nil {
		return err
	}
	pruned, err := s.cache.Prune(ctx, store.Pruning{UnusedSince: since})
	if pruned.Positions > 0 {
		s.log.Info("unused evaluations were removed", "positions", pruned.Positions, "unused_since", since.Format(time.DateOnly))
	}
	return err
}
