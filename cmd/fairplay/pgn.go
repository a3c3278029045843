package main

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const pgnCheckHelp = `Read PGN files to their end and say what is in them: games, half-moves, games
without moves, games of other kinds of chess, and everything that is wrong, with
file, line and reason. The exit code is 2 if anything is wrong.

Oddities that do no harm, such as a result that contradicts the moves' ending,
are listed as notes and do not change the exit code.

With --trf the games are compared with the report file of the pairing program:
round by round, which games are missing, doubled or not paired there, whose
colours, names or results differ, and which were played although the file says
that nobody came. The exit code is 2 if anything differs.

A round robin is complete or not without such a file: with --system the games are
compared with the Berger tables, under the only numbering of the players that they
allow. Where they allow of none, or of more than one, nothing is said (exit code 6).`

func (p *program) pgnCommand() *cobra.Command {
	c := &cobra.Command{Use: "pgn", Short: "Look at PGN files", Args: args(cobra.NoArgs)}
	c.AddCommand(p.pgnCheckCommand())
	return c
}

func (p *program) pgnCheckCommand() *cobra.Command {
	var out output
	var against comparison
	c := &cobra.Command{
		Use: "check FILES...", Short: "Say what the reader finds in PGN files", Long: pgnCheckHelp,
		Example: example("fairplay pgn check event.pgn", "fairplay pgn check --format json games.zip", "fairplay pgn check --trf event.trf round*.pgn",
			"fairplay pgn check --system round_robin event.pgn"),
		RunE: func(c *cobra.Command, files []string) error {
			if err := out.check(files...); err != nil {
				return err
			}
			check, err := p.checkPGN(c.Context(), files, against)
			if err != nil {
				return err
			}
			err = out.write(p, func(w io.Writer, _ render.Options) error { return render.PGNCheck(w, out.format, check) })
			if err == nil && len(check.Errors) > 0 {
				err = fault.New(fault.Invalid, "pgn", "something is wrong with %s", counted(wrong(check.Errors)))
			}
			if n := check.Deviations(); err == nil && n > 0 {
				err = fault.New(fault.Invalid, "trf", "the games differ from %s in %d places", cmp.Or(against.file, "the Berger tables"), n)
			}
			return err
		},
	}
	out.add(c.Flags(), []string{"table", "json"}, []string{"en"})
	c.Flags().StringVar(&against.file, "trf", "", "compare the games with the tournament `FILE` (TRF16, TRF26)")
	c.Flags().StringVar(&against.system, "system", "", "compare the games with the Berger tables of a `SYSTEM`: round_robin or double_round_robin")
	c.MarkFlagsMutuallyExclusive("trf", "system")
	return c
}

// comparison is what the games of PGN files are compared with: a tournament file, the tables of
// a pairing system, or nothing.
type comparison struct{ file, system string }

// checkPGN reads PGN files, and compares them with what is named, if anything is.
func (p *program) checkPGN(ctx context.Context, files []string, against comparison) (*reports.PGNCheck, error) {
	if against == (comparison{}) {
		return pipeline.CheckPGN(ctx, p.texts(files), nil)
	}
	var listed *reports.Tournament
	if against.file != "" {
		var err error
		if listed, err = p.readTournament(against.file); err != nil {
			return nil, err
		}
	}
	var games []*analysis.Game
	check, err := pipeline.CheckPGN(ctx, p.texts(files), func(g *analysis.Game) { games = append(games, g) })
	switch {
	case err != nil:
		return nil, err
	case listed == nil:
		return check, check.CompareTables(against.system, games)
	}
	check.Compare(against.file, listed, games)
	return check, nil
}
