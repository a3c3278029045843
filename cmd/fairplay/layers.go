package main

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

// usualConfig is the configuration file that is read where no other is named
// and it is there.
const usualConfig = "fairplay.yaml"

// layer is one of the places that settings come from.
type layer struct {
	values *koanf.Koanf
	origin func(name string) string // in words, of a setting that it holds
}

// layers returns where settings come from, in falling order of precedence, and
// a loaded that names the strays among them.
func (p *program) layers(flags *pflag.FlagSet) ([]layer, *loaded, error) {
	c := &loaded{}
	given, variables, defaults := koanf.New("."), koanf.New("."), koanf.New(".")
	written, path, err := p.configFile(flags)
	if err != nil {
		return nil, nil, err
	}
	err = errors.Join(
		given.Load(posflag.ProviderWithFlag(flags, ".", nil, flagAsSetting), nil),
		variables.Load(p.variables(&c.variables), nil),
		defaults.Load(confmap.Provider(fallbacks(), "."), nil),
	)
	c.keys = unknownKeys(written, path)
	return []layer{
		{given, func(name string) string { return "the flag --" + name }},
		{variables, func(name string) string { return "the variable " + variable(name) }},
		{written, func(string) string { return "the file " + path }},
		{defaults, func(string) string { return "default" }},
	}, c, err
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

// configFile reads the file of settings. path is its name, "" where there is
// none.
func (p *program) configFile(flags *pflag.FlagSet) (values *koanf.Koanf, path string, err error) {
	values = koanf.New(".")
	named := p.env(variable("config"))
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

// variables reads the FAIRPLAY_ variables that are settings and notes those
// that mean nothing to any command. An empty one counts as not set.
func (p *program) variables(strays *[]stray) *env.Env {
	byVariable := map[string]string{}
	for _, s := range settings() {
		byVariable[variable(s.name)] = s.name
	}
	known := p.knownVariables()
	return env.Provider(".", env.Opt{
		Prefix: "FAIRPLAY_", EnvironFunc: p.sortedEnvironment,
		TransformFunc: func(name, value string) (string, any) {
			if !slices.Contains(known, name) {
				*strays = append(*strays, stray{name, "the variable", nearest(name, known)})
			}
			if value == "" {
				return "", nil
			}
			return byVariable[name], value
		},
	})
}

func (p *program) sortedEnvironment() []string { return slices.Sorted(slices.Values(p.environ())) }

// knownVariables names the variables of all flags of all commands.
func (p *program) knownVariables() []string {
	known := map[string]bool{}
	note := func(f *pflag.Flag) { known[variable(f.Name)] = true }
	eachCommand(p.root(), func(c *cobra.Command) { c.Flags().VisitAll(note); c.PersistentFlags().VisitAll(note) })
	return slices.Sorted(maps.Keys(known))
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, do)
	}
}

// unknownKeys finds the keys of the file that are no settings.
func unknownKeys(values *koanf.Koanf, path string) (strays []stray) {
	var known []string
	for _, s := range settings() {
		known = append(known, s.name)
	}
	for _, key := range values.Keys() {
		if !slices.Contains(known, key) {
			like := nearest(strings.NewReplacer(".", "-", "_", "-").Replace(key), known)
			strays = append(strays, stray{key, "in the file " + path + ",", like})
		}
	}
	return strays
}

// inText writes a value of the file as it would be written on the command line,
// a list with something between its parts.
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

// nearest returns the name that cobra would suggest for the word, "" where more than a
// third of its letters would have to change.
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
