package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/uci/ucitest"
)

// A player over the events of the service is, byte for byte and in every format, what the command line makes of their files.
func TestServeCareer(t *testing.T) {
	t.Parallel()
	h := onSQLite(t, ucitest.Engine{})
	folder, names := t.TempDir(), []string{"2021.pgn", "2019.pgn"}
	text := contents(t, sample(t, 2))
	for i, as := range []*strings.Replacer{strings.NewReplacer(), strings.NewReplacer("FIDE Grand Swiss 2021", "Open 2019", "2021.11.04", "2019.11.04", "2021.10.27", "2019.10.27", "Sasikiran, Krishnan", "Other, Olga", "5004985", "99000001")} {
		if err := os.WriteFile(filepath.Join(folder, names[i]), []byte(as.Replace(text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, cache := h.serve(), cacheFile(t)
	arbiter := h.arbiter()
	for _, name := range names {
		event := s.event(arbiter)
		s.upload(arbiter, event, name, []byte(contents(t, filepath.Join(folder, name))))
		s.awaitDone(arbiter, event)
	}
	for _, format := range []string{"json", "csv", "html", "pdf", "xlsx", "table"} {
		c := exec.Command("fairplay", append([]string{"career", "--player", "12573981", "--engine", h.engine, "--cache", cache, "--quiet", "--format", format, "--output", "career." + format}, names...)...)
		c.Dir = folder
		if said, err := c.CombinedOutput(); err != nil {
			t.Fatalf("fairplay career: %v\n%s", err, said)
		}
		want, got := []byte(contents(t, filepath.Join(folder, "career."+format))), s.must("GET", "/v1/players/12573981/career?format="+format, arbiter, nil).body
		if format == "table" { // as wide as the terminal
			want, got = bytes.Join(bytes.Fields(want), nil), bytes.Join(bytes.Fields(got), nil)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("as %s the service and the command line differ:\n%.2000s\n\n%.2000s", format, got, want)
		}
	}
	s.stop()
}
