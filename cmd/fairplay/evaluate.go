package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
)

const evaluateHelp = `Evaluate one position or one game and print every line of the engine: for each
depth of the deep pass its first move, and for the wide pass the value of every
move. This is what all figures of fairplay rest on, so anybody can check it with
an engine of his own.

A position is given as FEN (in quotes), a game as a PGN file; --game chooses one
of several games in it.`

type evaluateFlags struct {
	config.EngineFlags
	recipes []string
	game    int
	move    string
	config.Output
}

// evaluateCommand returns the command "fairplay evaluate".
func evaluateCommand(p *config.Program) *cobra.Command {
	var f evaluateFlags
	c := &cobra.Command{
		Use: "evaluate FEN|FILE", Short: "Print every engine line of a position or a game", Long: evaluateHelp,
		Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example(`fairplay evaluate "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"`,
			"fairplay evaluate --recipe full --game 3 --format json event.pgn", "fairplay evaluate --game 3 --move 24w event.pgn"),
		RunE: func(c *cobra.Command, a []string) error { return evaluate(c.Context(), p, f, a[0]) },
	}
	f.add(c.Flags())
	return c
}

func (e *evaluateFlags) add(flags *pflag.FlagSet) {
	e.EngineFlags.Add(flags, config.EngineHelp)
	flags.StringSliceVar(&e.recipes, "recipe", []string{"quick", "full"}, "evaluate under these recipes: `NAMES`")
	flags.IntVar(&e.game, "game", 1, "`NUMBER` of the game in the file")
	flags.StringVar(&e.move, "move", "", "only this `MOVE` of the game, such as 24w or 31b, with what it counts for")
	e.Output.Add(flags, []string{"table", "json"}, []string{"en"})
}

func evaluate(ctx context.Context, p *config.Program, f evaluateFlags, what string) (err error) {
	if err := f.Check(); err != nil {
		return err
	}
	if f.move != "" {
		return evaluateMove(ctx, p, f, what)
	}
	positions, err := positionsOf(ctx, p, what, f.game)
	if err != nil {
		return err
	}
	pool, err := config.StartPool(ctx, f.EngineFlags, 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	var found []reports.PositionEvaluation
	for _, name := range f.recipes {
		recipe, err := config.RecipeNamed(name)
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
	return f.Write(p, func(w io.Writer, _ render.Options) error { return render.Evaluations(w, f.Format, found) })
}

// evaluateMove shows one move of a game.
func evaluateMove(ctx context.Context, p *config.Program, f evaluateFlags, file string) error {
	in, err := p.Read(ctx, []string{file})
	if err != nil {
		return err
	}
	if f.game < 1 || f.game > len(in.Games) {
		return noSuchGame(file, f.game, len(in.Games))
	}
	g := in.Games[f.game-1]
	ply := -1
	for i := range g.Plies {
		if moveName(g, i) == f.move {
			ply = i
		}
	}
	if ply < 0 {
		return fault.New(fault.NotFound, "move", "game %d has no move %q; name one as 24w or 31b, up to %d half-moves", f.game, f.move, len(g.Plies))
	}
	var found []reports.PositionEvaluation
	for _, name := range f.recipes {
		some, err := oneMove(ctx, p, f, name, in, g, ply)
		if err != nil {
			return err
		}
		found = append(found, some...)
	}
	return f.Write(p, func(w io.Writer, _ render.Options) error { return render.Evaluations(w, f.Format, found) })
}

func oneMove(ctx context.Context, p *config.Program, f evaluateFlags, recipe string, in pipeline.Input, g *analysis.Game, ply int) (_ []reports.PositionEvaluation, err error) {
	run, err := config.Prepare(ctx, p, config.EvaluationFlags{Recipe: recipe, EngineFlags: f.EngineFlags, Workers: 1, Quiet: true})
	if err != nil {
		return nil, err
	}
	defer run.Close(&err)
	terms := run.Terms(regulations.FIDE, analysis.StandardTime)
	return terms.OneMove(ctx, in, g, ply)
}

func noSuchGame(file string, game, games int) error {
	return fault.New(fault.NotFound, "game", "%s has no game %d; it has %d that can be read", file, game, games)
}

// positionsOf reads the position of a FEN, or else the positions of a game in a file.
func positionsOf(ctx context.Context, p *config.Program, what string, game int) ([]pipeline.At, error) {
	if strings.Count(what, "/") == 7 && strings.Contains(what, " ") {
		return pipeline.PositionAt(what)
	}
	in, err := p.Read(ctx, []string{what})
	if err != nil {
		return nil, err
	}
	if game < 1 || game > len(in.Games) {
		return nil, noSuchGame(what, game, len(in.Games))
	}
	return pipeline.PositionsOf(in.Games[game-1])
}

// moveName names a ply by turn and colour: 24w.
func moveName(g *analysis.Game, ply int) string {
	n := ply
	if g.Turn(0) == analysis.Black {
		n++
	}
	return fmt.Sprintf("%d%c", n/2+1, g.Turn(ply).String()[0])
}
