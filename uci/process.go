package uci

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// conn is a connection to an engine: its commands, its output, and its end.
type conn interface {
	io.ReadWriter
	// hangUp says that no more commands will come.
	hangUp()
	// kill ends the engine and everything that it started, and makes pending
	// reads and writes return. It may be called at any time, more than once,
	// from any goroutine.
	kill()
	// ended is closed when the engine has ended.
	ended() <-chan struct{}
	// end returns the exit code and the last of standard error, once ended.
	end() (exitCode int, stderr string)
}

// leftoverDelay is how long standard error is still read after the engine has ended, in case
// one of its children holds it open.
const leftoverDelay = 200 * time.Millisecond

// process is an engine as a child process in a process group of its own.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	stderr tail
	gone   chan struct{}
}

// launch starts the program.
func launch(path string, args []string) (*process, error) {
	p := &process{cmd: exec.Command(path, args...), gone: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = leftoverDelay
	p.cmd.Env = withoutSecrets(os.Environ())
	isolate(p.cmd)
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, childEnd, err := os.Pipe()
	if err != nil {
		stdin.Close()
		return nil, err
	}
	p.stdin, p.stdout, p.cmd.Stdout = stdin, stdout, childEnd
	started := make(chan error)
	go p.attend(started)
	err = <-started
	childEnd.Close()
	if err != nil {
		stdout.Close()
		return nil, err
	}
	return p, nil
}

// withoutSecrets leaves out this program's own settings, FAIRPLAY_..., which may hold passwords
// of databases and do not concern an engine.
func withoutSecrets(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool { return strings.HasPrefix(v, "FAIRPLAY_") })
}

// attend starts the process and waits for its end, all on one operating system thread. Linux
// sends the parent-death signal when the thread that started the child ends, not when the
// program ends (prctl(2)).
func (p *process) attend(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.cmd.Wait() // its error is the exit code, which end returns
	killGroup(p.cmd.Process)
	close(p.gone)
}

func (p *process) Read(b []byte) (int, error)  { return p.stdout.Read(b) }
func (p *process) Write(b []byte) (int, error) { return p.stdin.Write(b) }
func (p *process) hangUp()                     { p.stdin.Close() }
func (p *process) ended() <-chan struct{}      { return p.gone }

// kill kills the process group. Closing the output releases a reader even where
// a descendant has left the group and holds the other end.
func (p *process) kill() {
	select {
	case <-p.gone: // its number may belong to another process by now
	default:
		killGroup(p.cmd.Process)
	}
	p.stdout.Close()
	p.stdin.Close()
}

func (p *process) end() (exitCode int, stderr string) {
	return p.cmd.ProcessState.ExitCode(), p.stderr.String()
}

// tail keeps the last bytes written to it. It never fails and never grows.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// tailBytes is how much of an engine's standard error is kept.
const tailBytes = 4 << 10

// Write keeps the end of b and of what came before.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := b[max(0, len(b)-tailBytes):]
	over := max(0, len(t.kept)+len(last)-tailBytes)
	t.kept = append(t.kept[:copy(t.kept, t.kept[over:])], last...)
	return len(b), nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
