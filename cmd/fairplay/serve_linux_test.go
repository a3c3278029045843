package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fairplay/uci/ucitest"
)

// The main job through the API: games are handed in, the stream of progress shows when they are
// evaluated, and the screening is the same, byte for byte, as that of the command line.
func TestServeScreens(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	games := sample(t, 3)
	text, err := os.ReadFile(games)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, "screen", "--engine", h.engine, "--cache", cacheFile(t), "--quiet", "--format", "json", games)

	s := h.serve()
	arbiter := h.arbiter()
	event := s.event(arbiter)
	s.upload(arbiter, event, filepath.Base(games), text)
	if last := s.follow(arbiter, event); !strings.Contains(last, `"done":true`) {
		t.Errorf("the stream of progress ended with %s", last)
	}
	got := s.screening(arbiter, event)
	if named := strings.ReplaceAll(want, filepath.Dir(games)+"/", ""); got != named {
		t.Errorf("the service says\n%s\nand the command line\n%s", got, named)
	}
	s.stop()
	if strings.Contains(s.stderr.String(), "Firouzja") {
		t.Errorf("the log names players:\n%s", &s.stderr)
	}
}

// follow listens to the progress of an event until the stream ends, and returns
// the last data.
func (s *serving) follow(token, event string) (last string) {
	s.Helper()
	request, err := http.NewRequest(http.MethodGet, s.url+"/v1/events/"+event+"/progress", nil)
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "text/event-stream")
	answer, err := (&http.Client{Timeout: patience}).Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			last = data
		}
	}
	return last
}

// A token is made only at the first start, is in a file of its own, and stays valid.
func TestTokenIsShownOnce(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	s := h.serve()
	if h.token == "" {
		t.Fatalf("no token at the first start: %s", &s.stdout)
	}
	s.stop()
	again := h.serve()
	if said := s.stdout.String() + again.stdout.String(); strings.Contains(said, "fp_") || strings.Contains(again.stdout.String(), "Token") {
		t.Errorf("a token is said: %s", said)
	}
	if me := again.must("GET", "/v1/me", h.token, nil); !strings.Contains(string(me.body), `"expires":"`) {
		t.Errorf("it has no end: %s", me.body)
	}
	for name, text := range map[string]string{"standard error": again.stderr.String() + s.stderr.String(), "the database": contents(t, filepath.Join(h.data, "fairplay.db"))} {
		if strings.Contains(text, h.token) {
			t.Errorf("the token stands in %s", name)
		}
	}
	again.stop()
}

func contents(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Two servers in one folder would delete each other's uploads.
func TestFolderInUse(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	s := h.serve()
	second := start(t, "serve", "--listen", "127.0.0.1:0", "--data", h.data, "--engine", h.engine)
	every(t, "the second server ends", second.over)
	if code := second.cmd.ProcessState.ExitCode(); code != 5 || !strings.Contains(second.stderr.String(), "is in use by another fairplay (process ") {
		t.Errorf("exit code %d: %s", code, &second.stderr)
	}
	s.kill() // a lock ends with its holder
	h.serve().stop()
}

// A stop interrupts the games under way: evaluations so far are kept, and the next start goes
// on from there.
func TestStopAndGoOn(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{Delay: 5 * time.Millisecond})
	h.engine = notes(t, h.engine)
	text := []byte(contents(t, sample(t, 2)))
	s := h.serve("--engines", "2", "--tasks", "1", "--grace", "100ms")
	arbiter := h.arbiter()
	event := s.event(arbiter)
	s.upload(arbiter, event, "games.pgn", text)
	s.awaitSearch(40)
	s.stop()
	again := h.serve("--engines", "2", "--tasks", "1")
	first := again.screening(arbiter, event)
	again.stop()

	other := onSQLite(t, ucitest.Engine{})
	other.engine = h.engine
	whole := other.serve("--engines", "2", "--tasks", "1")
	arbiter = other.arbiter()
	event = whole.event(arbiter)
	whole.upload(arbiter, event, "games.pgn", text)
	if undisturbed := whole.screening(arbiter, event); undisturbed != first {
		t.Errorf("after the stop the screening is\n%s\nand without one\n%s", first, undisturbed)
	}
	const inFlight = 2 * 2 // two passes for each of two engines; one game at a time needs no position twice
	if more := s.searches() + again.searches() - whole.searches(); more > inFlight {
		t.Errorf("the stop cost %d searches", more)
	}
	whole.stop()
}

// Two servers without engines and two workers share one PostgreSQL and one Redis. Games handed
// in at one server are read at the other, and the screening is the same as that of the command
// line.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	games := sample(t, 3)
	early := start(t, append([]string{"serve", "--listen", "127.0.0.1:0", "--engine", h.engine, "--redis", h.redis}, h.where()...)...)
	every(t, "the server ends", early.over)
	if said := early.stderr.String(); early.cmd.ProcessState.ExitCode() != 7 || !strings.Contains(said, "fairplay migrate") {
		t.Errorf("without tables: %v %s", early.cmd.ProcessState, said)
	}
	h.fairplay("migrate")

	first := h.serve("--engines", "0")
	token := h.token
	other := *h
	other.data = filepath.Join(t.TempDir(), "other")
	second := other.serve("--engines", "0")
	if token == "" || other.token != token {
		t.Errorf("the servers showed the tokens %q and %q", token, other.token)
	}
	workers := []*started{h.work("--engines", "1"), h.work("--engines", "1")}
	arbiter := h.arbiter()
	event := first.event(arbiter)
	first.upload(arbiter, event, filepath.Base(games), []byte(contents(t, games)))
	got := second.screening(arbiter, event)
	if want := run(t, "screen", "--engine", h.engine, "--cache", cacheFile(t), "--quiet", "--format", "json", games); got != want {
		t.Errorf("the service says\n%s\nand the command line\n%s", got, want)
	}
	for _, w := range workers {
		w.stop()
	}
	first.stop()
	second.stop()
	if said := h.fairplay("check", "--quiet"); !strings.Contains(said, "Everything is as fairplay wrote it.") {
		t.Error(said)
	}
}

// An engine that does not obey delays the end of the server. A second Ctrl-C ends it at once.
func TestSecondSignalEndsServer(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{Fault: ucitest.HangsInSearch, After: 5})
	h.engine = notes(t, h.engine)
	s := h.serve("--engines", "1", "--grace", "1m")
	arbiter := h.arbiter()
	event := s.event(arbiter)
	s.upload(arbiter, event, "games.pgn", []byte(contents(t, sample(t, 1))))
	s.awaitSearch(6)
	engines := s.engines()
	every(t, "the server ends", func() bool {
		s.signal(syscall.SIGTERM)
		return s.over()
	})
	status := s.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGTERM {
		t.Errorf("the server ended by itself: %v\n%s", s.cmd.ProcessState, s.stderr.tail())
	}
	awaitEnd(t, engines)
}

// A server with a certificate speaks HTTPS, and "ready" knows its certificate.
func TestServeTLS(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	certificate, key := selfSigned(t)
	s := h.serve("--tls-certificate", certificate, "--tls-key", key)
	address, secure := strings.CutPrefix(s.url, "https://")
	if !secure {
		t.Fatalf("it listens on %s", s.url)
	}
	if said := run(t, "ready", "--listen", address, "--tls-certificate", certificate, "--tls-key", key); !strings.Contains(said, `"ready":true`) {
		t.Errorf("ready: %s", said)
	}
	s.stop()
	taken := start(t, "serve", "--listen", address, "--data", h.data, "--engine", h.engine, "--tls-certificate", "nothere.pem", "--tls-key", key)
	every(t, "the server ends", taken.over)
	if !strings.Contains(taken.stderr.String(), "the certificate cannot be used") {
		t.Errorf("a certificate that is not there: %s", &taken.stderr)
	}
}

// selfSigned makes a certificate for example.org.
func selfSigned(t testing.TB) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	subject := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"example.org"}, NotAfter: time.Now().Add(time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, subject, subject, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	err = errors.Join(
		os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: packed}), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	return certificate, key
}
