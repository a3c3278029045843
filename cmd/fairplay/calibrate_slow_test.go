//go:build slow

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Anybody can fit the shipped calibrations again and gets the same bytes.
func TestShippedCalibrationsCanBeFittedAgain(t *testing.T) {
	const shipped = "../../analysis/calibration/shipped"
	dir := t.TempDir()
	quick, full := filepath.Join(dir, "standard-quick.json"), filepath.Join(dir, "standard-full.json")
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, env: func(string) string { return "" }}
	for _, args := range [][]string{
		{"calibrate", "--quiet", "--corpus", "../../testdata/corpus", "--recipe", "quick", "--output", quick},
		{"calibrate", "--quiet", "--corpus", "../../testdata/corpus", "--recipe", "full", "--prior", quick, "--output", full},
	} {
		if code := p.run(t.Context(), args); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, p.stderr)
		}
	}
	for _, path := range []string{quick, full} {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(shipped, filepath.Base(path)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: fitted again, it is another file", filepath.Base(path))
		}
	}
}
