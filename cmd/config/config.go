package config

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
)

const configHelp = `The commands of the service (serve, worker, migrate, check, token, backup and
restore) take their settings from four places; the first that names a setting wins:

    flags         --log-format json
    variables     FAIRPLAY_LOG_FORMAT=json
    a file        log-format: json
    defaults      text

A setting that may be given several times is a list in the file, and one line for
each value in the variable. The file is YAML. It is the file that --config or
FAIRPLAY_CONFIG names, or else fairplay.yaml in this folder, if it exists. An empty
variable counts as not set.`

const configCheckHelp = `Show every setting, its value, where the value comes from and what it is for,
without starting anything. Passwords are not shown. Invalid values,
unknown keys of the file, and FAIRPLAY_ variables that no command knows are named,
with what may be meant; the exit code is then 2.`

// Command returns the command "fairplay config".
func Command(p *Program) *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "Look at the settings of the service", Long: configHelp, Args: Args(cobra.NoArgs)}
	var asJSON bool
	check := &cobra.Command{
		Use: "check", Short: "Explain every setting, its value and its origin", Long: configCheckHelp, Args: Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := Load(p, c)
			if err != nil {
				return err
			}
			if err := found.print(p.Stdout, asJSON); err != nil {
				return err
			}
			return found.Faults()
		},
	}
	AddFlags(check.Flags(), ForAll)
	check.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.AddCommand(check)
	return c
}

// shown returns the value without what is secret in it.
func (s setTo) shown() string {
	if s.redact != nil {
		return s.redact(s.text)
	}
	return strings.ReplaceAll(s.text, "\n", " ")
}

const mask = "*****"

// WithoutPassword replaces the passwords in an address. A text that looks like an address but
// cannot be parsed is not shown at all.
func WithoutPassword(address string) string {
	if !strings.Contains(address, "://") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return mask
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), mask)
	}
	query := u.Query()
	for name := range query {
		if strings.Contains(strings.ToLower(name), "password") {
			query.Set(name, mask)
			u.RawQuery = query.Encode()
		}
	}
	return strings.ReplaceAll(u.String(), url.QueryEscape(mask), mask)
}

// onlyHost returns scheme and host of an address whose path is a secret.
func onlyHost(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host + "/" + mask
	}
	if address == "" {
		return ""
	}
	return mask
}

// meaning returns the help of a setting without the marks for cobra.
func (s setting) meaning() string { return strings.ReplaceAll(s.help, "`", "") }

// explained is a setting as JSON shows it.
type explained struct {
	Name     string `json:"name"`
	Variable string `json:"variable"`
	Value    string `json:"value"`
	Origin   string `json:"origin"`
	Meaning  string `json:"meaning"`
}

func (c *Sourced) print(w io.Writer, asJSON bool) error {
	all := make([]explained, len(c.settings))
	for i, s := range c.settings {
		all[i] = explained{s.name, Variable(s.name), s.shown(), s.origin, s.meaning()}
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(all)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "setting\tvalue\torigin\tmeaning")
	for _, s := range all {
		value := s.Value
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", s.Name, value, s.Origin, s.Meaning)
	}
	return t.Flush()
}

// Faults joins all that is wrong with a configuration into one Invalid error.
func (c *Sourced) Faults() error {
	var wrong []string
	for _, s := range append(c.keys, c.Strays...) {
		wrong = append(wrong, s.String())
	}
	for _, s := range c.settings {
		if s.err != nil {
			wrong = append(wrong, s.err.Error())
		}
	}
	if err := c.agrees(); err != nil {
		wrong = append(wrong, err.Error())
	}
	if len(wrong) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "settings", "%s", strings.Join(wrong, "\nfairplay: "))
}
