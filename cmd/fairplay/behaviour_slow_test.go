//go:build slow

package main

import (
	"encoding/json"
	"path/filepath"
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
