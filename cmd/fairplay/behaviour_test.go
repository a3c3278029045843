package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// told runs fairplay and returns what it prints.
func told(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &config.Program{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Env: func(string) string { return "" }}
	if code := execute(t.Context(), p, args); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	return stdout.Bytes()
}

// calibratedFor writes a calibration for the engine at path under the quick recipe, with the
// numbers of the shipped one.
func calibratedFor(t *testing.T, path string) string {
	t.Helper()
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	var quick *calibration.Calibration
	for _, c := range library {
		if c.Recipe.Name == "quick" {
			quick = c
		}
	}
	engine, err := uci.Start(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	if quick.Recipe, err = engine.Identity().Complete(analysis.Quick()); err != nil {
		t.Fatal(err)
	}
	quick.Name, quick.RecipeFingerprint = "scripted-quick", quick.Recipe.Fingerprint()
	positions, err := behaviour.Positions("quick")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]analysis.Evaluation{}
	for _, at := range positions {
		if said[at.Key], err = engine.Evaluate(t.Context(), uci.Request{Position: at, Recipe: quick.Recipe}); err != nil {
			t.Fatal(err)
		}
	}
	if quick.Behaviour, err = behaviour.Digest("quick", said); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "scripted-quick.json")
	if err := config.WriteWhole(file, config.ForEverybody, func(w io.Writer) error { return quick.Save(w) }); err != nil {
		t.Fatal(err)
	}
	return file
}

// A calibration accepts another build of its engine, and no other engine of the same name. The
// report still names the binary, and the check says which calibrations apply and why others do
// not.
func TestAnotherBuildIsTheSameEngine(t *testing.T) {
	original := ucitest.Engine{}.Command(t)
	fitted, cache := calibratedFor(t, original), filepath.Join(t.TempDir(), "cache.db")
	games := filepath.Join("..", "..", "testdata", "demo", "grand_swiss_2021_round_8.pgn")
	binaries := map[string]string{}
	reference, fingerprint := "", ""
	for _, c := range []struct {
		name, engine string
		applies      bool
		measured     bool
	}{
		{"the binary itself", original, true, false},
		{"another build", ucitest.Engine{}.Rebuilt(t), true, true},
		{"another engine of that name", ucitest.Engine{Taste: "wild"}.Rebuilt(t), false, true},
	} {
		var report struct{ Provenance reports.Provenance }
		answer := told(t, "screen", "--quiet", "--format", "json", "--engine", c.engine, "--calibration", fitted, "--cache", cache, games)
		if err := json.Unmarshal(answer, &report); err != nil {
			t.Fatal(err)
		}
		p := report.Provenance
		if (p.Calibration != nil) != c.applies || (p.Engine.Behaviour != "") != c.measured {
			t.Errorf("%s: calibration %v (%s), behaviour %q", c.name, p.Calibration, p.Uncalibrated, p.Engine.Behaviour)
		}
		if !c.applies && !strings.Contains(p.Uncalibrated, "scripted-quick, was made for behaviour of the engine on the reference positions ") {
			t.Errorf("%s: %s", c.name, p.Uncalibrated)
		}
		if other, twice := binaries[p.Engine.SHA256]; twice {
			t.Errorf("%s has the binary of %s", c.name, other)
		}
		binaries[p.Engine.SHA256] = c.name
		// The recipe is that of the build of the calibration, if they evaluate alike, so that evaluations are shared.
		if reference = cmp.Or(reference, p.Engine.SHA256); c.applies != (p.Recipe.EngineSHA256 == reference) || c.applies != (p.RecipeFingerprint == fingerprint || fingerprint == "") {
			t.Errorf("%s: the recipe names %s", c.name, p.Recipe.EngineSHA256)
		}
		fingerprint = cmp.Or(fingerprint, p.RecipeFingerprint)

		var check reports.EngineCheck
		answer = told(t, "engine", "check", "--quiet", "--format", "json", "--calibration", fitted, "--cache", cache, c.engine)
		if err := json.Unmarshal(answer, &check); err != nil {
			t.Fatal(err)
		}
		if len(check.Calibrations) != 1 || check.Calibrations[0].Applies != c.applies || len(check.Behaviour) != 64 ||
			c.measured && check.Behaviour != p.Engine.Behaviour {
			t.Errorf("%s: behaviour %s, %+v", c.name, check.Behaviour, check.Calibrations)
		}
		verdict := "scripted-quick applies"
		if !c.applies {
			verdict = "scripted-quick does not apply; it was made for behaviour of the engine on the reference positions "
		}
		if text := told(t, "engine", "check", "--quiet", "--calibration", fitted, "--cache", cache, c.engine); !strings.Contains(string(text), verdict) {
			t.Errorf("%s: the check does not say %q:\n%s", c.name, verdict, text)
		}
	}
}
