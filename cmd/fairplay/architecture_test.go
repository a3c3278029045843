package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// level is the floor of the house on which a package lives. A package imports only from its own
// floor or below; within a floor, only what neighbours lists.
func level(pkg string) int {
	floors := [][]string{
		{"fairplay/analysis"},
		{"fairplay/uci", "fairplay/queue"},
		{"fairplay/reports/tournament/roster", "fairplay/reports/tournament/trf", "fairplay/reports/tournament/fide", "fairplay/reports/yamlfile"},
		{"fairplay/reports/access", "fairplay/reports/regulations", "fairplay/reports/tournament", "fairplay/reports/complaint", "fairplay/reports/pack", "fairplay/reports/intake"},
		{"fairplay/reports"},
		{"fairplay/reports/render", "fairplay/reports/store"},
		{"fairplay/queue/pipeline"},
		{"fairplay/queue/corpus", "fairplay/queue/work", "fairplay/queue/periodic", "fairplay/queue/door"},
		{"fairplay/reports/tournament/journal", "fairplay/reports/complaint/registry"},
		{"fairplay/api"},
		{"fairplay/cmd"},
	}
	best, length := -1, 0
	for i, floor := range floors {
		for _, prefix := range floor {
			if (pkg == prefix || strings.HasPrefix(pkg, prefix+"/")) && len(prefix) > length {
				best, length = i, len(prefix)
			}
		}
	}
	return best
}

// homes says where each third-party package may be imported; a home covers the
// packages below it.
func homes() map[string][]string {
	return map[string][]string{
		"github.com/notnil/chess":         {"fairplay/analysis/pgn"},
		"gonum.org/v1/gonum":              {"fairplay/analysis"},
		"os/exec":                         {"fairplay/cmd/fairplay", "fairplay/uci", "fairplay/queue/queuetest", "fairplay/reports/store/storetest"},
		"github.com/inconshreveable":      {"fairplay/cmd"},
		"github.com/spf13/cobra":          {"fairplay/cmd"},
		"github.com/spf13/pflag":          {"fairplay/cmd"},
		"github.com/knadh/koanf":          {"fairplay/cmd"},
		"github.com/schollz/progressbar":  {"fairplay/cmd"},
		"golang.org/x/term":               {"fairplay/cmd"},
		"golang.org/x/sys":                {"fairplay/cmd", "fairplay/uci"}, // on Windows; processors
		"github.com/CycloneDX":            {"fairplay/cmd"},
		"github.com/klauspost/compress":   {"fairplay/reports/intake", "fairplay/reports/store"},
		"database/sql":                    {"fairplay/reports/store"},
		"modernc.org/sqlite":              {"fairplay/reports/store"},
		"github.com/pressly/goose":        {"fairplay/reports/store"},
		"github.com/jackc/pgx":            {"fairplay/reports/store"},
		"github.com/xuri/excelize":        {"fairplay/reports/render"},
		"github.com/nicksnyder/go-i18n":   {"fairplay/reports/render"},
		"codeberg.org/go-pdf/fpdf":        {"fairplay/reports/render"},
		"codeberg.org/go-fonts/dejavu":    {"fairplay/reports/render"},
		"golang.org/x/image":              {"fairplay/reports/render"},
		"go.yaml.in/yaml":                 {"fairplay/reports/yamlfile", "fairplay/reports/render", "fairplay/api/describe"},
		"github.com/hibiken/asynq":        {"fairplay/queue"},
		"github.com/redis/go-redis":       {"fairplay/queue"},
		"github.com/alicebob/miniredis":   {"fairplay/queue"},
		"github.com/labstack/echo":        {"fairplay/api"},
		"github.com/oapi-codegen/runtime": {"fairplay/api"},
		"github.com/getkin/kin-openapi":   {"fairplay/api"},
		"github.com/swaggest/swgui":       {"fairplay/api"},
		"github.com/prometheus":           {"fairplay/api"},
		"golang.org/x/mod/sumdb/note":     {"fairplay/reports/store"},
		"golang.org/x/time":               {"fairplay/api"},
		"golang.org/x/sync":               {"fairplay/queue", "fairplay/uci", "fairplay/reports/store", "fairplay/cmd"},
	}
}

type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports,Standard", "fairplay/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(p.ImportPath, "fairplay/") {
			all = append(all, p)
		}
	}
	if len(all) < 10 {
		t.Fatalf("go list found only %d packages of fairplay", len(all))
	}
	return all
}

func TestImportsFlowDownwards(t *testing.T) {
	for _, p := range packages(t) {
		if level(p.ImportPath) < 0 {
			t.Errorf("%s has no floor in the house", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "fairplay/") && level(imported) > level(p.ImportPath) {
				t.Errorf("%s imports %s, which is above it", p.ImportPath, imported)
			}
		}
	}
}

func TestEveryPackageHasOneHome(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			for pkg, allowed := range homes() {
				if imported != pkg && !strings.HasPrefix(imported, pkg+"/") {
					continue
				}
				if !slices.ContainsFunc(allowed, func(home string) bool {
					return p.ImportPath == home || strings.HasPrefix(p.ImportPath, home+"/")
				}) {
					t.Errorf("%s imports %s, whose home is %s", p.ImportPath, imported, strings.Join(allowed, " and "))
				}
			}
		}
	}
}

// The domain is pure: it uses no files, clocks, network, processes or logs.
func TestAnalysisIsPure(t *testing.T) {
	forbidden := []string{"os", "os/exec", "net", "net/http", "log", "log/slog", "database/sql", "math/rand"}
	thirdParty := []string{"github.com/notnil/chess", "gonum.org/v1/gonum"}
	for _, p := range packages(t) {
		if level(p.ImportPath) != 0 {
			continue
		}
		forTests := strings.HasSuffix(p.ImportPath, "test") // such packages read the files of tests
		for _, imported := range p.Imports {
			if slices.Contains(forbidden, imported) && !forTests {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
			if strings.Contains(imported, ".") && !slices.ContainsFunc(thirdParty, func(ok string) bool {
				return imported == ok || strings.HasPrefix(imported, ok+"/")
			}) {
				t.Errorf("%s imports %s; the domain knows only the standard library, notnil/chess and gonum", p.ImportPath, imported)
			}
		}
	}
}

// What calibrations are made with is a program of its own, and no part of the one that people use.
func TestCalibratingIsAnotherProgram(t *testing.T) {
	for _, program := range []struct {
		name string
		fits bool
	}{{"fairplay", false}, {"fairplay-calibrate", true}} {
		out, err := exec.Command("go", "list", "-deps", "fairplay/cmd/"+program.name).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		linked := strings.Fields(string(out))
		for _, pkg := range []string{"fairplay/analysis/fit", "fairplay/queue/corpus"} {
			if slices.Contains(linked, pkg) != program.fits {
				t.Errorf("%s: %s linked: %t, not %t", program.name, pkg, !program.fits, program.fits)
			}
		}
	}
}

// listOfMakefile returns the value of a variable of the Makefile.
func listOfMakefile(t *testing.T, name string) string {
	t.Helper()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^` + name + ` := (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatalf("the Makefile has no list %s", name)
	}
	return string(list[1])
}

// What make test runs step by step, without the race detector, are tests of one of those packages; a name that is no test
// any more would run nothing, in silence.
func TestStepsAreTests(t *testing.T) {
	folders := map[string][]string{} // of a test
	for _, pkg := range strings.Fields(listOfMakefile(t, "STEPPING")) {
		files, err := filepath.Glob("../../" + pkg + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`(?m)^func Test(\w+)\(t `).FindAllStringSubmatch(string(text), -1) {
				folders[found[1]] = append(folders[found[1]], pkg)
			}
		}
	}
	for _, name := range strings.Split(listOfMakefile(t, "STEPS"), "|") {
		if len(folders[name]) != 1 {
			t.Errorf("Test%s is a test of %d packages, not of one: %v", name, len(folders[name]), folders[name])
		}
	}
}

// What make test runs without the race detector has nothing to race with: neither those packages, nor what of ours they or
// their tests import, starts a goroutine or runs tests at once.
func TestNothingToRaceWith(t *testing.T) {
	command := exec.Command("go", append([]string{"list", "-deps", "-test", "-f", "{{if not .Standard}}{{.Dir}}{{end}}"}, strings.Fields(listOfMakefile(t, "ALONE"))...)...)
	command.Dir = "../.."
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	folders := strings.Fields(string(out))
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		if !strings.HasPrefix(folder, root+"/") {
			continue // another's
		}
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			read++
			ast.Inspect(tree, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s starts a goroutine", file)
				case *ast.SelectorExpr:
					if n.Sel.Name == "Parallel" || n.Sel.Name == "RunParallel" {
						t.Errorf("%s runs tests at once", file)
					}
				case *ast.ImportSpec:
					switch n.Path.Value {
					case `"golang.org/x/sync/errgroup"`, `"net/http"`, `"net/http/httptest"`, `"database/sql"`:
						t.Errorf("%s imports %s, which starts goroutines", file, n.Path.Value)
					}
				}
				return true
			})
		}
	}
	if read < 200 {
		t.Errorf("only %d files were read", read)
	}
}
