package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are the texts for those who read the repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) < 2 {
		t.Fatalf("docs: %v, %v", names, err)
	}
	all := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

// Every link to a file, and in docs every path between backticks, leads to something that is there.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	path := regexp.MustCompile("`((?:analysis|api|cmd|queue|reports|testdata|uci|\\.ci)(?:/[a-z0-9_./-]+)?)`")
	for name, text := range documents(t) {
		found := 0
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if filepath.Base(name) != "README.md" {
			for _, m := range path.FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s has no link", name)
		}
	}
}

// docs/architecture.md has a row for every package, and for nothing else.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	out, err := exec.Command("go", "list", "fairplay/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	want := strings.Fields(string(out))
	for i := range want {
		want[i] = strings.TrimPrefix(want[i], "fairplay/")
	}
	var got []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(documents(t)["../../docs/architecture.md"], -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	for _, p := range want {
		if !slices.Contains(got, p) {
			t.Errorf("no row for %s", p)
		}
	}
	for _, p := range got {
		if !slices.Contains(want, p) {
			t.Errorf("a row for %s, which is no package", p)
		}
	}
}
