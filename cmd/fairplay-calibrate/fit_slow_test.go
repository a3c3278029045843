//go:build slow

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fairplay/cmd/config"
)

// Anybody can fit the shipped calibrations again, with the same bytes as result.
func TestShippedCalibrationsCanBeFittedAgain(t *testing.T) {
	const shipped = "../../analysis/calibration/shipped"
	dir := t.TempDir()
	file := func(recipe string) string { return filepath.Join(dir, "standard-"+recipe+".json") }
	p := &config.Program{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Env: func(string) string { return "" }}
	recipes := []string{"quick", "modern", "full", "second"}
	for _, recipe := range recipes {
		args := []string{"fit", "--quiet", "--corpus", "../../testdata/corpus", "--recipe", recipe, "--output", file(recipe)}
		if recipe == "full" || recipe == "second" {
			args = append(args, "--prior", file("quick"))
		}
		if code := execute(t.Context(), p, args); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, p.Stderr)
		}
	}
	for _, recipe := range recipes {
		got, err := os.ReadFile(file(recipe))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(shipped, filepath.Base(file(recipe))))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: fitted again, it is another file", recipe)
		}
	}
}
