package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/cmd/cases"
	"fairplay/cmd/config"
	"fairplay/cmd/database"
	"fairplay/cmd/engines"
	"fairplay/cmd/figures"
	"fairplay/cmd/files"
	"fairplay/cmd/fitting"
	"fairplay/cmd/service"
	"fairplay/cmd/terminal"
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

func root(p *terminal.Program) *cobra.Command {
	root := &cobra.Command{
		Use: "fairplay", Short: "The statistical side of fair play in chess, in the open", Long: rootHelp,
		SilenceErrors: true, SilenceUsage: true, Args: terminal.Args(cobra.NoArgs),
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return fromEnvironment(p, c.Flags()) },
	}
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fault.New(fault.Invalid, "flag", "%v; see '%s --help'", err, c.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Games and players:", []*cobra.Command{figures.ScreenCommand(p), figures.TestCommand(p), figures.ClaimCommand(p), figures.VerifyCommand(p)}},
		{"The event:", []*cobra.Command{files.NormsCommand(p), files.LevelCommand(p), files.DutiesCommand(p), files.SectionCommand(p), files.NoticeCommand(p), files.PackageCommand(p)}},
		{"Looking closer:", []*cobra.Command{engines.EvaluateCommand(p), files.PGNCommand(p), files.TRFCommand(p), files.RosterCommand(p), engines.Command(p)}},
		{"What is kept between runs:", []*cobra.Command{fitting.CacheCommand(p), files.BookCommand(p)}},
		{"The service:", []*cobra.Command{
			service.OpenCommand(p), service.ServeCommand(p), service.WorkerCommand(p), service.ReadyCommand(p), database.TokenCommand(p), cases.Command(p),
			database.FideCommand(p), database.MigrateCommand(p), database.CheckCommand(p), database.BackupCommand(p), database.RestoreCommand(p), database.KeyCommand(p), config.Command(p),
		}},
		{"The statistics behind it:", []*cobra.Command{figures.CalibrationCommand(p), figures.PowerCommand(p), fitting.CalibrateCommand(p), fitting.CorpusCommand(p)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	root.AddCommand(versionCommand(p))
	return root
}

// fromEnvironment sets every flag that the command line leaves out from its FAIRPLAY_ variable.
// configure does this for settings of the service.
func fromEnvironment(p *terminal.Program, flags *pflag.FlagSet) error {
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		name := terminal.Variable(f.Name)
		value := p.Env(name)
		if f.Changed || value == "" || first != nil || f.Name == "help" || config.IsSetting(f) {
			return
		}
		if err := flags.Set(f.Name, value); err != nil && !meantForOthers(f.Name, value) {
			first = fault.New(fault.Invalid, "environment", "%s=%q: %v", name, value, err)
		}
	})
	return first
}

// meantForOthers tells whether a value from the environment is meant for other commands:
// FAIRPLAY_FORMAT=html must not break "pgn check".
func meantForOthers(flag, value string) bool {
	switch flag {
	case "format":
		return slices.Contains(render.Formats(), value)
	case "recipe":
		return value == "quick" || value == "full" || value == "second"
	}
	return false
}
