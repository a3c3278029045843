package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/cmd/config"
	"fairplay/uci/ucitest"
)

// shortGame has eight positions between turn 9 and its end.
const shortGame = `[Event "Test"]
[Date "2024.05.01"]
[Round "1"]
[White "Alpha, Anna"]
[Black "Beta, Boris"]
[WhiteElo "2400"]
[BlackElo "2200"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 1/2-1/2
`

// ran runs fairplay and returns its exit code and its messages.
func ran(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &config.Program{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Env: func(string) string { return "" }}
	code = execute(t.Context(), p, args)
	return code, stdout.String() + stderr.String()
}

// One player is tested under Stockfish and, besides, under the real second engine. The first
// test has the same figures as alone, repeating it evaluates nothing, and the report is
// verified under both engines.
func TestSecondTestEndToEnd(t *testing.T) {
	node, script := ucitest.Second(t)
	folder := t.TempDir()
	games, report, cache := filepath.Join(folder, "a.pgn"), filepath.Join(folder, "report.json"), filepath.Join(folder, "cache.db")
	if err := os.WriteFile(games, []byte(shortGame), 0o644); err != nil {
		t.Fatal(err)
	}
	second := []string{"--second-engine", node, "--second-engine-arg", script}
	ask := func(flags ...string) []string {
		return append([]string{"test", "--recipe", "quick", "--book", "none", "--cache", cache, "--player", "alpha", "--format", "json"}, append(flags, games)...)
	}
	if code, said := ran(t, ask(append(second, "--output", report)...)...); code != 0 || !strings.Contains(said, "1 games done") || strings.Contains(said, " 0 positions evaluated now") {
		t.Fatalf("exit code %d: %s", code, said)
	}
	both, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	if code, said := ran(t, ask(append(second, "--output", report)...)...); code != 0 || !strings.Contains(said, " 0 positions evaluated now") {
		t.Errorf("asked again: exit code %d: %s", code, said)
	}
	if again, err := os.ReadFile(report); err != nil || !bytes.Equal(again, both) {
		t.Errorf("asked again, another report (%v)", err)
	}
	alone := decoded(t, told(t, ask()...))
	tree := decoded(t, both)
	checkSecondPart(t, tree)
	delete(tree, "second")
	made := tree["provenance"].(map[string]any)
	if command := made["command"].(string); !strings.Contains(command, " --second-engine node --second-engine-arg stockfish-19-single.js ") || strings.Contains(command, folder) {
		t.Errorf("command %s", command)
	}
	for _, where := range []string{"command", "options"} { // the request
		delete(made, where)
		delete(alone["provenance"].(map[string]any), where)
	}
	if diff := cmp.Diff(alone, tree); diff != "" {
		t.Errorf("beside a second test the first one changes (-alone +both):\n%s", diff)
	}

	if code, said := ran(t, append([]string{"verify", "--quiet", "--cache", cache, report}, second...)...); code != 0 || !strings.Contains(said, "identical") {
		t.Errorf("verify: exit code %d: %s", code, said)
	}
	if code, said := ran(t, "verify", "--quiet", "--cache", cache, report); code != 2 || !strings.Contains(said, "which cannot be proved without its engine, Stockfish 19 WASM") {
		t.Errorf("verify without the second engine: exit code %d: %s", code, said)
	}
	changed := bytes.Replace(both, []byte(`"second": {`), []byte(`"second": {"extra": 1,`), 1)
	if err := os.WriteFile(report, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, said := ran(t, append([]string{"verify", "--quiet", "--share", "0.01", "--cache", cache, report}, second...)...); code != 8 || !strings.Contains(said, "the first difference is second.extra") {
		t.Errorf("verify of a changed report: exit code %d: %s", code, said)
	}
}

func decoded(t *testing.T, text []byte) (tree map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	return tree
}

// checkSecondPart checks the second test in a report on the short game.
func checkSecondPart(t *testing.T, report map[string]any) {
	t.Helper()
	s, ok := report["second"].(map[string]any)
	if !ok {
		t.Fatal("there is no second test")
	}
	engine := s["engine"].(map[string]any)
	mm := s["tests"].([]any)[0].(map[string]any)
	if engine["name"] != analysis.SecondEngine || len(engine["files"].([]any)) < 2 || s["moves"].(float64) == 0 || mm["actual"] == nil || s["agreement"] != nil || s["agreement_missing"] == nil {
		t.Errorf("second test: %v", s)
	}
}

// Contradictory flags for the second engine are refused before anything is evaluated.
func TestSecondEngineRefuses(t *testing.T) {
	games := filepath.Join(t.TempDir(), "a.pgn")
	if err := os.WriteFile(games, []byte(shortGame), 0o644); err != nil {
		t.Fatal(err)
	}
	engine := ucitest.Engine{}.Command(t)
	for want, flags := range map[string][]string{
		"--second-engine-arg takes --second-engine":            {"--second-engine-arg", "x.js"},
		"--recipe second is that of the second test":           {"--recipe", "second", "--second-engine", engine},
		`there is no engine "nowhere"`:                         {"--recipe", "quick", "--second-engine", "nowhere"},
		`the recipe "second" is for the engine Stockfish 19 W`: {"--recipe", "quick", "--second-engine", engine},
	} {
		code, said := ran(t, append([]string{"test", "--engine", engine, "--cache", filepath.Join(t.TempDir(), "c.db"), "--player", "alpha", games}, flags...)...)
		if code == 0 || !strings.Contains(said, want) {
			t.Errorf("%v: exit code %d: %s", flags, code, said)
		}
	}
}
