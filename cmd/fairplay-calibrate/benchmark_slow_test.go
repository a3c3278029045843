//go:build slow

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis/fit"
	"fairplay/cmd/config"
)

// run executes a command line and returns what it prints.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	p := &config.Program{Stdout: &out, Stderr: &said, Env: func(string) string { return "" }}
	if code := execute(t.Context(), p, args); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, &said)
	}
	return out.String()
}

// The benchmark has the same bytes each time, and docs/benchmark.md has the tables that follow from our results.
func TestBenchmarkIsThatOfTheDocuments(t *testing.T) {
	var dirs [2]string
	for i := range dirs {
		dirs[i] = t.TempDir()
		run(t, "benchmark", "write", "--quiet", "--corpus", "../../testdata/corpus", "--helpers", "../../testdata/benchmark", "--output", dirs[i])
	}
	files := []string{manifestName, "README.md", "performances.pgn", labelsName}
	score := []string{"benchmark", "score", "--markdown", "--labels", filepath.Join(dirs[0], labelsName)}
	for _, name := range fit.Baselines() {
		files = append(files, "results/"+name+".csv")
		score = append(score, filepath.Join(dirs[0], "results", name+".csv"))
	}
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	for _, name := range files {
		if !bytes.Equal(read(filepath.Join(dirs[0], name)), read(filepath.Join(dirs[1], name))) {
			t.Errorf("%s is not the same again", name)
		}
	}
	document := string(read("../../docs/benchmark.md"))
	for table := range strings.SplitSeq(strings.TrimSpace(run(t, score...)), "\n\n") {
		if !strings.Contains(document, table) {
			t.Errorf("docs/benchmark.md does not have\n%s", table)
		}
	}
	for _, name := range []string{"z", "odds"} {
		text := run(t, "benchmark", "score", "--labels", filepath.Join(dirs[0], labelsName), filepath.Join(dirs[0], "results", name+".csv"))
		for line := range strings.Lines(text) {
			if about := strings.TrimSpace(line); (strings.HasPrefix(about, "p at most") || strings.HasPrefix(about, "mean odds")) && !strings.Contains(document, about) {
				t.Errorf("docs/benchmark.md does not say of %s: %s", name, about)
			}
		}
	}
	// Every row of README's table is made of cells of a row of the documents.
	readme := string(read("../../README.md"))
	for line := range strings.Lines(readme[strings.Index(readme, "<!-- benchmark -->"):strings.Index(readme, "<!-- /benchmark -->")]) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 3 || strings.Contains(line, "---") || strings.Contains(line, "found of 100") {
			continue
		}
		found := false
		for row := range strings.Lines(document) {
			all := true
			for _, c := range cells[2 : len(cells)-1] {
				all = all && strings.Contains(row, "|"+c+"|")
			}
			found = found || all
		}
		if !found {
			t.Errorf("README.md has a row that docs/benchmark.md has not: %s", line)
		}
	}
}
