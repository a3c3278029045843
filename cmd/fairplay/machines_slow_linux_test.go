//go:build slow

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// machine is a kind of processor for which fairplay is built. Only some fuse products with
// sums, and each has its own instructions in package math.
type machine struct {
	name, arch, level string
	emulator          []string // nil where this machine runs it
}

func machines(t *testing.T) []machine {
	all := []machine{{name: "amd64 v1", arch: "amd64", level: "v1"}, {name: "amd64 v3", arch: "amd64", level: "v3"}, {name: "arm64", arch: "arm64"}}
	cpu, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		m := &all[i]
		switch {
		case m.arch != runtime.GOARCH:
			m.emulator = []string{map[string]string{"amd64": "qemu-x86_64", "arm64": "qemu-aarch64"}[m.arch], "-cpu", "max"}
		case m.level == "v3" && !(bytes.Contains(cpu, []byte(" fma ")) && bytes.Contains(cpu, []byte(" bmi2 ")) && bytes.Contains(cpu, []byte(" avx2 "))):
			m.emulator = []string{"qemu-x86_64", "-cpu", "max"}
			t.Logf("this processor is older than v3, which is emulated")
		}
	}
	return all
}

// build builds both programs for the machine into a folder.
func (m machine) build(t *testing.T) (programs string) {
	programs = t.TempDir()
	build := exec.Command("go", "build", "-o", programs, ".", "../fairplay-calibrate")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+m.arch)
	if m.level != "" {
		build.Env = append(build.Env, "GOAMD64="+m.level)
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return programs
}

// run runs a command, which begins with the name of its program, in a folder.
func (m machine) run(t *testing.T, programs, dir, command string) {
	t.Helper()
	line := append(append([]string{}, m.emulator...), strings.Fields(filepath.Join(programs, command))...)
	c := exec.Command(line[0], line[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %s: %v\n%s", m.name, command, err, out)
	}
}

// someGames is how many games of the corpus are fitted on an emulated machine: games of several
// events, for fitting and for testing.
const someGames = 60

// smallCorpus writes the beginning of the quick corpus into a folder.
func smallCorpus(t *testing.T, dir string) {
	t.Helper()
	packed, err := os.Open("../../testdata/corpus/games-quick.pgn.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(reader); err != nil {
		t.Fatal(err)
	}
	const first = "[Event "
	games := strings.Split(text.String(), "\n"+first)
	some := strings.Join(games[:someGames], "\n"+first) + "\n"
	writer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "games-quick.pgn.zst"), writer.EncodeAll([]byte(some), nil), 0o644); err != nil {
		t.Fatal(err)
	}
	evaluations, err := filepath.Abs("../../testdata/corpus/evaluations-quick.zst")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(evaluations, filepath.Join(dir, "evaluations-quick.zst")); err != nil {
		t.Fatal(err)
	}
}

// Screening, test, calibration and charts are the same bytes on every machine:
// without fused operations, with them, and on another processor altogether.
func TestEveryMachineGivesTheSameBytes(t *testing.T) {
	corpus := t.TempDir()
	smallCorpus(t, corpus)
	sample, err := filepath.Abs("../../testdata/corpus/sample")
	if err != nil {
		t.Fatal(err)
	}
	commands := []string{"fairplay cache import --cache c.db " + sample + "/event.zst"}
	for _, format := range []string{"json", "html", "csv", "table"} {
		commands = append(commands,
			"fairplay screen --quiet --cache c.db --format "+format+" --output screening."+format+" "+sample+"/event.pgn",
			"fairplay test --quiet --cache c.db --recipe quick --subset R1:12-30 --player Nielsen,Pet --format "+format+" --output test."+format+" "+sample+"/event.pgn")
	}
	for _, format := range []string{"json", "html", "table"} {
		commands = append(commands, "fairplay calibration report --format "+format+" --output calibration-report."+format)
	}
	commands = append(commands, "fairplay-calibrate fit --quiet --corpus "+corpus+" --recipe quick --output calibration.json")

	var reference map[string][]byte
	for _, m := range machines(t) {
		programs, dir := m.build(t), t.TempDir()
		for _, c := range commands {
			m.run(t, programs, dir, c)
		}
		written := writtenIn(t, dir)
		if reference == nil {
			reference = written
			continue
		}
		same(t, m.name, written, reference)
	}
}

// writtenIn returns the files of a folder that are written for people and programs.
func writtenIn(t *testing.T, dir string) map[string][]byte {
	paths, err := filepath.Glob(filepath.Join(dir, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if strings.HasPrefix(filepath.Base(path), "c.db") {
			continue
		}
		if all[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func same(t *testing.T, machine string, got, want map[string][]byte) {
	if len(got) != len(want) || len(want) < 12 {
		t.Errorf("%s: %d files, and %d of the first machine", machine, len(got), len(want))
	}
	for name := range want {
		if bytes.Equal(got[name], want[name]) {
			t.Logf("%s: %s is the same, %d bytes", machine, name, len(want[name]))
			continue
		}
		a, b := bytes.Split(got[name], []byte("\n")), bytes.Split(want[name], []byte("\n"))
		differing := 0
		for i := range min(len(a), len(b)) {
			if !bytes.Equal(a[i], b[i]) {
				if differing++; differing == 1 {
					t.Errorf("%s: %s, line %d: %.200s, not %.200s", machine, name, i+1, a[i], b[i])
				}
			}
		}
		t.Errorf("%s: %s differs in %d of %d lines", machine, name, differing, len(b))
	}
}

// The shipped calibrations are fitted again, on the whole corpus, by a build with fused
// operations; TestShippedCalibrationsCanBeFittedAgain does so without them.
func TestShippedCalibrationsComeFromAnyBuild(t *testing.T) {
	m := machines(t)[1]
	programs, dir := m.build(t), t.TempDir()
	corpus, err := filepath.Abs("../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	m.run(t, programs, dir, "fairplay-calibrate fit --quiet --recipe quick --corpus "+corpus+" --output standard-quick.json")
	m.run(t, programs, dir, "fairplay-calibrate fit --quiet --recipe full --corpus "+corpus+" --prior standard-quick.json --output standard-full.json")
	for name, got := range writtenIn(t, dir) {
		want, err := os.ReadFile(filepath.Join("../../analysis/calibration/shipped", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %s, fitted again, is another file", m.name, name)
		}
	}
}
