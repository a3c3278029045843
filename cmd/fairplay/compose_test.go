package main

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"fairplay/cmd/config"
)

// composed is the part of compose.yaml that concerns fairplay.
type composed struct {
	Services map[string]struct {
		Image       string
		Command     []string
		Environment map[string]string
		StopGrace   string                                `yaml:"stop_grace_period"`
		DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
		Healthcheck struct{ Test []string }
		Volumes     []string
		Deploy      struct{ Replicas int }
		Secrets     []string
		Networks    []string
		ReadOnly    bool     `yaml:"read_only"`
		Dropped     []string `yaml:"cap_drop"`
		Security    []string `yaml:"security_opt"`
		Memory      string   `yaml:"mem_limit"`
		Processes   int      `yaml:"pids_limit"`
	}
	Volumes, Secrets map[string]any
	Networks         map[string]struct{ Internal bool }
}

func readCompose(t *testing.T) composed {
	t.Helper()
	f, err := os.Open("../../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var c composed
	if err := yaml.NewDecoder(f).Decode(&c); err != nil {
		t.Fatal(err)
	}
	return c
}

// command finds the command that arguments name, with its flags parsed.
func command(t *testing.T, p *config.Program, arguments []string) *cobra.Command {
	t.Helper()
	found, rest, err := root(p).Find(arguments)
	if err != nil || !found.Runnable() || !found.HasParent() {
		t.Fatalf("fairplay %v: no such command (%v)", arguments, err)
	}
	if err := found.ParseFlags(rest); err != nil {
		t.Fatalf("fairplay %v: %v", arguments, err)
	}
	if err := found.ValidateArgs(found.Flags().Args()); err != nil {
		t.Fatalf("fairplay %v: %v", arguments, err)
	}
	return found
}

// understood checks that every one of the variables is a setting of the command, with a valid
// value.
func understood(t *testing.T, arguments []string, variables map[string]string) {
	t.Helper()
	expanded := map[string]string{}
	for name, value := range variables {
		expanded[name] = regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(value, "secret")
	}
	p := &config.Program{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Env: func(name string) string { return expanded[name] },
		Environ: func() (all []string) {
			for name, value := range expanded {
				all = append(all, name+"="+value)
			}
			return all
		},
	}
	c := command(t, p, arguments)
	read, err := config.Load(p, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Faults(); err != nil {
		t.Errorf("fairplay %v with %v: %v", arguments, variables, err)
	}
	known := pflag.NewFlagSet("known", pflag.ContinueOnError)
	config.AddFlags(known, config.ForBoth)
	known.VisitAll(func(f *pflag.Flag) {
		if _, ok := variables[config.Variable(f.Name)]; ok && c.Flags().Lookup(f.Name) == nil && c.Name() != "migrate" {
			t.Errorf("fairplay %s takes no notice of %s", c.Name(), config.Variable(f.Name))
		}
	})
}

// Every command, flag and variable in compose.yaml exists in fairplay, and every service and
// volume that it mentions exists. Redis evicts nothing, and containers have longer to stop than
// the program takes.
func TestCompose(t *testing.T) {
	all := readCompose(t)
	t.Chdir(t.TempDir())
	commands := map[string]int{}
	for name, s := range all.Services {
		for on := range s.DependsOn {
			if _, ok := all.Services[on]; !ok {
				t.Errorf("%s depends on %s, which is no service", name, on)
			}
		}
		for _, v := range s.Volumes {
			if _, ok := all.Volumes[strings.Split(v, ":")[0]]; !ok {
				t.Errorf("%s mounts %s, which is no volume", name, v)
			}
		}
		if s.Image != "fairplay" {
			continue
		}
		commands[s.Command[0]] += max(s.Deploy.Replicas, 1)
		understood(t, s.Command, s.Environment)
		stop, err := time.ParseDuration(s.StopGrace)
		grace, err2 := time.ParseDuration(s.Environment["FAIRPLAY_GRACE"])
		if err != nil || err2 != nil || stop <= grace {
			t.Errorf("%s is killed after %v although it may take %v to stop", name, stop, grace)
		}
		if test := s.Healthcheck.Test; len(test) > 0 {
			understood(t, test[2:], s.Environment)
		}
	}
	if want := map[string]int{"serve": 1, "worker": 2, "migrate": 1}; !maps.Equal(commands, want) {
		t.Errorf("it starts %v, not %v", commands, want)
	}
}

// No container in compose.yaml has a capability, a writable root or unlimited memory. Images
// from elsewhere are named by digest; only the server is on a network that leads out; passwords
// are files, never variables.
func TestComposeIsTight(t *testing.T) {
	all := readCompose(t)
	for name, s := range all.Services {
		if !s.ReadOnly || !slices.Equal(s.Dropped, []string{"ALL"}) || !slices.Equal(s.Security, []string{"no-new-privileges:true"}) || s.Memory == "" || s.Processes == 0 {
			t.Errorf("%s is not bounded: %+v", name, s)
		}
		if s.Image != "fairplay" && !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(s.Image) {
			t.Errorf("%s takes whatever %s is tomorrow", name, s.Image)
		}
		if out := slices.ContainsFunc(s.Networks, func(n string) bool { return !all.Networks[n].Internal }); out != (name == "server") || len(s.Networks) == 0 {
			t.Errorf("%s is on the networks %v", name, s.Networks)
		}
		for _, secret := range s.Secrets {
			if _, ok := all.Secrets[secret]; !ok {
				t.Errorf("%s knows the secret %s, which there is not", name, secret)
			}
		}
		for variable, value := range s.Environment {
			if strings.Contains(variable, "PASSWORD") && !strings.HasSuffix(variable, "_FILE") || regexp.MustCompile(`://[^/@]*:[^/@]*@`).MatchString(value) {
				t.Errorf("%s has a password in a variable: %s", name, variable)
			}
			if secret, ok := strings.CutPrefix(value, "/run/secrets/"); ok && !slices.Contains(s.Secrets, secret) {
				t.Errorf("%s names the secret %s, which it does not get", name, secret)
			}
		}
	}
}

// The Redis of compose.yaml is started with its folders moved. It asks for the password, evicts
// nothing, writes nothing, and passes its health check.
func TestComposeRedis(t *testing.T) {
	all := readCompose(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "redis"), []byte("geheim\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(folder, "socket")
	shell := func(script string) *exec.Cmd {
		script = strings.NewReplacer("$$", "$", "/run/secrets", folder, "/run/redis", folder,
			"--maxmemory-policy", "--port 0 --unixsocket "+socket+" --dir "+folder+" --maxmemory-policy", "redis-cli ", "redis-cli -s "+socket+" ").Replace(script)
		return exec.Command("sh", "-ec", script)
	}
	redis := all.Services["redis"]
	server := shell(redis.Command[2])
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	every(t, "Redis is healthy", func() bool { return shell(redis.Healthcheck.Test[1]).Run() == nil })
	for _, ask := range []struct{ script, want string }{
		{"redis-cli ping 2>&1", "NOAUTH"},
		{"REDISCLI_AUTH=geheim redis-cli config get maxmemory-policy", "noeviction"},
		{"REDISCLI_AUTH=geheim redis-cli config get appendonly", "no"},
		{"REDISCLI_AUTH=geheim redis-cli config get save", "save\n\n"},
	} {
		out, err := shell(ask.script).CombinedOutput()
		if err != nil || !strings.Contains(string(out), ask.want) {
			t.Errorf("%s answers %q (%v), not %q", ask.script, out, err, ask.want)
		}
	}
}

// The Dockerfile builds what it copies, sets only existing variables, and runs an existing
// command.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	lines := strings.Split(strings.ReplaceAll(string(text), "\\\n", " "), "\n")
	variables, said := map[string]string{}, map[string][]string{}
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ENV":
			for _, pair := range strings.Fields(rest) {
				name, value, _ := strings.Cut(pair, "=")
				variables[name] = value
			}
		case "ENTRYPOINT", "CMD":
			var arguments []string
			if err := json.Unmarshal([]byte(rest), &arguments); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			said[word] = arguments
		}
	}
	if !slices.Equal(said["ENTRYPOINT"], []string{"fairplay"}) {
		t.Errorf("the entry point is %v", said["ENTRYPOINT"])
	}
	understood(t, said["CMD"], variables)
	for _, want := range []string{
		`(?m)^FROM golang:1.26-bookworm@sha256:[0-9a-f]{64} AS build$`, `(?m)^FROM debian:bookworm-slim@sha256:[0-9a-f]{64}$`, "install .* stockfish ",
		"go build .*-o /fairplay ./cmd/fairplay", "(?m)^COPY --from=build /fairplay ", "(?m)^USER fairplay$",
	} {
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("the Dockerfile lacks %s", want)
		}
	}
}
