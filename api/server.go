package api

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/calibration"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// Server answers requests. It does not listen itself.
type Server struct {
	store      *store.DB
	auditor    AuditLog
	door       *door.Door
	intake     work.Intake
	records    work.Records
	tests      work.Tests
	worker     work.Worker
	control    work.Control
	screenings Screenings
	dossiers   journal.Dossiers
	journals   *journal.Service
	cases      *registry.Register
	queue      Backlog
	engines    func() error
	database   func(context.Context) error
	room       func() error
	extras     []Extra

	recipes      []Method
	calibrations []*calibration.Calibration
	approvals    []reports.Approval
	made         reports.Provenance

	now    func() time.Time
	random io.Reader
	log    *slog.Logger

	actions    map[string]access.Action // by operation
	operations map[string]route         // by operation
	tokens     *limiter                 // requests by token
	strangers  *limiter                 // requests with unknown tokens, by address
	rendered   *rendering
	last       atomic.Pointer[decoded] // the screening of which a view was made last
	slots      *slots
	players    *playerLists
	feeds      *feeds
	uses       *lastUses
	streams    *quota // by token
	uploads    *quota // by token
	metrics    *metrics
	refused    *refusalLimiter
	probe      probe // of the database

	traceparent *regexp.Regexp

	mostUpload int64         // bytes
	patience   time.Duration // with a client that sends nothing
	answerTime time.Duration // for an answer to be sent
	heartbeat  time.Duration

	echo *echo.Echo
	once sync.Once // for Close
}

// Attempts with unknown tokens from one address: the rate a second, and the burst.
const (
	strangerRate  = 1
	strangerBurst = 20
)

// New makes a server from its parts.
func New(c Config) (*Server, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	s := &Server{
		store: c.Store, auditor: c.Auditor, intake: work.Intake{Service: c.Work}, records: work.Records{Service: c.Work}, tests: work.Tests{Service: c.Work}, worker: work.Worker{Service: c.Work}, control: work.Control{Service: c.Work},
		screenings: c.Screenings, dossiers: c.Dossiers, journals: &journal.Service{Store: c.Store, Games: work.Intake{Service: c.Work}, Dossiers: c.Dossiers, Records: work.Records{Service: c.Work}, Control: work.Control{Service: c.Work}, Now: c.Now}, queue: c.Queue, engines: c.Engines, room: c.Room, extras: c.Extras,
		recipes: c.Recipes, calibrations: c.Calibrations, approvals: c.Approvals, made: c.Made, now: c.Now, random: &sharedReader{r: c.Random}, log: c.Log, database: c.Database,
		actions: door.Operations(),
		tokens:  newLimiter(c.Limits.Rate, c.Limits.Burst, "this token"), strangers: newLimiter(strangerRate, strangerBurst, "this address"),
		rendered: newRendering(), slots: newSlots(runtime.GOMAXPROCS(0)-1, work.Worker{Service: c.Work}.LiveWork), players: newPlayerLists(),
		mostUpload: c.Limits.Upload, patience: c.Limits.Patience, answerTime: c.Limits.Answer, heartbeat: c.Heartbeat,
	}
	s.door = door.New(c.Store, c.Auditor.Append, c.Now)
	s.door.Refuse, s.journals.Room = s.refuse, s.take
	s.cases = &registry.Register{Store: c.Store, Events: c.Dossiers, Now: c.Now, Random: s.random, Scan: c.Scan, Reruns: work.Claims{Service: c.Work}}
	s.feeds = newFeeds(c.Poll, s.progress)
	s.uses = newLastUses(c.Store.TouchToken)
	s.streams = newQuota(c.Limits.Streams, "streams")
	s.uploads = newQuota(c.Limits.Uploads, "batches")
	s.metrics = newMetrics(s)
	s.refused = newRefusals(c.Limits.Refusals)
	s.traceparent = regexp.MustCompile(traceparentForm)
	s.echo = echo.New()
	s.echo.HTTPErrorHandler = s.problem
	s.echo.IPExtractor = clientAddress(c.Proxies)
	s.echo.Pre(s.request)
	s.routes()
	return s, nil
}

// routes registers every operation behind its guard, and the pages.
func (s *Server) routes() {
	guards := map[string][]echo.MiddlewareFunc{}
	for operation := range s.actions {
		guards[operation] = []echo.MiddlewareFunc{s.guard(operation)}
	}
	for _, operation := range unguarded() {
		guards[operation] = []echo.MiddlewareFunc{open(operation)}
	}
	for _, unknown := range []string{"/v1", "/v1/*"} { // or a page would answer
		s.echo.RouteNotFound(unknown, s.noRoute)
	}
	s.operations = map[string]route{}
	s.echo.OnAddRouteHandler = func(_ string, r echo.Route, answer echo.HandlerFunc, _ []echo.MiddlewareFunc) {
		operation := strings.TrimSuffix(r.Name[strings.LastIndex(r.Name, ".")+1:], "-fm") // the method of wire's handler
		s.operations[strings.ToLower(operation[:1])+operation[1:]] = route{r.Path, answer}
	}
	wire.RegisterHandlersWithOptions(s.echo, s, wire.RegisterHandlersOptions{OperationMiddlewares: guards})
	s.echo.OnAddRouteHandler = nil
	s.docs()
}

// route is the address of an operation and what answers there, without its guard.
type route struct {
	path   string
	answer echo.HandlerFunc
}

// noRoute answers what no operation of the API answers: with the methods that are possible at the
// address, if there are any.
func (s *Server) noRoute(c echo.Context) error {
	var possible []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := s.echo.AcquireContext()
		s.echo.Router().Find(method, echo.GetPath(c.Request()), other)
		if path := other.Path(); path != "" && path != "/v1" && path != "/v1/*" {
			possible = append(possible, method)
		}
		s.echo.ReleaseContext(other)
	}
	if len(possible) == 0 {
		return echo.ErrNotFound
	}
	c.Response().Header().Set(echo.HeaderAllow, strings.Join(possible, ", "))
	return echo.ErrMethodNotAllowed
}

// Handler returns the server as an http.Handler.
func (s *Server) Handler() http.Handler { return s.echo }

// ClientLimits of a connection while no request is under way.
const (
	headerTime = 10 * time.Second // to send the headers of a request
	idleTime   = 2 * time.Minute  // between two requests
	mostHeader = 64 << 10         // bytes
)

// HTTP returns an http.Server with the time limits that go with the Handler of a Server. It does not listen yet. When it is
// shut down, the Server must be closed, or it would wait for its streams.
func HTTP(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: mostHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Close ends the streams, their feeds, and the noting of uses. Later requests are still
// answered.
func (s *Server) Close() {
	s.once.Do(func() {
		s.feeds.close()
		s.uses.close()
	})
}

// sharedReader lets many requests read one source of random bytes.
type sharedReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (s *sharedReader) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Read(b)
}
