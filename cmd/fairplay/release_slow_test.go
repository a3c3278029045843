//go:build slow

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fairplay/cmd/config"
	"fairplay/reports"
)

// Two clones of one commit, in folders of different names, give the same release to the last
// byte. The Debian package installs what it promises.
func TestRelease(t *testing.T) {
	run := func(folder, name string, arguments ...string) string {
		c := exec.Command(name, arguments...)
		c.Dir = folder
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, arguments, err, out)
		}
		return string(out)
	}
	var sums [2]string
	var clone string
	for i, name := range []string{"one", "another-place"} {
		clone = filepath.Join(t.TempDir(), name)
		run(".", "git", "clone", "--quiet", "../..", clone)
		run(clone, "make", "release")
		read, err := os.ReadFile(filepath.Join(clone, "bin/release/SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(read)
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds of one commit differ:\n%s\n%s", sums[0], sums[1])
	}
	if n := strings.Count(sums[0], "\n"); n != 20 {
		t.Errorf("%d files, not six programs, six lists, three archives, the source of the engine and four packages:\n%s", n, sums[0])
	}
	release := filepath.Join(clone, "bin/release")
	packages, err := filepath.Glob(release + "/*.deb")
	if err != nil || len(packages) != 4 {
		t.Fatalf("packages: %v, %v", packages, err)
	}
	for _, p := range packages {
		listed := run(release, "dpkg-deb", "--contents", p)
		files := []string{"./usr/bin/fairplay", "./usr/lib/systemd/system/fairplay.service", "./etc/fairplay/fairplay.yaml"}
		if strings.Contains(p, "fairplay-engine") {
			files = []string{"./usr/lib/fairplay/stockfish", "./usr/share/doc/fairplay-engine/copyright", "./usr/share/doc/fairplay-engine/stockfish-15.1-source.tar.zst"}
		}
		for _, want := range files {
			if !strings.Contains(listed, want) {
				t.Errorf("%s lacks %s:\n%s", p, want, listed)
			}
		}
	}
	version := run(release, "./fairplay_"+config.Version+"_linux_amd64", "version", "--json")
	head := strings.TrimSpace(run(clone, "git", "rev-parse", "HEAD"))
	if !strings.Contains(version, head) {
		t.Errorf("it does not know its commit %s: %s", head, version)
	}
	archived := run(t.TempDir(), "tar", "-tzf", filepath.Join(release, "fairplay_"+config.Version+"_linux_amd64.tar.gz")) +
		run(release, "unzip", "-l", "fairplay_"+config.Version+"_windows_amd64.zip")
	for _, want := range []string{"/fairplay", "/stockfish", "/stockfish-avx2", "/fairplay.exe", "/stockfish.exe", "/stockfish-avx2.exe", "/stockfish-Copying.txt"} {
		if !strings.Contains(archived, want+"\n") {
			t.Errorf("no archive has %s:\n%s", want, archived)
		}
	}
}

// Every engine that is handed out evaluates the reference positions as the calibration demands, on the processor and system
// that it is for, here as far as qemu and wine stand for them.
func TestEnginesOfTheRelease(t *testing.T) {
	build := exec.Command(".ci/engines")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for file, under := range map[string]string{
		"linux_amd64/stockfish": "", "linux_amd64/stockfish-avx2": "", "linux_arm64/stockfish": "qemu-aarch64",
		"windows_amd64/stockfish.exe": "/usr/lib/wine/wine64", "windows_amd64/stockfish-avx2.exe": "/usr/lib/wine/wine64",
	} {
		t.Run(file, func(t *testing.T) {
			engine, err := filepath.Abs("../../bin/engines/" + file)
			if err != nil {
				t.Fatal(err)
			}
			arguments := []string{"engine", "check", "--quiet", "--format", "json", "--cache", filepath.Join(t.TempDir(), "cache.db")}
			if under == "" {
				arguments = append(arguments, engine)
			} else {
				arguments = append(arguments, under, "--engine-arg", engine)
			}
			var check reports.EngineCheck
			if err := json.Unmarshal(told(t, arguments...), &check); err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(check.Calibrations, func(c reports.CalibrationAnswer) bool { return c.Applies }) {
				t.Errorf("no calibration applies: %+v", check.Calibrations)
			}
		})
	}
}
