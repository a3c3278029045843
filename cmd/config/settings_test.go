package config

import (
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
)

// given returns a program with these variables, and a command with the settings as flags
// beside another with a flag of its own.
func given(t *testing.T, variables map[string]string, flags ...string) (*Program, *cobra.Command) {
	t.Helper()
	p := &Program{
		Env: func(name string) string { return variables[name] },
		Environ: func() (all []string) {
			for name, value := range variables {
				all = append(all, name+"="+value)
			}
			return all
		},
	}
	command := &cobra.Command{Use: "serve"}
	AddFlags(command.Flags(), ForAll)
	if err := command.Flags().Parse(flags); err != nil {
		t.Fatal(err)
	}
	other, root := &cobra.Command{Use: "screen"}, &cobra.Command{Use: "fairplay"}
	other.Flags().Int("min-moves", 0, "")
	root.AddCommand(command, other)
	return p, command
}

// withFile changes into a folder with this text in fairplay.yaml.
func withFile(t *testing.T, text string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(usualConfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDefaults(t *testing.T) {
	t.Chdir(t.TempDir())
	p, command := given(t, nil)
	c, err := Read(p, command, ForServer)
	if err != nil {
		t.Fatal(err)
	}
	cores := runtime.GOMAXPROCS(0)
	want := Settings{
		Listen: "127.0.0.1:8080", Data: "fairplay-data", Engines: cores, Tasks: 2*cores + 2, Grace: 5 * time.Second, Reconcile: time.Minute,
		LogLevel: slog.LevelInfo, MaxUpload: 256 << 20, MaxUnpacked: 2 << 30, RateLimit: 50,
		Scanner: intake.Scanner{Patience: 30 * time.Second, Most: 25 << 20}, Language: "en", Keep: complaint.Retention{Case: 8, Online: 1},
	}
	if diff := cmp.Diff(want, c.Settings); diff != "" {
		t.Error(diff)
	}
	if got := c.Source(); got != filepath.Join("fairplay-data", "fairplay.db") {
		t.Errorf("source %q", got)
	}
}

// The arguments of an engine can come from every source: a flag given several times, lines of
// the variable, a list in the file, or one value in it.
func TestEngineArguments(t *testing.T) {
	withFile(t, "engine: node\nengine-arg: [a b.js, \"--x,y\"]\n")
	for _, c := range []struct {
		name     string
		variable string
		flags    []string
		want     Lines
	}{
		{"the file", "", nil, Lines{"a b.js", "--x,y"}},
		{"the variable", "/opt/fish.js\n--z=1,2\n", nil, Lines{"/opt/fish.js", "--z=1,2"}},
		{"flags", "/opt/fish.js", []string{"--engine-arg", "one two", "--engine-arg=--three"}, Lines{"one two", "--three"}},
	} {
		p, command := given(t, map[string]string{"FAIRPLAY_ENGINE_ARG": c.variable}, c.flags...)
		for _, of := range []Audience{ForServer, ForWorker} {
			got, err := Read(p, command, of)
			if err != nil || got.Engine != "node" || cmp.Diff(c.want, got.EngineArgs) != "" {
				t.Errorf("%s: %v, %q %q", c.name, err, got.Engine, got.EngineArgs)
			}
		}
	}
	withFile(t, "engine-arg: fish.js\n")
	p, command := given(t, nil)
	if got, err := Read(p, command, ForServer); err != nil || cmp.Diff(Lines{"fish.js"}, got.EngineArgs) != "" {
		t.Errorf("%v, %q", err, got.EngineArgs)
	}
}

// The settings name the second engine with its arguments; arguments alone are a mistake.
func TestSecondEngineIsASetting(t *testing.T) {
	withFile(t, "second-engine: node\nsecond-engine-arg: [a.js, \"--x\"]\n")
	p, command := given(t, map[string]string{"FAIRPLAY_SECOND_ENGINE": "/opt/node"}, "--second-engine-arg", "b.js")
	for _, of := range []Audience{ForServer, ForWorker} {
		got, err := Read(p, command, of)
		if err != nil || got.SecondEngine != "/opt/node" || cmp.Diff(Lines{"b.js"}, got.SecondEngineArgs) != "" {
			t.Errorf("%v, %q %q", err, got.SecondEngine, got.SecondEngineArgs)
		}
	}
	withFile(t, "second-engine-arg: a.js\n")
	p, command = given(t, nil)
	if _, err := Read(p, command, ForServer); fault.KindOf(err) != fault.Invalid {
		t.Errorf("arguments of no engine: %v", err)
	}
}

// A flag wins over a variable, a variable over the file, and the file over the default; an
// empty variable counts as not set.
func TestPrecedence(t *testing.T) {
	withFile(t, "rate-limit: 3\nengines: 3\ntasks: 3\nretention: 3\ntrusted-proxies: [10.0.0.0/8, 192.168.1.5]\n")
	p, command := given(t, map[string]string{"FAIRPLAY_RATE_LIMIT": "2", "FAIRPLAY_ENGINES": "2", "FAIRPLAY_TASKS": ""}, "--rate-limit", "1")
	c, err := Read(p, command, ForServer)
	if err != nil {
		t.Fatal(err)
	}
	if c.RateLimit != 1 || c.Engines != 2 || c.Tasks != 3 || c.Retention != 3 || c.MaxUpload != 256<<20 {
		t.Errorf("%+v", c.Settings)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.168.1.5/32")}
	if diff := cmp.Diff(want, c.Proxies, cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
		t.Error(diff)
	}
	origins := map[string]string{}
	for _, s := range c.settings {
		origins[s.name] = s.origin
	}
	for name, want := range map[string]string{
		"rate-limit": "the flag --rate-limit", "engines": "the variable FAIRPLAY_ENGINES",
		"tasks": "the file fairplay.yaml", "max-upload": "default",
	} {
		if origins[name] != want {
			t.Errorf("%s comes from %s, not %s", name, origins[name], want)
		}
	}
}

// Every invalid value is refused, with its source.
func TestRefusedValues(t *testing.T) {
	t.Chdir(t.TempDir())
	for flag, want := range map[string]string{
		"--listen=8080":                "it is no address",
		"--listen=localhost:http":      `"http" is no port`,
		"--listen=:70000":              `"70000" is no port`,
		"--data=":                      "it names no folder",
		"--database=mysql://db/x":      `"mysql" is no database that fairplay knows`,
		"--engines=-1":                 "it is no number from 0",
		"--engines=many":               "it is no number from 0",
		"--tasks=0":                    "it is no number from 1",
		"--grace=10":                   "it is no time",
		"--reconcile-every=500ms":      "it is no time from a second",
		"--reconcile-every=1d":         "it is no time from a second",
		"--log-format=xml":             "choose text or json",
		"--log-level=loud":             "choose debug, info, warn or error",
		"--trusted-proxies=10.0.0.0/a": `"10.0.0.0/a" is no network`,
		"--max-upload=5 parsecs":       "it is no size",
		"--max-upload=-5 MiB":          "it is no size",
		"--max-upload=NaN":             "it is no size",
		"--max-unpacked=2000 GiB":      "it is no size",
		"--rate-limit=0":               "it is no number above 0",
		"--rate-limit=Inf":             "it is no number above 0",
		"--retention=-1":               "it is no number from 0",
		"--clamd=clamd.ctl":            "it is no address",
		"--clamd-limit=none":           "it is no size",
		"--reminder-webhook=ftp://x":   "for instance https://",
		"--reminder-smtp=http://x":     "it is no mail server",
		"--reminder-smtp=smtp://x":     "mail needs --reminder-from",
		"--reminder-from=nobody":       "it is no address",
		"--reminder-to=a@b, c":         "it is no list of addresses",
		"--reminder-language=la":       "choose en, ru or uk",
		"--retention-cases=1 year":     "it is no number from 0",
		"--tls-key=key.pem":            "both --tls-certificate and --tls-key",
		"--redis=http://localhost":     "the flag --redis",
	} {
		p, command := given(t, nil, flag)
		_, err := Read(p, command, ForServer)
		if err == nil || !strings.Contains(err.Error(), want) || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, not %q", flag, err, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1000 B": 1000, "5KB": 5000, "1.5 MiB": 3 << 19, "2 GiB": 2 << 30, "1 GB": 1e9, "7 MB": 7e6, "3KiB": 3 << 10,
	} {
		var n int64
		if err := size(&n)(text); err != nil || n != want {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
}

// A setting that is invalid for another command does not disturb a command that does not need
// it.
func TestSettingsOfOthers(t *testing.T) {
	withFile(t, "listen: nowhere\n")
	p, command := given(t, nil)
	if _, err := Read(p, command, ForStore); err != nil {
		t.Error(err)
	}
	if _, err := Read(p, command, ForServer); err == nil {
		t.Error("serve accepts the address nowhere")
	}
}

func TestStrayNames(t *testing.T) {
	withFile(t, "lisen: :80\nlog:\n  format: json\nmax_upload: 5\n")
	p, command := given(t, map[string]string{"FAIRPLAY_LISEN": ":80", "FAIRPLAY_MIN_MOVES": "3", "PATH": "/bin"})
	c, err := Load(p, command)
	if err != nil {
		t.Fatal(err)
	}
	like := map[string]string{}
	for _, s := range append(c.keys, c.Strays...) {
		like[s.name] = s.nearest
	}
	want := map[string]string{"lisen": "listen", "log.format": "log-format", "max_upload": "max-upload", "FAIRPLAY_LISEN": "FAIRPLAY_LISTEN"}
	if diff := cmp.Diff(want, like); diff != "" {
		t.Error(diff)
	}
	if _, err := Read(p, command, ForServer); err == nil || !strings.Contains(err.Error(), "lisen is no setting; is listen meant?") {
		t.Errorf("serve: %v", err)
	}
}

func TestConfigFileFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	p, command := given(t, map[string]string{"FAIRPLAY_CONFIG": "nothere.yaml"})
	if _, err := Read(p, command, ForServer); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that is named and not there: %v", err)
	}
	withFile(t, "listen: [")
	p, command = given(t, nil)
	if _, err := Read(p, command, ForServer); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "fairplay.yaml") {
		t.Errorf("a file that is no YAML: %v", err)
	}
}

// No password is ever shown, whether the value is good or not.
func TestPasswordsAreMasked(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u:geheim@h:5432/d":               "postgres://u:*****@h:5432/d",
		"postgres://u@h/d?password=geheim":           "postgres://u@h/d?password=*****",
		"redis://:geheim@h:6379/1":                   "redis://:*****@h:6379/1",
		"redis-cluster://u:geheim@a:1,b:2":           "redis-cluster://u:*****@a:1,b:2",
		"postgres://u:ge%zzheim@h/d":                 mask,
		"redis://u:geheim@[::1/0":                    mask,
		"postgres://u@h/d?sslmode=disable":           "postgres://u@h/d?sslmode=disable",
		"fairplay-data/fairplay.db":                  "fairplay-data/fairplay.db",
		"mysql://u:geheim@h/d":                       "mysql://u:*****@h/d",
		"redis-sentinel://:geheim@a:1,b:2?master=my": "redis-sentinel://:*****@a:1,b:2?master=my",
	} {
		if got := WithoutPassword(address); got != want {
			t.Errorf("%s is shown as %s, not %s", address, got, want)
		}
	}
}

// The settings declare themselves well: names are unique, defaults are valid,
// and no variable means two things.
func TestInTheClear(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for at, want := range map[string]bool{"127.0.0.1:8080": false, "[::1]:8080": false, "0.0.0.0:8080": true, "[::]:8080": true, "192.0.2.1:80": true} {
		addr := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))
		if got := (&Settings{}).InTheClear(addr); got != want {
			t.Errorf("%s: %v", at, got)
		}
		if (&Settings{Certificate: "cert.pem"}).InTheClear(addr) || (&Settings{Proxies: proxies}).InTheClear(addr) {
			t.Errorf("%s: with a certificate or a proxy", at)
		}
	}
}

func TestDeclaredSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	seen := map[string]bool{}
	for _, s := range settings() {
		if err := s.set(s.fallback); err != nil {
			t.Errorf("the default of %s: %v", s.name, err)
		}
		if s.help == "" || s.of == 0 || seen[s.name] {
			t.Errorf("%s is declared twice, for nobody, or without help", s.name)
		}
		seen[s.name] = true
	}
}

func TestNearest(t *testing.T) {
	names := []string{"listen", "log-level", "log-format", "max-upload"}
	for word, want := range map[string]string{
		"lissten": "listen", "log-levle": "log-level", "max_upload": "max-upload", "colour": "", "": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, not %q", word, got, want)
		}
	}
}
