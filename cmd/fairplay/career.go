package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
)

const careerHelp = `Test one player over many events: is it one event, or ten years? Help that leaves no
trace in nine games may leave one in sixty.

The files hold games of several events. Each event has a field of its own, each game is
judged at the rating that the player had in it, and what his games share over events is
the error of his ratings alone, taken as if it were the same in all of them. The report
has every event and year by itself with its Z, odds and intrinsic performance rating, Z
over all games, the window of 30 games with the highest Z and how often chance lifts any
window so high, the place between two events at which his play changes most and how often
events in any other order would show as much, what would have been found had he taken a
twentieth, a tenth or a fifth of his moves from a helper, in so many games and in 30 and 60
such, and which of his games have no figures, and why.

The quick recipe takes about 10 seconds a game on one core. Evaluations are kept.`

// careerFlags are those of a test.
type careerFlags struct{ testFlags }

// careerCommand returns the command "fairplay career".
func careerCommand(p *config.Program) *cobra.Command {
	var f careerFlags
	c := &cobra.Command{
		Use: "career --player WHO FILES...", Short: "Test one player over many events", Long: careerHelp,
		Example: config.Example("fairplay career --player 1503014 2019.pgn 2020.pgn 2021.pgn",
			"fairplay career --player 1503014 --field all --format pdf --output career.pdf *.pgn"),
		RunE: func(c *cobra.Command, files []string) error { return makeReport(c.Context(), p, &f, files) },
	}
	f.add(c.Flags())
	return c
}

func (c *careerFlags) add(flags *pflag.FlagSet) {
	c.reportFlags.add(flags)
	flags.StringVar(&c.asked.Player, "player", "", "the player `WHO` is tested: part of the name, or the FIDE id")
	flags.StringVar(&c.field, "field", pipeline.FieldCached, "`GAMES` of the events that say how all their players play against their ratings: cached (those evaluated already), all (evaluate the others), none, or IDs")
	flags.Float64Var(&c.asked.RatingSD, "rating-sd", 0, "uncertainty of the ratings, in `ELO` (default: as the calibration measured)")
	flags.BoolVar(&c.moves, "moves", false, "list every move in the table format too")
}

// report is that of a test. Games of one event alone are no career.
func (c *careerFlags) report(ctx context.Context, p *config.Program, run *config.Prepared, in pipeline.Input) (reportWriter, error) {
	test, err := c.test(ctx, p, run, in)
	if err != nil {
		return nil, err
	}
	return c.writer(test), test.OverEvents()
}
