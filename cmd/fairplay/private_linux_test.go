package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/uci/ucitest"
)

// refusal runs fairplay, which must refuse to start, and returns its message.
func refusal(t *testing.T, arguments ...string) string {
	t.Helper()
	said, err := exec.Command("fairplay", arguments...).CombinedOutput()
	if err == nil {
		t.Errorf("fairplay %v is not refused: %s", arguments, said)
	}
	return string(said)
}

// A folder or a database that others may read is refused, with the command that corrects it.
func TestOpenToOthers(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	engine := ucitest.Engine{}.Command(t)
	for _, mode := range []os.FileMode{0o755, 0o750, 0o701} {
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
		if said := refusal(t, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--engine", engine); !strings.Contains(said, "chmod 700 "+folder) {
			t.Errorf("%v: %s", mode, said)
		}
	}
	database := filepath.Join(folder, "open.db")
	if err := os.WriteFile(database, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "data")
	if said := refusal(t, "serve", "--listen", "127.0.0.1:0", "--data", data, "--database", database, "--engine", engine); !strings.Contains(said, "chmod 600 "+database) {
		t.Errorf("the database: %s", said)
	}
}

// Two servers with folders of their own do not work in one database, whatever name each uses
// for it.
func TestOneDatabaseOneServer(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	h.database = filepath.Join(t.TempDir(), "one.db")
	h.serve()
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(h.database, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{h.database, link} {
		said := refusal(t, "serve", "--listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "other"), "--database", name, "--engine", h.engine)
		if !strings.Contains(said, "the database "+name+" is in use by another fairplay (process ") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// Servers that do not share a Redis do not work in one database, nor do they beside servers
// that share one.
func TestOneDatabaseOneListOfTasks(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	h.fairplay("migrate")
	refused := func(flags ...string) {
		said := refusal(t, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "other"),
			"--database", h.database, "--engine", h.engine}, flags...)...)
		if !strings.Contains(said, "the database is in use by another fairplay") {
			t.Errorf("%v: %s", flags, said)
		}
	}
	sharing := h.serve()
	refused()
	sharing.stop()
	shared := h.redis
	h.redis = ""
	h.serve()
	refused()
	refused("--redis", shared)
}

// The first token is in a file that only its owner may read.
func TestFirstTokenIsInAFile(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	s := h.serve()
	at, err := os.Stat(filepath.Join(h.data, "administrator.token"))
	if err != nil || at.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", at, err)
	}
	if said := s.stdout.String() + s.stderr.String(); strings.Contains(said, "fp_") {
		t.Errorf("it is said: %s", said)
	}
}

// The figures have a listener of their own.
func TestMetricsListener(t *testing.T) {
	t.Parallel()
	s := onSQLite(t, ucitest.Engine{}).serve("--metrics-listen", "127.0.0.1:0")
	at, _ := s.stdout.find(`Figures for Prometheus at (\S+)`)
	for address, want := range map[string]int{at: http.StatusOK, s.url + "/metrics": http.StatusNotFound, strings.TrimSuffix(at, "metrics") + "v1/me": http.StatusNotFound} {
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != want || want == http.StatusOK != strings.Contains(string(text), "fairplay_queue_tasks") {
			t.Errorf("%s: %d, %v", address, answer.StatusCode, err)
		}
	}
}

// The variable FAIRPLAY_DATABASE_PASSWORD_FILE does what the flag does.
func TestPasswordFileOfTheDatabase(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	said, err := exec.Command("env", "FAIRPLAY_DATABASE_PASSWORD_FILE=/nowhere", "fairplay", "migrate", "--database", h.database).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "--database-password-file /nowhere cannot be used: there is no such file") {
		t.Errorf("%v: %s", err, said)
	}
}
