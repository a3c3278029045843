package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fairplay/reports/store"
)

// notingMark is the ending of the file that tells a copy of the test binary for which engine it
// stands.
const notingMark = ".notes"

// notes makes a program that runs the engine at that path and writes all its commands into the
// file $ENGINE_LOG. It gives Stockfish another name, so that no calibration asks for its
// behaviour: those searches would be noted too.
func notes(t testing.TB, engine string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "noting")
	if err := errors.Join(os.Symlink(self, path), os.WriteFile(path+notingMark, []byte(engine), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// init keeps the main goroutine on the main thread. The signal on the parent's death is set for that thread alone, and an engine
// that replaces the process from another thread loses it.
func init() { runtime.LockOSThread() }

// standIn turns the test binary into the engine if notes has made it one, and then does not
// return. The engine itself replaces the process, so that killing the program's child kills the
// engine.
func standIn() {
	engine, err := os.ReadFile(os.Args[0] + notingMark)
	if err != nil {
		return
	}
	toldRead, told, err1 := os.Pipe()
	saidRead, said, err2 := os.Pipe()
	listen := exec.Command("tee", "-a", os.Getenv("ENGINE_LOG"))
	listen.Stdin, listen.Stdout = os.Stdin, told
	rename := exec.Command("sed", "--unbuffered", "s/^id name Stockfish/id name Noted Stockfish/")
	rename.Stdin, rename.Stdout = saidRead, os.Stdout
	if err := errors.Join(err1, err2, listen.Start(), rename.Start(),
		syscall.Dup3(int(toldRead.Fd()), 0, 0), syscall.Dup3(int(said.Fd()), 1, 0),
		syscall.Exec(string(engine), []string{string(engine)}, os.Environ())); err != nil {
		panic(err)
	}
}

// awaitSearch waits until that many searches have begun.
func (s *started) awaitSearch(n int) {
	s.Helper()
	s.await(fmt.Sprintf("search %d begins", n), func() bool { return s.searches() >= n })
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

// engines returns the program's engines, the oldest first.
func (s *started) engines() []process {
	s.Helper()
	return children(s.T, s.cmd.Process.Pid)
}

// process is a process of the operating system.
type process struct {
	pid, parent int
	state       string
	began       uint64 // distinguishes it from a later process with the same number
}

// children returns the running children of a process, the oldest first.
func children(t testing.TB, parent int) (all []process) {
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

// readProcess reads /proc/N/stat (proc_pid_stat(5)). ok is false if the process is gone.
func readProcess(file string) (p process, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return process{}, false
	}
	pid, rest, _ := strings.Cut(string(text), " ")
	fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:]) // the name in brackets may contain anything
	if len(fields) < 20 {
		return process{}, false
	}
	p.state = fields[0]
	p.pid, _ = strconv.Atoi(pid)
	p.parent, _ = strconv.Atoi(fields[1])
	p.began, _ = strconv.ParseUint(fields[19], 10, 64)
	return p, true
}

// gone reports whether a process has ended, even if its new parent has not waited for it yet.
func (p process) gone() bool {
	now, ok := readProcess(fmt.Sprintf("/proc/%d/stat", p.pid))
	return !ok || now.began != p.began || now.state == "Z"
}

// kept returns how many positions and passes a cache file contains.
func kept(t testing.TB, cache string) (positions, passes int) {
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
