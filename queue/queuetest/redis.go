// Package queuetest starts private Redis servers for tests, and ends and
// restarts them. It needs the program redis-server.
package queuetest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Redis is a redis-server that belongs to one test. Its methods fail the test if they do not
// succeed, and must be called from the test's own goroutine.
type Redis struct {
	t      testing.TB
	before []string
	after  []string
	port   int
	folder string
	cmd    *exec.Cmd
	ended  chan struct{}
}

// startTime is how long a server may take until it answers.
const startTime = 20 * time.Second

// Start starts a server on a free port of the loopback interface, optionally with further
// arguments for redis-server (Start(t, "--maxmemory", "1mb")). It keeps nothing on disk and
// ends with the test.
func Start(t testing.TB, args ...string) *Redis {
	t.Helper()
	return start(t, nil, append([]string{"--save", "", "--appendonly", "no"}, args...))
}

// start starts redis-server with arguments before and after those that every
// server gets.
func start(t testing.TB, before, after []string) *Redis {
	t.Helper()
	r := &Redis{t: t, before: before, after: after, folder: t.TempDir()}
	t.Cleanup(r.Kill)
	// Somebody else may take the port between its choice and its use.
	for range 5 {
		r.port = freePort(t)
		if r.launch() {
			return r
		}
	}
	t.Fatal("redis-server does not start")
	return nil
}

// StartCluster starts a Redis Cluster that consists of one server.
func StartCluster(t testing.TB) *Redis {
	t.Helper()
	r := Start(t, "--cluster-enabled", "yes")
	c := r.client()
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	if err := c.ClusterAddSlotsRange(ctx, 0, 16383).Err(); err != nil {
		t.Fatalf("cluster slots: %v", err)
	}
	for c.Set(ctx, "ready", "", 0).Err() != nil {
		if !pause(ctx) {
			t.Fatal("the cluster does not become ready")
		}
	}
	return r
}

// StartSentinel starts a sentinel that watches r under the name "games".
func StartSentinel(t testing.TB, r *Redis) *Redis {
	t.Helper()
	// A sentinel needs a file that it may write to.
	file := filepath.Join(t.TempDir(), "sentinel.conf")
	text := fmt.Sprintf("sentinel monitor games 127.0.0.1 %d 1\n", r.port)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, []string{file, "--sentinel"}, nil)
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
func (r *Redis) launch() bool {
	r.t.Helper()
	r.cmd = exec.Command("redis-server", slices.Concat(r.before,
		[]string{"--port", strconv.Itoa(r.port), "--bind", "127.0.0.1", "--dir", r.folder}, r.after)...)
	if err := r.cmd.Start(); err != nil {
		r.t.Fatalf("redis-server: %v", err)
	}
	cmd, ended := r.cmd, make(chan struct{})
	r.ended = ended
	go func() {
		cmd.Wait() // how it ended does not matter
		close(ended)
	}()
	c := r.client()
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	for !r.isOurs(ctx, c) {
		select {
		case <-ended:
			return false
		default:
		}
		if !pause(ctx) {
			r.t.Fatal("redis-server does not answer")
		}
	}
	return true
}

// isOurs reports whether the server that answers on the port is the one started.
func (r *Redis) isOurs(ctx context.Context, c *redis.Client) bool {
	info, err := c.InfoMap(ctx, "server").Result()
	return err == nil && info["Server"]["process_id"] == strconv.Itoa(r.cmd.Process.Pid)
}

// pause waits a moment for another process, because there is no channel to wait for. It returns
// false where ctx has ended.
func pause(ctx context.Context) bool {
	moment := time.NewTimer(10 * time.Millisecond)
	defer moment.Stop()
	select {
	case <-moment.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (r *Redis) client() *redis.Client {
	logging.Disable() // while the server starts, nobody answers
	return redis.NewClient(&redis.Options{Addr: r.HostPort(), Protocol: 2, DialerRetries: 1})
}

// HostPort is where the server listens.
func (r *Redis) HostPort() string { return fmt.Sprintf("127.0.0.1:%d", r.port) }

// Address is the server's address as a URL, redis://host:port.
func (r *Redis) Address() string { return "redis://" + r.HostPort() }

// Stop shuts the server down and waits for its end.
func (r *Redis) Stop() { r.signal(syscall.SIGTERM) }

// Kill ends the server at once and waits for its end.
func (r *Redis) Kill() { r.signal(syscall.SIGKILL) }

func (r *Redis) signal(s syscall.Signal) {
	if r.cmd == nil || r.cmd.Process == nil {
		return
	}
	select {
	case <-r.ended:
		return
	default:
	}
	r.cmd.Process.Signal(s) // fails where it has just ended
	<-r.ended
}

// Freeze suspends the server: connections stay open, and nothing is answered until Thaw.
func (r *Redis) Freeze() { r.cmd.Process.Signal(syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (r *Redis) Thaw() { r.cmd.Process.Signal(syscall.SIGCONT) }

// Restart starts the server again on the same port, empty. If it still runs, it is killed
// first.
func (r *Redis) Restart() {
	r.t.Helper()
	r.Kill()
	if !r.launch() {
		r.t.Fatal("redis-server does not start again on its port")
	}
}

// FlushAll makes the server forget everything.
func (r *Redis) FlushAll() {
	r.t.Helper()
	c := r.client()
	defer c.Close()
	if err := c.FlushAll(context.Background()).Err(); err != nil {
		r.t.Fatalf("FLUSHALL: %v", err)
	}
}
