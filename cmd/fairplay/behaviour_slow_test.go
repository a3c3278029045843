//go:build slow

package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"fairplay/analysis/calibration"
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

// The corpus contains the behaviour of its engine, so that no engine is needed to fit on it
// again.
func TestShippedBehaviourIsThatOfTheCorpus(t *testing.T) {
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range library {
		corpus, err := (&program{}).openCorpus("../../testdata/corpus", c.Recipe.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := corpus.behaviour(t.Context()); err != nil || got == "" || got != c.Behaviour {
			t.Errorf("%s: the corpus has behaviour %q, not %q, %v", c.Name, got, c.Behaviour, err)
		}
	}
}
