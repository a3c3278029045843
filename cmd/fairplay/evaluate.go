package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const evaluateHelp = `Evaluate one position or one game and print every line of the engine: for each
depth of the deep pass its first move, and for the wide pass the value of every
move. This is what all figures of fairplay rest on, so anybody can check it with
an engine of his own.

A position is given as FEN (in quotes), a game as a PGN file; --game chooses one
of several games in it.`

type evaluateFlags struct {
	engineFlags
	recipes []string
	game    int
	output
}

func (p *program) evaluateCommand() *cobra.Command {
	var f evaluateFlags
	c := &cobra.Command{
		Use: "evaluate FEN|FILE", Short: "Print every engine line of a position or a game", Long: evaluateHelp,
		Args: args(cobra.ExactArgs(1)),
		Example: example(`fairplay evaluate "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"`,
			"fairplay evaluate --recipe full --game 3 --format json event.pgn"),
		RunE: func(c *cobra.Command, a []string) error { return p.evaluate(c.Context(), f, a[0]) },
	}
	f.add(c.Flags())
	return c
}

func (f *evaluateFlags) add(flags *pflag.FlagSet) {
	f.engineFlags.add(flags, engineHelp)
	flags.StringSliceVar(&f.recipes, "recipe", []string{"quick", "full"}, "evaluate under these recipes: `NAMES`")
	flags.IntVar(&f.game, "game", 1, "`NUMBER` of the game in the file")
	f.output.add(flags, []string{"table", "json"}, []string{"en"})
}

func (p *program) evaluate(ctx context.Context, f evaluateFlags, what string) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	positions, err := p.positionsOf(ctx, what, f.game)
	if err != nil {
		return err
	}
	pool, err := startEngines(ctx, f.engineFlags, 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	var found []reports.PositionEvaluation
	for _, name := range f.recipes {
		recipe, err := recipeNamed(name)
		if err != nil {
			return err
		}
		if recipe, err = pool.Identity().Complete(recipe); err != nil {
			return err
		}
		under, err := pipeline.EvaluateAll(ctx, pool, recipe, positions)
		if err != nil {
			return err
		}
		found = append(found, under...)
	}
	return f.write(p, func(w io.Writer, _ render.Options) error { return render.Evaluations(w, f.format, found) })
}

// positionsOf takes a FEN for what it is, and anything else for a file.
func (p *program) positionsOf(ctx context.Context, what string, game int) ([]pipeline.At, error) {
	if strings.Count(what, "/") == 7 && strings.Contains(what, " ") {
		at, err := pgn.NewPosition(what)
		if err != nil {
			return nil, err
		}
		return []pipeline.At{{Position: at, Ply: -1}}, nil
	}
	in, err := p.read(ctx, []string{what})
	if err != nil {
		return nil, err
	}
	if game < 1 || game > len(in.Games) {
		return nil, fault.New(fault.NotFound, "game", "%s has no game %d; it has %d that can be read", what, game, len(in.Games))
	}
	return gamePositions(in.Games[game-1])
}

func gamePositions(g *analysis.Game) ([]pipeline.At, error) {
	if g.Variant != analysis.Standard {
		return nil, fault.New(fault.Unprocessable, "variant", "%s is a game of %s, which is not analysed", g.Source, g.Variant)
	}
	var all []pipeline.At
	for i, ply := range g.Plies {
		at, err := pgn.NewPosition(ply.Key)
		if err != nil {
			return nil, err
		}
		all = append(all, pipeline.At{Position: at, Ply: i, SAN: ply.SAN, Played: ply.Move})
	}
	return all, nil
}
