package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fairplay/uci/ucitest"
)

// The commands that README.md gives for the service work unchanged, except for the port and a
// faster engine.
func TestReadmeLinesWork(t *testing.T) {
	read, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile("(?s)\n```sh\n(.*?)```\n").FindSubmatch(read)
	if lines == nil {
		t.Fatal("README.md has no lines for the service")
	}
	folder, address := t.TempDir(), freeAddress(t)
	for name, target := range map[string]string{"bin/fairplay": "", "testdata": "../../testdata"} {
		link(t, target, filepath.Join(folder, name))
	}
	script := strings.ReplaceAll(string(lines[1]), "127.0.0.1:8080", address)
	shell := exec.Command("bash", "-euo", "pipefail", "-c", "trap 'kill $(jobs -p)' EXIT\n"+script)
	shell.Dir = folder
	shell.Env = append(os.Environ(), "FAIRPLAY_LISTEN="+address, "FAIRPLAY_ENGINE="+ucitest.Engine{}.Command(t))
	said, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, wanted := range []string{"Token of the administrator", `"state":"waiting"`, "event: done", "Firouzja, Alireza"} {
		if !strings.Contains(string(said), wanted) {
			t.Errorf("the lines do not print %q but\n%s", wanted, said)
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "demo.html"))
	if err != nil || !strings.Contains(string(page), "<html") {
		t.Errorf("demo.html is no page (%v)", err)
	}
}

// freeAddress returns an address on which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// link makes a link to a file, or to fairplay itself where target is empty.
func link(t *testing.T, target, name string) {
	t.Helper()
	var err error
	if target == "" {
		target, err = exec.LookPath("fairplay")
	} else {
		target, err = filepath.Abs(target)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o700)
	}
	if err == nil {
		err = os.Symlink(target, name)
	}
	if err != nil {
		t.Fatal(err)
	}
}
