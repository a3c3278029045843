package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
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
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// house is a whole service: a store in a temporary folder, the queue inside the
// process, a scripted engine as a child process, the pipeline and the server,
// which listens on a free port.
type house struct {
	t     testing.TB
	db    *store.DB
	queue *queue.Queue
	work  *work.Service
	spool string
	clock *clock
	log   *syncBuffer
	url   string

	server *api.Server
}

// figures returns the figures for Prometheus.
func (h *house) figures() string {
	h.t.Helper()
	answer := httptest.NewRecorder()
	h.server.Metrics().ServeHTTP(answer, httptest.NewRequestWithContext(h.t.Context(), "GET", "/metrics", nil))
	return answer.Body.String()
}

// clock is the time of the service: the real one, moved forward by a test.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// syncBuffer is a log that may be written and read at the same time.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// open builds a house; change may alter the server's settings. The work on tasks
// goes on until the test ends.
func open(t testing.TB, change func(*api.Config)) *house {
	t.Helper()
	return build(t, ucitest.Engine{}, change)
}

func build(t testing.TB, engine ucitest.Engine, change func(*api.Config)) *house {
	t.Helper()
	h := &house{t: t, spool: t.TempDir(), clock: &clock{}, log: &syncBuffer{}}
	ctx := context.Background()
	var err error
	h.db, err = store.Open(ctx, filepath.Join(t.TempDir(), "fairplay.db"))
	h.must(err)
	t.Cleanup(func() { h.db.Close() })
	cache := store.NewCache(h.db)
	t.Cleanup(func() { cache.Close() })
	log := slog.New(slog.NewJSONHandler(h.log, nil))
	h.queue, err = queue.Open(ctx, queue.Address{}, queue.Options{Kinds: work.Kinds(), Logger: log})
	h.must(err)
	t.Cleanup(func() { h.queue.Close() })
	pool, err := uci.NewPool(ctx, engine.Command(t), 1)
	h.must(err)
	t.Cleanup(func() { pool.Close() })

	library, err := calibration.Shipped()
	h.must(err)
	quick, full := h.terms(analysis.Quick(), pool), h.terms(analysis.Full(), pool)
	for _, terms := range []pipeline.Terms{quick, full} {
		h.must(cache.RegisterRecipe(ctx, terms.Recipe))
	}
	h.work = &work.Service{
		Store: h.db, Cache: cache, Queue: h.queue, Quick: quick, Full: full, Now: h.clock.now, Spool: h.spool, Log: log,
	}
	h.serveTasks()

	auditor := store.NewAuditor(h.db)
	t.Cleanup(func() { auditor.Close() })
	config := api.Config{
		Store: h.db, Auditor: auditor, Work: h.work, Queue: h.queue, Engines: func() error { return nil },
		Recipes: []api.Method{
			{Recipe: quick.Recipe, Policy: quick.Policy}, {Recipe: full.Recipe, Policy: full.Policy},
		},
		Calibrations: library, Now: h.clock.now, Random: rand.Reader, Log: log,
		Limits: api.ClientLimits{Rate: 10_000, Burst: 10_000, Refusals: 10_000}, Poll: 10 * time.Millisecond,
	}
	if change != nil {
		change(&config)
	}
	server, err := api.New(config)
	h.must(err)
	h.server = server
	h.listen(server)
	return h
}

func (h *house) terms(recipe analysis.Recipe, pool *uci.Pool) pipeline.Terms {
	recipe, err := pool.Identity().Complete(recipe)
	h.must(err)
	policy, reference := analysis.StandardPolicy(), book.Standard()
	policy.BookSHA256 = reference.SHA256()
	return pipeline.Terms{
		Evaluator: pipeline.Evaluator{Recipe: recipe, Policy: policy, Book: reference, Engines: pool, Workers: 1},
		Rules:     regulations.Shipped(), Fits: pipeline.EngineLibrary{},
		Provenance: reports.Provenance{Program: "fairplay", Version: "test"},
	}
}

func (h *house) serveTasks() {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- h.queue.Serve(ctx, queue.Duties{
			Concurrency: 4, Handlers: h.work.Handlers(), Grace: 10 * time.Second, Retry: queue.RetryPolicy{First: time.Second},
		})
	}()
	h.t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			h.t.Errorf("queue: %v", err)
		}
	})
}

func (h *house) listen(server *api.Server) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	h.must(err)
	h.url = "http://" + listener.Addr().String()
	serving := server.HTTP()
	done := make(chan struct{})
	go func() {
		defer close(done)
		serving.Serve(listener)
	}()
	h.t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		if err := serving.Shutdown(ctx); err != nil {
			h.t.Errorf("the server does not end: %v", err)
		}
		<-done
		server.Close()
	})
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// token puts a token with these grants into the store and returns its secret and
// id.
func (h *house) token(grants ...access.Grant) (secret, id string) {
	return h.tokenUntil(time.Time{}, grants...)
}

func (h *house) tokenUntil(expires time.Time, grants ...access.Grant) (secret, id string) {
	h.t.Helper()
	secret, hash, err := api.NewSecret(rand.Reader)
	h.must(err)
	id, err = api.NewID(rand.Reader)
	h.must(err)
	h.must(h.db.AddToken(h.t.Context(), store.Token{
		ID: id, Name: "somebody", Hash: hash, Grants: grants, Created: h.clock.now().UTC(), Expires: expires,
	}))
	return secret, id
}

// event puts an event into the store and returns its id.
func (h *house) event(name, federation string) string {
	h.t.Helper()
	id, err := api.NewID(rand.Reader)
	h.must(err)
	h.must(h.db.CreateEvent(h.t.Context(), store.Event{
		ID: id, Name: name, Federation: federation, TimeClass: analysis.StandardTime, RuleSet: "FIDE",
		State: store.EventOpen, Version: 1, Created: h.clock.now().UTC(),
	}))
	return id
}

// as returns a client with the token of a role in an event; without an event the role is
// unbound.
func (h *house) as(role access.Role, event string) *caller {
	h.t.Helper()
	secret, id := h.token(access.Grant{Role: role, Event: event})
	return &caller{house: h, secret: secret, id: id}
}

// round is a real round of six games; games returns the first n of them.
func games(t testing.TB, n int) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitAfter(string(b), "\n\n[Event ")
	if n < len(parts) {
		return strings.TrimSuffix(strings.Join(parts[:n], ""), "[Event ")
	}
	return string(b)
}
