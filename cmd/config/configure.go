package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/posflag"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
)

// settingMark marks the flags that are settings. Read reads them together with the file
// and the environment.
const settingMark = "fairplay_setting"

// setTo is a setting with its value and the source of the value.
type setTo struct {
	setting
	text   string
	origin string
	err    error // why the value is invalid
}

// unknownName is an unknown name that is set.
type unknownName struct {
	name    string
	where   string // in words
	nearest string // the name that may be meant; "" if none is similar
}

// String says where the name is set, and which name may be meant.
func (u unknownName) String() string {
	text := fmt.Sprintf("%s %s is no setting", u.where, u.name)
	if u.nearest != "" {
		text += fmt.Sprintf("; is %s meant?", u.nearest)
	}
	return text
}

// Sourced holds the settings with the source of each.
type Sourced struct {
	Settings
	settings []setTo
	keys     []unknownName // in the file
	Strays   []unknownName // in the environment
}

// byDefault is the source of a value that nobody gave.
const byDefault = "default"

// IsDefault reports whether nobody gave a value for a setting.
func (c *Sourced) IsDefault(name string) bool {
	return slices.ContainsFunc(c.settings, func(s setTo) bool { return s.name == name && s.origin == byDefault })
}

// AddFlags declares the flags of those settings, and the one that names the
// file.
func AddFlags(flags *pflag.FlagSet, of Audience) {
	flags.String("config", "", "`FILE` of settings, in YAML (default: "+usualConfig+" in this folder, where there is one)")
	for _, s := range settings() {
		if s.of&of != 0 {
			if s.lines {
				flags.Var(new(Lines), s.name, s.help)
			} else {
				flags.String(s.name, s.fallback, s.help)
			}
			flags.Lookup(s.name).Annotations = map[string][]string{settingMark: nil}
		}
	}
}

// between returns the separator of a list in a setting's text.
func (s setting) between() string {
	if s.lines {
		return "\n"
	}
	return ","
}

// isSetting reports whether a flag is a setting of the service, which Read reads.
func isSetting(f *pflag.Flag) bool {
	_, marked := f.Annotations[settingMark]
	return marked
}

// Read reads the settings of a command from its flags, the environment, the file and the
// defaults; the first of these that names a setting wins. An invalid value of a setting for this
// command, or an unknown key in the file, is an Invalid error.
func Read(p *Program, command *cobra.Command, of Audience) (*Sourced, error) {
	c, err := Load(p, command)
	if err != nil {
		return nil, err
	}
	if len(c.keys) > 0 {
		return nil, fault.New(fault.Invalid, "unknown_setting", "%s", c.keys[0])
	}
	for _, s := range c.settings {
		if s.of&of != 0 && s.err != nil {
			return nil, s.err
		}
	}
	if err := c.agrees(); err != nil {
		return nil, err
	}
	c.Credentials = p.Env("CREDENTIALS_DIRECTORY")
	return c, c.readPasswords()
}

// agrees finds settings that contradict each other.
func (s *Settings) agrees() error {
	if (s.Certificate == "") != (s.Key == "") {
		return fault.New(fault.Invalid, "tls", "HTTPS needs both --tls-certificate and --tls-key, and only one of them is given")
	}
	if s.MailServer != "" && (s.MailFrom == nil || len(s.MailTo)+len(s.CheckpointTo) == 0) {
		return fault.New(fault.Invalid, "reminder_mail", "mail needs --reminder-from, and --reminder-to or --checkpoint-to, beside --reminder-smtp")
	}
	if len(s.CheckpointTo) > 0 && s.MailServer == "" {
		return fault.New(fault.Invalid, "checkpoint_mail", "--checkpoint-to needs the mail server of --reminder-smtp")
	}
	return CheckSecond(s.SecondEngine, s.SecondEngineArgs)
}

// usualConfig is the configuration file that is read if it exists and no other is named.
const usualConfig = "fairplay.yaml"

// Load reads the settings from all sources, each winning over those before it. The result
// includes invalid values and unknown names; only a file that cannot be read is an error.
func Load(p *Program, command *cobra.Command) (*Sourced, error) {
	flags := command.Flags()
	c := &Sourced{}
	written, path, err := configFile(p, flags)
	if err != nil {
		return nil, err
	}
	c.keys = unknownKeys(written, path)
	all, origins := koanf.New("."), map[string]string{}
	for _, place := range []struct {
		values koanf.Provider
		origin func(name string) string // in words
	}{
		{confmap.Provider(fallbacks(), "."), func(string) string { return byDefault }},
		{confmap.Provider(written.All(), "."), func(string) string { return "the file " + path }},
		{variables(p, command.Root(), &c.Strays), func(name string) string { return "the variable " + Variable(name) }},
		{posflag.ProviderWithFlag(flags, ".", nil, flagAsSetting), func(name string) string { return "the flag --" + name }},
	} {
		values := koanf.New(".")
		if err := errors.Join(values.Load(place.values, nil), all.Merge(values)); err != nil {
			return nil, err
		}
		for _, name := range values.Keys() {
			origins[name] = place.origin(name)
		}
	}
	for _, s := range c.Settings.settings() {
		set := setTo{setting: s, text: inText(all.Get(s.name), s.between()), origin: origins[s.name]}
		if err := s.set(set.text); err != nil {
			set.err = fault.New(fault.Invalid, "setting", "%s = %q, from %s: %v", s.name, set.shown(), set.origin, err)
		}
		c.settings = append(c.settings, set)
	}
	return c, nil
}

func flagAsSetting(f *pflag.Flag) (string, any) {
	if !isSetting(f) {
		return "", nil
	}
	return f.Name, f.Value.String()
}

func fallbacks() map[string]any {
	all := map[string]any{}
	for _, s := range settings() {
		all[s.name] = s.fallback
	}
	return all
}

// configFile reads the file of settings. path is its name, "" if there is none.
func configFile(p *Program, flags *pflag.FlagSet) (values *koanf.Koanf, path string, err error) {
	values = koanf.New(".")
	named := p.Env(Variable("config"))
	if f := flags.Lookup("config"); f != nil && f.Changed {
		named = f.Value.String()
	}
	path = cmp.Or(named, usualConfig)
	err = values.Load(file.Provider(path), yaml.Parser())
	switch {
	case err == nil:
		return values, path, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, "", fault.Wrap(err, fault.Invalid, "config_file", "%s cannot be read as a file of settings", path)
	case named != "":
		return nil, "", fault.New(fault.NotFound, "config_file", "there is no file %q", named)
	}
	return values, "", nil
}

// variables reads the FAIRPLAY_ variables that are settings, and notes those that no command
// knows. An empty one counts as not set.
func variables(p *Program, root *cobra.Command, strays *[]unknownName) *env.Env {
	byVariable := map[string]string{}
	for _, s := range settings() {
		byVariable[Variable(s.name)] = s.name
	}
	known := knownVariables(root)
	return env.Provider(".", env.Opt{
		Prefix: "FAIRPLAY_", EnvironFunc: func() []string { return slices.Sorted(slices.Values(p.Environ())) },
		TransformFunc: func(name, value string) (string, any) {
			if !slices.Contains(known, name) {
				*strays = append(*strays, unknownName{name, "the variable", nearest(name, known)})
			}
			if value == "" {
				return "", nil
			}
			return byVariable[name], value
		},
	})
}

// knownVariables names the variables of all flags of all commands below one.
func knownVariables(root *cobra.Command) []string {
	known := map[string]bool{}
	note := func(f *pflag.Flag) { known[Variable(f.Name)] = true }
	eachCommand(root, func(c *cobra.Command) { c.Flags().VisitAll(note); c.PersistentFlags().VisitAll(note) })
	return slices.Sorted(maps.Keys(known))
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, do)
	}
}

// unknownKeys finds the keys of the file that are not settings.
func unknownKeys(values *koanf.Koanf, path string) (strays []unknownName) {
	var known []string
	for _, s := range settings() {
		known = append(known, s.name)
	}
	for _, key := range values.Keys() {
		if !slices.Contains(known, key) {
			like := nearest(strings.NewReplacer(".", "-", "_", "-").Replace(key), known)
			strays = append(strays, unknownName{key, "in the file " + path + ",", like})
		}
	}
	return strays
}

// inText writes a value of the file as on the command line; between separates the parts of a
// list.
func inText(value any, between string) string {
	switch value := value.(type) {
	case nil:
		return ""
	case []any:
		var parts []string
		for _, v := range value {
			parts = append(parts, inText(v, between))
		}
		return strings.Join(parts, between)
	}
	return strings.TrimSpace(fmt.Sprint(value))
}

// nearest returns the name that cobra would suggest for the word, "" if more than a third of
// its letters would have to change.
func nearest(word string, names []string) string {
	c := &cobra.Command{}
	for _, name := range names {
		c.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	for c.SuggestionsMinimumDistance = 1; c.SuggestionsMinimumDistance <= len(word)/3; c.SuggestionsMinimumDistance++ {
		if like := c.SuggestionsFor(word); len(like) > 0 {
			return like[0]
		}
	}
	return ""
}
