package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"go.yaml.in/yaml/v3"
)

// unit reads the systemd unit: every key with its values, in order.
func unit(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../.ci/packaging/fairplay.service")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(key, "#") {
			keys[key] = append(keys[key], value)
		}
	}
	return keys
}

// The service of the Debian package starts an existing command, under a user of its own without
// any right beyond its folder and the network, and has longer to stop than the program takes.
func TestSystemdUnit(t *testing.T) {
	keys := unit(t)
	variables := map[string]string{}
	for _, pair := range keys["Environment"] {
		name, value, _ := strings.Cut(pair, "=")
		variables[name] = value
	}
	arguments := strings.Fields(keys["ExecStart"][0])
	if arguments[0] != "/usr/bin/fairplay" {
		t.Errorf("it starts %s", arguments[0])
	}
	settings, err := os.ReadFile("../../.ci/packaging/fairplay.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	at := slices.Index(arguments, "--config")
	if at < 0 || arguments[at+1] != "/etc/fairplay/fairplay.yaml" {
		t.Fatalf("it reads no settings: %v", arguments)
	}
	// Every commented-out line of the configuration file is a setting.
	if err := os.WriteFile("fairplay.yaml", regexp.MustCompile(`(?m)^# ([a-z]+: )`).ReplaceAll(settings, []byte("$1")), 0o600); err != nil {
		t.Fatal(err)
	}
	arguments[at+1] = "fairplay.yaml"
	understood(t, arguments[1:], variables)
	for key, want := range map[string]string{
		"User": "fairplay", "NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict",
		"ProtectHome": "yes", "PrivateDevices": "yes", "PrivateTmp": "yes", "MemoryDenyWriteExecute": "yes",
		"StateDirectoryMode": "0700", "UMask": "0077", "TimeoutStopSec": "30s",
	} {
		if got := keys[key]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, not %q", key, got, want)
		}
	}
}

// The Debian packages contain existing files, and the program's package recommends the engine's.
func TestPackage(t *testing.T) {
	type packed struct {
		Name       string
		Recommends []string
		Contents   []struct{ Src, Dst string }
		Scripts    map[string]string
	}
	read := func(file string) (p packed) {
		text, err := os.ReadFile("../../.ci/packaging/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Contents {
			if strings.HasPrefix(c.Src, "bin/") {
				continue // made by the release
			}
			if _, err := os.Stat("../../" + c.Src); err != nil {
				t.Errorf("%s: %v", c.Dst, err)
			}
		}
		for when, script := range p.Scripts {
			if at, err := os.Stat("../../" + script); err != nil || at.Mode()&0o111 == 0 {
				t.Errorf("%s: %s cannot be run (%v)", when, script, err)
			}
		}
		return p
	}
	program, engine := read("nfpm.yaml"), read("nfpm-engine.yaml")
	if !slices.Contains(program.Recommends, engine.Name+" | stockfish") { // Debian's, where ours is not handed in beside it
		t.Errorf("%s recommends %v", program.Name, program.Recommends)
	}
}

// The bill of materials names every module from which this very program was linked, with its
// checksum, and is the same bytes each time.
func TestSBOM(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	var first, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &again} {
		read, err := builtFrom(self)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeSBOM(w, read); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("two lists of one program differ")
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&first, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if got, want := len(*bom.Components), len(info.Deps)+1; got != want || want < 20 {
		t.Errorf("%d components of %d", got, want)
	}
	listed, err := json.Marshal(bom.Components)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Deps {
		if !strings.Contains(string(listed), m.Path) || !strings.Contains(string(listed), m.Sum) {
			t.Errorf("%s is not listed with its checksum", m.Path)
		}
	}
	if _, err := builtFrom("release_test.go"); err == nil {
		t.Error("a file that is no program says what it was built from")
	}
}
