package config

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"fairplay/analysis/fault"
	"fairplay/reports/render"
)

// Process returns the outside world of this process, whose time a clock gives, and a context that ends with the first
// interrupt. A second one ends the process at once.
func Process(now func() time.Time) (context.Context, *Program) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	p := &Program{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Getenv, Environ: os.Environ,
		Interactive: term.IsTerminal(int(os.Stderr.Fd())),
		Typed:       term.IsTerminal(int(os.Stdin.Fd())),
		Now:         now,
	}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		p.Width = columns
	}
	return ctx, p
}

// Execute runs one command line of the program whose commands are below root, and returns the exit code. Flags that the
// command line leaves out are taken from the environment.
func (p *Program) Execute(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetArgs(args)
	root.SilenceErrors, root.SilenceUsage, root.CompletionOptions.HiddenDefaultCmd = true, true, false
	root.Args = Args(cobra.NoArgs)
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return p.fromEnvironment(c.Flags()) }
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Invalid, "flag", "%v; see '%s --help'", err, c.CommandPath())
	})
	command, err := root.ExecuteContextC(ctx)
	if err != nil {
		fmt.Fprintf(p.Stderr, "%s: %s\n", root.Name(), message(err, p.language(command)))
	}
	return exitCode(err)
}

// language is that of the report of a command or, where it has none, FAIRPLAY_LANG; English by default.
func (p *Program) language(c *cobra.Command) string {
	if f := c.Flags().Lookup("lang"); f != nil && f.Changed {
		return f.Value.String()
	}
	return p.Env(Variable("lang"))
}

// fromEnvironment sets every flag that the command line leaves out from its FAIRPLAY_ variable.
// Read does this for settings of the service.
func (p *Program) fromEnvironment(flags *pflag.FlagSet) error {
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		name := Variable(f.Name)
		value := p.Env(name)
		if f.Changed || value == "" || first != nil || f.Name == "help" || isSetting(f) {
			return
		}
		if err := flags.Set(f.Name, value); err != nil && !meantForOthers(f.Name, value) {
			first = fault.New(fault.Invalid, "environment", "%s=%q: %v", name, value, err)
		}
	})
	return first
}

// meantForOthers reports whether a value from the environment is meant for other commands:
// FAIRPLAY_FORMAT=html must not break "pgn check".
func meantForOthers(flag, value string) bool {
	switch flag {
	case "format":
		return slices.Contains(render.Formats(), value)
	case "recipe":
		return slices.Contains([]string{"quick", "modern", "full", "second"}, value)
	}
	return false
}
