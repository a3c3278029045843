package exact_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// computing are the packages whose arithmetic decides what is published. The rest of the
// program only passes figures on.
func computing() []string {
	return []string{
		"fairplay/analysis/...", "fairplay/reports", "fairplay/reports/regulations", "fairplay/reports/tournament",
		"fairplay/reports/render",
	}
}

// An instruction that multiplies and adds at once, and a use of a symbol of package
// math or gonum, in what the compiler prints.
var (
	fused  = regexp.MustCompile(`\(([^()]+\.go:\d+)\)\tFN?M(?:ADD|SUB)[DS]\t`)
	symbol = regexp.MustCompile(`[\s$]((?:math|gonum\.org/v1/gonum/[\w/]+)\.[\w.()*]*\w)(?:·f)?(?:[+<]\S*)?\(SB\)`)
)

// allowed are the symbols that are exact by their definition: maxima and minima,
// numbers taken apart and put together, tables of powers of ten, and lists of whole
// numbers.
func allowed() []string {
	return []string{
		"math.archMax", "math.archMin", "math.frexp", "math.ldexp", "math.pow10tab", "math.pow10postab32", "math.pow10negtab32",
		"gonum.org/v1/gonum/stat/combin.Combinations",
	}
}

// Compiled for a machine that can fuse, no figure rests on a fused operation, nor on a function
// of another package that is fused or differs between machines.
func TestNothingIsFused(t *testing.T) {
	lookAtSources(t)
	output := filepath.Join(t.TempDir(), "assembly")
	f, err := os.Create(output)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	build := exec.Command("go", append([]string{"build", "-gcflags=-S"}, computing()...)...)
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	build.Stderr = f
	if err := build.Run(); err != nil {
		text, _ := os.ReadFile(output)
		t.Fatalf("%v\n%s", err, text[max(0, len(text)-2000):])
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	places, symbols, lines := read(t, f)
	if lines < 10_000 {
		t.Fatalf("the compiler printed %d lines, which cannot be all", lines)
	}
	for _, place := range places {
		t.Errorf("%s: a product is fused with a sum; round it: float64(x*y) + z", place)
	}
	for _, s := range symbols {
		if !slices.Contains(allowed(), s) {
			t.Errorf("%s is used, which machines compute in different ways", s)
		}
	}
}

// lookAtSources lets "go test" know which files the result rests on, so that it does not repeat
// a cached one after they have changed.
func lookAtSources(t *testing.T) {
	for _, folder := range []string{"../../analysis", "../../reports"} {
		err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the places of fused operations and the symbols in use, sorted, once each.
func read(t *testing.T, f *os.File) (places, symbols []string, lines int) {
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for ; in.Scan(); lines++ {
		line := in.Text()
		if strings.Contains(line, "ADD") || strings.Contains(line, "SUB") {
			if m := fused.FindStringSubmatch(line); m != nil {
				places = append(places, m[1])
			}
		}
		if strings.Contains(line, "math.") || strings.Contains(line, "gonum/") {
			if m := symbol.FindStringSubmatch(line); m != nil {
				symbols = append(symbols, m[1])
			}
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(places)
	slices.Sort(symbols)
	return slices.Compact(places), slices.Compact(symbols), lines
}
