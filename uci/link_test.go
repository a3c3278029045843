package uci

import (
	"context"
	"io"
	"sync"
)

// link is an engine at the other end of a connection, without a known process.
type link struct {
	io.ReadWriteCloser
	once sync.Once
	gone chan struct{}
}

// connect shakes hands with an engine in the same program. The engine has no
// SHA-256. Closing the connection must make pending reads and writes return.
// Errors as for Start.
func connect(ctx context.Context, rwc io.ReadWriteCloser, o ...Setting) (*Engine, error) {
	s, err := linked(ctx, rwc, settled(o))
	if err != nil {
		return nil, err
	}
	return newEngine(s), nil
}

func linked(ctx context.Context, rwc io.ReadWriteCloser, with settings) (*conversation, error) {
	return greet(ctx, &link{ReadWriteCloser: rwc, gone: make(chan struct{})}, Identity{Path: "-"}, with.limits)
}

func (l *link) hangUp() { l.kill() }

func (l *link) kill() {
	l.once.Do(func() {
		l.Close()
		close(l.gone)
	})
}

func (l *link) ended() <-chan struct{}             { return l.gone }
func (l *link) end() (exitCode int, stderr string) { return -1, "" }
