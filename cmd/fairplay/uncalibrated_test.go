package main

import (
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
)

// TestSayUncalibrated proves that whoever asks for the full recipe of an engine that has a calibration for the quick one alone
// hears of it before the work.
func TestSayUncalibrated(t *testing.T) {
	shipped, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		name, engine, recipe string
		says                 bool
	}{
		{"Stockfish 17, full", analysis.ModernEngine, "full", true},
		{"Stockfish 17, modern", analysis.ModernEngine, "modern", false},
		{"Stockfish 15.1, full", "Stockfish 15.1", "full", false},
		{"an engine of which nothing is known", "Houdini 6", "full", false},
	} {
		t.Run(of.name, func(t *testing.T) {
			var said strings.Builder
			test := &pipeline.PlayerTest{}
			test.Fits, test.Recipe = pipeline.EngineLibrary{Library: shipped}, analysis.Recipe{Name: of.recipe, Engine: of.engine}
			if err := sayUncalibrated(&config.Program{Stderr: &said}, test); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(said.String(), "--recipe quick") != of.says {
				t.Errorf("it says %q", said.String())
			}
		})
	}
}
