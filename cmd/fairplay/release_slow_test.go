//go:build slow

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/cmd/config"
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
	if n := strings.Count(sums[0], "\n"); n != 14 {
		t.Errorf("%d files, not six programs, six lists and two packages:\n%s", n, sums[0])
	}
	release := filepath.Join(clone, "bin/release")
	packages, err := filepath.Glob(release + "/*.deb")
	if err != nil || len(packages) != 2 {
		t.Fatalf("packages: %v, %v", packages, err)
	}
	for _, p := range packages {
		listed := run(release, "dpkg-deb", "--contents", p)
		for _, want := range []string{"./usr/bin/fairplay", "./usr/lib/systemd/system/fairplay.service", "./etc/fairplay/fairplay.yaml"} {
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
}
