package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const screenHelp = `Evaluate the games of an event with an engine and print one row for each player:
how often his moves were the engine's choice (MM), of equal value (EV) or among
its first three (T3), and how much they lost on average, in pawns (AE) and on the
scale that counts a pawn less the further the game is from balance (ASD).

FILES are PGN, plain or packed (.gz .zst .bz2 .zip), or folders of them; - or
nothing reads standard input. Evaluations are kept in a cache, so that after
the next round only its games take time, and Ctrl-C loses at most the positions
being evaluated.

--player shows one row of the table. The games of all are evaluated for it, because
everybody is compared with his field; fairplay test --recipe quick evaluates the
games of one player only.

The figures are hints on where to look more closely. They prove nothing.`

// screenFlags are the flags of screen besides those of every report.
type screenFlags struct {
	reportFlags
	player, order string
	minMoves      int
}

// screenCommand returns the command "fairplay screen".
func screenCommand(p *config.Program) *cobra.Command {
	var f screenFlags
	c := &cobra.Command{
		Use: "screen [FILES...]", Short: "Print the quick-test table of an event", Long: screenHelp,
		Example: config.Example("fairplay screen round1.pgn round2.pgn", "fairplay screen --round 3 --format html --output round3.html event.pgn.zst"),
		RunE:    func(c *cobra.Command, files []string) error { return makeReport(c.Context(), p, &f, files) },
	}
	f.add(c.Flags())
	return c
}

func (s *screenFlags) add(flags *pflag.FlagSet) {
	s.reportFlags.add(flags)
	flags.StringVar(&s.player, "player", "", "only the row of the player `WHO`: part of the name, or the FIDE id")
	flags.IntVar(&s.minMoves, "min-moves", 0, "only players with at least `NUMBER` counted moves")
	flags.StringVar(&s.order, "sort", reports.Orders()[0], "order of the rows, by `COLUMN`: "+strings.Join(reports.Orders(), ", "))
}

// check finds wrong flags before hours of work.
func (s *screenFlags) check(files []string) error {
	if err := s.onRecord(); err != nil {
		return err
	}
	if _, _, _, err := s.Parse(); err != nil {
		return err
	}
	if err := s.Output.Check(files...); err != nil {
		return err
	}
	if err := (&reports.Screening{}).Sort(s.order); err != nil {
		return err
	}
	if s.minMoves < 0 {
		return fault.New(fault.Invalid, "min_moves", "--min-moves must not be negative, and is %d", s.minMoves)
	}
	return nil
}

// report evaluates games and compiles the requested report.
func (s *screenFlags) report(ctx context.Context, p *config.Program, run *config.Prepared, in pipeline.Input) (reportWriter, error) {
	rounds, class, ruleSet, err := s.Parse()
	if err != nil {
		return nil, err
	}
	screening := pipeline.EventScreening{
		Terms: run.Terms(ruleSet, class),
		Only:  reports.Filter{Player: s.player, Rounds: rounds, MinMoves: s.minMoves},
	}
	if s.record != nil {
		screening.Starts = s.record.Stated().Start
	}
	bar := p.GamesBar(s.Quiet)
	screening.Progress = bar.Update
	report, err := screening.Run(ctx, in)
	bar.Finish(err == nil)
	if err != nil {
		return nil, err
	}
	if err := report.Sort(s.order); err != nil {
		return nil, err
	}
	if s.event != "" {
		report.Provenance.State("event", filepath.Base(s.event))
	}
	return func(w io.Writer, format string, o render.Options) error {
		return render.Screening(w, format, report, o)
	}, nil
}
