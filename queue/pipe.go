package queue

import (
	"io"
	"net"
	"sync"
	"time"
)

// pipe is a connection within the process whose writes do not wait for the reader. With
// net.Pipe alone there is a deadlock where a client sends many commands before it reads the
// first answer, and the server answers at once.
type pipe struct {
	net.Conn
	mu      sync.Mutex
	waiting []byte // written, not yet sent
	closed  bool
	wake    chan struct{} // holds a value after waiting or closed has changed
}

// newPipe makes a pipe of one end of a net.Pipe. Close ends it.
func newPipe(c net.Conn) *pipe {
	p := &pipe{Conn: c, wake: make(chan struct{}, 1)}
	go p.send()
	return p
}

// Write never waits, so it needs no deadline.
func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0, io.ErrClosedPipe
	}
	p.waiting = append(p.waiting, b...)
	p.nudge()
	return len(b), nil
}

// SetWriteDeadline does nothing.
func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline sets the deadline of reads only.
func (p *pipe) SetDeadline(t time.Time) error { return p.Conn.SetReadDeadline(t) }

// Close drops what has not been sent.
func (p *pipe) Close() error {
	p.mu.Lock()
	p.closed = true
	p.nudge()
	p.mu.Unlock()
	return p.Conn.Close()
}

func (p *pipe) nudge() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *pipe) send() {
	for range p.wake {
		p.mu.Lock()
		b, closed := p.waiting, p.closed
		p.waiting = nil
		p.mu.Unlock()
		if closed {
			return
		}
		if _, err := p.Conn.Write(b); err != nil {
			p.Close()
			return
		}
	}
}
