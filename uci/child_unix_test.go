//go:build unix

package uci

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fairplay/uci/ucitest"
)

// TestChildren shows that the children of an engine end with it, whether it dies or is closed.
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
		e, err := Start(t.Context(), ucitest.Engine{Fault: ucitest.SpawnsChild, After: after, Child: pipe}.Command(t), withLimits(soon()))
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

// An engine is somebody else's program, so it does not get the passwords among the settings.
func TestEnginesKnowNoSettings(t *testing.T) {
	t.Setenv("FAIRPLAY_DATABASE", "postgres://fairplay:secret@host/fairplay")
	t.Setenv("ORDINARY", "said")
	p, err := launch("env", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.kill()
	said, err := io.ReadAll(p)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(said), "secret") || !strings.Contains(string(said), "ORDINARY=said") {
		t.Errorf("the engine is told\n%s", said)
	}
}
