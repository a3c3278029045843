package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/reports/render"
	"fairplay/uci"
)

const engineCheckHelp = `Start an engine, show who it is and which options it offers, and test that it is
deterministic: 20 positions are evaluated twice and once more in another order
by a fresh process, and every difference is listed. An engine that fails this
test gives figures that nobody can reproduce; the exit code is then 6.`

func (p *program) engineCommand() *cobra.Command {
	c := &cobra.Command{Use: "engine", Short: "Look at UCI engines", Args: args(cobra.NoArgs)}
	c.AddCommand(p.engineCheckCommand())
	return c
}

func (p *program) engineCheckCommand() *cobra.Command {
	var out output
	var recipe string
	var quiet bool
	c := &cobra.Command{
		Use: "check [PATH]", Short: "Test an engine's handshake, options and determinism", Long: engineCheckHelp,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := out.check(); err != nil {
				return err
			}
			path := ""
			if len(a) > 0 {
				path = a[0]
			}
			report, err := p.engineCheck(c.Context(), path, recipe, quiet)
			if err != nil {
				return err
			}
			err = out.write(p, func(w io.Writer, _ render.Options) error { return render.EngineCheck(w, out.format, report) })
			if err == nil && !report.Deterministic() {
				err = fault.New(fault.Unprocessable, "not_deterministic", "the engine gave different answers to the same question")
			}
			return err
		},
	}
	out.add(c.Flags(), []string{"table", "json"}, []string{"en"})
	c.Flags().StringVar(&recipe, "recipe", "quick", "test under the recipe `NAME`, quick or full")
	c.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	return c
}

func (p *program) engineCheck(ctx context.Context, path, recipe string, quiet bool) (uci.CheckReport, error) {
	path, err := uci.Find(path)
	if err != nil {
		return uci.CheckReport{}, err
	}
	r, err := recipeNamed(recipe)
	if err != nil {
		return uci.CheckReport{}, err
	}
	var positions []analysis.Position
	for _, fen := range checkPositions() {
		at, err := pgn.NewPosition(fen)
		if err != nil {
			return uci.CheckReport{}, err
		}
		positions = append(positions, at)
	}
	steps := p.steps(quiet, "positions searched")
	defer steps.finish()
	return uci.Check(ctx, path, positions, r, steps.update)
}
