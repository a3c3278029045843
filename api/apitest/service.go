// Package apitest opens a whole service for tests: a store in a temporary folder, the queue
// inside the process, a scripted engine as a child process, the work on tasks, and the server,
// which listens on a free port.
package apitest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/calibration"
	"fairplay/api"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/work"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// Service is a whole service that ends with its test.
type Service struct {
	T      testing.TB
	DB     *store.DB
	Queue  *queue.Queue
	Work   *work.Service
	Spool  string
	Source string // of the database
	Clock  *Clock
	Log    *Log
	URL    string
	Server *api.Server
}

// Setting says how a service differs from the usual one. The zero value changes nothing.
type Setting struct {
	Engine     ucitest.Engine
	Calibrated bool              // the scripted engine counts as that of the shipped calibrations
	Source     string            // address of an empty database on PostgreSQL; "" for a file
	Recorded   string            // file of evaluations by the engine of the shipped calibrations, under whose recipes it then works; "" for none
	Change     func(*api.Config) // of the server
	Mount      func(*api.Server) // adds to it
}

// Clock is the time of a service: the real one, moved forward by a test.
type Clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Now is the time of the service.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// Log is a log that may be written and read at the same time.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns what was logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Open starts a service.
func Open(t testing.TB, s Setting) *Service {
	t.Helper()
	h := &Service{T: t, Spool: t.TempDir(), Clock: &Clock{}, Log: &Log{}}
	ctx := context.Background()
	var err error
	if h.Source = s.Source; h.Source == "" {
		h.Source = filepath.Join(t.TempDir(), "fairplay.db")
		text, err := newDatabase(s.Recorded)
		h.Must(err)
		h.Must(os.WriteFile(h.Source, text, 0o600))
	} else {
		h.Must(fill(h.Source, s.Recorded))
	}
	h.DB, err = store.OpenKeyed(ctx, h.Source, store.Keyholder{
		Keys:   func() (store.ServerKeys, error) { return serverKey() },
		Random: rand.Reader, Now: h.Clock.Now, Alarm: func(what, id string) { fmt.Fprintf(h.Log, "forged: %s %s\n", what, id) },
	})
	h.Must(err)
	t.Cleanup(func() { h.DB.Close() })
	cache := store.NewCache(h.DB)
	t.Cleanup(func() { cache.Close() })
	log := slog.New(slog.NewJSONHandler(h.Log, nil))
	pool, err := uci.NewPool(ctx, s.Engine.Command(t), 1)
	h.Must(err)
	t.Cleanup(func() { pool.Close() })

	library, err := shipped()
	h.Must(err)
	var fits pipeline.Fits = pipeline.EngineLibrary{}
	if s.Calibrated {
		fits = anyEngine(library)
	}
	quick, full := h.terms(recipeOf(analysis.Quick(), pool, library, s), pool, fits), h.terms(recipeOf(analysis.Full(), pool, library, s), pool, fits)
	for _, terms := range []pipeline.Terms{quick, full} {
		h.Must(cache.RegisterRecipe(ctx, terms.Recipe))
	}
	h.Work = &work.Service{
		Store: h.DB, Cache: cache, Quick: quick, Full: full, Now: h.Clock.Now, Spool: h.Spool, Log: log,
	}
	h.Queue, err = queue.Open(ctx, queue.Address{}, queue.Options{Kinds: work.Worker{Service: h.Work}.Kinds(), Logger: log})
	h.Must(err)
	t.Cleanup(func() { h.Queue.Close() })
	h.Work.Queue = h.Queue
	h.Work.Claims = &registry.Register{Store: h.DB, Events: work.Records{Service: h.Work}, Now: h.Clock.Now, Random: rand.Reader}
	h.serveTasks()

	auditor := store.NewAuditor(h.DB)
	t.Cleanup(func() { auditor.Close() })
	config := api.Config{
		Store: h.DB, Auditor: auditor, Work: h.Work, Queue: h.Queue, Engines: func() error { return nil },
		Recipes: []api.Method{
			{Recipe: quick.Recipe, Policy: quick.Policy}, {Recipe: full.Recipe, Policy: full.Policy},
		},
		Calibrations: library, Now: h.Clock.Now, Random: rand.Reader, Log: log,
		Limits: api.ClientLimits{Rate: 10_000, Burst: 10_000, Refusals: 10_000}, Poll: 10 * time.Millisecond,
	}
	if s.Change != nil {
		s.Change(&config)
	}
	h.Server, err = api.New(config)
	h.Must(err)
	if s.Mount != nil {
		s.Mount(h.Server)
	}
	h.listen()
	return h
}

// serverKey is the key of every service.
var serverKey = sync.OnceValues(func() (store.ServerKeys, error) {
	key, err := store.NewServerKey(bytes.Repeat([]byte{7}, store.ServerKeySize))
	return store.ServerKeys{key}, err
})

// shipped are the calibrations of every service, as those of one program are.
var shipped = sync.OnceValues(calibration.Shipped)

// anyEngine finds calibrations as if every engine were the one that they were fitted on.
type anyEngine calibration.Library

// Find returns the calibration for a recipe of that name, a policy and a time class.
func (a anyEngine) Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*pipeline.Fit, error) {
	for _, c := range a {
		if c.Recipe.Name == r.Name {
			return pipeline.EngineLibrary{Library: calibration.Library{c}, Behaviour: c.Behaviour}.Find(c.Recipe, p, class)
		}
	}
	return pipeline.EngineLibrary{}.Find(r, p, class)
}

var databases sync.Map // of texts of databases, by the file of their evaluations

// newDatabase is a database with the evaluations of a file, or with none. It is made once, and copied for each service.
func newDatabase(evaluations string) ([]byte, error) {
	made, _ := databases.LoadOrStore(evaluations, sync.OnceValues(func() ([]byte, error) {
		folder, err := os.MkdirTemp("", "fairplay-database-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		path := filepath.Join(folder, "new.db")
		if err := fill(path, evaluations); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	}))
	return made.(func() ([]byte, error))()
}

// fill makes a database and puts the evaluations of a file into it.
func fill(path, evaluations string) error {
	ctx := context.Background()
	if evaluations == "" {
		return store.Migrate(ctx, path)
	}
	f, err := os.Open(evaluations)
	if err != nil {
		return err
	}
	defer f.Close()
	cache, err := store.OpenCache(ctx, path)
	if err != nil {
		return err
	}
	_, err = cache.Import(ctx, f)
	return errors.Join(err, cache.Close())
}

// recipeOf completes a recipe with the scripted engine, or with that of the shipped calibrations.
func recipeOf(recipe analysis.Recipe, pool *uci.Pool, library calibration.Library, s Setting) analysis.Recipe {
	if s.Recorded != "" {
		for _, c := range library {
			if c.Recipe.Name == recipe.Name {
				return c.Recipe
			}
		}
	}
	recipe, _ = pool.Identity().Complete(recipe) // the scripted engine has all options
	return recipe
}

func (s *Service) terms(recipe analysis.Recipe, pool *uci.Pool, fits pipeline.Fits) pipeline.Terms {
	policy, reference := analysis.StandardPolicy(), book.Standard()
	policy.BookSHA256 = reference.SHA256()
	terms := pipeline.Terms{
		Evaluator: pipeline.Evaluator{Recipe: recipe, Policy: policy, Book: reference, Engines: pool, Workers: 1},
		Rules:     regulations.Shipped(), Fits: fits,
	}
	terms.Provenance.Program, terms.Provenance.Version = "fairplay", "test"
	return terms
}

// serveTasks works on tasks until the test ends.
func (s *Service) serveTasks() {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- s.Queue.Serve(ctx, queue.Duties{
			Concurrency: 4, Handlers: work.Worker{Service: s.Work}.Handlers(), Grace: 10 * time.Second, Retry: queue.RetryPolicy{First: time.Second},
		})
	}()
	s.T.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			s.T.Errorf("queue: %v", err)
		}
	})
}

func (s *Service) listen() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	s.Must(err)
	s.URL = "http://" + listener.Addr().String()
	serving := api.HTTP(s.Server.Handler(), slog.New(slog.NewJSONHandler(s.Log, nil)))
	serving.RegisterOnShutdown(s.Server.Close)
	done := make(chan struct{})
	go func() {
		defer close(done)
		serving.Serve(listener)
	}()
	s.T.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		if err := serving.Shutdown(ctx); err != nil {
			s.T.Errorf("the server does not end: %v", err)
		}
		<-done
		s.Server.Close()
	})
}

// Must ends the test on an error.
func (s *Service) Must(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
}

// Token puts a token into the store, with a new id and secret, and returns them.
func (s *Service) Token(t store.Token) (secret, id string) {
	s.T.Helper()
	secret, hash, err := api.NewSecret(rand.Reader)
	s.Must(err)
	id, err = store.NewID(rand.Reader)
	s.Must(err)
	t.ID, t.Hash, t.Created = id, hash, s.Clock.Now().UTC()
	s.Must(s.DB.AddToken(s.T.Context(), t))
	return secret, id
}

// Event puts an event into the store and returns its id.
func (s *Service) Event(name, federation string) string {
	s.T.Helper()
	id, err := store.NewID(rand.Reader)
	s.Must(err)
	s.Must(s.DB.CreateEvent(s.T.Context(), store.Event{
		ID: id, Name: name, Federation: federation, TimeClass: analysis.StandardTime, RuleSet: "FIDE",
		State: store.EventOpen, Version: 1, Created: s.Clock.Now().UTC(),
	}))
	return id
}
