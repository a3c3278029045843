//go:build soak

package main

import (
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"
)

// soakFault is a way to disturb a service. strike returns a function that mends the fault, or
// does nothing if there is nothing to mend.
type soakFault struct {
	name   string
	strike func(s *soak) (mend func())
}

// soakFaults returns the faults of the soak, beginning with those of the programs that all
// others need.
func soakFaults() []soakFault {
	return []soakFault{
		{"PostgreSQL stops", func(s *soak) func() { s.postgreSQL.Stop(s); return func() { s.postgreSQL.Restart(s) } }},
		{"PostgreSQL crashes", func(s *soak) func() { s.postgreSQL.Crash(s); return func() { s.postgreSQL.Restart(s) } }},
		{"Redis is killed and comes back empty", func(s *soak) func() { s.redisServer.Kill(); return s.redisServer.Restart }},
		{"Redis does not answer", func(s *soak) func() { s.redisServer.Freeze(); return s.redisServer.Thaw }},
		{"Redis is emptied", func(s *soak) func() { return s.redisServer.FlushAll }},
		{"clocks are ahead", func(s *soak) func() { return func() { s.redisServer.Shift(2 * time.Hour) } }},
		{"clocks are behind", func(s *soak) func() { return func() { s.redisServer.Shift(-2 * time.Hour) } }},
		{"a server is killed", (*soak).killServer},
		{"a server is told to stop", (*soak).stopServer},
		{"a worker is killed", (*soak).killWorker},
		{"a worker is told to stop", (*soak).stopWorker},
		{"all engines are killed", (*soak).killEngines},
		{"a worker is frozen", (*soak).freezeWorker},
		{"uploads break off half-way", (*soak).breakUploads},
	}
}

// Two faults may strike the same process at once. The one that is mended first starts another
// process, and the other then finds it there.

func (s *soak) killServer() func() {
	i := s.random.IntN(len(s.servers))
	s.listens(i, "")
	struck := s.servers[i]
	struck.die()
	return func() { s.replaceServer(i, struck) }
}

func (s *soak) stopServer() func() {
	i := s.random.IntN(len(s.servers))
	s.listens(i, "")
	struck := s.servers[i]
	struck.signal(syscall.SIGTERM)
	return func() {
		every(s.T, "the server ends", struck.over)
		s.replaceServer(i, struck)
	}
}

func (s *soak) replaceServer(i int, struck *serving) {
	if s.servers[i] == struck {
		s.startServer(i)
	}
}

func (s *soak) killWorker() func() {
	i := s.random.IntN(len(s.workers))
	struck := s.workers[i]
	struck.die()
	return func() { s.replaceWorker(i, struck) }
}

func (s *soak) stopWorker() func() {
	i := s.random.IntN(len(s.workers))
	struck := s.workers[i]
	struck.signal(syscall.SIGTERM)
	return func() {
		struck.signal(syscall.SIGCONT) // it may be frozen
		every(s.T, "the worker ends", struck.over)
		s.replaceWorker(i, struck)
	}
}

func (s *soak) replaceWorker(i int, struck *started) {
	if s.workers[i] == struck {
		s.startWorker(i)
	}
}

func (s *soak) killEngines() func() {
	for _, p := range append(s.workers[:], s.servers[1].started) {
		for _, e := range p.engines() {
			syscall.Kill(e.pid, syscall.SIGKILL) // no error matters if it has just ended
		}
	}
	return func() {}
}

func (s *soak) freezeWorker() func() {
	i := s.random.IntN(len(s.workers))
	s.workers[i].signal(syscall.SIGSTOP)
	return func() { s.workers[i].signal(syscall.SIGCONT) }
}

// breakUploads begins an upload at every server and ends it before it is complete.
func (s *soak) breakUploads() func() {
	var conns []net.Conn
	for _, server := range s.servers {
		conn, err := net.Dial("tcp", strings.TrimPrefix(server.url, "http://"))
		if err != nil {
			continue // killed by another fault
		}
		fmt.Fprintf(conn, "POST /v1/events/%032x/batches HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\nContent-Type: application/x-chess-pgn\r\nContent-Length: 100000\r\n\r\n[Event \"Half", 0, s.arbiter)
		conns = append(conns, conn)
	}
	return func() {
		for _, c := range conns {
			c.Close()
		}
	}
}
