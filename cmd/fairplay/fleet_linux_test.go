package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/uci/ucitest"
)

// A server and workers with two builds of one engine make one report, and nothing is given up. A worker whose engine has
// the same name and evaluates otherwise is refused at its start, with a sentence.
func TestFleetOfTwoBuilds(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	h.fairplay("migrate")
	build := func(name string, alter func(*analysis.Evaluation)) *premises {
		of := *h
		of.engine = filepath.Join(t.TempDir(), "stockfish")
		ucitest.Rebuild(t, "/usr/games/stockfish", of.engine, name)
		of.behaves(alter)
		return &of
	}
	other := build("another build", func(*analysis.Evaluation) {})
	stranger := build("another engine of that name", func(e *analysis.Evaluation) { e.Deep = e.Deep[1:] })
	h.engine = "/usr/games/stockfish"

	s := h.serve("--engines", "0")
	worker := other.work("--engines", "1")
	refused := stranger.start(append([]string{"worker", "--redis", h.redis, "--engine", stranger.engine, "--engines", "1"}, stranger.where()...)...)
	<-refused.ended
	if code := refused.cmd.ProcessState.ExitCode(); code != 5 {
		t.Errorf("exit code %d", code)
	}
	if said := refused.stderr.String(); !strings.Contains(said, "the others on this database work with Stockfish 15.1, SHA-256 af67e5f96d92, and the engine here (Stockfish 15.1, SHA-256 ") {
		t.Error(said)
	}
	arbiter := h.arbiter()
	event := s.event(arbiter)
	s.upload(arbiter, event, "miniature.pgn", []byte(miniature))
	var report struct{ Provenance reports.Provenance }
	if err := json.Unmarshal([]byte(s.screening(arbiter, event)), &report); err != nil {
		t.Fatal(err)
	}
	if p := report.Provenance; p.Calibration == nil || p.Engine.SHA256 != p.Recipe.EngineSHA256 {
		t.Errorf("calibration %v (%s), engine %s, recipe of %s", p.Calibration, p.Uncalibrated, p.Engine.SHA256, p.Recipe.EngineSHA256)
	}
	list := decode[struct{ Items []json.RawMessage }](t, s.must("GET", "/v1/events/"+event+"/reports", arbiter, nil))
	dead := decode[struct{ Items []json.RawMessage }](t, s.must("GET", "/v1/events/"+event+"/tasks?state=dead", arbiter, nil))
	if len(list.Items) != 1 || len(dead.Items) != 0 {
		t.Errorf("%d reports, %d tasks given up", len(list.Items), len(dead.Items))
	}
	worker.stop()
	s.stop()
}
