package ucitest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// Play is an engine that follows a script, one step on each line:
//
//	> command    the next command must be this one; "..." at its end stands for any rest
//	< line       this line is sent
//	# remark
//
// It returns at the end of the script, or with an error at the first unexpected command or when
// commands end too early.
func Play(script string, in io.Reader, out io.Writer) error {
	commands := bufio.NewScanner(in)
	for number, step := range strings.Split(script, "\n") {
		kind, text, _ := strings.Cut(strings.TrimSpace(step), " ")
		switch kind {
		case "", "#":
		case "<":
			if _, err := io.WriteString(out, text+"\n"); err != nil {
				return fmt.Errorf("line %d: cannot send %q: %w", number+1, text, err)
			}
		case ">":
			if !commands.Scan() {
				return fmt.Errorf("line %d: not all was said: %q was expected", number+1, text)
			}
			if !matches(commands.Text(), text) {
				return fmt.Errorf("line %d: %q was expected, not %q", number+1, text, commands.Text())
			}
		default:
			return fmt.Errorf("line %d: %q is not a step", number+1, step)
		}
	}
	return nil
}

func matches(command, pattern string) bool {
	if start, open := strings.CutSuffix(pattern, "..."); open {
		return strings.HasPrefix(command, start)
	}
	return command == pattern
}

// Dial plays a script in this process and returns the connection to it. When
// the test ends, the connection is closed and the test fails unless the script
// was played to its end.
func Dial(t testing.TB, script string) io.ReadWriteCloser {
	t.Helper()
	return dial(t, func(in io.Reader, out io.Writer) error { return Play(script, in, out) })
}

// Dial runs the engine in this process and returns the connection to it, which
// is closed when the test ends.
func (e Engine) Dial(t testing.TB) io.ReadWriteCloser {
	t.Helper()
	return dial(t, func(in io.Reader, out io.Writer) error {
		e.Run(in, out)
		return nil
	})
}

func dial(t testing.TB, engine func(io.Reader, io.Writer) error) io.ReadWriteCloser {
	t.Helper()
	theirs, commands := pipe(t)
	answers, ours := pipe(t)
	c := &conn{r: answers, w: commands}
	played := make(chan error, 1)
	go func() {
		played <- engine(theirs, ours)
		ours.Close()
	}()
	t.Cleanup(func() {
		c.Close()
		if err := <-played; err != nil {
			t.Errorf("script: %v", err)
		}
		theirs.Close()
	})
	return c
}

// pipe is a pipe of the operating system, which holds what is written until it is read.
func pipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// conn is the tester's end of two pipes.
type conn struct{ r, w *os.File }

func (c *conn) Read(b []byte) (int, error)  { return c.r.Read(b) }
func (c *conn) Write(b []byte) (int, error) { return c.w.Write(b) }
func (c *conn) Close() error                { return errors.Join(c.r.Close(), c.w.Close()) }
