package main

import (
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports/render"
)

const pgnCheckHelp = `Read PGN files to their end and say what is in them: games, half-moves, games
without moves, games of other kinds of chess, and everything that is wrong, with
file, line and reason. The exit code is 2 if anything is wrong.

Oddities that do no harm, such as a result that contradicts the moves' ending,
are listed as notes and do not change the exit code.`

func (p *program) pgnCommand() *cobra.Command {
	c := &cobra.Command{Use: "pgn", Short: "Look at PGN files", Args: args(cobra.NoArgs)}
	c.AddCommand(p.pgnCheckCommand())
	return c
}

func (p *program) pgnCheckCommand() *cobra.Command {
	var out output
	c := &cobra.Command{
		Use: "check FILES...", Short: "Say what the reader finds in PGN files", Long: pgnCheckHelp,
		Example: example("fairplay pgn check event.pgn", "fairplay pgn check --format json games.zip"),
		RunE: func(c *cobra.Command, files []string) error {
			if err := out.check(files...); err != nil {
				return err
			}
			check, err := pipeline.CheckPGN(c.Context(), p.texts(files))
			if err != nil {
				return err
			}
			err = out.write(p, func(w io.Writer, _ render.Options) error { return render.PGNCheck(w, out.format, check) })
			if err == nil && len(check.Errors) > 0 {
				err = fault.New(fault.Invalid, "pgn", "something is wrong with %s", counted(wrong(check.Errors)))
			}
			return err
		},
	}
	out.add(c.Flags(), []string{"table", "json"}, []string{"en"})
	return c
}
