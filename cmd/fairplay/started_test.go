package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// transcript is the output of a process, which can be read while the process runs.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// tail returns the end of the transcript, short enough for a message.
func (t *transcript) tail() string {
	lines := strings.SplitAfter(t.String(), "\n")
	return strings.Join(lines[max(0, len(lines)-30):], "")
}

// gist returns the end of the transcript without the answered requests, of which a test makes
// many.
func (t *transcript) gist() string {
	lines := slices.DeleteFunc(strings.SplitAfter(t.String(), "\n"), func(line string) bool {
		return strings.Contains(line, "level=INFO msg=request")
	})
	return strings.Join(lines[max(0, len(lines)-30):], "")
}

// find returns the first group of the pattern in the output so far.
func (t *transcript) find(pattern string) (string, bool) {
	found := regexp.MustCompile(pattern).FindStringSubmatch(t.String())
	if found == nil {
		return "", false
	}
	return found[len(found)-1], true
}

// launched is fairplay as a process of its own.
type launched struct {
	cmd            *exec.Cmd
	stdout, stderr transcript
	ended          chan struct{}
}

// launch starts fairplay in a folder ("" for this one) with further variables.
func launch(folder string, variables []string, args ...string) (*launched, error) {
	return launchAs("fairplay", folder, variables, args...)
}

// launchAs starts another form of the program.
func launchAs(program, folder string, variables []string, args ...string) (*launched, error) {
	l := &launched{cmd: exec.Command(program, args...), ended: make(chan struct{})}
	l.cmd.Dir = folder
	l.cmd.Env = append(os.Environ(), variables...)
	l.cmd.Stdout, l.cmd.Stderr = &l.stdout, &l.stderr
	if err := l.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(l.ended)
		l.cmd.Wait() // ProcessState has the result
	}()
	return l, nil
}

// kill ends the process at once, without a chance to clean up, and waits until it is gone.
func (l *launched) kill() {
	l.cmd.Process.Kill()
	<-l.ended
}

// over reports whether the process has ended.
func (l *launched) over() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}

// T is a test or a benchmark, which starts processes and fails with them.
type T = testing.TB

// started is fairplay as a process of a test.
type started struct {
	T
	*launched
	log string // file with the commands to its engines
}

// start starts fairplay. If it still runs when the test ends, it is killed.
func start(t testing.TB, args ...string) *started {
	t.Helper()
	return startAs(t, "fairplay", nil, args...)
}

// startAs starts another form of the program, with further variables.
func startAs(t testing.TB, program string, variables []string, args ...string) *started {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	l, err := launchAs(program, "", append([]string{"ENGINE_LOG=" + log}, variables...), args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.kill()
		if t.Failed() {
			t.Logf("fairplay %v said:\n%s", args, l.stderr.gist())
		}
	})
	return &started{t, l, log}
}

// patience is far longer than any wait here on a loaded machine, and shorter than the ten
// minutes for which ucitest.IgnoresQuit lives on.
const patience = 3 * time.Minute

// every calls step again and again until it returns true, because another process gives no
// other sign of what it does.
func every(t testing.TB, what string, step func() bool) {
	t.Helper()
	paced(t, 2*time.Millisecond, what, step)
}

// paced is every with another pause.
func paced(t testing.TB, pause time.Duration, what string, step func() bool) {
	t.Helper()
	within(t, patience, pause, what, step)
}

// within is paced with another patience.
func within(t testing.TB, patience, pause time.Duration, what string, step func() bool) {
	t.Helper()
	tick := time.NewTicker(pause)
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

// await waits until a condition holds, which must happen before the program ends.
func (s *started) await(what string, so func() bool) {
	s.Helper()
	every(s.T, what, func() bool { return s.alive(what) && so() })
}

// alive fails the test if the program has ended.
func (s *started) alive(what string) bool {
	s.Helper()
	if s.over() {
		s.Fatalf("fairplay ended too early for the test: %s\n%s", what, s.stderr.tail())
	}
	return true
}

// signal sends a signal to the program alone.
func (s *started) signal(number syscall.Signal) {
	s.Helper()
	if err := s.cmd.Process.Signal(number); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.Fatal(err)
	}
}

// report waits until the program ends successfully and returns its output.
func (s *started) report() string {
	s.Helper()
	<-s.ended
	if !s.cmd.ProcessState.Success() {
		s.Fatalf("fairplay: %v\n%s", s.cmd.ProcessState, &s.stderr)
	}
	return s.stdout.String()
}
