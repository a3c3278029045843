package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/reports/render"
)

const rootHelp = `fairplay looks at chess games with an engine and tells how close each player's
moves came to the engine's, with the uncertainty of every figure.

Most people start with

    fairplay screen round1.pgn

which prints the quick-test table of an event. The figures of a quick test are
hints on where to look more closely. They prove nothing about anybody.

Every flag can also be given by the environment: --cache as FAIRPLAY_CACHE,
--min-moves as FAIRPLAY_MIN_MOVES, and so on. A flag on the command line wins.`

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use: "fairplay", Short: "The statistical side of fair play in chess, in the open", Long: rootHelp,
		SilenceErrors: true, SilenceUsage: true, Args: args(cobra.NoArgs),
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return p.fromEnvironment(c.Flags()) },
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Invalid, "flag", "%v; see '%s --help'", err, c.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Games and players:", []*cobra.Command{p.screenCommand(), p.testCommand(), p.verifyCommand()}},
		{"The event:", []*cobra.Command{p.normsCommand(), p.levelCommand(), p.dutiesCommand(), p.packageCommand()}},
		{"Looking closer:", []*cobra.Command{p.evaluateCommand(), p.pgnCommand(), p.trfCommand(), p.rosterCommand(), p.engineCommand()}},
		{"What is kept between runs:", []*cobra.Command{p.cacheCommand(), p.bookCommand()}},
		{"The service:", []*cobra.Command{
			p.serveCommand(), p.workerCommand(), p.readyCommand(), p.tokenCommand(),
			p.fideCommand(), p.migrateCommand(), p.checkCommand(), p.backupCommand(), p.restoreCommand(), p.configCommand(),
		}},
		{"The statistics behind it:", []*cobra.Command{p.calibrationCommand(), p.powerCommand(), p.calibrateCommand(), p.corpusCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	root.AddCommand(p.versionCommand())
	return root
}

// fromEnvironment sets every flag that the command line leaves out from its FAIRPLAY_ variable.
// configure does this for settings of the service.
func (p *program) fromEnvironment(flags *pflag.FlagSet) error {
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		name := variable(f.Name)
		value := p.env(name)
		if f.Changed || value == "" || first != nil || f.Name == "help" || isSetting(f) {
			return
		}
		if err := flags.Set(f.Name, value); err != nil && !meantForOthers(f.Name, value) {
			first = fault.New(fault.Invalid, "environment", "%s=%q: %v", name, value, err)
		}
	})
	return first
}

// meantForOthers tells whether a value from the environment is one for other commands:
// FAIRPLAY_FORMAT=html must not keep "pgn check" from working.
func meantForOthers(flag, value string) bool {
	switch flag {
	case "format":
		return slices.Contains(render.Formats(), value)
	case "recipe":
		return value == "quick" || value == "full" || value == "second"
	}
	return false
}

// args makes cobra's complaints about arguments errors of kind Invalid.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, a []string) error {
		if err := check(c, a); err != nil {
			return fault.New(fault.Invalid, "arguments", "%v; see '%s --help'", err, c.CommandPath())
		}
		return nil
	}
}

// example indents the lines of an example for cobra's help.
func example(lines ...string) string {
	return fmt.Sprintf("  %s", strings.Join(lines, "\n  "))
}
