package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fairplay/queue/queuetest"
	"fairplay/reports/store/storetest"
	"fairplay/uci/ucitest"
)

// premises holds what the processes of one service share.
type premises struct {
	T
	data     string // folder
	database string // "" for SQLite in the folder
	redis    string // "" for one in the server
	engine   string // path
	key      string // file of the server key, which all processes share
	token    string // of the administrator, once a server has started

	program   string   // "" for fairplay
	variables []string // variables of its environment, besides those of the test

	postgreSQL  *storetest.Server // nil with SQLite
	redisServer *queuetest.Redis  // nil with one in the server
}

// onSQLite is a service in one process with a scripted engine.
func onSQLite(t testing.TB, engine ucitest.Engine) *premises {
	t.Helper()
	return &premises{T: t, data: filepath.Join(t.TempDir(), "data"), key: filepath.Join(t.TempDir(), "server.key"), engine: engine.Command(t)}
}

// onServers is a service whose processes share Redis and PostgreSQL, optionally with further
// settings. The tables are not made yet.
func onServers(t testing.TB, engine ucitest.Engine, settings ...string) *premises {
	t.Helper()
	h := onSQLite(t, engine)
	h.postgreSQL, h.redisServer = storetest.Start(t, settings...), queuetest.Start(t)
	h.database, h.redis = h.postgreSQL.Fresh(t), h.redisServer.Address()
	return h
}

// where returns the flags that name the database.
func (p *premises) where() []string {
	return []string{"--data", p.data, "--database", p.database, "--server-key-file", p.key}
}

// serving is a server of a test.
type serving struct {
	*started
	url string
}

// serve starts a server on a port that the system chooses and waits until it
// listens. At the first start in a folder it learns the token.
func (p *premises) serve(flags ...string) *serving {
	p.Helper()
	all := append([]string{"serve", "--listen", "127.0.0.1:0", "--redis", p.redis, "--engine", p.engine, "--rate-limit", "1000"}, p.where()...)
	s := &serving{started: p.start(append(all, flags...)...)}
	s.await("the server listens", func() (listens bool) {
		s.url, listens = s.stdout.find(`Listening on (\S+);`)
		return listens
	})
	if path, first := s.stdout.find(`Token of the administrator: in the file (\S+),`); first {
		secret, err := os.ReadFile(path)
		if err != nil {
			p.Fatal(err)
		}
		p.token = strings.TrimSpace(string(secret))
	}
	return s
}

// start starts the program of the premises.
func (p *premises) start(arguments ...string) *started {
	p.Helper()
	return startAs(p.T, cmp.Or(p.program, "fairplay"), p.variables, arguments...)
}

// work starts a worker and waits until it is ready.
func (p *premises) work(flags ...string) *started {
	p.Helper()
	all := append([]string{"worker", "--redis", p.redis, "--engine", p.engine}, p.where()...)
	w := p.start(append(all, flags...)...)
	w.await("the worker works", func() bool { _, works := w.stdout.find("Working with"); return works })
	return w
}

// fairplay runs a command on the database to its end and returns what it
// prints.
func (p *premises) fairplay(arguments ...string) string {
	p.Helper()
	return run(p.T, append(arguments, p.where()...)...)
}

// run runs fairplay to its end and returns what it prints.
func run(t testing.TB, arguments ...string) string {
	t.Helper()
	c := exec.Command("fairplay", arguments...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("fairplay %v: %v\n%s", arguments, err, &stderr)
	}
	return string(out)
}

// arbiter makes the token of a chief arbiter, who may do everything in the
// events that he creates.
func (p *premises) arbiter() string {
	p.Helper()
	return strings.TrimSpace(p.fairplay("token", "create", "--role", "chief-arbiter", "--name", "Arbiter"))
}

// stop asks a process to shut down and waits until it has.
func (s *started) stop() {
	s.Helper()
	s.signal(syscall.SIGTERM)
	every(s.T, "the process ends", s.over)
	if !s.cmd.ProcessState.Success() {
		s.Errorf("told to stop: %v\n%s", s.cmd.ProcessState, s.stderr.tail())
	}
}

// reply is an answer of a server.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request. The error is that of the connection: a server that is
// killed gives no reply.
func (s *serving) ask(method, path, token string, body io.Reader) (reply, error) {
	request, err := http.NewRequest(method, s.url+path, body)
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	if strings.Contains(path, "/batches") {
		request.Header.Set("Content-Type", "application/x-chess-pgn")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return reply{answer.StatusCode, answer.Header, text}, err
}

// must sends a request that must succeed.
func (s *serving) must(method, path, token string, body []byte) reply {
	s.Helper()
	r, err := s.ask(method, path, token, bytes.NewReader(body))
	if err != nil || r.status >= 300 {
		s.Fatalf("%s %s: %d %s %v\n%s", method, path, r.status, r.body, err, s.stderr.tail())
	}
	return r
}

// decode reads a JSON answer.
func decode[T any](t testing.TB, r reply) (value T) {
	t.Helper()
	if err := json.Unmarshal(r.body, &value); err != nil {
		t.Fatalf("%v in %s", err, r.body)
	}
	return value
}

// identified is the part that all objects of the API have.
type identified struct{ ID string }

// event creates an event and returns its id.
func (s *serving) event(token string) string {
	s.Helper()
	return decode[identified](s.T, s.must("POST", "/v1/events", token, []byte(`{"name": "Test"}`))).ID
}

// upload hands in games and returns the batch's id.
func (s *serving) upload(token, event, name string, games []byte) string {
	s.Helper()
	path := fmt.Sprintf("/v1/events/%s/batches?name=%s", event, name)
	return decode[identified](s.T, s.must("POST", path, token, games)).ID
}

// screening waits until nothing is left to do for an event and returns its
// screening.
func (s *serving) screening(token, event string) string {
	s.Helper()
	s.awaitDone(token, event)
	return string(s.must("GET", "/v1/events/"+event+"/screening", token, nil).body)
}

// awaitDone waits until nothing is left to do for an event.
func (s *serving) awaitDone(token, event string) {
	s.Helper()
	type progress struct{ Done bool }
	paced(s.T, 20*time.Millisecond, "the work on the event is done", func() bool {
		s.alive("the work on the event is done")
		return decode[progress](s.T, s.must("GET", "/v1/events/"+event+"/progress", token, nil)).Done
	})
}
