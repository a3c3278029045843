//go:build unix

package uci

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"fairplay/uci/ucitest"
)

// TestChildren shows that what an engine has started goes with it, whether the
// engine dies or is closed.
func TestChildren(t *testing.T) {
	for _, after := range []int{0, 9} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		left := make(chan error)
		go func() { // ends when nobody holds the pipe open any more
			f, err := os.Open(pipe)
			if err == nil {
				_, err = io.Copy(io.Discard, f)
				f.Close()
			}
			left <- err
		}()
		e, err := Start(t.Context(), ucitest.Engine{Fault: ucitest.SpawnsChild, After: after, Child: pipe}.Command(t), WithLimits(soon()))
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Evaluate(t.Context(), Request{Position: position(t, lonely), Recipe: tiny()})
		if (err != nil) != (after == 0) {
			t.Error(err)
		}
		e.Close()
		if err := <-left; err != nil {
			t.Error(err)
		}
	}
}
