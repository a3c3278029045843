package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
)

// settingMark marks the flags that are settings: they are read with the file
// and the environment, in configure.
const settingMark = "fairplay_setting"

// setTo is a setting with the value that it has, and where that comes from.
type setTo struct {
	setting
	text   string
	origin string
	err    error // why the value is refused
}

// stray is a name that is set and means nothing.
type stray struct {
	name    string
	where   string // in words
	nearest string // what may be meant; "" where nothing is like it
}

func (s stray) String() string {
	text := fmt.Sprintf("%s %s is no setting", s.where, s.name)
	if s.nearest != "" {
		text += fmt.Sprintf("; is %s meant?", s.nearest)
	}
	return text
}

// loaded is all that is known of a configuration.
type loaded struct {
	configuration
	settings  []setTo
	keys      []stray // in the file
	variables []stray // in the environment
}

// addSettings declares the flags of those settings, and the one that names the
// file.
func addSettings(flags *pflag.FlagSet, of audience) {
	flags.String("config", "", "`FILE` of settings, in YAML (default: "+usualConfig+" in this folder, where there is one)")
	for _, s := range settings() {
		if s.of&of != 0 {
			if s.lines {
				flags.Var(new(lines), s.name, s.help)
			} else {
				flags.String(s.name, s.fallback, s.help)
			}
			flags.Lookup(s.name).Annotations = map[string][]string{settingMark: nil}
		}
	}
}

// between is what stands between the values of a list in a setting's text.
func (s setting) between() string {
	if s.lines {
		return "\n"
	}
	return ","
}

func isSetting(f *pflag.Flag) bool {
	_, marked := f.Annotations[settingMark]
	return marked
}

// configure reads the settings of a command from its flags, the environment,
// the file and the defaults, the first of these that names a setting winning.
// Any value that is refused, and any unknown key in the file, is an Invalid
// error.
func (p *program) configure(flags *pflag.FlagSet, of audience) (*loaded, error) {
	c, err := p.load(flags)
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
	return c, c.readPasswords()
}

// agrees finds settings that contradict each other.
func (c *configuration) agrees() error {
	if (c.Certificate == "") != (c.Key == "") {
		return fault.New(fault.Invalid, "tls", "HTTPS needs both --tls-certificate and --tls-key, and only one of them is given")
	}
	return checkSecond(c.SecondEngine, c.SecondEngineArgs)
}

// load reads all layers. Values that are refused and names that mean nothing
// are in the answer; only a file that cannot be read is an error.
func (p *program) load(flags *pflag.FlagSet) (*loaded, error) {
	layers, c, err := p.layers(flags)
	if err != nil {
		return nil, err
	}
	for _, s := range settings() {
		set := setTo{setting: s}
		for _, l := range layers {
			if l.values.Exists(s.name) {
				set.text, set.origin = inText(l.values.Get(s.name), s.between()), l.origin(s.name)
				break
			}
		}
		if err := s.set(&c.configuration, set.text); err != nil {
			set.err = fault.New(fault.Invalid, "setting", "%s = %q, from %s: %v", s.name, set.shown(), set.origin, err)
		}
		c.settings = append(c.settings, set)
	}
	return c, nil
}
