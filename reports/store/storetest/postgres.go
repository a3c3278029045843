// Package storetest starts private PostgreSQL servers for tests, and ends and
// restarts them. It needs the programs of a PostgreSQL server, version 15 or
// later: in the PATH, or where Debian puts them.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server with a cluster of its own in a temporary folder. Its methods
// fail the test if they do not succeed.
type Server struct {
	programs string // folder
	folder   string // of the data and the socket
	port     int
	settings []string
	owner    *syscall.Credential // nil for the user who runs the test
	made     atomic.Int64        // number of databases made
	process  *process
}

// process is a running server.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// startTime is how long a server may take until it answers.
const startTime = 30 * time.Second

// Start starts a server on a free port of the loopback interface, optionally with further
// settings (Start(t, "max_connections=20")). It does not wait for disks, sorts by the rules of
// English unless told otherwise, and ends with the test.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := &Server{programs: programs(t), settings: settings, owner: owner(t)}
	s.folder = folder(t, s.owner)
	s.initialise(t)
	t.Cleanup(s.kill)
	// Somebody else may take the port between its choice and its use.
	for range 5 {
		s.port = freePort(t)
		if s.launch(t) {
			return s
		}
	}
	t.Fatalf("postgres does not start:\n%s", s.log())
	return nil
}

// programs is the folder with the programs of the newest server.
func programs(t testing.TB) string {
	t.Helper()
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		t.Fatal("there is no PostgreSQL server on this machine (Debian: apt-get install postgresql)")
	}
	return filepath.Dir(slices.Max(found))
}

// folder makes a folder that belongs to the server's user.
func folder(t testing.TB, owner *syscall.Credential) string {
	t.Helper()
	// Not t.TempDir, which another user cannot enter.
	name, err := os.MkdirTemp(inMemory(), "fairplay-postgres-")
	if err == nil && owner != nil {
		err = os.Chown(name, int(owner.Uid), int(owner.Gid))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(name); err != nil {
			t.Error(err)
		}
	})
	return name
}

// plenty is the room, in bytes, that the databases of all tests never need.
const plenty = 6 << 30

// inMemory names the folder whose files are in memory, where there is plenty of room; "" stands for
// the disk. A database is a thousand files, and a server that does not wait for disks loses
// nothing by having none.
func inMemory() string {
	const folder = "/dev/shm"
	var at syscall.Statfs_t
	if syscall.Statfs(folder, &at) != nil || uint64(at.Bavail)*uint64(at.Bsize) < plenty {
		return ""
	}
	return folder
}

// initialise makes the cluster.
func (s *Server) initialise(t testing.TB) {
	t.Helper()
	initdb := s.command("initdb", "--pgdata", s.data(), "--username", "postgres", "--auth", "trust", "--no-sync",
		"--encoding", "UTF8", "--locale", "C", "--locale-provider", "icu", "--icu-locale", "en-US")
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// command is a program that runs as the server's user.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.programs, name), args...)
	c.Dir = s.folder
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.owner}
	return c
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// launch starts the server and waits until it answers; false if it ended at
// once.
func (s *Server) launch(t testing.TB) bool {
	t.Helper()
	args := []string{"-D", s.data(), "-p", strconv.Itoa(s.port), "-k", s.folder, "-c", "listen_addresses=127.0.0.1",
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=32MB"}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	log, err := os.OpenFile(s.logFile(), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := s.command("postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatalf("postgres: %v", err)
	}
	p := &process{cmd, make(chan struct{})}
	s.process = p
	go func() {
		cmd.Wait() // how it ended does not matter
		close(p.ended)
	}()
	return s.answers(t, p)
}

func (s *Server) logFile() string { return filepath.Join(s.folder, "log") }

func (s *Server) log() string {
	text, _ := os.ReadFile(s.logFile())
	return string(text)
}

// answers waits until the server takes connections; false if it ended.
func (s *Server) answers(t testing.TB, p *process) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.socket())
		if err == nil {
			conn.Close(ctx)
			return true
		}
		// There is no channel to wait for, because the server is another process.
		moment := time.NewTimer(10 * time.Millisecond)
		select {
		case <-moment.C:
		case <-p.ended:
			return false
		case <-ctx.Done():
			t.Fatalf("postgres does not answer: %v\n%s", err, s.log())
		}
	}
}

// socket is the address of the server's own database. Only this server listens
// in its folder.
func (s *Server) socket() string {
	return fmt.Sprintf("host=%s port=%d user=postgres dbname=postgres", s.folder, s.port)
}

// Fresh makes an empty database and returns its address, postgres://...
func (s *Server) Fresh(t testing.TB) string {
	t.Helper()
	return s.create(t, "template0")
}

// Copy makes a database like the one with that address, to which nobody may be
// connected, and returns its address.
func (s *Server) Copy(t testing.TB, address string) string {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	return s.create(t, config.Database)
}

func (s *Server) create(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprintf("fresh%d", s.made.Add(1))
	s.Exec(t, s.Address("postgres"), "CREATE DATABASE "+name+" STRATEGY FILE_COPY TEMPLATE "+template)
	return s.Address(name)
}

// Address is the address of a database of that name.
func (s *Server) Address(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// Exec runs SQL in the database with that address.
func (s *Server) Exec(t testing.TB, address, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn := connect(ctx, t, address)
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// connect opens a connection, which the caller closes.
func connect(ctx context.Context, t testing.TB, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Stop shuts the server down: open transactions are rolled back, and connections are closed. It
// returns when the server has ended.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	s.end(t, syscall.SIGINT)
}

// Crash ends the server as a power failure would: after it, the server recovers from its log.
func (s *Server) Crash(t testing.TB) {
	t.Helper()
	s.end(t, syscall.SIGQUIT)
}

func (s *Server) end(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if s.process == nil {
		return
	}
	if err := s.process.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-s.process.ended
	s.process = nil
}

// Restart starts the server again on the same port, after shutting it down if it still runs. It
// returns when the server answers.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.Stop(t)
	if !s.launch(t) {
		t.Fatalf("postgres does not start again:\n%s", s.log())
	}
}

// kill ends the server for good.
func (s *Server) kill() {
	if s.process == nil {
		return
	}
	// No error if it has ended meanwhile.
	_ = s.process.cmd.Process.Signal(syscall.SIGQUIT)
	<-s.process.ended
	s.process = nil
}
