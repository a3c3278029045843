package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const claimHelp = `Test an engine claim again: which of the player's moves are the engine's choice and
which are claimed to be, move by move; what was expected of a player of his rating
at the same moves; and how often chance gives as many matches somewhere in his games.

CLAIM.yaml says what the notes on statistics ask of such a claim (Arbiters' Manual
2022, ch. 3, Regan's notes, VI.2): engine, version, settings with hash and number of
lines, interface and platform; for each game the range of moves, why this range, how
many matches, and which. What is missing is named. For example:

  player: "1503014"
  engine: {name: Stockfish, version: "16.1"}
  settings: {hash: 1024, lines: 1, depth: 24}
  interface: ChessBase 17
  platform: Windows 11, eight cores
  procedure: each move for itself, until depth 24
  games:
    - round: "7"
      opponent: Nielsen
      ranges:
        - {first: 14, last: 23, reason: from the novelty on, matches: 8,
           moves: [14, 15, 16, 18, 19, 21, 22, 23]}

FILES are the games of the player in the event. All of them are evaluated, since
the range was chosen among all their moves. Name the engine of the claim with
--engine if it is here; otherwise the standard recipe is used, and the report says
so. The rerun counts nodes on one core, so that anybody gets the same answers.

A confirmed claim says that moves match, and nothing about why. It is no test of
the player: 'fairplay test' is.`

type claimFlags struct {
	reportFlags
	asked reports.TestRequest
	path  string // of the claim
	field string
	claim *reports.EngineClaim
}

// claimCommand returns the command "fairplay claim".
func claimCommand(p *config.Program) *cobra.Command {
	var f claimFlags
	c := &cobra.Command{
		Use: "claim CLAIM.yaml FILES...", Short: "Test an engine claim again", Long: claimHelp,
		Args: config.Args(cobra.MinimumNArgs(1)),
		Example: config.Example("fairplay claim claim.yaml event.pgn",
			"fairplay claim --recipe quick --format html --output claim.html claim.yaml event.pgn"),
		RunE: func(c *cobra.Command, files []string) error {
			if f.path == "" {
				f.path, files = files[0], files[1:]
			}
			return makeReport(c.Context(), p, &f, files)
		},
	}
	f.add(c.Flags())
	return c
}

func (c *claimFlags) add(flags *pflag.FlagSet) {
	c.reportFlags.add(flags)
	c.Recipe = "full"
	flags.Lookup("recipe").DefValue = c.Recipe
	flags.StringVar(&c.path, "claim", "", "the claim, in this `FILE`, where the first file is not the claim; or a report of a claim in JSON")
	flags.StringVar(&c.asked.Player, "player", "", "the claim is about `WHO`: part of the name, or the FIDE id (default: as the claim says)")
	expectationFlags(flags, &c.asked, &c.field)
}

// check finds what is wrong with flags and claim before hours of work.
func (c *claimFlags) check(files []string) error {
	text, err := os.ReadFile(c.path)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "no_file", "the claim %s cannot be read", c.path)
	}
	if c.claim, err = reports.ReadEngineClaim(filepath.Base(c.path), text); err != nil {
		return err
	}
	c.asked.Player = cmp.Or(c.asked.Player, c.claim.Player)
	if err := c.asked.Validate(); err != nil {
		return err
	}
	if err := c.onRecord(); err != nil {
		return err
	}
	c.asked.Record = c.record
	if err := c.Output.Check(append(files, c.path)...); err != nil {
		return err
	}
	_, _, _, err = c.Parse()
	return err
}

// report evaluates games and compiles the report.
func (c *claimFlags) report(ctx context.Context, p *config.Program, run *config.Prepared, in pipeline.Input) (reportWriter, error) {
	rounds, class, ruleSet, err := c.Parse()
	if err != nil {
		return nil, err
	}
	rerun := pipeline.ClaimTest{
		PlayerTest: pipeline.PlayerTest{Terms: run.Terms(ruleSet, class), TestRequest: c.asked, Quick: run.Quick(ruleSet, class), Field: c.field},
		Claim:      *c.claim,
	}
	rerun.Rounds = rounds
	if record := c.asked.Record; record != nil {
		rerun.At, rerun.Starts = record.Moment(p.Now()), record.Stated().Start
	}
	bar := p.GamesBar(c.Quiet)
	rerun.Progress = bar.Update
	report, err := rerun.Run(ctx, in)
	bar.Finish(err == nil)
	return func(w io.Writer, format string, o render.Options) error { return render.Claim(w, format, report, o) }, err
}
