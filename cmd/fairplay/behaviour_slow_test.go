//go:build slow

package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/uci/ucitest"
)

// Both shipped calibrations accept Debian's Stockfish with changed bytes.
func TestAnotherBuildOfStockfish(t *testing.T) {
	rebuilt, cache := filepath.Join(t.TempDir(), "stockfish"), filepath.Join(t.TempDir(), "cache.db")
	ucitest.Rebuild(t, "/usr/games/stockfish", rebuilt, "another build")
	for _, recipe := range []string{"quick", "full"} {
		var check reports.EngineCheck
		answer := told(t, "engine", "check", "--quiet", "--format", "json", "--recipe", recipe, "--cache", cache, rebuilt)
		if err := json.Unmarshal(answer, &check); err != nil {
			t.Fatal(err)
		}
		if len(check.Calibrations) != 1 || !check.Calibrations[0].Applies {
			t.Errorf("%s: %+v", recipe, check.Calibrations)
		}
	}
}

// Stockfish 17 of Debian 13, built here, is what the modern calibration was fitted with, and a game has
// figures under the recipe that is then called modern, whether it is named or not.
func TestModernEngine(t *testing.T) {
	path, err := exec.CommandContext(t.Context(), "../../.ci/modern-engine").Output()
	if err != nil {
		t.Fatal(err)
	}
	engine, cache := strings.TrimSpace(string(path)), filepath.Join(t.TempDir(), "cache.db")
	var check reports.EngineCheck
	if err := json.Unmarshal(told(t, "engine", "check", "--quiet", "--format", "json", "--cache", cache, engine), &check); err != nil {
		t.Fatal(err)
	}
	if check.Recipe.Name != "modern" || len(check.Calibrations) != 1 || !check.Calibrations[0].Applies {
		t.Errorf("%s: %+v", check.Recipe.Name, check.Calibrations)
	}
	for _, recipe := range []string{"quick", "modern"} {
		var s reports.Screening
		if err := json.Unmarshal(told(t, "screen", "--quiet", "--format", "json", "--cache", cache, "--engine", engine, "--recipe", recipe, "../../testdata/corpus/sample/games.pgn"), &s); err != nil {
			t.Fatal(err)
		}
		if used := s.Provenance.Calibration; s.Provenance.Recipe.Name != "modern" || used == nil || used.Name != "standard-modern" || s.Players[0].MM.Z == nil {
			t.Errorf("%s: under %s with %+v", recipe, s.Provenance.Recipe.Name, used)
		}
	}
}
