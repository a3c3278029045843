package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const testHelp = `Test one player's games: what play to expect from a player of his rating in these
positions, what he played, and how far apart the two are, with combined Z,
the odds between moves with and without an engine, intrinsic performance rating,
the figures of his opponents, Z and odds round by round, what the test would have
found, and every move with its probability.

The full recipe takes about 100 seconds a game on one core. Evaluations are kept,
so asking again takes a moment. With --recipe quick it is a test on quick
evaluations: it gives hints on where to look and is never a full test.

With --second-engine the same games are evaluated by a second engine too, and the
report says whether both tests agree. What the regulations permit rests on the
first alone: Stockfish 19 is a later version of the same program, so the two tests
are not independent.

What the regulations permit depends on the event: how many take part, whether it
is over, whether the player was singled out before it began, and what else is on
record. The person who asks cannot choose these facts. They come from the record of
the event, which --event names: a file in YAML or JSON with facts, schedule, watch
list and arbiter's log, as shown in README.md. An entry of the watch list counts only if
it was written before round 1. Without --event no graver measure is named, but what each
number of players would permit: files of the top boards name too few. During the
event, the planned rounds are needed too: a boundary taken from the rounds so far
would move.

A Z answers one question only: how often would an honest player of this rating
come so close to the engine by chance? It knows nothing about other explanations,
and people decide, on all the evidence.`

type testFlags struct {
	reportFlags
	asked reports.TestRequest
	at    string
	field string
	moves bool
}

// testCommand returns the command "fairplay test".
func testCommand(p *config.Program) *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use: "test --player WHO FILES...", Short: "Test one player", Long: testHelp,
		Example: config.Example(`fairplay test --player "Carlsen, Magnus" event.pgn`,
			"fairplay test --player 1503014 --event event.yaml --format html --output carlsen.html event.pgn",
			`fairplay test --player 1503014 --subset "R3:17-24,R5:31" event.pgn`),
		RunE: func(c *cobra.Command, files []string) error { return makeReport(c.Context(), p, &f, files) },
	}
	f.add(c.Flags())
	return c
}

func (t *testFlags) add(flags *pflag.FlagSet) {
	t.reportFlags.add(flags)
	t.Recipe = "full"
	flags.Lookup("recipe").DefValue = t.Recipe
	flags.StringVar(&t.asked.Player, "player", "", "the player `WHO` is tested: part of the name, or the FIDE id")
	t.Second.AddSecond(flags)
	flags.StringVar(&t.asked.Subset, "subset", "", "compare these `MOVES` with the rest of the same games, for instance those after absences: R3:17-24,R5:31")
	expectationFlags(flags, &t.asked, &t.field)
	flags.StringVar(&t.at, "at", "", "judge by the schedule whether the event is over at this `MOMENT`, as 2026-03-14T15:00:00+02:00 (default: now)")
	flags.IntVar(&t.asked.Planned, "planned-rounds", 0, "the event has so many `ROUNDS`; without it there is no boundary of Z round by round (default: those of --event; of an event that is over, those in the files)")
	refuseStated(flags)
	flags.StringSliceVar(&t.asked.GameIDs, "games", nil, "only these games of the player, by their `IDS` in the service")
	flags.BoolVar(&t.moves, "moves", false, "list every move in the table format too")
}

// expectationFlags adds the flags that decide what play is expected: the player's rating, and how
// the field plays.
func expectationFlags(flags *pflag.FlagSet, asked *reports.TestRequest, field *string) {
	flags.Float64Var(&asked.Rating, "rating", 0, "expect the play of this `ELO`, not of the rating in the games")
	flags.Float64Var(&asked.RatingSD, "rating-sd", 0, "uncertainty of the rating, in `ELO` (default: as the calibration measured; 100 is usual for players under 20 or with fewer than 30 rated games)")
	flags.StringVar(field, "field", pipeline.FieldCached, "`GAMES` of the event that say how all its players play against their ratings, under the quick recipe: cached (those evaluated already), all (evaluate the others), none, or IDs")
}

// check finds wrong flags before hours of work.
func (t *testFlags) check(files []string) error {
	if err := t.asked.Validate(); err != nil {
		return err
	}
	if err := t.onRecord(); err != nil {
		return err
	}
	t.asked.Record = t.record
	if t.Second.Engine != "" && t.Recipe == analysis.Second().Name {
		return fault.New(fault.Invalid, "second_engine", "--recipe %s is that of the second test; the first one takes quick or full", t.Recipe)
	}
	if err := config.CheckSecond(t.Second.Engine, t.Second.Args); err != nil {
		return err
	}
	if err := t.Output.Check(files...); err != nil {
		return err
	}
	if err := t.moment(); err != nil {
		return err
	}
	_, _, _, err := t.Parse()
	return err
}

// moment reads the moment of --at.
func (t *testFlags) moment() (err error) {
	if t.at == "" {
		return nil
	}
	if t.asked.At, err = time.Parse(time.RFC3339, t.at); err != nil {
		return fault.New(fault.Invalid, "at", "%q is no moment; write it as 2026-03-14T15:00:00+02:00", t.at)
	}
	return nil
}

// report makes the requested report.
func (t *testFlags) report(ctx context.Context, p *config.Program, run *config.Prepared, in pipeline.Input) (reportWriter, error) {
	test, err := t.test(ctx, p, run, in)
	return t.writer(test), err
}

// writer writes the report of a test.
func (t *testFlags) writer(test *reports.FullTest) reportWriter {
	return func(w io.Writer, format string, o render.Options) error {
		o.Moves = t.moves
		return render.FullTest(w, format, test, o)
	}
}

// test evaluates games and compiles the requested test.
func (t *testFlags) test(ctx context.Context, p *config.Program, run *config.Prepared, in pipeline.Input) (*reports.FullTest, error) {
	rounds, class, ruleSet, err := t.Parse()
	if err != nil {
		return nil, err
	}
	full := pipeline.PlayerTest{Terms: run.Terms(ruleSet, class), TestRequest: t.asked, Quick: run.Quick(ruleSet, class), Field: t.field}
	full.Rounds = rounds
	if record := t.asked.Record; record != nil {
		if full.At.IsZero() {
			full.At = p.Now()
		}
		full.At, full.Starts = record.Moment(full.At), record.Stated().Start
	}
	if run.Second != nil {
		full.Second = new(run.Second.Terms(ruleSet, class))
	}
	if err := sayUncalibrated(p, &full); err != nil {
		return nil, err
	}
	bar := p.GamesBar(t.Quiet)
	full.Progress = bar.Update
	report, err := full.Run(ctx, in)
	bar.Finish(err == nil)
	return report, err
}

// sayUncalibrated says before the work, not after it, that no calibration is for the recipe with this engine, where one is for its
// quick recipe.
func sayUncalibrated(p *config.Program, t *pipeline.PlayerTest) error {
	library, ok := t.Fits.(pipeline.EngineLibrary)
	if !ok {
		return nil
	}
	quick := false
	for _, c := range library.Library {
		if c.Recipe.Engine == t.Recipe.Engine && c.Recipe.Name == t.Recipe.Name {
			return nil
		}
		quick = quick || c.Recipe.Engine == t.Recipe.Engine
	}
	if !quick {
		return nil
	}
	_, err := fmt.Fprintf(p.Stderr, "No calibration is fitted for the recipe %s of %s: the report has counts and averages, but no z. With --recipe quick there is one.\n", t.Recipe.Name, t.Recipe.Engine)
	return err
}
