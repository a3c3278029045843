package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// conversation is what is said to one engine and heard of it. It belongs to one goroutine; only
// write and the connection's kill may be used by others.
type conversation struct {
	conn   conn
	in     *bufio.Reader
	limits limits
	heard  int // bytes of output since the last command

	id     Identity
	set    map[string]string // options as they stand, by the engine's spelling
	recipe *analysis.Recipe  // the recipe that set them
	dead   *TerminatedError  // why the conversation is over

	pending []byte     // commands not sent yet
	writing sync.Mutex // taken by whoever writes to conn
}

// failure turns the end of an engine into a fault.Error and leaves other errors unchanged.
func failure(err error, code, format string, args ...any) error {
	if _, ok := errors.AsType[*TerminatedError](err); ok {
		return fault.Wrap(err, fault.Unavailable, code, format, args...)
	}
	return err
}

// tell notes a command, which is sent with the next exchange and under its time limit, because
// an engine that does not read can block a writer.
func (c *conversation) tell(command string) { c.pending = append(append(c.pending, command...), '\n') }

// write sends commands. It reports no error, because a failure shows as the end of output.
func (c *conversation) write(commands []byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.conn.Write(commands)
}

// line returns the next whole line of output, valid until the next call. Text without a line
// end that a dying engine leaves is not a line.
func (c *conversation) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	c.heard += len(line)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("the engine sent a line of more than %d bytes", c.limits.Line)
	case err != nil:
		return nil, errors.New("the engine ended without being asked to")
	case c.heard > c.limits.Output:
		return nil, fmt.Errorf("the engine sent more than %d bytes without coming to an answer", c.limits.Output)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// await sends what is pending and reads lines up to the one that begins with the answer. It
// passes the lines before it to other and returns what follows the word.
func (c *conversation) await(answer string, other func(line []byte) error) ([]byte, error) {
	c.write(c.pending)
	c.pending, c.heard = c.pending[:0], 0
	for {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		if word, rest := nextWord(line); string(word) == answer {
			return rest, nil
		}
		if err := other(line); err != nil {
			return nil, err
		}
	}
}

func ignore([]byte) error { return nil }

// exchange runs one question and answer under the caller's context and a limit
// of its own. When the context ends, the engine is told to stop and has
// limits.Grace to answer; then, or when the limit passes, it is killed.
func (c *conversation) exchange(ctx context.Context, what string, limit time.Duration, f func() error) error {
	if c.dead != nil {
		return c.dead
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	release := c.watch(ctx, limit)
	err := f()
	killed := release()
	switch {
	case killed && ctx.Err() != nil:
		c.fail(fmt.Errorf("the engine did not stop within %v", c.limits.Grace))
		return context.Cause(ctx)
	case killed:
		return c.fail(fmt.Errorf("the engine did not answer %q within %v", what, limit))
	case err != nil:
		return c.fail(err)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// watch stops or kills the engine when the time for an exchange is over.
// release ends the watch and reports whether the engine was killed.
func (c *conversation) watch(ctx context.Context, limit time.Duration) (release func() (killed bool)) {
	limited, cancel := context.WithTimeout(ctx, limit)
	over, verdict := make(chan struct{}), make(chan bool, 1)
	intime := context.AfterFunc(limited, func() {
		killed := ctx.Err() == nil || !c.stopped(over)
		if killed {
			c.conn.kill()
		}
		verdict <- killed
	})
	return func() bool {
		defer cancel()
		if intime() {
			return false
		}
		close(over)
		return <-verdict
	}
}

// stopped tells the engine to stop and reports whether the exchange was over in time. It
// returns only when the command has been sent, so that it cannot end a later search.
func (c *conversation) stopped(over <-chan struct{}) bool {
	sent := make(chan struct{})
	go func() {
		c.write([]byte("stop\n"))
		close(sent)
	}()
	grace := time.After(c.limits.Grace)
	for over != nil || sent != nil {
		select {
		case <-over:
			over = nil
		case <-sent:
			sent = nil
		case <-grace:
			return false
		}
	}
	return true
}

// fail ends the engine for good and says why.
func (c *conversation) fail(reason error) error {
	c.conn.kill()
	<-c.conn.ended()
	code, stderr := c.conn.end()
	c.dead = &TerminatedError{Reason: reason.Error(), ExitCode: code, Stderr: stderr}
	return c.dead
}

// quit asks the engine to end, and kills it if it does not. It returns when the engine is gone.
func (c *conversation) quit() {
	if c.dead != nil {
		return
	}
	go func() {
		c.write([]byte("quit\n"))
		c.conn.hangUp()
	}()
	select {
	case <-c.conn.ended():
	case <-time.After(c.limits.Grace):
	}
	c.conn.kill()
	<-c.conn.ended()
}
