package main

import (
	"github.com/spf13/cobra"

	"fairplay/cmd/config"
)

const rootHelp = `fairplay looks at chess games with an engine and tells how close each player's
moves came to the engine's, with the uncertainty of every figure.

Most people start with

    fairplay screen round1.pgn

which prints the quick-test table of an event. The figures of a quick test are
hints on where to look more closely. They prove nothing about anybody.

Every flag can also be given by the environment: --cache as FAIRPLAY_CACHE,
--min-moves as FAIRPLAY_MIN_MOVES, and so on. A flag on the command line wins.`

func root(p *config.Program) *cobra.Command {
	root := &cobra.Command{Use: "fairplay", Short: "The statistical side of fair play in chess, in the open", Long: rootHelp}
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Games and players:", []*cobra.Command{screenCommand(p), testCommand(p), careerCommand(p), claimCommand(p), verifyCommand(p)}},
		{"The event:", []*cobra.Command{normsCommand(p), levelCommand(p), dutiesCommand(p), sectionCommand(p), noticeCommand(p), packageCommand(p)}},
		{"Looking closer:", []*cobra.Command{evaluateCommand(p), pgnCommand(p), trfCommand(p), rosterCommand(p), engineCommand(p)}},
		{"What is kept between runs:", []*cobra.Command{cacheCommand(p), bookCommand(p)}},
		{"The service:", []*cobra.Command{
			openCommand(p), serveCommand(p), workerCommand(p), readyCommand(p), tokenCommand(p), caseCommand(p),
			fideCommand(p), migrateCommand(p), checkCommand(p), backupCommand(p), restoreCommand(p), keyCommand(p), config.Command(p),
		}},
		{"The statistics behind it:", []*cobra.Command{calibrationCommand(p), powerCommand(p)}},
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
