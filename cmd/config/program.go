package config

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
)

// Program is the outside world for a run of fairplay, which tests can replace.
type Program struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Env            func(string) string
	Environ        func() []string // the whole environment, as NAME=value
	Width          int             // columns of the terminal, 0 if stdout is not one
	Interactive    bool            // stderr is a terminal: progress may be drawn in place
	Typed          bool            // stdin is a terminal: nothing is piped in
	Now            func() time.Time
}

// Args makes cobra's complaints about arguments errors of kind Invalid.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, a []string) error {
		if err := check(c, a); err != nil {
			return fault.New(fault.Invalid, "arguments", "%v; see '%s --help'", err, c.CommandPath())
		}
		return nil
	}
}

// Example indents the lines of an example for cobra's help.
func Example(lines ...string) string {
	return fmt.Sprintf("  %s", strings.Join(lines, "\n  "))
}

// Variable returns the environment variable of a flag or setting.
func Variable(name string) string {
	return "FAIRPLAY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}
