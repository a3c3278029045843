package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fairplay/reports/store"
)

// noting is a program that is the engine it is made for and writes all that the
// engine is told into the file $ENGINE_LOG. The engine itself takes the place
// of the shell, so that killing the program's child kills the engine.
const noting = `#!/bin/bash
exec 3<&0
exec '%s' < <(exec tee -a "$ENGINE_LOG" <&3 2>/dev/null)
`

// notes makes that program for an engine.
func notes(t *testing.T, engine string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "noting")
	if err := os.WriteFile(path, fmt.Appendf(nil, noting, engine), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// started is fairplay as a process of its own.
type started struct {
	*testing.T
	cmd            *exec.Cmd
	log            string       // what its engines are told
	stdout, stderr bytes.Buffer // to be read when it has ended
	ended          chan struct{}
}

// start starts fairplay. It is killed when the test ends, should it still run.
func start(t *testing.T, args ...string) *started {
	t.Helper()
	s := &started{T: t, cmd: exec.Command("fairplay", args...), log: filepath.Join(t.TempDir(), "log"), ended: make(chan struct{})}
	s.cmd.Env = append(os.Environ(), "ENGINE_LOG="+s.log, "GORACE=atexit_sleep_ms=0")
	s.cmd.Stdout, s.cmd.Stderr = &s.stdout, &s.stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		s.cmd.Wait() // what it says is in ProcessState
	}()
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		<-s.ended
	})
	return s
}

// patience is far more than anything awaited here takes on a loaded machine,
// and less than the minute for which ucitest.IgnoresQuit lives on.
const patience = 45 * time.Second

// every calls step again and again until it returns true. Another process gives
// no other sign of what it does.
func every(t *testing.T, what string, step func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	late := time.After(patience)
	for !step() {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// await waits until something is so, which must be before the program ends.
func (s *started) await(what string, so func() bool) {
	s.Helper()
	every(s.T, what, func() bool {
		if s.over() {
			s.Fatalf("fairplay ended too early for the test: %s\n%s", what, &s.stderr)
		}
		return so()
	})
}

// awaitSearch waits until that many searches have begun.
func (s *started) awaitSearch(n int) {
	s.Helper()
	s.await(fmt.Sprintf("search %d begins", n), func() bool { return s.searches() >= n })
}

func (s *started) over() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// searches counts the searches that engines were told to begin.
func (s *started) searches() int {
	s.Helper()
	log, err := os.ReadFile(s.log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Fatal(err)
	}
	return bytes.Count(log, []byte("\ngo "))
}

// signal sends a signal to the program alone.
func (s *started) signal(number syscall.Signal) {
	s.Helper()
	if err := s.cmd.Process.Signal(number); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.Fatal(err)
	}
}

// report waits for the end, which must be a good one, and returns what was
// printed.
func (s *started) report() string {
	s.Helper()
	<-s.ended
	if !s.cmd.ProcessState.Success() {
		s.Fatalf("fairplay: %v\n%s", s.cmd.ProcessState, &s.stderr)
	}
	return s.stdout.String()
}

// engines returns the program's engines, the one that has run longest first.
func (s *started) engines() []process {
	s.Helper()
	return children(s.T, s.cmd.Process.Pid)
}

// process is a process of the operating system.
type process struct {
	pid, parent int
	state       string
	began       uint64 // tells it from another that gets the same number later
}

// children returns the running children of a process, eldest first.
func children(t *testing.T, parent int) (all []process) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if p, ok := readProcess(file); ok && p.parent == parent && p.state != "Z" {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b process) int { return cmp.Compare(a.began, b.began) })
	return all
}

// readProcess reads /proc/N/stat (proc_pid_stat(5)). ok is false where the
// process is gone.
func readProcess(file string) (p process, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return process{}, false
	}
	pid, rest, _ := strings.Cut(string(text), " ")
	fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:]) // the name in brackets may hold anything
	if len(fields) < 20 {
		return process{}, false
	}
	p.state = fields[0]
	p.pid, _ = strconv.Atoi(pid)
	p.parent, _ = strconv.Atoi(fields[1])
	p.began, _ = strconv.ParseUint(fields[19], 10, 64)
	return p, true
}

// gone tells whether a process has ended. Whether its new parent has taken
// notice does not matter.
func (p process) gone() bool {
	now, ok := readProcess(fmt.Sprintf("/proc/%d/stat", p.pid))
	return !ok || now.began != p.began || now.state == "Z"
}

// kept returns how many positions and passes a cache file holds.
func kept(t *testing.T, cache string) (positions, passes int) {
	t.Helper()
	c, err := store.OpenCache(t.Context(), cache)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	recipes, err := c.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range recipes {
		positions, passes = positions+r.Positions, passes+r.Passes
	}
	return positions, passes
}
